// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// Parse, write, parse gives an equal tree.
@Suite struct RoundTripTests {
  private func roundTrip(_ scene: Scene, as name: String = "copy.ca") throws -> (Scene, [Diagnostic], String) {
    let folder = try TemporaryFolder()
    let path = folder.path + "/" + name
    let diagnostics = try SceneWriter().write(scene, to: path)
    let copy = try SceneReader().read(path)
    #expect(TreeComparison(scene.root, copy.root).differences == [])
    #expect(copy.hostIsFlipped == scene.hostIsFlipped)
    // Writing the copy gives the same document again.
    #expect(SceneWriter().markup(of: copy) == SceneWriter().markup(of: scene))
    return (copy, diagnostics, SceneWriter().markup(of: scene))
  }

  @Test(
    .enabled(if: SampleTests.folder != nil, "no folder with samples; set LAMINA_SAMPLES"),
    arguments: SampleTests.packages.filter { !$0.contains("malformed") })
  func samples(_ name: String) throws {
    let folder = try #require(SampleTests.folder)
    let (copy, diagnostics, _) = try roundTrip(try SceneReader().read(folder + "/" + name))
    // Animations of what Lamina does not have are kept, and reported again.
    let codes = Set(copy.diagnostics.map(\.code)).subtracting(["unknown-key-path"])
    #expect(diagnostics.isEmpty && codes.isEmpty, "\(diagnostics) \(copy.diagnostics)")
  }

