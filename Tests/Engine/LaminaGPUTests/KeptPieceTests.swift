// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaCPU
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import LaminaSystem
import Testing

/// Fragments whose records stay on the device, in frames of which all pixels change and most layers do not.
@Suite(.needsDevice, .enabled(if: RecordStorageTests.hasAll, "this driver lacks an extension"))
struct KeptPieceTests {
  /// A tree in front of a background, and what is kept from frame to frame, as a program draws it.
  private struct Film {
    let root = makeRoot(160, 120)
    private let tree = RetainedTree()
    private let recording = RetainedRecording()
    let keeping: GPURenderer
    private let fresh: GPURenderer
    private var frame = 0

    /// - Parameter isPlain: Whether no layer has a shadow, a picture or a clip. What lies at edges of others is planned
    ///   in each frame, and is in no fragment.
    init(
      _ profile: DeviceProfile, records: RecordStorage = .mapped, threads: Int = 1, count: Int = 400,
      isPlain: Bool = true
    ) throws {
      keeping = try GPURenderer(threads: threads, profile: profile, records: records)
      keeping.drawsChangesOnly = true
      fresh = try GPURenderer(threads: threads, profile: profile)
      var dice = Dice(7)
      for index in 0..<count { root.addSublayer(KeptPieceTests.layer(index, &dice, isPlain: isPlain)) }
    }

    /// The plan of the next frame.
    private mutating func plan(isWhole: Bool) throws -> RenderPlan {
      if isWhole { frame += 1 }
      let level = 0.1 + 0.02 * Double(frame)
      root.backgroundColor = CGColor(srgbRed: level, green: 0.3, blue: 1 - level, alpha: 1)
      let copy = tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen)
      return try Planner().plan(copy, keeping: recording).plan
    }

    /// Draws the next frame without any time for it.
    mutating func fail(isWhole: Bool = false) throws {
      let plan = try plan(isWhole: isWhole)
      var limits = RenderLimits()
      limits.time = 1e-9
      #expect(throws: GPUError.self) { try keeping.render(plan, strategy: .depth, meter: LimitMeter(limits)) }
    }

