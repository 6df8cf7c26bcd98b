// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import Testing

/// Films whose frames take over what did not change since the frame that their lane planned before.
@Suite struct RetainedFilmTests {
  /// A tree that changes a little before each frame; the same one for the same seed.
  private static func changing(seed: Int) -> FrameSource {
    let root = RandomTree.make(seed: seed)
    for layer in root.all { (layer.zPosition, layer.transform) = (0, CATransform3DIdentity) }
    var random = RandomTree(changes: seed)
    return FrameSource(root) { number, _ in
      guard number > 0 else { return }
      // Threads of the pool may have committed other trees, and then changes would begin animations on some of them.
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      random.changeCalmly(root, number)
      CATransaction.commit()
    }
  }

  @Test("frames of a tree that changes between them are those that are drawn from nothing", arguments: 0..<12)
  func frames(seed: Int) async throws {
    let timing = try Films.timing(0..<24)
    let (fresh, renderer) = (Self.changing(seed: seed), try Renderer(.cpu(threads: 1)))
    renderer.drawsChangesOnly = false
    // The tree is read before anything is drawn of it, in the order of the frames.
    var expected: [CGImage] = []
    for number in timing.frames {
      fresh.prepare?(number, timing.time(of: number))
      expected.append(try renderer.render(fresh.scene, at: timing.time(of: number)).image)
    }
    var number = 0
    for try await frame in FrameSequence(Self.changing(seed: seed), timing: timing, with: try Films.cpu()) {
      #expect(frame.image.premultipliedRGBA == expected[number].premultipliedRGBA, "tree \(seed), frame \(number)")
      number += 1
    }
    #expect(number == timing.frames.count)
  }

  @Test(
    "planes that are made anew only where a frame differs are those of its picture",
    arguments: [(6, 1), (7, 2), (8, 3)])
  func planes(seed: Int, jobs: Int) throws {
    let folder = try TemporaryFolder()
    let timing = try Films.timing(0..<40)
    // An odd number of rows, of which the last is half a row of chroma.
    let size = PixelSize(width: 241, height: 201)
    var job = ExportJob(
      Self.changing(seed: seed), timing: timing, to: try ExportDestination(folder.path("film.y4m")))
    (job.options.jobs, job.options.render.size) = (jobs, size)
    _ = try job.run(with: Films.cpu())
    let (fresh, renderer) = (Self.changing(seed: seed), try Renderer(.cpu(threads: 1)))
    renderer.drawsChangesOnly = false
    let film = try Data(contentsOf: URL(fileURLWithPath: folder.path("film.y4m")))
    let frameBytes = FrameLayout.yuv420.byteCount(of: size)
    var rest = film.dropFirst(film.count - timing.frames.count * (6 + frameBytes))
    var pictures: Set<[UInt8]> = []
    for number in timing.frames {
      fresh.prepare?(number, timing.time(of: number))
      var options = RenderOptions()
      options.size = size
      let picture = try renderer.render(fresh.scene, at: timing.time(of: number), options: options).image
      let expected = FrameLayout.yuv420.bytes(of: picture)
      #expect(Array(rest.dropFirst(6).prefix(frameBytes)) == expected, "tree \(seed), frame \(number)")
      rest = rest.dropFirst(6 + frameBytes)
      pictures.insert(expected)
    }
    #expect(pictures.count > 10, "the tree stands still nearly always, so the test shows little")
  }

  @Test(
    "planes with alpha that a drawer makes anew only where a frame differs are those of its picture", arguments: 6..<9)
  func planesWithAlpha(seed: Int) throws {
    let timing = try Films.timing(0..<40)
    var options = RenderOptions()
    options.size = PixelSize(width: 241, height: 201)
    let planner = FramePlanner(
      Self.changing(seed: seed), options: options, drawers: Drawers(try Films.cpu(), options: ExportOptions()))
    let drawer = PlainDrawer(try Renderer(.cpu(threads: 1)), options: options, layout: .yuva420)
    let (fresh, renderer) = (Self.changing(seed: seed), try Renderer(.cpu(threads: 1)))
    renderer.drawsChangesOnly = false
    var pictures: Set<[UInt8]> = []
    for number in timing.frames {
      try drawer.begin(try planner.plan(timing.moment(of: number)).plan)
      guard case .bytes(let planes) = try drawer.end() else {
        Issue.record("no planes")
        return
      }
      fresh.prepare?(number, timing.time(of: number))
      let picture = try renderer.render(fresh.scene, at: timing.time(of: number), options: options).image
      let expected = FrameLayout.yuva420.bytes(of: picture)
      #expect(planes.bytes == expected, "tree \(seed), frame \(number)")
      pictures.insert(expected)
    }
    #expect(pictures.count > 10, "the tree stands still nearly always, so the test shows little")
  }

  /// A tree of cards of which three are animated, two of them not to the end.
  private static func animated() -> FrameSource {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 120, height: 100)
    for index in 0..<40 {
      let card = CALayer()
      card.frame = CGRect(x: 14 * (index % 8), y: 20 * (index / 8), width: 12, height: 15)
      card.cornerRadius = CGFloat(index % 5)
      card.backgroundColor = CGColor(
        srgbRed: CGFloat(index) / 40, green: 0.4, blue: 0.7, alpha: index % 3 == 0 ? 0.5 : 1)
      root.addSublayer(card)
    }
    for (index, (key, from, to, duration)) in [
      ("position.x", 20.0, 100.0, 4.0), ("opacity", 1.0, 0.1, 1.5), ("cornerRadius", 0.0, 6.0, 0.8),
    ].enumerated() {
      let animation = CABasicAnimation(keyPath: key)
      (animation.fromValue, animation.toValue, animation.duration) = (from, to, duration)
      root.sublayers?[9 + 10 * index].add(animation, forKey: key)
    }
    return FrameSource(root)
  }

  @Test(
    "frames that are planned in any order, and more than once, are those that are planned from nothing",
    arguments: [nil, .damage] as [DebugOverlay?])
  func anyOrder(overlay: DebugOverlay?) throws {
    let (source, timing) = (Self.animated(), try Films.timing(0..<40, fps: 10))
    var options = RenderOptions()
    options.overlay = overlay
    let planner = FramePlanner(source, options: options, drawers: Drawers(try Films.cpu(), options: ExportOptions()))
    let renderer = try Renderer(.cpu(threads: 1))
    renderer.drawsChangesOnly = false
    var (takenOver, pictures): (Int, Set<[UInt8]>) = (0, [])
    for number in [0, 1, 2, 2, 9, 3, 30, 29, 4, 0, 39, 12, 13, 14, 14, 5] {
      let moment = timing.moment(of: number)
      let kept = try planner.plan(moment)
      let fresh = try source.plan(moment, options: options)
      let picture = try renderer.render(kept.plan, options: options).image.premultipliedRGBA
      let expected = try renderer.render(fresh.plan, options: options).image.premultipliedRGBA
      #expect(picture == expected, "frame \(number)")
      #expect(fresh.report.keptLayers == 0)
      takenOver += kept.report.keptLayers
      pictures.insert(expected)
    }
    #expect(pictures.count == 13, "every moment looks otherwise")
    // Plans with marks are made from nothing, whatever is kept of the tree.
    #expect((takenOver > 0) == (overlay == nil))
  }
}
