// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// `.caar` files: good ones, in XML as they are easiest to write, and hostile ones.
@Suite struct KeyedArchiveTests {
  /// An archive whose objects are given as XML; `@3` stands for a reference to object 3.
  private static func archive(_ objects: [String]) -> Data {
    var text = "<plist><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$objects</key><array>"
    text += "<string>$null</string>" + objects.joined()
    text += "</array><key>$top</key><dict><key>root</key>@1</dict></dict></plist>"
    return Data(
      text.replacing(/@(\d+)/) { "<dict><key>CF$UID</key><integer>\($0.output.1)</integer></dict>" }.utf8)
  }

  private static func object(_ fields: [(String, String)]) -> String {
    "<dict>" + fields.map { "<key>\($0.0)</key>\($0.1)" }.joined() + "</dict>"
  }

  private static func classed(_ name: String) -> String {
    object([("$classname", "<string>\(name)</string>"), ("$classes", "<array><string>\(name)</string></array>")])
  }

  private static func list(_ items: String) -> String {
    object([("$class", "@2"), ("NS.objects", "<array>\(items)</array>")])
  }

  private func read(_ objects: [String], limits: SceneLimits = SceneLimits()) throws -> Scene {
    let folder = try TemporaryFolder()
    return try SceneReader(limits: limits).read(try folder.write("x.caar", Self.archive(objects)))
  }

  /// A root layer with a list of sublayers; more objects from number 5 on.
  private static func layer(sublayers: String, _ more: [String] = [], fields: [(String, String)] = []) -> [String] {
    [
      object([("$class", "@3"), ("sublayers", "@4")] + fields), classed("NSArray"), classed("CALayer"),
      list(sublayers),
    ] + more
  }

  @Test func aLayerWithEveryWrappedValue() throws {
    let number = { (value: String) in "<real>\(value)</real>" }
    let scene = try read(
      Self.layer(
        sublayers: "@5",
        [
          Self.object([
            ("$class", "@6"), ("name", "@7"), ("bounds", "@8"), ("fillColor", "@10"), ("path", "@12"),
            ("transform", "@15"), ("lineDashPattern", "@16"), ("opacity", number("0.5")), ("hidden", "<true/>"),
            ("delegate", "@5"), ("shadowOffset", "@17"), ("backgroundColor", "@0"), ("lineWidth", "@18"),
          ]),
          Self.classed("CAShapeLayer"), "<string>a &lt; \"b\"</string>",
          Self.object([
            ("$class", "@9"), ("kind", "<integer>2</integer>"), ("x", number("1")), ("y", number("2.5")),
            ("width", number("30")), ("height", number("40")),
          ]), Self.classed("LKNSValueCodingProxy"),
          Self.object([
            ("$class", "@11"), ("r", number("1")), ("g", number("0.5")), ("b", number("0")), ("a", number("0.25")),
          ]), Self.classed("LKCGColorCodingProxy"),
          Self.object([("$class", "@13"), ("LKCGPathSegments", "@14")]), Self.classed("CACGPathCodingProxy"),
          Self.list(
            Self.object([("LKCGPathType", "<integer>0</integer>"), ("LKCGPathPoint0_x", number("7"))])
              + Self.object([
                ("LKCGPathType", "<integer>3</integer>"), ("LKCGPathPoint0_x", number("1")),
                ("LKCGPathPoint1_x", number("2")), ("LKCGPathPoint2_x", number("3")),
                ("LKCGPathPoint2_y", number("9")),
              ]) + Self.object([("LKCGPathType", "<integer>4</integer>")])),
          Self.object([
            ("$class", "@9"), ("kind", "<integer>3</integer>"), ("m11", number("2")), ("m22", number("1")),
            ("m33", number("1")), ("m44", number("1")), ("m41", number("-3")),
          ]), Self.list(number("4") + number("2")),
          Self.object([
            ("$class", "@9"), ("kind", "<integer>1</integer>"), ("width", number("3")), ("height", number("4")),
          ]), "<integer>11</integer>",
        ]))
    let shape = try #require(scene.root.sublayers?.first as? CAShapeLayer)
    #expect(shape.name == "a < \"b\"" && shape.bounds == CGRect(x: 1, y: 2.5, width: 30, height: 40))
    #expect(shape.fillColor == CGColor(straight: [1, 0.5, 0, 0.25]) && shape.opacity == 0.5 && shape.isHidden)
    #expect(shape.transform.m11 == 2 && shape.transform.m41 == -3 && shape.lineWidth == 11)
    #expect(shape.lineDashPattern?.map(\.doubleValue) == [4, 2] && shape.shadowOffset == CGSize(width: 3, height: 4))
    #expect(shape.path?.boundingBoxOfPath.maxY == 9 && scene.diagnostics.isEmpty, "\(scene.diagnostics)")
    #expect(scene.hostIsFlipped)
  }