    /// Draws the next frame.
    ///
    /// - Parameter isWhole: Whether the background gets another colour, so that all pixels change.
    /// - Returns: The bytes of records that were written.
    mutating func draw(_ label: String = "", isWhole: Bool = true) throws -> Int {
      let plan = try plan(isWhole: isWhole)
      let (kept, whole) = (try keeping.render(plan), try fresh.render(plan))
      #expect(kept.premultipliedRGBA == whole.premultipliedRGBA, "frame \(frame) \(label)")
      let (largest, pixels) = kept.difference(from: try CPURenderer().render(plan), tolerance: 2)
      #expect(pixels == 0, "frame \(frame) \(label): \(pixels) pixels, up to \(largest)")
      return keeping.writtenRecordBytes
    }
  }

  private static func layer(_ index: Int, _ dice: inout Dice, isPlain: Bool = false) -> CALayer {
    let color = CGColor(
      srgbRed: dice.roll(0...1), green: dice.roll(0...1), blue: dice.roll(0...1),
      alpha: index.isMultiple(of: 3) ? 1 : dice.roll(0.1...0.9))
    let layer = makeLayer(
      dice.roll(4...30), dice.roll(4...30), at: CGPoint(x: dice.roll(0...160), y: dice.roll(0...120)), color: color,
      radius: index.isMultiple(of: 2) ? 0 : dice.roll(0...9))
    if index % 5 == 1 { layer.transform = CATransform3DMakeRotation(dice.roll(-1...1), 0, 0, 1) }
    if index.isMultiple(of: 4) { layer.borderWidth = dice.roll(1...3) }
    if isPlain { return layer }
    if index % 6 == 3 { (layer.shadowOpacity, layer.shadowRadius) = (0.7, dice.roll(0...5)) }
    if index % 7 == 3 { layer.contents = makePicture(8, 12, seed: index % 3, isOpaque: index.isMultiple(of: 2)) }
    if index % 40 == 5 {
      // Clips of its own.
      let clip = makeLayer(30, 20, at: CGPoint(x: dice.roll(0...160), y: dice.roll(0...120)), radius: 7)
      clip.masksToBounds = true
      clip.addSublayer(layer)
      return clip
    }
    return layer
  }

  static let profiles = [DeviceProfile.hardware, .software, .compute]

  @Test(
    "records of fragments that stay are written once, and the picture is the one from nothing", arguments: profiles,
    RecordStorage.allCases)
  func stays(profile: DeviceProfile, records: RecordStorage) throws {
    var film = try Film(profile, records: records)
    let first = try film.draw()
    for _ in 0..<4 { _ = try film.draw() }
    for _ in 0..<3 {
      let bytes = try film.draw()
      // Where the driver gives new memory for each frame, they are written again, by one copy.
      let isKept = film.keeping.recordStorage != .renewed
      #expect(isKept ? 5 * bytes < first : bytes < 2 * first, "\(bytes) of \(first) bytes")
    }
  }

  @Test(
    "layers that change, come, go, or get other pictures and clips are drawn as from nothing",
    arguments: zip(profiles, [.texture, .mapped, .renewed] as [RecordStorage]))
  func changes(profile: DeviceProfile, records: RecordStorage) throws {
    var film = try Film(profile, records: records, isPlain: false)
    var dice = Dice(99)
    for _ in 0..<4 { _ = try film.draw() }
    for step in 0..<16 {
      let layers = film.root.sublayers ?? []
      let layer = layers[dice.pick(layers.count)]
      switch step % 8 {
      case 0: layer.position.x += 5
      case 1: layer.removeFromSuperlayer()
      case 2: film.root.insertSublayer(Self.layer(5, &dice), at: UInt32(dice.pick(layers.count)))
      case 3: layer.contents = makePicture(9, 9, seed: step, isOpaque: false)
      case 4: film.root.addSublayer(layer)
      case 5:
        layer.masksToBounds = true
        layer.addSublayer(Self.layer(3, &dice))
      case 6:
        let gradient = CAGradientLayer()
        gradient.frame = CGRect(x: 10, y: 10, width: 50, height: 40)
        gradient.colors = [CGColor.black, CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 0.5)]
        film.root.insertSublayer(gradient, at: UInt32(dice.pick(layers.count)))
      default: (layer.shadowOpacity, layer.shadowRadius, layer.cornerRadius) = (0.5, 3, CGFloat(step))
      }
      _ = try film.draw("after \(step)")
      if step % 3 == 0 { _ = try film.draw("still \(step)") }
    }
  }

  @Test("frames of changes between whole frames leave what is kept as it is", arguments: profiles)
  func mixed(profile: DeviceProfile) throws {
    var film = try Film(profile)
    let first = try film.draw()
    for _ in 0..<4 { _ = try film.draw() }
    for step in 0..<6 {
      film.root.sublayers?[30 * step].position.x += 3
      _ = try film.draw(isWhole: false)
      let bytes = try film.draw()
      #expect(2 * bytes < first, "\(bytes) of \(first) bytes")
    }
  }

  @Test(
    "frames that need the room of what is kept, or fail, leave nothing wrong behind",
    arguments: [(.hardware, .mapped), (.hardware, .texture), (.software, .renewed), (.compute, .mapped)]
      as [(DeviceProfile, RecordStorage)])
  func overwritten(profile: DeviceProfile, records: RecordStorage) throws {
    var film = try Film(profile, records: records, count: 150)
    let first = try film.draw()
    for _ in 0..<3 { _ = try film.draw() }
    let bytes = try film.draw()
    #expect(records == .renewed || bytes < first)
    for fails in [false, true] {
      // More clips than there is room for in front of what is kept.
      let group = makeLayer(160, 120, at: CGPoint(x: 80, y: 60))
      for index in 0..<400 {
        let clip = makeLayer(6, 4, at: CGPoint(x: 4 + 7 * (index % 21), y: 3 + 6 * (index / 21)), radius: 2)
        clip.masksToBounds = true
        clip.addSublayer(makeLayer(4, 4, at: CGPoint(x: 1, y: 1), color: CGColor(gray: 0.2, alpha: 1)))
        group.addSublayer(clip)
      }
      film.root.addSublayer(group)
      if fails { try film.fail() } else { _ = try film.draw(isWhole: false) }
      group.removeFromSuperlayer()
      _ = try film.draw(isWhole: false)
      for _ in 0..<3 { _ = try film.draw("after a frame that \(fails ? "failed" : "needed the room")") }
    }
    for _ in 0..<2 {
      try film.fail(isWhole: true)
      for _ in 0..<3 { _ = try film.draw("after a whole frame that failed") }
    }
  }

  @Test("a pass that is large enough for several threads", arguments: [DeviceProfile.hardware, .compute])
  func threads(profile: DeviceProfile) throws {
    var film = try Film(profile, threads: 3, count: 1600)
    let first = try film.draw()
    for _ in 0..<4 { _ = try film.draw() }
    let bytes = try film.draw()
    #expect(5 * bytes < first, "\(bytes) of \(first) bytes")
    for layer in (film.root.sublayers ?? []).prefix(1200) { layer.borderColor = .black }
    for _ in 0..<4 { _ = try film.draw() }
  }
}
