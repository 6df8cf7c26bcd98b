// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// Faults in a well-formed document are reported with their places, and the rest is read.
@Suite struct DiagnosticTests {
  @Test func badValuesKeepTheDefaultAndNameThePlace() throws {
    let scene = try read(
      """
      <caml>
        <CALayer name="r"
            bounds="0 0 nan 4" opacity="half"
            position="3 4" cornerRadius="inf">
          <backgroundColor value="a b c"/>
        </CALayer>
      </caml>
      """)
    #expect(scene.root.bounds == .zero && scene.root.opacity == 1 && scene.root.cornerRadius == 0)
    #expect(scene.root.position == CGPoint(x: 3, y: 4) && scene.root.backgroundColor == nil)
    let places = scene.diagnostics.map { [$0.location?.line, $0.location?.column] }
    #expect(places == [[3, 7], [3, 26], [4, 22], [5, 5]])
    #expect(Set(scene.codes) == ["bad-value"])
    #expect(scene.diagnostics.allSatisfy { $0.severity == .warning && $0.location?.file == "test.caml" })
    #expect(scene.diagnostics[0].message.contains(#"bounds="0 0 nan 4" of CALayer"#))
    #expect(scene.diagnostics[1].description.hasPrefix("test.caml:3:26: warning: opacity=\"half\""))
  }

  @Test(
    "values out of range",
    arguments: [
      #"bounds="0 0 1e999 4""#, #"position="1 -inf""#, #"transform="rotate(nan)""#, #"opacity="1e300""#,
      #"zPosition="infinity""#, #"maskedCorners="-1""#, #"maskedCorners="2.5""#, #"hidden="maybe""#, #"contents="""#,
      #"shadowPath="1 2 l""#, #"speed="inf""#, #"backgroundColor="1e39 0 0""#,
    ])
  func outOfRange(_ attribute: String) throws {
    let scene = try readRoot("<CALayer \(attribute)/>")
    #expect(scene.diagnostics.count == 1 && scene.diagnostics[0].severity == .warning)
    let fresh = CALayer()
    #expect(scene.root.bounds == fresh.bounds && scene.root.position == fresh.position)
    #expect(scene.root.opacity == fresh.opacity && scene.root.zPosition == 0 && scene.root.speed == 1)
    #expect(scene.root.maskedCorners == fresh.maskedCorners && scene.root.contents == nil && !scene.root.isHidden)
  }

  @Test(
    "the opacity of a colour is named", arguments: [("half", "is not a number"), ("inf", "is not a finite number")])
  func opacityOfColor(_ opacity: String, _ reason: String) throws {
    let scene = try readRoot("<CALayer><backgroundColor opacity='\(opacity)' value='1 0 0'/></CALayer>")
    #expect(scene.diagnostics.count == 1 && scene.root.backgroundColor == nil)
    let message = "backgroundColor=\"1 0 0\" of CALayer has an opacity that \(reason)"
    #expect(scene.diagnostics[0].message.hasPrefix(message))
  }

  @Test func unknownNamesAreReportedOnce() throws {
    let children = String(repeating: #"<CALayer glow="1" path="x"><halo/><modules/></CALayer>"#, count: 3)
    let scene = try readRoot(#"<CALayer locked="0"><sublayers>\#(children)</sublayers><hash value="1"/></CALayer>"#)
    #expect(scene.codes == ["unknown-attribute", "unknown-attribute", "unknown-element"])
    #expect(
      scene.diagnostics[0].message
        == "CALayer has no property 'glow'; the attribute is skipped (3 times, this is the first)")
    #expect(scene.diagnostics.allSatisfy { $0.location?.line == 1 })
  }

  @Test func unsupportedPropertiesSaySo() throws {
    let scene = try readRoot(
      #"<CAEmitterLayer tracking="1"><contentsMultiplyColor value="1 1 1"/><emitterCells><CAEmitterCell leading="1"/></emitterCells></CAEmitterLayer>"#
    )
    #expect(scene.codes == ["unsupported-property", "unsupported-property", "unsupported-property"])
  }

  @Test func aMillionFaultsGiveAShortList() throws {
    var layers = ""
    for index in 0..<20_000 { layers += "<CALayer a\(index)='1' opacity='x\(index)'><b\(index)/></CALayer>" }
    let scene = try readRoot("<CALayer><sublayers>\(layers)</sublayers></CALayer>")
    #expect(scene.diagnostics.count == 3 * 51)
    #expect(scene.diagnostics.contains { $0.message.hasPrefix("19950 more of this kind") })
  }

  @Test func keywordsThatAreNoneAreKeptAndReported() throws {
    let scene = try readRoot(#"<CALayer contentsGravity="middle" cornerCurve="wavy"/>"#)
    #expect(scene.codes == ["unknown-keyword", "unknown-keyword"])
    #expect(scene.root.contentsGravity.rawValue == "middle")
  }

  @Test func skippedPartsAreReportedOnceWithACount() throws {
    let scene = try readRoot(
      """
      <CALayer><animations><animation type="CAMatchMoveAnimation"/><p key="x" type="CAMatchMoveAnimation"/></animations>
      <sublayers><CALayer><animations><a type="CAMatchMoveAnimation"/></animations></CALayer></sublayers>
      <emitterBehaviors><CAEmitterBehavior/></emitterBehaviors>
      <effect type="CASDFGlassDisplacementEffect" height="40"/></CALayer>
      """)
    #expect(scene.codes == ["skipped-animation", "skipped-behavior", "skipped-effect"])
    #expect(scene.diagnostics.map(\.location?.line) == [1, 3, 4])
    #expect(scene.diagnostics[0].message.contains("(3 times"))
    #expect(scene.diagnostics.map(\.severity) == [.warning, .warning, .warning])
    let nothing = try readRoot(
      #"<CALayer><animations/><states/><stateTransitions/><style><wallpaperPropertyGroups type="NSArray"/></style></CALayer>"#
    )
    #expect(nothing.diagnostics.isEmpty)
  }

  @Test func strayTextAndSecondRoot() throws {
    let scene = try read("<caml>\n<CALayer>hello\nworld</CALayer><CALayer name='b'/><CALayer/></caml>")
    #expect(scene.codes == ["stray-text", "second-root"])
    #expect(scene.diagnostics[0].location == Diagnostic.Location(file: "test.caml", line: 2, column: 10))
    #expect(scene.diagnostics[0].message == "text between elements means nothing and is skipped")
    #expect(scene.root.name == nil)
  }

  @Test func messagesAreOneLineWhateverTheDocumentHolds() throws {
    let scene = try readRoot(
      "<CALayer opacity=\"a&#10;b&#x9b;31m&#x202e;&#13;\(String(repeating: "x", count: 10_000))\"/>")
    let message = try #require(scene.diagnostics.first?.message)
    #expect(message.count < 150)
    #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  @Test func readingTwiceGivesTheSame() throws {
    let document = #"<CALayer a="1" b="2" opacity="x"><c/><sublayers><Foo/><CALayer d="1"/></sublayers></CALayer>"#
    #expect(try readRoot(document).diagnostics == readRoot(document).diagnostics)
  }
}
