// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// Animations in documents: read, refused, written.
@Suite struct AnimationDocumentTests {
  private func layer(_ animations: String, tag: String = "CALayer", inside: String = "") throws -> (CALayer, Scene) {
    let scene = try readRoot("<\(tag) bounds=\"0 0 9 9\">\(inside)<animations>\(animations)</animations></\(tag)>")
    return (scene.root, scene)
  }

  private static let everyForm = """
    <animation type="CAKeyframeAnimation" keyPath="transform.rotation.z" calculationMode="cubicPaced" autoreverses="1"
      beginTime="1e-100" duration="1.5" removedOnCompletion="0" repeatCount="inf" repeatDuration="inf" fillMode="both"
      speed="0.5" timeOffset="0.25" timingFunction="0.29 0 0.24 1.01" additive="1" cumulative="1" rotationMode="auto">
      <keyTimes><integer value="0"/><real value="0.25"/><integer value="1"/></keyTimes>
      <timingFunctions><CAMediaTimingFunction value="easeIn"/><CAMediaTimingFunction value="0.1 0.2 0.3 0.4"/></timingFunctions>
      <values><real value="1.57"/><integer value="0"/></values>
      <tensionValues><real value="0.5"/></tensionValues><path type="CGPath" value="0 0 m 5 5 l"/>
    </animation>
    <p key="animation-2" type="CABasicAnimation" keyPath="backgroundColor">
      <fromValue type="CGColor" value="1 0 0" opacity="0.5"/><toValue type="CGColor" value="0 1 0"/></p>
    <rotate type="CAAnimationGroup" duration="8" repeatCount="Inf" speed="0.529623" timingFunction="easeInEaseOut">
      <animations><CABasicAnimation keyPath="opacity" duration="8"><fromValue type="integer" value="0"/>
        <byValue type="real" value="0.28"/></CABasicAnimation>
        <CAAnimationGroup><animations><CASpringAnimation keyPath="position" mass="2" stiffness="300" damping="50"
          velocity="3" allowsOverdamping="1"><toValue type="CGPoint" value="3 4"/></CASpringAnimation></animations>
        </CAAnimationGroup></animations></rotate>
    <p key="spin" type="CABasicAnimation" keyPath="transform" valueFunction="rotateZ"><toValue type="real" value="3"/></p>
    <p key="attributes" type="CABasicAnimation" fromValue="0" toValue="0.5" keyPath="opacity"/>
    <p key="frames" type="CAKeyframeAnimation" keyPath="bounds"><values><CGRect value="0 0 1 2"/><null/></values><timingFunctions/></p>
    <p key="transition" type="CATransition" subtype="fromTop" startProgress="0.25" endProgress="0.75"><type value="push"/></p>
    """

