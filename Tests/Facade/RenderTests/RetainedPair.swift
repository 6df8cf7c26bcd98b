// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import Testing

/// Copies and plans a tree as its layers change, from what was kept and from nothing.
struct RetainedPair {
  typealias Plans = (kept: RenderPlan, fresh: RenderPlan)

  let tree = RetainedTree()
  let recording = RetainedRecording()
  var options = PlanOptions()
  /// How many copies took parts over from the one before, and how many layers plans took over.
  var (revisions, takenOver) = (0, 0)
  /// How many draws were compared with those of the plan before, of how many.
  var (compared, drawn) = (0, 0)
  /// How the last plans were made.
  private(set) var reports = (kept: PlanReport(), fresh: PlanReport())
  private var last: Plans?
  private let renderer = CPURenderer()

  mutating func plans(_ root: CALayer, at time: Double = 0) throws -> Plans {
    let kept = tree.snapshot(of: root, at: time, hostIsFlipped: false, scale: options.scale, reference: .screen)
    let fresh = TreeSnapshot(of: root, at: time, scale: options.scale)
    Self.compare(kept, fresh)
    if kept.takenNodes > 0 { revisions += 1 }
    let planner = Planner(options: options)
    let made = (kept: try planner.plan(kept, keeping: recording), fresh: try planner.plan(fresh, keeping: nil))
    takenOver += recording.takenOver
    reports = (made.kept.report, made.fresh.report)
    let (plan, plans) = (made.kept.plan, (kept: made.kept.plan, fresh: made.fresh.plan))
    if let last {
      compared += plan.comparedCount(with: last.kept)
      drawn += plan.count
      // Fragments are not looked at, and draws that follow them are found again sooner: both may find more than the
      // other.
      let (known, found) = (plan.damage(since: last.kept), plans.fresh.damage(since: last.fresh))
      if let known, found?.rectangles.allSatisfy(known.holds) != true {
        #expect(try Self.differ(last.fresh, plans.fresh, onlyIn: known))
      }
    }
    last = plans
    return plans
  }

  /// Expects that two plans draw the same, and that the same is said of them.
  func expectSame(_ plans: Plans, _ comment: Comment) throws {
    #expect(plans.kept.diagnostics == plans.fresh.diagnostics, comment)
    #expect(plans.kept.drawsSame(as: plans.fresh), comment)
  }

  /// Expects that two plans come to the same pixels.
  func expectSamePixels(_ plans: Plans, _ comment: Comment) throws {
    let (kept, fresh) = (try renderer.render(plans.kept), try renderer.render(plans.fresh))
    #expect(kept.premultipliedRGBA == fresh.premultipliedRGBA, comment)
  }

  /// A layer with many small sublayers that lie anywhere in it.
  static func cards(_ count: Int) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 600, height: 400)
    for index in 0..<count {
      let card = CALayer()
      card.frame = CGRect(x: index * 37 % 590, y: index * 53 % 390, width: 9, height: 7)
      card.backgroundColor = CGColor(deviceGray: CGFloat(index % 7) / 7, alpha: 1)
      card.cornerRadius = CGFloat(index % 4)
      root.addSublayer(card)
    }
    return root
  }

  /// Expects that a copy with parts of the one before is the one from nothing.
  static func compare(_ kept: TreeSnapshot, _ fresh: TreeSnapshot) {
    #expect(kept.standsStill == fresh.standsStill && kept.problems == fresh.problems)
    #expect(kept.contents.count == fresh.contents.count && kept.effects.count == fresh.effects.count)
    guard kept.nodes.count == fresh.nodes.count else {
      Issue.record("\(kept.nodes.count) nodes instead of \(fresh.nodes.count)")
      return
    }
    for (index, (a, b)) in zip(kept.nodes, fresh.nodes).enumerated() {
      let (places, wanted) = (
        [a.parent, a.subtreeEnd, a.siblingIndex, a.content, a.mask, a.effects],
        [b.parent, b.subtreeEnd, b.siblingIndex, b.content, b.mask, b.effects]
      )
      #expect(places == wanted, "node \(index)")
      let (look, other) = (a.properties, b.properties)
      #expect(
        look.position == other.position && look.bounds == other.bounds && look.flags == other.flags, "node \(index)")
      #expect(look.opacity == other.opacity && look.backgroundColor == other.backgroundColor, "node \(index)")
    }
    for (a, b) in zip(kept.contents, fresh.contents) {
      if case .replicator(let a) = a, case .replicator(let b) = b {
        #expect(a.count == b.count && a.delay == b.delay && a.copyStarts == b.copyStarts && a.color == b.color)
      }
    }
  }

  /// Whether two plans draw the same pixels outside of some.
  private static func differ(_ old: RenderPlan, _ new: RenderPlan, onlyIn region: PixelRegion) throws -> Bool {
    let (before, after) = (try CPURenderer().render(old), try CPURenderer().render(new))
    let width = after.width
    let (a, b) = (before.premultipliedRGBA, after.premultipliedRGBA)
    return (0..<width * after.height).allSatisfy { index in
      if a[4 * index..<4 * index + 4] == b[4 * index..<4 * index + 4] { return true }
      let (x, y) = (Int32(clamping: index % width), Int32(clamping: index / width))
      return region.holds(PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
    }
  }
}
