// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene
import LaminaSystem
import Testing

/// States in documents: read, entered, listed, written.
@Suite struct StateDocumentTests {
  private static let document = """
    <CALayer name="root" bounds="0 0 90 90"><sublayers>
      <CALayer id="#1" name="lamp" position="1 2"><sublayers><CALayer id="#2" name="bulb"/></sublayers>
        <states><LKState name="on"><elements><LKStateSetValue keyPath="hidden"><value type="integer" value="1"/>
        </LKStateSetValue></elements></LKState></states></CALayer>
      <CAShapeLayer id="shape"/></sublayers>
    <states>
      <LKState name="off"><elements/></LKState>
      <LKState name="on" basedOn="mid"><elements>
        <LKStateSetValue final="false" targetId="#2" keyPath="opacity"><value type="real" value="0.6"/></LKStateSetValue>
        <LKStateSetValue targetId="#2" keyPath="opacity"><value type="integer" value="0"/></LKStateSetValue>
        <LKStateSetValue targetId="shape" keyPath="path"><value type="CGPath" value="0 0 m 5 5 l"/></LKStateSetValue>
        <LKStateSetValue targetId="shape" keyPath="fillColor"><value type="CGColor" opacity="0.5" value="1 0 0"/></LKStateSetValue>
      </elements></LKState>
      <LKState name="mid"><elements>
        <LKStateSetValue targetId="#1" keyPath="position.x"><value type="integer" value="40"/></LKStateSetValue>
      </elements></LKState>
      <LKState name="Locked"/>
    </states>
    <stateTransitions>
      <LKStateTransition fromState="*" toState="on"><elements>
        <LKStateTransitionElement id="#7" final="false" key="position.x" targetId="#1">
          <animation type="CASpringAnimation" damping="50" mass="2" stiffness="300" velocity="0" keyPath="position.x"
            mica_autorecalculatesDuration="1" beginTime="0.1" duration="0.8" fillMode="backwards"/>
        </LKStateTransitionElement>
        <LKStateTransitionElement keyPath="opacity" targetId="#2"/>
        <LKStateTransitionElement key="path" targetId="shape"><animation type="CAKeyframeAnimation" keyPath="path"
          duration="2" autoreverses="1"><values><CGPath value="0 0 m 1 1 l"/><CGPath value="0 0 m 2 2 l"/></values></animation>
        </LKStateTransitionElement>
      </elements></LKStateTransition>
      <LKStateTransition fromState="on" toState="*"><elements><LKStateTransitionElement object="#7"/></elements></LKStateTransition>
      <LKStateTransition fromState="Locked" toState="off"/>
    </stateTransitions></CALayer>
    """