  @Test func everyFormIsRead() throws {
    let (layer, scene) = try layer(Self.everyForm)
    #expect(scene.codes == ["bad-value"], "\(scene.diagnostics)")
    #expect(
      layer.animationKeys() == ["animation", "animation-2", "rotate", "spin", "attributes", "frames", "transition"])
    let keyframes = try #require(layer.animation(forKey: "animation") as? CAKeyframeAnimation)
    #expect(keyframes.calculationMode == .cubicPaced && keyframes.autoreverses && keyframes.duration == 1.5)
    #expect(keyframes.beginTime == 1e-100 && !keyframes.isRemovedOnCompletion && keyframes.repeatCount == .infinity)
    #expect(keyframes.repeatDuration == .infinity && keyframes.fillMode == .both && keyframes.speed == 0.5)
    #expect(keyframes.timeOffset == 0.25 && keyframes.isAdditive && keyframes.isCumulative)
    #expect(keyframes.keyTimes == [0, 0.25, 1] && keyframes.values as? [Double] == [1.57, 0])
    #expect(keyframes.timingFunctions?.first == CAMediaTimingFunction(name: .easeIn))
    #expect(keyframes.timingFunctions?.count == 2 && keyframes.rotationMode == .rotateAuto)
    #expect(keyframes.tensionValues == [0.5] && keyframes.path != nil)
    let color = try #require(layer.animation(forKey: "animation-2") as? CABasicAnimation)
    #expect(color.fromValue as? CGColor == CGColor(straight: [1, 0, 0, 0.5]))
    let group = try #require(layer.animation(forKey: "rotate") as? CAAnimationGroup)
    #expect(group.duration == 8 && group.animations?.count == 2)
    let inner = try #require(group.animations?.last as? CAAnimationGroup)
    let spring = try #require(inner.animations?.first as? CASpringAnimation)
    #expect(spring.mass == 2 && spring.stiffness == 300 && spring.damping == 50 && spring.initialVelocity == 3)
    #expect(spring.allowsOverdamping && spring.toValue as? CGPoint == CGPoint(x: 3, y: 4))
    #expect((layer.animation(forKey: "spin") as? CABasicAnimation)?.toValue as? Double == 3)
    let attributes = layer.animation(forKey: "attributes") as? CABasicAnimation
    #expect(attributes?.fromValue as? Double == 0 && attributes?.toValue as? Double == 0.5)
    let transition = try #require(layer.animation(forKey: "transition") as? CATransition)
    #expect(transition.type == .push && transition.subtype == .fromTop && transition.startProgress == 0.25)
  }

  @Test(
    "values are of the key path's type",
    arguments: [
      ("opacity", "<integer value=\"1\"/>", "CALayer"), ("position", "<CGPoint value=\"1 2\"/>", "CALayer"),
      ("bounds", "<CGRect value=\"1 2 3 4\"/>", "CALayer"), ("hidden", "<integer value=\"1\"/>", "CALayer"),
      ("path", "<CGPath value=\"0 0 m 1 1 l\"/>", "CAShapeLayer"),
      ("fillColor", "<CGColor value=\"1 0 0\"/>", "CAShapeLayer"),
      ("transform", "<CATransform3D value=\"rotate(30deg)\"/>", "CALayer"),
      ("transform.scale.xy", "<real value=\"2\"/>", "CALayer"), ("shadowOffset", "<CGSize value=\"1 2\"/>", "CALayer"),
      ("colors", "<NSArray><CGColor value=\"1 0 0\"/><CGColor value=\"0 1 0\"/></NSArray>", "CAGradientLayer"),
      ("contents", "<CGImage src=\"data:image/png;base64,\(Pictures.redBase64)\"/>", "CALayer"),
      (
        "filters.f.inputColorMatrix", "<CAColorMatrix value=\"matrix(1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0)\"/>",
        "CALayer"
      ),
      ("noSuchThing.at.all", "<CGPoint value=\"1 2\"/>", "CALayer"),
    ])
  func types(_ path: String, _ value: String, _ tag: String) throws {
    let typed = value.replacing(/^<(\w+)/) { "<toValue type=\"\($0.output.1)\"" }.replacing(
      "</NSArray>", with: "</toValue>")
    let (layer, scene) = try layer(
      "<p key=\"k\" type=\"CAKeyframeAnimation\" keyPath=\"\(path)\"><values>\(value)\(value)</values></p>"
        + "<p key=\"b\" type=\"CABasicAnimation\" keyPath=\"\(path)\">\(typed)</p>",
      tag: tag, inside: "<filters><CAFilter filter=\"colorMatrix\" name=\"f\"/></filters>")
    let keyframes = try #require(layer.animation(forKey: "k") as? CAKeyframeAnimation)
    let basic = try #require(layer.animation(forKey: "b") as? CABasicAnimation)
    #expect(keyframes.values?.count == 2 && basic.toValue != nil)
    #expect(scene.codes == (path.hasPrefix("noSuch") ? ["unknown-key-path"] : []), "\(scene.diagnostics)")
    try roundTrip(scene)
  }

  @Test(
    "what is wrong",
    arguments: [
      (
        "<animation type=\"CAMatchMoveAnimation\" additive=\"1\"><sourceLayer object=\"#1\"/></animation>",
        "skipped-animation", 0
      ),
      ("<animation keyPath=\"opacity\"/>", "skipped-animation", 0),
      ("<animation type=\"CABasicAnimation\" keyPath=\"opacty\"/>", "unknown-key-path", 1),
      ("<animation type=\"CABasicAnimation\" duration=\"nan\"/>", "bad-value", 1),
      ("<animation type=\"CABasicAnimation\" duration=\"x\"/>", "bad-value", 1),
      ("<animation type=\"CABasicAnimation\" timingFunction=\"2 0 0 1\"/>", "bad-value", 1),
      ("<animation type=\"CABasicAnimation\" bounce=\"1\"/>", "unknown-attribute", 1),
      (
        "<animation type=\"CAKeyframeAnimation\" keyPath=\"opacity\"><values><real value=\"a\"/></values></animation>",
        "bad-value", 1
      ),
      ("<animation type=\"CABasicAnimation\"/><animation type=\"CABasicAnimation\"/>", "duplicate-animation", 1),
      ("<animation object=\"#9\"/>", "bad-reference", 0),
      (
        "<animation id=\"#1\" type=\"CAAnimationGroup\"><animations><animation object=\"#1\"/></animations></animation>",
        "bad-reference", 1
      ),
      ("<animation type=\"CAKeyframeAnimation\" calculationMode=\"wobbly\"/>", "unknown-keyword", 1),
      ("<animation type=\"CABasicAnimation\" fillMode=\"most\"/>", "unknown-keyword", 1),
    ])
  func wrong(_ animations: String, _ code: String, _ count: Int) throws {
    let (layer, scene) = try layer(animations)
    #expect(scene.codes == [code], "\(scene.diagnostics)")
    #expect((layer.animationKeys() ?? []).count == count)
  }

  @Test func whatEditorsLeaveBehindIsPassedOver() throws {
    let (_, scene) = try layer(
      "<animation type=\"CABasicAnimation\" keyPath=\"opacity\" mica_autorecalculatesDuration=\"1\" description=\"x\" CUI_a=\"1\"><animationType/></animation>"
    )
    #expect(scene.diagnostics.isEmpty, "\(scene.diagnostics)")
  }

  @Test func referencesShareAnimations() throws {
    let (layer, scene) = try layer(
      """
      <p key="a" id="#1" type="CABasicAnimation" keyPath="opacity" duration="3"/>
      <p key="b" type="CAAnimationGroup"><animations><CABasicAnimation object="#1"/></animations></p><p key="c" object="#1"/>
      """)
    #expect(scene.diagnostics.isEmpty && layer.animationKeys() == ["a", "b", "c"], "\(scene.diagnostics)")
    #expect((layer.animation(forKey: "b") as? CAAnimationGroup)?.animations?.first?.duration == 3)
    #expect(layer.animation(forKey: "c")?.duration == 3)
  }

  @Test func groupsThatDoubleAndGroupsThatNest() throws {
    // Each group holds the one before it twice.
    var text = "<p key=\"0\" id=\"#0\" type=\"CABasicAnimation\" keyPath=\"opacity\"/>"
    for index in 1..<40 {
      let inside = "<CAAnimationGroup object=\"#\(index - 1)\"/><CAAnimationGroup object=\"#\(index - 1)\"/>"
      text += "<p key=\"\(index)\" id=\"#\(index)\" type=\"CAAnimationGroup\"><animations>\(inside)</animations></p>"
    }
    #expect(try layer(text).1.codes == ["animation-limit"])
    let depth = 3_000
    let nested =
      String(repeating: "<CAAnimationGroup><animations>", count: depth)
      + String(repeating: "</animations></CAAnimationGroup>", count: depth)
    let (root, scene) = try layer(nested)
    #expect(root.animationKeys() == ["CAAnimationGroup"] && scene.diagnostics.isEmpty)
    #expect(SceneWriter().markup(of: scene).contains("</CAAnimationGroup>"))
  }

  @Test func tooManyAnimations() throws {
    let text = (0..<10_020).map { "<p key=\"\($0)\" type=\"CABasicAnimation\"/>" }.joined()
    #expect(try layer(text).1.codes == ["animation-limit"])
  }

  // MARK: Writing

  private func roundTrip(_ scene: Scene) throws {
    let markup = SceneWriter().markup(of: scene)
    let copy = try read(markup)
    let isWithPictures = markup.contains("CGImage")
    #expect(isWithPictures || TreeComparison(scene.root, copy.root).differences == [], "\(markup)")
    #expect(isWithPictures || SceneWriter().markup(of: copy) == markup)
  }

  @Test func whatIsWrittenReadsTheSame() throws {
    try roundTrip(try layer(Self.everyForm).1)
  }

  @Test func animationsWithoutAKeyGetOne() throws {
    let layer = CALayer()
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: nil)
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "animation-1")
    (layer.contentsHeadroom, layer.preferredDynamicRange, layer.toneMapMode) = (4, .high, .never)
    layer.wantsExtendedDynamicRangeContent = true
    let copy = try read(SceneWriter().markup(of: Scene(root: layer)))
    #expect(copy.root.contentsHeadroom == 4 && copy.root.preferredDynamicRange == .high)
    #expect(copy.root.toneMapMode == .never && copy.root.wantsExtendedDynamicRangeContent)
    #expect(copy.root.animationKeys() == ["animation-2", "animation-1"])
  }
}
