// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import Testing

/// Documents whose `contents` has pictures as key frames: which are decoded, when, and the picture where one is not to
/// be had.
@Suite struct ImageSequenceTests {
  private static let (red, green, blue, yellow): (SIMD4<UInt8>, SIMD4<UInt8>, SIMD4<UInt8>, SIMD4<UInt8>) = (
    [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 0, 255]
  )

  private static func png(_ color: SIMD4<UInt8>, _ width: Int = 100, _ height: Int = 100) throws -> Data {
    let image = try #require(CGImage(width: width, height: height) { _, _ in color })
    return Data(try PNGEncoder().encode(image))
  }

  /// A document of one layer that shows pictures one after the other, a second each.
  ///
  /// - Parameter sources: What `src` says of each.
  private static func document(
    _ sources: [String], size: (Int, Int) = (100, 100), mode: String = "discrete", more: String = ""
  ) -> String {
    let values = sources.map { #"<CGImage src="\#($0)"/>"# }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer name="screen" bounds="0 0 \(size.0) \(size.1)" \
      position="\(size.0 / 2) \(size.1 / 2)"><animations><animation type="CAKeyframeAnimation" keyPath="contents" \
      calculationMode="\(mode)" beginTime="1e-100" duration="\(mode == "discrete" ? sources.count : sources.count - 1)" \
      fillMode="both" removedOnCompletion="0"\(more)><values>\(values)</values></animation></animations></CALayer></caml>
      """
  }

  private static func scene(
    _ files: [(name: String, data: Data)], _ document: String, in folder: TemporaryFolder,
    limits: SceneLimits = SceneLimits()
  ) throws -> Scene {
    try FileManager.default.createDirectory(atPath: folder.path("assets"), withIntermediateDirectories: true)
    for file in files { try folder.write(file.data, to: "assets/" + file.name) }
    return try SceneReader(limits: limits).read(try folder.write(document, to: "main.caml"))
  }

  /// Plans a moment and draws it with every renderer.
  ///
  /// - Returns: The plan with its report, and the colour in the middle.
  private static func show(_ scene: Scene, at time: Double) throws -> (made: ReportedPlan, pixel: [UInt8]) {
    let options = RenderOptions()
    let made = try ReportedPlan(options.snapshot(of: scene, at: time), since: nil, options: options)
    let plan = made.plan
    let (x, y) = (plan.canvas.width / 2, plan.canvas.height / 2)
    let pixels = try SharedRenderers.available.map { try SharedRenderers.draw(plan, on: $0).image.pixel(x, y) }
    #expect(pixels.allSatisfy { zip($0, pixels[0]).allSatisfy { abs(Int($0) - Int($1)) <= 1 } }, "\(pixels)")
    return (made, pixels[0])
  }

  private static func bytes(_ color: SIMD4<UInt8>) -> [UInt8] { (0..<4).map { color[$0] } }

  @Test(
    "one moment of 300 pictures of a telephone's screen decodes one, a mix of two decodes two, and a film each once")
  func longSequence() throws {
    let folder = try TemporaryFolder()
    let (size, count) = ((1179, 2556), 300)
    let shades = try (0..<6).map { try Self.png([UInt8(40 * $0), 80, UInt8(250 - 40 * $0), 255], size.0, size.1) }
    let files = (0..<count).map { ("\($0).png", shades[$0 % 6]) }
    let names = (0..<count).map { "assets/\($0).png" }
    let before = DecodedPictures.shared.keptBytes
    let scene = try Self.scene(files, Self.document(names, size: size), in: folder)
    #expect(scene.diagnostics.isEmpty && scene.encodedPictures.count == count)
    #expect(scene.encodedPictures.allSatisfy { $0.decodes == 0 && $0.header.width == size.0 && $0.header.isOpaque })

    let moment = try Self.show(scene, at: 200.5)
    #expect(
      moment.made.report.decodedPictures == 1
        && moment.pixel == [UInt8(40 * (200 % 6)), 80, UInt8(250 - 40 * (200 % 6)), 255])
    #expect(try Self.show(scene, at: 200.9).made.report.decodedPictures == 0)
    #expect(DecodedPictures.shared.keptBytes - before <= 2 * 4 * size.0 * size.1)

    let mixed = try Self.scene(files, Self.document(names, size: size, mode: "linear"), in: folder)
    #expect(try Self.show(mixed, at: 100.5).made.report.decodedPictures == 2)

    let film = try Self.scene(files, Self.document(names, size: size), in: folder)
    var options = ExportOptions()
    (options.jobs, options.render.size) = (4, PixelSize(width: 59, height: 128))
    var job = ExportJob(
      FrameSource(film), timing: try Films.timing(0..<count * 2, fps: 2),
      to: try ExportDestination(folder.path("film/%03d.png")))
    job.options = options
    let summary = try job.run(with: Films.cpu())
    #expect(summary.frames == 2 * count && summary.diagnostics.isEmpty)
    #expect(film.encodedPictures.allSatisfy { $0.decodes == 1 }, "\(film.encodedPictures.map(\.decodes))")
    #expect(DecodedPictures.shared.keptBytes <= DecodedPictures.shared.budget)
  }

  @Test("pictures that do not fit into memory together show one after the other")
  func smallBudget() throws {
    let folder = try TemporaryFolder()
    var limits = SceneLimits()
    limits.decodedImageBytes = 100_000
    let colors = [Self.red, Self.green, Self.blue, Self.yellow]
    let files = try colors.enumerated().map { ("\($0).png", try Self.png($1)) }
    let scene = try Self.scene(
      files, Self.document((0..<4).map { "assets/\($0).png" }), in: folder, limits: limits)
    for round in 0..<2 {
      for (index, color) in colors.enumerated() {
        let (made, pixel) = try Self.show(scene, at: Double(index) + 0.5)
        let plan = made.plan
        #expect(pixel == Self.bytes(color) && plan.diagnostics.isEmpty, "\(round), \(index): \(pixel)")
      }
    }
    // Two fit, of which the older one goes: all were decoded again.
    #expect(scene.encodedPictures.map(\.decodes).reduce(0, +) == 8)
  }

  @Test("a picture that is missing, too large or damaged leaves its own time empty, and moves no other")
  func gaps() throws {
    let folder = try TemporaryFolder()
    var limits = SceneLimits()
    limits.imagePixels = 20_000
    var damaged = [UInt8](try Self.png(Self.red, 90, 90))
    let place = try #require(damaged.firstRange(of: Array("IDAT".utf8))).upperBound
    for index in place..<(place + 12) { damaged[index] ^= 0x55 }
    let files = [
      ("red.png", try Self.png(Self.red)), ("large.png", try Self.png(Self.blue, 400, 100)),
      ("damaged.png", Data(damaged)), ("cut.png", try Self.png(Self.green).dropLast(20)),
      ("yellow.png", try Self.png(Self.yellow)),
    ]
    let names = ["none.png", "red.png", "large.png", "damaged.png", "cut.png", "yellow.png"]
    let scene = try Self.scene(files, Self.document(names.map { "assets/" + $0 }), in: folder, limits: limits)
    #expect(Set(scene.diagnostics.map(\.code)) == ["missing-file", "image-limit", "bad-image"], "\(scene.diagnostics)")
    #expect(scene.diagnostics.allSatisfy { $0.location?.line == 2 })
    #expect(scene.diagnostics.contains { $0.message.contains("400 x 100") && $0.message.contains("20000") })
    let wanted: [SIMD4<UInt8>] = [.zero, Self.red, .zero, .zero, .zero, Self.yellow]
    for (index, color) in wanted.enumerated() {
      let (made, pixel) = try Self.show(scene, at: Double(index) + 0.5)
      let plan = made.plan
      #expect(pixel == Self.bytes(color), "\(names[index]): \(pixel)")
      // Only decoding finds out about the damage.
      #expect(plan.diagnostics.map(\.code) == (index == 3 ? ["bad-image"] : []), "\(plan.diagnostics)")
      if index == 3 {
        #expect(plan.diagnostics.first?.message.contains("damaged.png") == true)
        #expect(plan.diagnostics.first?.layerPath == "screen")
      }
    }
  }

  @Test("keyTimes count all values, those that cannot be shown too, of pictures and of numbers")
  func keyTimes() throws {
    let folder = try TemporaryFolder()
    let files = [("red.png", try Self.png(Self.red)), ("blue.png", try Self.png(Self.blue))]
    let times = "<keyTimes>" + [0, 0.1, 0.5, 1].map { #"<real value="\#($0)"/>"# }.joined() + "</keyTimes>"
    let document = Self.document(["assets/red.png", "assets/none.png", "assets/blue.png"])
      .replacingOccurrences(of: "<values>", with: times + "<values>")
    let scene = try Self.scene(files, document, in: folder)
    for (time, color) in [(0.1, Self.red), (1.0, SIMD4<UInt8>.zero), (2.0, Self.blue)] {
      #expect(try Self.show(scene, at: time).pixel == Self.bytes(color), "at \(time)")
    }
    let numbers = try SceneReader().read(
      Array(
        """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 10 10"><animations>\
        <animation type="CAKeyframeAnimation" keyPath="opacity" duration="4"><values><real value="x"/><real value="0.2"/>\
        <real value="?"/><real value="0.8"/></values></animation></animations></CALayer></caml>
        """.utf8), named: "numbers.caml")
    let animation = try #require(
      numbers.root.animation(forKey: numbers.root.animationKeys()?.first ?? "") as? CAKeyframeAnimation)
    #expect(animation.values?.map { ($0 as? NSNumber)?.floatValue ?? -1 } == [0.2, 0.2, 0.2, 0.8], "\(animation)")
    #expect(numbers.diagnostics.count >= 1)
  }

  @Test("a file that changes after the document was read shows nothing, and the reason is told")
  func changedFile() throws {
    let folder = try TemporaryFolder()
    let files = [
      ("0.png", try Self.png(Self.red)), ("1.png", try Self.png(Self.green)), ("2.png", try Self.png(Self.blue)),
    ]
    let scene = try Self.scene(files, Self.document((0..<3).map { "assets/\($0).png" }), in: folder)
    try FileManager.default.removeItem(atPath: folder.path("assets/0.png"))
    try folder.write(try Self.png(Self.yellow, 50, 50), to: "assets/1.png")
    for (index, code) in ["missing-file", "bad-image"].enumerated() {
      let (made, pixel) = try Self.show(scene, at: Double(index) + 0.5)
      let plan = made.plan
      #expect(pixel == [0, 0, 0, 0] && plan.diagnostics.map(\.code) == [code], "\(plan.diagnostics)")
    }
    #expect(try Self.show(scene, at: 2.5).pixel == Self.bytes(Self.blue))
  }

  @Test(
    "a picture that is a layer's contents and a key frame is decoded when the document is read, with what is wrong with it"
  )
  func contentsAreDecodedEarly() throws {
    let folder = try TemporaryFolder()
    var damaged = [UInt8](try Self.png(Self.red, 90, 90))
    let place = try #require(damaged.firstRange(of: Array("IDAT".utf8))).upperBound
    for index in place..<(place + 12) { damaged[index] ^= 0x55 }
    let document = Self.document(["assets/bad.png", "assets/red.png"]).replacingOccurrences(
      of: "</CALayer>", with: #"<contents type="CGImage" src="assets/bad.png"/></CALayer>"#)
    let scene = try Self.scene([("bad.png", Data(damaged)), ("red.png", try Self.png(Self.red))], document, in: folder)
    // Of both properties.
    #expect(scene.diagnostics.map(\.code) == ["bad-image", "bad-image"] && scene.root.contents == nil)
    #expect(try Self.show(scene, at: 1.5).pixel == Self.bytes(Self.red))
  }

  @Test("a picture of a document gives its pixels to whoever asks")
  func pixelsForPrograms() throws {
    let folder = try TemporaryFolder()
    let files = [("0.png", try Self.png([10, 20, 30, 40], 8, 6))]
    let scene = try Self.scene(files, Self.document(["assets/0.png", "assets/0.png"]), in: folder)
    let animation = try #require(
      scene.root.animation(forKey: scene.root.animationKeys()?.first ?? "") as? CAKeyframeAnimation)
    let image = try #require(animation.values?.first as? CGImage)
    #expect(image.width == 8 && image.height == 6 && image === animation.values?.last as? CGImage)
    #expect(image.premultipliedRGBA == (0..<48).flatMap { _ in [10, 20, 30, 40] as [UInt8] })
    #expect(
      image.mipLevels().map(\.width) == [8, 4, 2, 1]
        && image.cropping(to: CGRect(x: 1, y: 1, width: 2, height: 2)) != nil)
    #expect(image.encoded?.decodes == 1)
    // A layer, and a cell of an emitter, take it as any other picture.
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 8, height: 6)
    root.contents = image
    for backEnd in SharedRenderers.available {
      #expect(try SharedRenderers.draw(RenderPlan(root), on: backEnd).image.pixel(3, 3) == [10, 20, 30, 40])
    }
    let emitter = CAEmitterLayer()
    emitter.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    emitter.emitterPosition = CGPoint(x: 10, y: 10)
    let cell = CAEmitterCell()
    (cell.contents, cell.birthRate, cell.lifetime, cell.beginTime) = (image, 10, 5, -1)
    emitter.emitterCells = [cell]
    for backEnd in SharedRenderers.available {
      #expect(try SharedRenderers.draw(RenderPlan(emitter), on: backEnd).image.pixel(10, 10)[3] > 0)
    }
  }

  @Test("a Lottie file's image layers are decoded when they show")
  func lottieSequence() throws {
    let folder = try TemporaryFolder()
    let colors = [Self.red, Self.green, Self.blue]
    for (index, color) in colors.enumerated() { try folder.write(try Self.png(color, 20, 20), to: "\(index).png") }
    let assets = (0..<3).map { #"{"id":"i\#($0)","w":20,"h":20,"u":"","p":"\#($0).png","e":0}"# }
    let layers = (0..<3).map {
      #"{"ty":2,"refId":"i\#($0)","ip":\#(10 * $0),"op":\#(10 * $0 + 10),"st":0,"ks":{}}"#
    }
    let file = try folder.write(
      #"{"v":"5.5","fr":10,"ip":0,"op":30,"w":20,"h":20,"assets":[\#(assets.joined(separator: ","))],"layers":[\#(layers.joined(separator: ","))]}"#,
      to: "a.json")
    let scene = try DocumentReader().read(file)
    #expect(scene.encodedPictures.count == 3 && scene.diagnostics.isEmpty, "\(scene.diagnostics)")
    for (index, color) in colors.enumerated() {
      let (made, pixel) = try Self.show(scene, at: Double(index) + 0.5)
      #expect(pixel == Self.bytes(color) && made.report.decodedPictures == 1)
    }
    #expect(scene.encodedPictures.allSatisfy { $0.decodes == 1 })
  }

  @Test("pictures that one moment shows together have the limit of all, and the one beyond it is left out")
  func momentLimit() throws {
    let folder = try TemporaryFolder()
    var limits = SceneLimits()
    limits.decodedImageBytes = 60_000
    let files = [("0.png", try Self.png(Self.red)), ("1.png", try Self.png(Self.blue))]
    let scene = try Self.scene(
      files, Self.document(["assets/0.png", "assets/1.png"], mode: "linear"), in: folder, limits: limits)
    let made = try Self.show(scene, at: 0.5).made
    let plan = made.plan
    #expect(made.report.decodedPictures == 1 && plan.diagnostics.map(\.code) == ["image-limit"], "\(plan.diagnostics)")
    #expect(plan.diagnostics.first?.message.contains("60000") == true)
    #expect(try Self.show(scene, at: 2).pixel == Self.bytes(Self.blue))
  }
}