  static let documents: [String] = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return ["Examples", "Tests/Facade/RenderTests/Scenes"].flatMap { folder -> [String] in
      let root = package.appendingPathComponent(folder).path
      guard let all = FileManager.default.enumerator(atPath: root) else { return [] }
      return all.compactMap { $0 as? String }.filter { $0.hasSuffix(".caml") && !$0.hasSuffix("assetManifest.caml") }
        .map { root + "/" + $0 }.sorted()
    }
  }()

  @Test(arguments: documents)
  func examples(_ path: String) throws {
    let isPackage = path.hasSuffix(".ca/main.caml")
    let source = isPackage ? (path as NSString).deletingLastPathComponent : path
    let (_, diagnostics, _) = try roundTrip(try SceneReader().read(source))
    #expect(diagnostics.isEmpty, "\(diagnostics)")
  }

  /// Every property of every class, with a value that is not its default.
  @Test(arguments: LayerKind.allCases)
  func everyProperty(_ kind: LayerKind) throws {
    let root = CALayer()
    let layer = kind.makeLayer()
    root.addSublayer(layer)
    for key in LayerKeyTable.of(kind).keys where key.isWritten { fill(key, of: layer) }
    layer.name = "a < \"b\" & 'c'\n\u{1F600}"
    if let emitter = layer as? CAEmitterLayer {
      let (cell, inner) = (CAEmitterCell(), CAEmitterCell())
      for key in LayerKeyTable.cell.keys where key.isWritten { fill(key, of: cell) }
      inner.birthRate = 7
      cell.emitterCells = [inner, CAEmitterCell()]
      emitter.emitterCells = [cell]
    }
    layer.mask = CAShapeLayer()
    let (blur, tint) = (CAFilter(type: "gaussianBlur"), CAFilter(type: "colorMonochrome"))
    blur.name = "a < \"b\""
    blur.setValue(1.0 / 3, forKey: "inputRadius")
    tint.isEnabled = false
    tint.setValue(CGColor(straight: [1.09, -0.0158, 1.0 / 3, 0.1]), forKey: "inputColor")
    tint.setValue("text", forKey: "inputOther")
    let matrix = CAFilter(type: "colorMatrix")
    matrix.setValue(CAColorMatrix((0..<20).map { Float($0) / 3 }), forKey: "inputColorMatrix")
    layer.filters = [blur, tint]
    layer.backgroundFilters = [matrix]
    layer.compositingFilter = "multiplyBlendMode"
    for isFlipped in [true, false] {
      let (_, diagnostics, text) = try roundTrip(Scene(root: root, hostIsFlipped: isFlipped))
      #expect(diagnostics.isEmpty)
      #expect(text.contains("repeatCount=\"inf\"") && text.contains("<mask type=\"CAShapeLayer\"/>"))
    }
  }

  @Test("colours of any space are written as sRGB, and read as what they draw")
  func colorSpaces() throws {
    let displayP3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let colors = [
      CGColor(red: 0.624, green: 0.424, blue: 0.4, alpha: 1), CGColor(red: 0, green: 1, blue: 0, alpha: 0.3),
      CGColor(gray: 0.9, alpha: 1), CGColor(genericGrayGamma2_2Gray: 0.1, alpha: 0.5),
      try #require(CGColor(colorSpace: displayP3, components: [1, 0.5, 0, 1])),
      CGColor(red: 1.5, green: -0.5, blue: .nan, alpha: 1),
    ]
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    for color in colors {
      let layer = CAGradientLayer()
      (layer.backgroundColor, layer.borderColor, layer.colors) = (color, color, colors)
      root.addSublayer(layer)
    }
    let (copy, diagnostics, text) = try roundTrip(Scene(root: root, hostIsFlipped: false))
    #expect(diagnostics.isEmpty && !text.contains("Generic"))
    for (color, layer) in zip(colors, copy.root.sublayers ?? []) {
      // To the last digit, and so to the pixel.
      #expect(layer.backgroundColor?.straight == color.straight && layer.borderColor?.straight == color.straight)
      #expect((layer as? CAGradientLayer)?.colors as? [CGColor] == colors)
    }
  }

  private func fill(_ key: LayerKey, of object: AnyObject) {
    let picture = CGImage(width: 2, height: 1, premultipliedRGBA: [1, 2, 3, 4, 200, 100, 50, 255])
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0.1, y: 1e-9))
    path.addQuadCurve(to: CGPoint(x: 1, y: 2), control: CGPoint(x: 1.0 / 3, y: 1e20))
    path.addCurve(to: .zero, control1: CGPoint(x: 1, y: 1), control2: CGPoint(x: -2, y: 2))
    path.closeSubpath()
    let color = CGColor(straight: [1.09, -0.0158, 1.0 / 3, 0.1])
    switch key.type {
    case .number(.integer, _), .number(.bits, _): key.set(.number(5), on: object)
    case .number(_, true): key.set(.number(.infinity), on: object)
    case .number: key.set(.number(1.0 / 3), on: object)
    case .bool: key.set(.bool(key.value(of: object) != .bool(true)), on: object)
    case .point: key.set(.point(CGPoint(x: 0.1, y: -2.0 / 3)), on: object)
    case .size: key.set(.size(CGSize(width: 0.1, height: 2.0 / 3)), on: object)
    case .rect: key.set(.rect(CGRect(x: 0.1, y: -1e-7, width: 1.0 / 3, height: 4e9)), on: object)
    case .color: key.set(.color(color), on: object)
    case .transform:
      var transform = CATransform3DMakeRotation(0.7, 0.3, 0.2, 1)
      transform.m34 = -1.0 / 350
      key.set(.transform(transform), on: object)
    case .path: key.set(.path(path), on: object)
    case .image: if let picture { key.set(.image(picture), on: object) }
    case .string: key.set(.string("text"), on: object)
    case .word(let words): if let word = words.last { key.set(.string(word), on: object) }
    case .numbers: key.set(.numbers([1, 2.5]), on: object)
    case .colors: key.set(.colors([color, CGColor(straight: [0, 0, 0, 1])]), on: object)
    case .object: break
    }
  }

  @Test func transformsAreWrittenAsFunctions() throws {
    let texts = [
      "translate(10, -4.5, 0) rotate(22.2deg) rotate(20.7deg, 0, 1, 0) rotate(49.1deg, 1, 0, 0) scale(2, 2, 1)",
      "rotate(45deg)", "rotate(180deg, 1, 0, 0)", "scale(1.5, 1.5, 1)", "perspective(500) rotate(30deg, 0, 1, 0)",
    ]
    for text in texts {
      let scene = try readRoot("<CALayer bounds=\"0 0 9 9\" transform=\"\(text)\"/>")
      let markup = SceneWriter().markup(of: scene)
      let copy = try read(markup)
      #expect(copy.root.transform == scene.root.transform)
      #expect(!markup.contains("matrix"), "\(text): \(markup)")
    }
  }

  @Test func picturesAreCopiedOnce() throws {
    let folder = try TemporaryFolder()
    let picture = try #require(CGImage(width: 2, height: 2) { x, y in x == y ? [255, 0, 0, 255] : [0, 0, 60, 128] })
    let bytes = Data(try PNGEncoder().encode(picture))
    try folder.write("in.ca/assets/my photo.png", bytes)
    try folder.write("in.ca/photo.png", Data(try PNGEncoder(compression: .small).encode(picture)))
    try folder.write(
      "in.ca/main.caml",
      """
      <caml><CALayer bounds="0 0 2 2"><contents type="CGImage" src="assets/my%20photo.png"/><sublayers>
      <CALayer><contents type="CGImage" src="assets/my%20photo.png"/></CALayer>
      <CALayer><contents type="CGImage" src="photo.png"/></CALayer></sublayers></CALayer></caml>
      """)
    let scene = try SceneReader().read(folder.path + "/in.ca")
    try SceneWriter().write(scene, to: folder.path + "/out.caml")
    #expect(FileManager.default.contents(atPath: folder.path + "/assets/my photo.png") == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/assets").count == 2)
    #expect(TreeComparison(scene.root, try SceneReader().read(folder.path + "/out.caml").root).differences == [])
  }

  @Test func deepTreesAreWritten() throws {
    let root = CALayer()
    var layer = root
    for _ in 0..<20_000 {
      let next = CALayer()
      layer.addSublayer(next)
      layer = next
    }
    let markup = SceneWriter().markup(of: Scene(root: root))
    #expect(markup.utf8.count < 20_000 * 250)
  }

  @Test func refusesWhatItCannotWrite() throws {
    let scene = try readRoot("<CALayer bounds='0 0 1 1'/>")
    #expect(throws: SceneError.self) { try SceneWriter().write(scene, to: "picture.png") }
    #expect(throws: SceneError.self) { try SceneWriter().write(scene, to: "/proc/none/x.ca") }
    let text = CATextLayer()
    text.font = NSObject()
    let folder = try TemporaryFolder()
    let diagnostics = try SceneWriter().write(Scene(root: text), to: folder.path + "/a.caml")
    #expect(diagnostics.map(\.code) == ["not-written"])
  }
}