  @Test func circlesAndRepeatsEnd() throws {
    // A layer in itself, and a layer twice.
    #expect(try read(Self.layer(sublayers: "@1")).codes == ["circle"])
    let twice = try read(Self.layer(sublayers: "@5@5", [Self.object([("$class", "@3")])]))
    #expect(twice.root.sublayers?.count == 1 && twice.codes == ["bad-reference"])
    // A list in itself.
    _ = try read(Self.layer(sublayers: "@4"))
    // Lists that double at every step would be 2^40 layers.
    let doubling = (5..<45).map { Self.list("@\($0 + 1)@\($0 + 1)") }
    var limits = SceneLimits()
    limits.elements = 10_000
    do {
      _ = try read(Self.layer(sublayers: "@5", doubling + ["<real>1</real>"]), limits: limits)
      Issue.record("read a list of lists")
    } catch SceneError.archive(_, .badObjects(let reason)) {
      #expect(reason.contains("10000"))
    }
  }

  @Test("pictures, filters, dictionaries and fonts in Core Animation's wrappers")
  func wrappers() throws {
    let scene = try read(
      Self.layer(
        sublayers: "@5",
        [
          Self.object([
            ("$class", "@6"), ("contents", "@7"), ("filters", "@10"), ("compositingFilter", "@16"), ("font", "@18"),
          ]), Self.classed("CATextLayer"),
          Self.object([("$class", "@8"), ("data", "@9")]), Self.classed("LKCGImageCodingProxy"),
          Self.object([("NS.data", "<data>\(Pictures.redBase64)</data>")]),
          Self.list("@11"),
          Self.object([
            ("$class", "@12"), ("CAFilterType", "<string>gaussianBlur</string>"),
            ("CAFilterName", "<string>soft</string>"), ("CAFilterInputs", "@13"),
          ]), Self.classed("CAFilter"),
          Self.object([("$class", "@14"), ("dict", "@15")]), Self.classed("LKNSDictionaryCodingProxy"),
          Self.object([
            ("$class", "@20"), ("NS.keys", "<array><string>inputRadius</string></array>"),
            ("NS.objects", "<array><real>6</real></array>"),
          ]),
          Self.object([("$class", "@12"), ("CAFilterType", "@17")]), "<string>multiplyBlendMode</string>",
          Self.object([("$class", "@19"), ("NSName", "<string>DejaVuSans-Bold</string>")]), Self.classed("NSFont"),
          Self.classed("NSDictionary"),
        ]))
    let layer = try #require(scene.root.sublayers?.first as? CATextLayer)
    #expect(scene.diagnostics.isEmpty, "\(scene.diagnostics)")
    let picture = try #require(layer.contents as? CGImage)
    #expect(picture.width == 2 && picture.height == 3)
    let filter = try #require(layer.filters?.first as? CAFilter)
    #expect(filter.type == "gaussianBlur" && filter.name == "soft")
    #expect(filter.value(forKey: "inputRadius") as? Double == 6)
    #expect(layer.compositingFilter as? String == "multiplyBlendMode")
    #expect(layer.font as? String == "DejaVuSans-Bold")
  }

  @Test("wrappers without what they should hold, or around themselves, are diagnosed")
  func badWrappers() throws {
    let scene = try read(
      Self.layer(
        sublayers: "@5",
        [
          Self.object([("$class", "@3"), ("contents", "@6"), ("filters", "@8")]),
          Self.object([("$class", "@7")]), Self.classed("LKCGImageCodingProxy"),
          Self.list("@9"),
          Self.object([("$class", "@10"), ("CAFilterType", "<string>gaussianBlur</string>"), ("CAFilterInputs", "@11")]
          ),
          Self.classed("CAFilter"),
          Self.object([("$class", "@12"), ("dict", "@11")]), Self.classed("LKNSDictionaryCodingProxy"),
        ]))
    #expect(scene.diagnostics.map(\.code) == ["unsupported-object", "unsupported-object"], "\(scene.diagnostics)")
  }