  @Test("a scene on its way to a state lasts as long as the transition, and not as what moves anyway")
  func transitionLength() throws {
    func document(_ animation: String) -> String {
      """
      <CALayer name="root" bounds="0 0 90 90"><sublayers>
        <CALayer id="hand" bounds="0 0 4 40"><animations><animation type="CABasicAnimation" keyPath="transform.rotation.z"
          duration="43200" repeatCount="inf"><fromValue type="real" value="0"/><toValue type="real" value="6"/></animation>
        </animations></CALayer>
        <CALayer id="dot" bounds="0 0 4 4" speed="0.5"/></sublayers>
      <states><LKState name="Locked"/><LKState name="Unlock"><elements><LKStateSetValue targetId="dot" keyPath="position.y">
        <value type="real" value="80"/></LKStateSetValue></elements></LKState></states>
      <stateTransitions><LKStateTransition fromState="*" toState="Unlock"><elements>
        <LKStateTransitionElement key="position.y" targetId="dot">\(animation)</LKStateTransitionElement>
      </elements></LKStateTransition></stateTransitions></CALayer>
      """
    }
    let moving = try readRoot(document(#"<animation type="CABasicAnimation" keyPath="position.y" duration="0.8"/>"#))
    #expect(moving.duration == 43200)
    try moving.setState("Unlock")
    #expect(moving.duration == 43200, "it is there at once")
    try moving.setState("Unlock", from: "Locked")
    // At half the speed of the layer's time.
    #expect(moving.duration.map { abs($0 - 1.6) < 1e-9 } == true, "\(moving.duration ?? -1)")
    let endless = try readRoot(
      document(
        #"<animation type="CABasicAnimation" keyPath="position.y" duration="3" repeatCount="inf" byValue="2"/>"#))
    try endless.setState("Unlock", from: "Locked")
    #expect(endless.duration == 43200, "what repeats without end belongs to the state")
  }

  @Test func statesAreReadAndEntered() throws {
    let scene = try readRoot(Self.document)
    #expect(scene.diagnostics.isEmpty, "\(scene.diagnostics)")
    #expect(scene.stateNames == ["off", "on", "mid", "Locked"])
    let lamp = try #require(scene.root.sublayers?.first)
    let shape = try #require(scene.root.sublayers?.last as? CAShapeLayer)
    try scene.setState("on")
    // The lamp has a state of that name too.
    #expect(lamp.position == CGPoint(x: 40, y: 2) && lamp.isHidden && lamp.sublayers?.first?.opacity == 0)
    #expect(shape.path != nil && shape.fillColor == CGColor(straight: [1, 0, 0, 0.5]))
    try scene.setState("mid")
    #expect(lamp.position.x == 40 && !lamp.isHidden && lamp.sublayers?.first?.opacity == 1 && shape.path == nil)
    try scene.setState(nil)
    #expect(lamp.position.x == 1)
  }

  @Test func transitionsAreReadAndPlayed() throws {
    let scene = try readRoot(Self.document)
    let transitions = try #require(scene.root.stateTransitions)
    #expect(transitions.map(\.elements.count) == [3, 1, 0] && transitions[0].elements[1].key == "opacity")
    #expect(transitions[1].elements[0].animation?.beginTime == 0.1)
    let lamp = try #require(scene.root.sublayers?.first)
    try scene.setState("on", from: "off")
    let spring = try #require(lamp.animation(forKey: "position.x") as? CASpringAnimation)
    #expect(spring.fromValue as? Double == 1 && spring.toValue as? Double == 40 && lamp.position.x == 40)
    #expect(scene.root.sublayers?.last?.animationKeys() == ["path"])
    try scene.setState(nil, from: "on")
    let back = try #require(lamp.animation(forKey: "position.x") as? CASpringAnimation)
    #expect(back.fromValue as? Double == 40 && back.toValue as? Double == 1)
    try scene.setState("on", from: "")
    #expect((lamp.animation(forKey: "position.x") as? CASpringAnimation)?.toValue as? Double == 40)
    try scene.setState("on")
    #expect(lamp.animationKeys() == nil)
  }

  @Test func unknownStatesNameTheNearOnes() throws {
    let scene = try readRoot(Self.document)
    for (name, text) in [
      ("lockd", "did you mean 'Locked'?"), ("something else", "it has 'off', 'on', 'mid', 'Locked'"),
    ] {
      #expect(throws: SceneError.self) { try scene.setState(name) }
      do {
        try scene.setState("on", from: name)
      } catch {
        #expect(error.description.contains(text), "\(error)")
      }
    }
    #expect(scene.root.sublayers?.first?.position.x == 1)
    #expect(throws: SceneError.unknownState("x", known: [])) { try readRoot("<CALayer/>").setState("x") }
  }

  @Test(
    "malformed states",
    arguments: [
      ("<LKState><elements/></LKState>", "malformed-state", 0),
      ("<LKState name=\"a\"/><LKState name=\"a\"/>", "malformed-state", 1),
      ("<LKState name=\"a\" basedOn=\"b\"/>", "malformed-state", 1),
      ("<LKState name=\"a\" basedOn=\"b\"/><LKState name=\"b\" basedOn=\"a\"/>", "malformed-state", 2),
      ("<LKState name=\"a\" basedOn=\"a\"/>", "malformed-state", 1),
      ("<Other/>", "unknown-element", 0), ("<LKState object=\"#9\"/>", "bad-reference", 0),
      ("<LKState name=\"a\"><elements><LKStateAddAnimation/></elements></LKState>", "unknown-element", 1),
      (
        "<LKState name=\"a\"><elements><LKStateSetValue targetId=\"#9\" keyPath=\"opacity\"><value value=\"1\"/></LKStateSetValue></elements></LKState>",
        "missing-target", 1
      ),
      (
        "<LKState name=\"a\"><elements><LKStateSetValue keyPath=\"opacity\"/></elements></LKState>", "malformed-state",
        1
      ),
      (
        "<LKState name=\"a\"><elements><LKStateSetValue><value value=\"1\"/></LKStateSetValue></elements></LKState>",
        "malformed-state", 1
      ),
      (
        "<LKState name=\"a\"><elements><LKStateSetValue keyPath=\"opacty\"><value value=\"1\"/></LKStateSetValue></elements></LKState>",
        "unknown-key-path", 1
      ),
      (
        "<LKState name=\"a\"><elements><LKStateSetValue keyPath=\"filters.f.inputRadius\"><value value=\"1\"/></LKStateSetValue></elements></LKState>",
        "unknown-key-path", 1
      ),
      (
        "<LKState name=\"a\"><elements><LKStateSetValue keyPath=\"opacity\"><value value=\"x\"/></LKStateSetValue></elements></LKState>",
        "bad-value", 1
      ),
    ])
  func malformed(_ states: String, _ code: String, _ count: Int) throws {
    let scene = try readRoot("<CALayer><states>\(states)</states></CALayer>")
    #expect(scene.codes == [code], "\(scene.diagnostics)")
    #expect((scene.root.states ?? []).count == count)
    for name in scene.stateNames { try scene.setState(name) }
  }

  @Test func manyStatesBasedOnEachOther() throws {
    let states = (0..<12_000).map { "<LKState name=\"\($0)\" basedOn=\"\($0 + 1)\"/>" }.joined()
    let scene = try readRoot("<CALayer><states>\(states)</states></CALayer>")
    #expect(scene.root.states?.count == 10_000 && scene.codes.contains("state-limit"))
  }

  // MARK: Styles

  private static let wallpaper = """
    <CALayer name="root" bounds="0 0 90 90"><sublayers><CALayer name="cloud" position="5 6"/><CALayer name="cloud"/></sublayers>
    <style>
      <wallpaperParallaxGroups type="NSArray">
        <NSDictionary><axis type="string" value="x"/><image type="null"/><keyPath type="string" value="position.x"/>
          <layerName type="string" value="cloud"/><mapMinTo type="integer" value="-20"/><mapMaxTo type="real" value="40.5"/>
          <view type="string" value="Floating"/></NSDictionary>
        <NSDictionary><axis type="string" value="y"/><keyPath type="string" value="transform.rotation.y"/>
          <layerName type="string" value="cloud"/><mapMinTo type="real" value="-0.5"/><mapMaxTo type="real" value="0.5"/>
        </NSDictionary>
        <NSDictionary><axis type="string" value="z"/><keyPath type="string" value="opacity"/><layerName type="string" value="cloud"/></NSDictionary>
        <NSDictionary><axis type="string" value="x"/><keyPath type="string" value="opacity"/><layerName type="string" value="clod"/>
          <mapMinTo type="integer" value="0"/><mapMaxTo type="integer" value="1"/></NSDictionary>
        <NSDictionary><axis type="string" value="x"/><keyPath type="string" value="backgroundColor"/>
          <layerName type="string" value="cloud"/><mapMinTo type="integer" value="0"/><mapMaxTo type="integer" value="1"/></NSDictionary>
      </wallpaperParallaxGroups>
      <wallpaperPropertyGroups type="NSArray">
        <NSDictionary><keyPath type="string" value="opacity"/><layerName type="string" value="cloud"/>
          <v_lock type="real" value="0.25"/><v_home type="integer" value="1"/><v_sleep type="integer" value="0"/></NSDictionary>
      </wallpaperPropertyGroups>
    </style></CALayer>
    """

  @Test func tiltMovesParallaxGroups() throws {
    let scene = try readRoot(Self.wallpaper)
    #expect(scene.diagnostics.isEmpty && scene.followsTilt, "\(scene.diagnostics)")
    let clouds = try #require(scene.root.sublayers)
    #expect(clouds[0].position.x == 5)
    let problems = scene.setTilt(x: -1, y: 0)
    #expect(clouds.map(\.position.x) == [-20, -20] && clouds[0].position.y == 6)
    #expect(problems.count == 4 && problems.contains { $0.message.contains("did you mean 'cloud'?") }, "\(problems)")
    scene.setTilt(x: 0, y: 1)
    #expect(clouds[0].position.x == 10.25 && abs(clouds[0].transform.m11 - cos(0.5)) < 1e-9)
    scene.setTilt(x: 7, y: 0)
    #expect(clouds[0].position.x == 40.5 && abs(clouds[0].transform.m11 - 1) < 1e-9)
    #expect(try !readRoot("<CALayer/>").followsTilt)
  }

  @Test func propertyGroupsAreStates() throws {
    let scene = try readRoot(Self.wallpaper)
    #expect(scene.stateNames == ["lock", "home", "sleep"])
    try scene.setState("lock")
    #expect(scene.root.sublayers?.map(\.opacity) == [0.25, 0.25])
    try scene.setState("sleep")
    #expect(scene.root.sublayers?.map(\.opacity) == [0, 0])
  }

  @Test func stylesThatNestDeeply() throws {
    let depth = 50_000
    let text = String(repeating: "<a type=\"NSDictionary\">", count: depth) + String(repeating: "</a>", count: depth)
    let scene = try readRoot("<CALayer><style>\(text)</style></CALayer>")
    #expect(scene.codes == ["bad-value"])
  }

  // MARK: Writing and listing

  @Test("written and read again", arguments: [document, wallpaper])
  func roundTrip(_ document: String) throws {
    let scene = try readRoot(document)
    let markup = SceneWriter().markup(of: scene)
    let copy = try read(markup)
    #expect(TreeComparison(scene.root, copy.root).differences == [])
    #expect(SceneWriter().markup(of: copy) == markup)
    #expect(copy.diagnostics.isEmpty, "\(copy.diagnostics)")
  }

  @Test func theList() throws {
    let states = SceneStateList(try readRoot(Self.document)).text
    #expect(
      states == """
        states of CALayer "root": "off" (0 values), "on" (4 values, based on "mid"), "mid" (1 value), "Locked" (0 values)
          transitions: "*" to "on" (3 animations), "on" to "*" (1 animation)
        states of CALayer "lamp": "on" (1 value)
        """)
    let groups = SceneStateList(try readRoot(Self.wallpaper)).text
    #expect(groups.contains("by state: opacity of \"cloud\" (lock, home, sleep)"))
    #expect(groups.contains("by tilt along x: position.x of \"cloud\" from -20 to 40.5"))
    #expect(SceneStateList(try readRoot("<CALayer/>")).text.isEmpty)
  }

  @Test(
    "every state of every sample",
    .enabled(if: SampleTests.folder != nil, "no folder with samples; set LAMINA_SAMPLES"),
    arguments: SampleTests.packages.filter { !$0.contains("malformed") })
  func samples(_ name: String) throws {
    let folder = try #require(SampleTests.folder)
    let scene = try SceneReader().read(folder + "/" + name)
    let before = SceneWriter().markup(of: scene)
    for state in scene.stateNames { try scene.setState(state) }
    try scene.setState(nil)
    #expect(SceneWriter().markup(of: scene) == before)
  }
}