@Suite struct SceneAssignmentTests {
  private func scene() throws -> Scene {
    try readRoot(
      """
      <CALayer bounds="0 0 9 9" name="card"><sublayers><CATextLayer name="title"/><CALayer name="v1.2"/>
      <CALayer name="photo"/><CALayer name="photo"/><CAEmitterLayer name="snow"><emitterCells><CAEmitterCell name="flake"/>
      </emitterCells></CAEmitterLayer></sublayers></CALayer>
      """)
  }

  @Test func setsValuesOfEveryKind() throws {
    let scene = try scene()
    let folder = try TemporaryFolder()
    let picture = try #require(CGImage(width: 1, height: 1, premultipliedRGBA: [9, 9, 9, 255]))
    let file = try folder.write("me.png", Data(try PNGEncoder().encode(picture)))
    try scene.assign("title.string", "a=b. c")
    try scene.assign("title.foregroundColor", "#ff0000")
    try scene.assign("title.position.x", "4.5")
    try scene.assign("v1.2.hidden", "1")
    try scene.assign("photo.contents", file)
    try scene.assign("card.transform", "rotate(90deg)")
    try scene.assign("card.transform.scale", "2")
    try scene.assign("snow.emitterCells.flake.birthRate", "12")
    try scene.assign("card.backgroundColor", "none")
    let layers = try #require(scene.root.sublayers)
    #expect((layers[0] as? CATextLayer)?.string as? String == "a=b. c" && layers[0].position.x == 4.5)
    #expect((layers[0] as? CATextLayer)?.foregroundColor == CGColor(straight: [1, 0, 0, 1]))
    #expect(layers[1].isHidden && layers[2].contents is CGImage && layers[3].contents is CGImage)
    #expect(abs(scene.root.transform.m12 - 2) < 1e-12)
    #expect((layers[4] as? CAEmitterLayer)?.emitterCells?.first?.birthRate == 12)
  }

  @Test(arguments: [
    ("titel.string", "x", "no layer is named 'titel'; did you mean 'title'?"),
    ("nothing.string", "x", "there are 'card', 'photo', 'snow', 'title', 'v1.2'"),
    ("title.sting", "x", "CATextLayer has no key path 'sting'; did you mean 'string'?"),
    ("title.fontSize", "big", "'big' is not a number"),
    ("title.alignmentMode", "middle", "'middle' is none of natural, left, right, center, justified"),
    ("photo.contents", "missing.png", "is no picture"), ("photo.sublayers", "1", "cannot be given as text"),
    ("title", "x", "a layer's name, a dot and a key path"), (".x", "1", "a layer's name, a dot"),
    ("snow.emitterCells.flak.scale", "1", "did you mean 'flake'?"),
  ])
  func mistakesNameWhatIsNear(_ target: String, _ value: String, _ reason: String) throws {
    let scene = try scene()
    do {
      try scene.assign(target, value)
      Issue.record("nothing was refused")
    } catch {
      #expect(error.description.contains(reason), "\(error)")
    }
  }
}
