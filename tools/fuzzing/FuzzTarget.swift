// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The entry points for untrusted bytes, and the rules that must hold for all inputs: the result is either an error with
// a reason, or a valid value.

import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaLottie
import LaminaPlan
import LaminaPlanner
import LaminaScene
import LaminaTestSupport
import LaminaWorkers

/// One entry point for untrusted bytes.
struct FuzzTarget: Sendable {
  let name: String
  /// The meaning of the bytes.
  let meaning: String
  /// The maximum length of inputs that are worth trying, in bytes.
  let maximumLength: Int
  /// Reads the bytes. Aborts the process if a rule is violated.
  let run: @Sendable ([UInt8]) -> Void

  static let all: [FuzzTarget] = [
    FuzzTarget(name: "caml", meaning: "a Core Animation document", maximumLength: 4096) { bytes in
      guard let scene = try? SceneReader(limits: limits).read(bytes, named: "fuzz.caml") else { return }
      check(scene)
    },
    FuzzTarget(
      name: "numbers", meaning: "numbers, points, rectangles, colours and timing functions", maximumLength: 256
    ) {
      bytes in
      let text = bytes.count
      func read<Value>(_ parse: (inout ValueScanner) throws -> Value) -> Value? {
        var scanner = ValueScanner(bytes, in: 0..<text)
        return try? parse(&scanner)
      }
      if let number = read({ try ValueGrammar.number(&$0) }) { hold(number.isFinite, "a number is \(number)") }
      if let numbers = read({ try ValueGrammar.numbers(&$0) }) {
        hold(numbers.allSatisfy(\.isFinite), "numbers are \(numbers)")
        let again = numbers.map { "\($0)" }.joined(separator: " ")
        var scanner = ValueScanner(again)
        hold((try? ValueGrammar.numbers(&scanner)) == numbers, "'\(again)' reads back otherwise")
      }
      _ = read { try ValueGrammar.bool(&$0) }
      _ = read { try ValueGrammar.integer(&$0) }
      _ = read { try ValueGrammar.numberOrInfinity(&$0) }
      _ = read { try ValueGrammar.point(&$0) }
      _ = read { try ValueGrammar.size(&$0) }
      _ = read { try ValueGrammar.rect(&$0) }
      _ = read { try ValueGrammar.color(&$0) }
      _ = read { try ValueGrammar.colorMatrix(&$0) }
      if let curve = read({ try ValueGrammar.timingFunction(&$0) }) {
        hold((0..<4).allSatisfy { curve[$0].isFinite }, "a timing function is \(curve)")
      }
    },
    FuzzTarget(name: "transforms", meaning: "a transform as documents write it", maximumLength: 256) { bytes in
      var scanner = ValueScanner(bytes, in: 0..<bytes.count)
      guard let transform = try? ValueGrammar.transform(&scanner) else { return }
      hold(transform.m11.isFinite && transform.m34.isFinite && transform.m44.isFinite, "a transform is \(transform)")
    },
    FuzzTarget(name: "paths", meaning: "a path as documents write it", maximumLength: 512) { bytes in
      var scanner = ValueScanner(bytes, in: 0..<bytes.count)
      guard let path = try? ValueGrammar.path(&scanner) else { return }
      let box = path.boundingBoxOfPath
      hold(box.isNull || (box.width >= 0 && box.height >= 0), "the box of a path is \(box)")
      _ = path.contains(CGPoint(x: 8, y: 8))
    },
    FuzzTarget(name: "lottie", meaning: "a Lottie animation", maximumLength: 8192) { bytes in
      guard let scene = try? LottieReader(limits: limits).read(bytes, named: "fuzz.json") else { return }
      check(scene)
    },
    FuzzTarget(name: "lottie-archive", meaning: "a .lottie archive", maximumLength: 8192) { bytes in
      withFile(bytes, as: "lottie") { path in
        guard let scene = try? LottieReader(limits: limits).read(path) else { return }
        check(scene)
      }
    },
    FuzzTarget(name: "archive", meaning: "a keyed archive, or any other property list", maximumLength: 4096) { bytes in
      withFile(bytes, as: "caar") { path in
        guard let scene = try? SceneReader(limits: limits).read(path) else { return }
        check(scene)
      }
    },
    FuzzTarget(name: "zip", meaning: "a zip archive with a document", maximumLength: 8192) { bytes in
      withFile(bytes, as: "zip") { path in
        guard let scene = try? SceneReader(limits: limits).read(path) else { return }
        check(scene)
      }
    },
    FuzzTarget(name: "file", meaning: "any file, as the command line reads it", maximumLength: 8192) { bytes in
      withFile(bytes, as: "any") { path in
        guard let scene = try? DocumentReader(limits: limits).read(path) else { return }
        check(scene)
      }
    },
    FuzzTarget(name: "png", meaning: "a PNG picture", maximumLength: 4096, run: decode),
    FuzzTarget(name: "jpeg", meaning: "a JPEG picture", maximumLength: 4096, run: decode),
    FuzzTarget(name: "webp", meaning: "a WebP picture", maximumLength: 4096, run: decode),
    FuzzTarget(name: "icc", meaning: "a colour profile", maximumLength: 4096) { bytes in
      guard let space = CGColorSpace(iccData: Data(bytes)) else { return }
      hold((1...15).contains(space.numberOfComponents), "a profile has \(space.numberOfComponents) components")
      let components = [CGFloat](repeating: 0.5, count: space.numberOfComponents + 1)
      guard let color = CGColor(colorSpace: space, components: components) else { return }
      let straight = color.straight
      hold((0..<4).allSatisfy { straight[$0].isFinite }, "a colour of a profile is \(straight)")
    },
    FuzzTarget(
      name: "key-paths", meaning: "a class, a key path and a value, a line each", maximumLength: 256, run: setKeyPath),
    FuzzTarget(name: "convert", meaning: "a document that is read, written and read again", maximumLength: 4096) {
      bytes in
      guard let scene = try? SceneReader(limits: limits).read(bytes, named: "fuzz.caml") else { return }
      let markup = SceneWriter().markup(of: scene)
      do {
        let again = try SceneReader(limits: limits).read(Array(markup.utf8), named: "written.caml")
        hold(SceneWriter().markup(of: again) == markup, "a document reads back otherwise:\n\(markup)")
      } catch {
        hold(false, "what was written cannot be read: \(error)\n\(markup)")
      }
    },
    FuzzTarget(
      name: "trees", meaning: "numbers that a tree is made of, drawn by both renderers", maximumLength: 512,
      run: drawTree),
    FuzzTarget(
      name: "messages", meaning: "the body of a message between a worker and its parent, behind a byte for its kind",
      maximumLength: 2048
    ) { bytes in
      guard let kind = bytes.first else { return }
      let body = Array(bytes.dropFirst())
      switch kind {
      case 0: cross(PictureOrder.self, body)
      case 1: cross(FileQuestion.self, body)
      case 2: cross(FileAnswer.self, body)
      case 3: cross(VideoQuestion.self, body)
      case 4: cross(VideoAnswer.self, body)
      case 5: cross(PictureFailure.self, body)
      case 6: cross(MemoryWish.self, body)
      case 8: cross([Diagnostic].self, body)
      default: cross(Probe.self, body)
      }
    },
  ]

