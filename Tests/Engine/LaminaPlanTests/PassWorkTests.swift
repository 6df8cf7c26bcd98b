// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan
import Testing

/// The estimated work of a pass, by draws and in tiles.
@Suite struct PassWorkTests {
  private static func work(
    _ side: Double, links: Int, count: Int = 1, unclipped: Double = 0
  ) -> PassWork {
    var work = PassWork()
    for _ in 0..<count {
      work.add(SIMD2(side, side), pixels: side * side, unclipped: unclipped * side * side, links: links)
    }
    return work
  }

  @Test("without clips, tiles are more work, whatever the operations", arguments: [1.0, 10, 100, 1000])
  func plain(side: Double) {
    for count in [1, 10, 10_000] {
      let work = Self.work(side, links: 0, count: count)
      #expect(work.draws < work.tiles && !work.favorsTiles)
    }
  }

  @Test("deep clips of large operations favor tiles; few clips, small operations or few pixels do not")
  func clips() {
    #expect(Self.work(1000, links: 100).favorsTiles)
    #expect(Self.work(1000, links: 10, count: 5).favorsTiles)
    #expect(!Self.work(1000, links: 2, count: 100).favorsTiles)
    #expect(!Self.work(20, links: 100, count: 10_000).favorsTiles, "an edge of a clip crosses every tile of these")
    #expect(!Self.work(100, links: 100).favorsTiles, "less than a dispatch takes")
    #expect(!Self.work(1000, links: 100, unclipped: 0.99).favorsTiles, "draws know the pixels inside of the clips")
  }

  @Test("a fragment evaluates its operation and all of its clips")
  func draws() {
    #expect(Self.work(100, links: 0).draws == 10_000)
    #expect(abs(Self.work(100, links: 50).draws - (10_000 + 0.44 * 50 * 10_000)) < 1)
    #expect(abs(Self.work(100, links: 50, unclipped: 0.5).draws - (10_000 + 0.44 * 50 * 5_000)) < 1)
  }

  @Test("more clips, operations or pixels are never less work")
  func monotonic() {
    for side in [3.0, 30, 300] {
      for links in 0..<40 {
        let (one, more) = (Self.work(side, links: links), Self.work(side, links: links + 1))
        #expect(more.draws > one.draws && more.tiles > one.tiles)
        let larger = Self.work(side + 1, links: links)
        #expect(larger.draws > one.draws && larger.tiles > one.tiles)
      }
    }
  }

  @Test("a pass is in tiles as its work says, also where its stacks are too short for its operations to be read")
  func shortStacks() {
    let side: Int32 = 2000
    let bounds = PixelRect(minX: 0, minY: 0, maxX: side, maxY: side)
    var outcomes: Set<Bool> = []
    for links in 0..<20 {
      let shadow = ShadowOperation(
        shape: Self.shape, sigma: .one, color: .one, outer: .zero, pixelBounds: bounds,
        clip: links == 0 ? .none : ClipHandle(links - 1), isAffine: true, node: 0)
      let clips = (0..<links).map { ClipShape(shape: Self.shape, parent: $0 == 0 ? .none : ClipHandle($0 - 1)) }
      let plan = RenderPlan(
        canvas: bounds.size, region: bounds,
        passes: [RenderPass(region: bounds, format: .rgba8, clear: .zero, content: .draws([.shadow(shadow)]))],
        innerVertices: [], clips: clips, images: [], diagnostics: [])
      let lengths = ClipLengths(plan.clips)
      #expect(plan.favorsTiles(0, lengths) == plan.work(of: 0, lengths).favorsTiles, "\(links) links")
      outcomes.insert(plan.favorsTiles(0, ClipLengths(plan.clips)))
    }
    #expect(outcomes == [false, true])
  }

  private static let shape = ShapeGeometry(
    row0: [1, 0, 0, 0], row1: [0, 1, 0, 0], row2: [0, 0, 1, 0], box: [0, 0, 8, 8], radii: .zero, antialiased: .one)

  @Test("a plan's work is that of its operations, each with the clips outward of its own")
  func plans() {
    let bounds = PixelRect(minX: 0, minY: 0, maxX: 300, maxY: 200)
    func shadow(_ clip: ClipHandle) -> DrawOperation {
      .shadow(
        ShadowOperation(
          shape: Self.shape, sigma: .one, color: .one, outer: .zero, pixelBounds: bounds, clip: clip, isAffine: true,
          node: 0))
    }
    let clips = (0..<30).map { ClipShape(shape: Self.shape, parent: $0 == 0 ? .none : ClipHandle($0 - 1)) }
    let plan = RenderPlan(
      canvas: bounds.size, region: bounds,
      passes: [
        RenderPass(
          region: bounds, format: .rgba8, clear: .zero,
          content: .draws([shadow(.none), shadow(ClipHandle(0)), shadow(ClipHandle(29))]))
      ],
      innerVertices: [], clips: clips, images: [], diagnostics: [])
    var expected = PassWork()
    for links in [0, 1, 30] { expected.add(SIMD2(300, 200), pixels: 60_000, unclipped: 0, links: links) }
    #expect(plan.work(of: 0, ClipLengths(plan.clips)) == expected)
    #expect(plan.favorsTiles(0, ClipLengths(plan.clips)) == expected.favorsTiles)
    // A list that does not lead outward ends.
    #expect(ClipLengths([ClipShape(shape: Self.shape, parent: ClipHandle(0))]).length(of: ClipHandle(0)) == 1)
    #expect(ClipLengths(clips).length(of: ClipHandle(40)) == 0)
  }
}
