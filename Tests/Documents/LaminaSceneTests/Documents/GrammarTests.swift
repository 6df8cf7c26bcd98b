// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// How elements and attributes make objects: caml.md 1.1, 1.2 and 1.4.
@Suite struct GrammarTests {
  @Test(
    "with and without the default namespace, comments, a declaration",
    arguments: [
      #"<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 2 3"/></caml>"#,
      #"<caml><CALayer bounds="0 0 2 3"/></caml>"#,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- written by hand -->\n\n<caml>\t<CALayer bounds='0 0 2 3'></CALayer>\n</caml>\n",
      "<?xml version='1.0' encoding='ISO-8859-1'?><caml><!-- x --><CALayer bounds='0 0 2 3'/></caml>",
    ])
  func document(_ text: String) throws {
    let scene = try read(text)
    #expect(scene.root.bounds.size == CGSize(width: 2, height: 3))
    #expect(scene.hostIsFlipped)
    #expect(scene.diagnostics.isEmpty)
  }

  @Test func wideEncodings() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><caml><CALayer name=\"\u{1F512}\" hidden=\"x\"/></caml>"
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      let bytes = try #require(text.data(using: encoding))
      let scene = try SceneReader().read(Array(bytes), named: "wide.caml")
      #expect(scene.root.name == "\u{1F512}")
      #expect(scene.diagnostics.map(\.location?.line) == [1])
    }
  }

  @Test(
    "a document without a root object",
    arguments: [
      "<caml/>", "<caml></caml>", #"<caml xmlns="http://www.apple.com/CoreAnimation/1.0"/>"#,
    ])
  func empty(_ text: String) throws {
    let scene = try read(text)
    #expect(scene.root.bounds == .zero && scene.root.sublayers == nil)
    #expect(scene.diagnostics.isEmpty)
  }

  @Test func sublayersInOrder() throws {
    let scene = try readRoot(
      """
      <CALayer name="a"><sublayers><CALayer name="b"><sublayers><CAShapeLayer name="c"/></sublayers></CALayer>
      <CATransformLayer name="d"/></sublayers><sublayers><CALayer name="e"/></sublayers></CALayer>
      """)
    #expect(scene.root.sublayers?.map(\.name) == ["b", "d", "e"])
    #expect(scene.root.sublayers?[0].sublayers?[0] is CAShapeLayer)
    #expect(scene.root.sublayers?[1].superlayer === scene.root)
    #expect(scene.diagnostics.isEmpty)
  }

  static let colorRows: [(String, SIMD4<Float>)] = [
    (#"<backgroundColor opacity="0.45" value="1 1 1"/>"#, SIMD4<Float>(1, 1, 1, 0.45)),
    (#"<backgroundColor value="0 1 0"/>"#, [0, 1, 0, 1]),
    (#"<backgroundColor type="CGColor" value="0 1 0"/>"#, [0, 1, 0, 1]),
    (#"<backgroundColor><CGColor value="0 1 0" opacity="0.5"/></backgroundColor>"#, [0, 1, 0, 0.5]),
    (##"<backgroundColor object="#7"/>"##, [0, 0, 1, 0.25]),
    (##"<backgroundColor><CGColor object="#7"/></backgroundColor>"##, [0, 0, 1, 0.25]),
  ]

  @Test("colours as elements", arguments: colorRows)
  func colorElements(_ element: String, _ color: SIMD4<Float>) throws {
    let scene = try readRoot(
      ##"<CALayer><borderColor id="#7" value="0 0 1" opacity="0.25"/>\##(element)</CALayer>"##)
    #expect(scene.root.backgroundColor == CGColor(straight: color))
    #expect(scene.diagnostics.isEmpty, "\(scene.diagnostics)")
  }

  @Test(
    "no colour",
    arguments: [
      #"<backgroundColor type="null"/>"#, "<backgroundColor><null/></backgroundColor>",
    ])
  func nullColor(_ element: String) throws {
    let scene = try readRoot(#"<CALayer backgroundColor="1 1 1">\#(element)</CALayer>"#)
    #expect(scene.root.backgroundColor == nil)
    #expect(scene.diagnostics.isEmpty)
  }

  @Test(
    "masks in every form",
    arguments: [
      #"<mask type="CALayer" name="m" bounds="0 0 5 5"><sublayers><CALayer name="n"/></sublayers></mask>"#,
      #"<mask><CALayer name="m" bounds="0 0 5 5"><sublayers><CALayer name="n"/></sublayers></CALayer></mask>"#,
      #"<mask name="m" bounds="0 0 5 5"><sublayers><CALayer name="n"/></sublayers></mask>"#,
    ])
  func mask(_ mask: String) throws {
    let scene = try readRoot("<CALayer><sublayers><CALayer/></sublayers>\(mask)</CALayer>")
    #expect(scene.root.mask?.name == "m" && scene.root.mask?.bounds.width == 5)
    #expect(scene.root.mask?.superlayer === scene.root)
    #expect(scene.root.mask?.sublayers?.map(\.name) == ["n"])
    #expect(scene.root.sublayers?.count == 1)
    #expect(scene.diagnostics.isEmpty, "\(scene.diagnostics)")
  }

  @Test func maskOfAClassAndMaskOfAMask() throws {
    let scene = try readRoot(
      #"<CALayer><mask type="CAShapeLayer" path="0 0 m 1 1 l"><mask><CALayer name="inner"/></mask></mask></CALayer>"#)
    #expect((scene.root.mask as? CAShapeLayer)?.path?.isEmpty == false)
    #expect(scene.root.mask?.mask?.name == "inner")
    let null = try readRoot(#"<CALayer><mask type="null"/></CALayer>"#)
    #expect(null.root.mask == nil && null.diagnostics.isEmpty)
    let second = try readRoot(#"<CALayer><mask><CALayer name="a"/><CALayer name="b"/></mask></CALayer>"#)
    #expect(second.root.mask?.name == "a" && second.codes == ["second-mask"])
  }

  @Test func keyPathsAddUpAndTransformComesLast() throws {
    let both = try readRoot(#"<CALayer transform="scale(2, 2, 1)" transform.rotation.z="1"/>"#)
    #expect(both.root.transform == CATransform3DMakeScale(2, 2, 1))
    let paths = try readRoot(
      #"<CALayer transform.rotation.z="0.5" transform.scale.xy="2" transform.translation.x="3" transform.translation="7 8"/>"#
    )
    let expected = CATransform3DScale(
      CATransform3DRotate(CATransform3DMakeTranslation(7, 8, 0), 0.5, 0, 0, 1), 2, 2, 1)
    #expect(paths.root.transform == expected)
    let other = try readRoot(#"<CALayer sublayerTransform.translation.z="-4" transform.scale="3"/>"#)
    #expect(other.root.sublayerTransform == CATransform3DMakeTranslation(0, 0, -4))
    #expect(other.root.transform == CATransform3DMakeScale(3, 3, 3))
    #expect(both.diagnostics.isEmpty && paths.diagnostics.isEmpty && other.diagnostics.isEmpty)
  }

  @Test func unknownClassesOfLayersAreDrawnAsLayers() throws {
    let scene = try readRoot(
      """
      <CALayer><sublayers><CABackdropLayer name="x"><sublayers><CALayer name="y"/></sublayers></CABackdropLayer>
      <Panel bounds="0 0 1 1"/><CALayer classIfAvailable="LKTextLayer" name="z"/><integer value="4"/></sublayers></CALayer>
      """)
    #expect(scene.root.sublayers?.map(\.name) == ["x", nil, "z"])
    #expect(scene.root.sublayers?[0].sublayers?.map(\.name) == ["y"])
    #expect(scene.codes == ["unknown-class", "unknown-class", "unknown-element"])
    let root = try readRoot("<CASDFLayer name=\"r\"/>")
    #expect(root.root.name == "r" && root.codes == ["unknown-class"])
  }

  @Test(
    "references to layers never move them",
    arguments: [
      ##"<CALayer id="#1"><sublayers><CALayer object="#1"/></sublayers></CALayer>"##,
      ##"<CALayer><sublayers><CALayer id="#1"/><CALayer object="#1"/></sublayers></CALayer>"##,
      ##"<CALayer><sublayers><CALayer object="#1"/><CALayer id="#1"/></sublayers></CALayer>"##,
      ##"<CALayer id="#1"><sublayers><CALayer><mask object="#1"/></CALayer></sublayers></CALayer>"##,
      ##"<CALayer id="#1"><mask><CALayer object="#1"/></mask></CALayer>"##,
      ##"<CALayer><sublayers><CALayer object="#9"/></sublayers></CALayer>"##,
    ])
  func references(_ object: String) throws {
    let scene = try readRoot(object)
    #expect(scene.codes == ["bad-reference"])
    var pending = [scene.root]
    var count = 0
    while let layer = pending.popLast(), count < 10 {
      count += 1
      pending += layer.sublayers ?? []
      pending += layer.mask.map { [$0] } ?? []
    }
    #expect(count <= 2)
  }

  @Test(
    "references between values lead nowhere twice",
    arguments: [
      ##"<CALayer><backgroundColor id="#1" object="#1"/></CALayer>"##,
      ##"<CALayer><backgroundColor id="#1" object="#2"/><borderColor id="#2" object="#1"/></CALayer>"##,
      ##"<CALayer><backgroundColor id="#1"><CGColor object="#1"/></backgroundColor></CALayer>"##,
    ])
  func circularValues(_ object: String) throws {
    let scene = try readRoot(object)
    #expect(Set(scene.codes) == ["bad-reference"])
  }

  @Test func emitterCellsCannotMakeACycleOrExplode() throws {
    let cycle = try readRoot(
      ##"<CAEmitterLayer><emitterCells><CAEmitterCell id="#1"><emitterCells><CAEmitterCell object="#1"/></emitterCells></CAEmitterCell></emitterCells></CAEmitterLayer>"##
    )
    #expect(cycle.codes == ["bad-reference"])
    // Each cell holds the one before it ten times: 10^20 cells if they were counted out.
    var cells = #"<CAEmitterCell id="c0"/>"#
    for level in 1...20 {
      let inside = String(repeating: #"<CAEmitterCell object="c\#(level - 1)"/>"#, count: 10)
      cells += #"<CAEmitterCell id="c\#(level)"><emitterCells>\#(inside)</emitterCells></CAEmitterCell>"#
    }
    let bomb = try readRoot("<CAEmitterLayer><emitterCells>\(cells)</emitterCells></CAEmitterLayer>")
    #expect(bomb.codes == ["emitter-limit"])
    let deep =
      String(repeating: "<emitterCells><CAEmitterCell>", count: 50_000)
      + String(repeating: "</CAEmitterCell></emitterCells>", count: 50_000)
    #expect(try readRoot("<CAEmitterLayer>\(deep)</CAEmitterLayer>").codes == ["emitter-limit"])
  }

  @Test func filters() throws {
    let scene = try readRoot(
      """
      <CALayer><compositingFilter type="CAFilter" filter="destOut" name="destOut"/>
      <filters><CAFilter filter="gaussianBlur" name="Blur" inputRadius="10"/><CAFilter filter="colorInvert"/></filters>
      <backgroundFilters/></CALayer>
      """)
    #expect(scene.root.compositingFilter as? String == "destOut")
    let filters = try #require(scene.root.filters as? [CAFilter])
    #expect(filters.map(\.type) == ["gaussianBlur", "colorInvert"] && filters.map(\.name) == ["Blur", "colorInvert"])
    #expect(filters[0].value(forKey: "inputRadius") as? Double == 10)
    #expect(scene.root.backgroundFilters == nil)
    #expect(scene.diagnostics.isEmpty)
  }

  @Test("inputs of filters, as attributes and as elements, of every type")
  func filterInputs() throws {
    let scene = try readRoot(
      """
      <CALayer><filters>
        <CAFilter filter="colorMonochrome" enabled="0" inputColor="1 0.5 0 0.25" inputBias="0.1"/>
        <CAFilter filter="colorMatrix"><inputColorMatrix type="CAColorMatrix"
          value="matrix(1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 .5 0)"/></CAFilter>
        <CIFilter filter="CISepiaTone"><inputIntensity type="real" value="1"/></CIFilter>
      </filters></CALayer>
      """)
    let filters = try #require(scene.root.filters as? [CAFilter])
    #expect(!filters[0].isEnabled && filters[0].value(forKey: "inputBias") as? Double == 0.1)
    #expect((filters[0].value(forKey: "inputColor") as? CGColor)?.straight == [1, 0.5, 0, 0.25])
    #expect((filters[1].value(forKey: "inputColorMatrix") as? CAColorMatrix)?.numbers[18] == 0.5)
    #expect(filters[2].value(forKey: "inputIntensity") as? String == "1")
    #expect(scene.diagnostics.isEmpty)
  }

  @Test("inputs of filters that are mistyped are told with filter, input and type")
  func badFilterInputs() throws {
    for (attribute, reason) in [
      ("inputRadius=\"wide\"", "a number"), ("inputColorMatrix=\"matrix(1 2 3)\"", "3 numbers instead of 20"),
      ("inputColorMatrix=\"matrix(1 2\"", "an array of numbers"), ("inputColor=\"red\"", "a CGColor"),
      ("enabled=\"perhaps\"", "a boolean"),
    ] {
      let scene = try readRoot("<CALayer><filters><CAFilter filter=\"someFilter\" \(attribute)/></filters></CALayer>")
      let message = try #require(scene.diagnostics.first?.message, "\(attribute)")
      #expect(message.contains("someFilter") && message.contains(reason), "\(message)")
      #expect(message.contains(attribute.prefix { $0 != "=" }))
    }
    let nameless = try readRoot("<CALayer><filters><CAFilter inputRadius=\"1\"/></filters></CALayer>")
    #expect(nameless.codes == ["invalid-value"] && nameless.root.filters == nil)
  }
}