  /// Decodes a body, encodes the value, and decodes it again.
  private static func cross<Value: Codable>(_ type: Value.Type, _ body: [UInt8]) {
    guard let value = try? MessageReader.value(type, of: body) else { return }
    guard let again = try? MessageWriter.bytes(of: value) else { return hold(false, "\(value) cannot be written") }
    // The file names of an order are a set, which drops duplicates.
    hold(type == PictureOrder.self || again.count == body.count, "\(value) is written otherwise")
    hold((try? MessageReader.value(type, of: again)) != nil, "\(value) cannot be read again")
  }

  /// Small limits, so that a document that exceeds them is refused quickly.
  private static let limits: SceneLimits = {
    var limits = SceneLimits()
    limits.elements = 4000
    limits.imagePixels = 1 << 16
    limits.decodedImageBytes = 1 << 20
    limits.archiveBytes = 1 << 20
    limits.archiveEntries = 100
    return limits
  }()

  /// Aborts the process if a rule is violated, which a fuzzer reports as a finding.
  private static func hold(_ condition: Bool, _ message: @autoclosure () -> String) {
    guard !condition else { return }
    FileHandle.standardError.write(Data("finding: \(message())\n".utf8))
    abort()
  }

  /// Plans a scene at two times, and checks the plans.
  private static func check(_ scene: Scene) {
    var options = PlanOptions()
    options.region = PixelRect(minX: 0, minY: 0, maxX: 64, maxY: 64)
    for time in [0, 0.7] {
      guard let plan = try? Planner(options: options).plan(TreeSnapshot(of: scene.root, at: time)) else { continue }
      check(plan)
    }
  }