  @Test func deepTreesAreRead() throws {
    // Layer, list, layer, list …
    var objects = Self.layer(sublayers: "@5")
    for index in 0..<5_000 {
      objects.append(Self.object([("$class", "@3"), ("sublayers", "@\(6 + 2 * index)")]))
      objects.append(Self.list("@\(7 + 2 * index)"))
    }
    objects.append(Self.object([("$class", "@3"), ("name", "<string>deepest</string>")]))
    var layer = try read(objects).root
    var depth = 0
    while let inner = layer.sublayers?.first {
      layer = inner
      depth += 1
    }
    #expect(depth == 5_001 && layer.name == "deepest")
  }

  @Test(
    "what is no archive of layers",
    arguments: [
      ("<plist><dict/></plist>", "$objects"), ("<plist><array/></plist>", "$objects"),
      ("<plist><dict><key>$objects</key><array/><key>$top</key><dict/></dict></plist>", "no root object"),
      (String(decoding: archive(["<string>x</string>"]), as: UTF8.self), "holds no layer"),
      (String(decoding: archive(["@1"]), as: UTF8.self), "holds no layer"),
    ])
  func noArchive(_ text: String, _ reason: String) throws {
    let folder = try TemporaryFolder()
    do {
      _ = try SceneReader().read(try folder.write("x.caar", text))
      Issue.record("read \(text)")
    } catch SceneError.archive(_, let problem) {
      #expect(problem.description.contains(reason), "\(problem)")
    }
  }

  @Test func namesThatAreNoMarkup() throws {
    let scene = try read(
      Self.layer(
        sublayers: "@5", [Self.object([("$class", "@6")]), Self.classed("CA\"/&gt;Layer")],
        fields: [("x=\"1\" y", "<real>1</real>"), ("contents", "@2")]))
    #expect(scene.codes.sorted() == ["unknown-attribute", "unsupported-object", "unsupported-object"])
  }

  @Test func damagedBinaryLists() throws {
    let archived = try NSKeyedArchiver.archivedData(
      withRootObject: ["a": [1, 2.5, "text", "\u{1F600}"], "b": ["c": true]] as NSDictionary,
      requiringSecureCoding: false)
    let folder = try TemporaryFolder()
    do {
      _ = try SceneReader().read(try folder.write("x.caar", archived))
      Issue.record("read an archive without layers")
    } catch SceneError.archive(_, .badObjects(let reason)) {
      #expect(reason.contains("NSDictionary"))
    }
    for length in stride(from: 8, to: archived.count, by: 3) {
      #expect(throws: SceneError.self) { try SceneReader().read(try folder.write("x.caar", archived.prefix(length))) }
    }
    for index in archived.indices {
      for value in [UInt8(0), 0x5F, 0xAF, 0xDF, 0xFF] {
        var changed = archived
        changed[index] = value
        _ = try? SceneReader().read(try folder.write("x.caar", changed))
      }
    }
  }

  @Test(.enabled(if: SampleTests.folder != nil, "no folder with samples; set LAMINA_SAMPLES"))
  func theCheckmark() throws {
    let folder = try #require(SampleTests.folder)
    let scene = try SceneReader().read(folder + "/checkmark-caar/Checkmark.caar")
    // Twice flipped, so that y points down and the tick stands on its foot.
    #expect(scene.hostIsFlipped && scene.root.isGeometryFlipped)
    #expect(scene.root.bounds == CGRect(x: 0, y: 0, width: 400, height: 400))
    let shapes = try #require(scene.root.sublayers as? [CAShapeLayer])
    #expect(shapes.map(\.name) == ["Shape", "Oval"] && shapes.map(\.strokeEnd) == [0, 0])
    #expect(shapes[0].path?.boundingBoxOfPath == CGRect(x: 0, y: -59, width: 138, height: 124))
    #expect(shapes[1].fillRule == .evenOdd && abs(shapes[1].transform.m11 + 0.6946584) < 1e-6)
    #expect(scene.diagnostics.isEmpty, "\(scene.diagnostics)")
    let draw = try #require(shapes[0].animationKeys()?.first.flatMap(shapes[0].animation) as? CABasicAnimation)
    #expect(draw.keyPath == "strokeEnd" && draw.fromValue as? Double == 0 && draw.toValue as? Double == 1)
    #expect(abs(draw.beginTime - 0.163497) < 1e-6 && abs(draw.duration - 0.431426) < 1e-6)
    #expect(draw.fillMode == .forwards && !draw.isRemovedOnCompletion && draw.timingFunction != nil)
  }
}
