// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaSystem
import Testing

/// Recordings of parts depend on values besides the part: they are taken over only where these values are the same.
@Suite struct RetainedContextTests {
  /// A layer whose sublayers form parts: outlines of paths, which are drawn on texels of their own.
  private static func shapes(_ count: Int, side: CGFloat) -> CALayer {
    let holder = CALayer()
    (holder.anchorPoint, holder.bounds) = (.zero, CGRect(x: 0, y: 0, width: side, height: side))
    for index in 0..<count {
      let shape = CAShapeLayer()
      shape.frame = CGRect(x: 2 * index, y: index, width: 20, height: 20)
      shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: side / 2, height: side / 3), transform: nil)
      shape.fillColor = CGColor(srgbRed: 0.2, green: 0.4, blue: CGFloat(index % 5) / 5, alpha: 1)
      holder.addSublayer(shape)
    }
    return holder
  }

  @Test("another scale of the root chooses other texels, also where the layers lie as before")
  func rootScale() throws {
    let root = CALayer()
    let holder = Self.shapes(40, side: 60)
    root.addSublayer(holder)
    var (pair, texels) = (RetainedPair(), Set<Int>())
    pair.options.size = PixelSize(width: 400, height: 400)
    for step in 0..<6 {
      // 5/4 of the root's scale is a whole number of quarters, 5/8 is not; the product is 5/2 in both cases.
      let isLarge = step % 2 == 0
      root.bounds.size = isLarge ? CGSize(width: 200, height: 200) : CGSize(width: 100, height: 100)
      holder.transform = isLarge ? CATransform3DMakeScale(1.25, 1.25, 1) : CATransform3DMakeScale(0.625, 0.625, 1)
      let plans = try pair.plans(root)
      try pair.expectSame(plans, "step \(step)")
      texels.insert(plans.fresh.images.reduce(0) { $0 + $1.width * $1.height })
      // A frame in between, so that the parts are recorded as they are now.
      holder.sublayers?[step].isHidden.toggle()
      try pair.expectSame(try pair.plans(root), "step \(step), a layer changed")
    }
    #expect(texels.count > 1, "both scales choose the same texels, so nothing is tested")
    #expect(pair.takenOver > 0)
  }

  @Test("another canvas around the same region chooses other texels")
  func canvas() throws {
    let root = CALayer()
    let holder = CALayer()
    (holder.anchorPoint, holder.bounds) = (.zero, CGRect(x: 0, y: 0, width: 3_000, height: 3_000))
    holder.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
    for index in 0..<16 {
      let shape = CAShapeLayer()
      shape.frame = holder.bounds
      shape.path = CGPath(ellipseIn: holder.bounds.insetBy(dx: CGFloat(index), dy: 0), transform: nil)
      (shape.fillColor, shape.strokeColor) = (nil, CGColor(deviceGray: CGFloat(index) / 16, alpha: 1))
      holder.addSublayer(shape)
    }
    root.addSublayer(holder)
    var (pair, texels) = (RetainedPair(), Set<Int>())
    pair.options.region = PixelRect(minX: 0, minY: 0, maxX: 64, maxY: 64)
    for step in 0..<4 {
      // With the larger canvas, a picture of all that may show has too many texels, and gets half of them a side.
      let side: CGFloat = step % 2 == 0 ? 3_000 : 300
      root.bounds.size = CGSize(width: side, height: side)
      let plans = try pair.plans(root)
      try pair.expectSame(plans, "step \(step)")
      texels.insert(plans.fresh.images.reduce(0) { $0 + $1.width * $1.height })
    }
    #expect(texels.count > 1, "both canvases choose the same texels, so nothing is tested")
  }

  /// Rows of small layers, one of which holds a chain of layers inside one another.
  private static func rows(_ count: Int, chain: Int, at place: Int) -> (root: CALayer, rows: [CALayer]) {
    let root = RetainedPair.cards(count)
    var inner = root.sublayers?[place]
    for _ in 0..<chain {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 5, height: 5)
      layer.backgroundColor = CGColor(deviceGray: 0.4, alpha: 1)
      inner?.addSublayer(layer)
      inner = layer
    }
    return (root, root.sublayers ?? [])
  }

  @Test("layers in parts and in chunks count for the limit of depth as all others do", arguments: [60, 6_000], [1, 4])
  func depth(count: Int, threads: Int) throws {
    // Two layers around the board, the board, the row and all but the last layer of the chain have sublayers.
    let (chain, levels) = (7, 10)
    let (board, rows) = Self.rows(count, chain: chain, at: count / 2)
    let (root, middle) = (CALayer(), CALayer())
    root.bounds = board.bounds
    (middle.frame, board.frame) = (root.bounds, root.bounds)
    middle.addSublayer(board)
    root.addSublayer(middle)
    for limit in [levels - 2, levels - 1, levels, levels + 1] {
      let (tree, recording) = (RetainedTree(), RetainedRecording())
      var planner = Planner()
      (planner.options.limits.depth, planner.threads) = (limit, threads)
      for step in 0..<3 {
        rows[0].position.x += 1
        let kept = tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen)
        func verdict(_ snapshot: TreeSnapshot, _ recording: RetainedRecording?) throws -> LimitExceeded? {
          do {
            _ = try planner.plan(snapshot, keeping: recording)
            return nil
          } catch PlanError.overLimit(let limit) {
            return limit
          }
        }
        let (found, wanted) = (try verdict(kept, recording), try verdict(TreeSnapshot(of: root), nil))
        #expect(found == wanted, "limit \(limit), step \(step)")
        #expect((wanted == nil) == (limit >= levels), "limit \(limit), step \(step)")
      }
    }
  }

  @Test("a part that is found again in more layers than before is recorded again")
  func outerLevels() throws {
    let (root, rows) = Self.rows(60, chain: 4, at: 40)
    let holder = CALayer()
    holder.bounds = root.bounds
    (holder.anchorPoint, holder.position) = (.zero, .zero)
    let top = CALayer()
    (top.bounds, root.anchorPoint, root.position) = (root.bounds, .zero, .zero)
    top.addSublayer(root)
    var pair = RetainedPair()
    // Root, holder, row and three layers of the chain are six levels.
    pair.options.limits.depth = 6
    for _ in 0..<3 {
      rows[0].position.x += 1
      try pair.expectSame(try pair.plans(top), "one level around the rows")
    }
    #expect(pair.takenOver > 20)
    holder.addSublayer(root)
    top.addSublayer(holder)
    let kept = pair.tree.snapshot(of: top, at: 0, hostIsFlipped: false, scale: 1, reference: .screen)
    #expect(kept.takenNodes > 20)
    #expect(throws: PlanError.self) {
      _ = try Planner(options: pair.options).plan(kept, keeping: pair.recording)
    }
  }
}