  /// Checks the rules of every plan: a pass reads only earlier passes, and draws valid boxes; a clip refers only to
  /// earlier clips.
  private static func check(_ plan: RenderPlan) {
    for (index, pass) in plan.passes.enumerated() {
      pass.forEachSource { source in hold(source.index < index, "pass \(index) reads pass \(source.index)") }
      for draw in pass.draws {
        let bounds = draw.pixelBounds
        hold(bounds.minX <= bounds.maxX && bounds.minY <= bounds.maxY, "pass \(index) draws \(bounds)")
      }
    }
    for (index, clip) in plan.clips.enumerated() {
      hold(!clip.parent.exists || clip.parent.index < index, "clip \(index) lies in clip \(clip.parent.index)")
    }
  }

  @Sendable private static func decode(_ bytes: [UInt8]) {
    let decoder = ImageDecoder(maximumPixels: 1 << 20, maximumFileBytes: 1 << 20)
    let header = try? decoder.header(of: bytes)
    guard let decoded = try? decoder.decode(bytes) else { return }
    hold(
      decoded.image.premultipliedRGBA.count == 4 * decoded.image.width * decoded.image.height,
      "a picture of \(decoded.image.width) x \(decoded.image.height) has other bytes")
    hold(
      header.map { $0.width == decoded.image.width && $0.height == decoded.image.height } == true,
      "the header of a picture of \(decoded.image.width) x \(decoded.image.height) says something else")
    hold(header?.isOpaque != true || decoded.image.isOpaque, "a picture that says that it is opaque is not")
  }

  private static func withFile(_ bytes: [UInt8], as type: String, _ body: (String) -> Void) {
    let path = "/dev/shm/lamina-fuzz-\(getpid()).\(type)"
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { return }
    body(path)
    unlink(path)
  }

  @Sendable private static func setKeyPath(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3 else { return }
    CALayer.keyPathFailureHandler = { _ in }
    let layers: [String: () -> CALayer] = [
      "shape": { CAShapeLayer() }, "text": { CATextLayer() }, "gradient": { CAGradientLayer() },
      "emitter": { CAEmitterLayer() }, "replicator": { CAReplicatorLayer() },
    ]
    let layer = layers[String(lines[0])]?() ?? CALayer()
    layer.addSublayer(CALayer())
    layer.mask = CALayer()
    layer.filters = [CAFilter(type: "gaussianBlur")]
    let path = String(lines[1])
    let value: Any = Double(lines[2]).map { $0 as Any } ?? String(lines[2])
    layer.setValue(value, forKeyPath: path)
    _ = layer.value(forKeyPath: path)
    let animation = CABasicAnimation(keyPath: path)
    animation.toValue = value
    animation.duration = 1
    layer.add(animation, forKey: nil)
    if let plan = try? Planner().plan(TreeSnapshot(of: layer, at: 0.5)) { check(plan) }
  }

  /// Draws a tree with both renderers and compares the pictures.
  @Sendable private static func drawTree(_ bytes: [UInt8]) {
    var options = PlanOptions()
    options.region = PixelRect(minX: 20, minY: 16, maxX: 84, maxY: 80)
    guard let plan = try? Planner(options: options).plan(TreeSnapshot(of: RandomTree.make(bytes: bytes))) else {
      return
    }
    check(plan)
    guard SharedRenderers.hasGPU else { return }
    do {
      let pictures = try BackEnd.allCases.map { try SharedRenderers.draw(plan, on: $0).image.premultipliedRGBA }
      let differences = zip(pictures[0], pictures[1]).map { abs(Int($0) - Int($1)) }
      let pixels = stride(from: 0, to: differences.count, by: 4).filter {
        differences[$0..<$0 + 4].contains { $0 > mostLevels }
      }
      hold(
        pixels.count <= mostUnlike,
        "\(pixels.count) of \(differences.count / 4) pixels differ between the renderers, by \(differences.max() ?? 0) at most"
      )
    } catch {
      hold(false, "a renderer failed: \(error)")
    }
  }

  /// The levels by which stacked translucent layers may differ, since drivers blend in integers.
  private static let mostLevels = 4
  /// The number of pixels in which a hard edge or a cut through a pixel's centre may fall on either side, due to
  /// rounding.
  private static let mostUnlike = 12
}
