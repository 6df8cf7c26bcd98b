// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Subtrees that are left out because nothing of them shows, against plans that visit every layer, as those that are
/// traced do.
@Suite struct OutOfSightTests {
  private static func expectSame(_ root: CALayer, _ name: String) throws {
    let snapshot = TreeSnapshot(of: root)
    let plan = try Planner().plan(snapshot)
    let whole = try Planner().stagedPlan(snapshot).plan
    // Clips of what does not show are missing in the tables, so what is drawn is compared by what it says.
    #expect(plan.damage(since: whole) == PixelRegion() && plan.count == whole.count, "\(name)")
    // A text that is laid out for a shadow that turns out not to show has told of its font.
    func lasting(_ plan: RenderPlan) -> [Diagnostic] { plan.diagnostics.filter { $0.code != "substituted-font" } }
    #expect(lasting(plan) == lasting(whole), "\(name)")
  }

  /// A row of boxes, texts and pictures, some of which stick out of it far, or cast shadows.
  static func row(_ random: inout RandomTree) -> CALayer {
    let row = CALayer()
    row.frame = CGRect(
      x: random.number(-150, 150), y: random.number(-200, 200), width: random.number(5, 90),
      height: random.number(5, 30))
    if random.chance(0.3) { row.bounds.origin = CGPoint(x: random.number(-40, 40), y: random.number(-40, 40)) }
    if random.chance(0.2) { row.transform = CATransform3DMakeRotation(random.number(-3, 3), 0, 0, 1) }
    if random.chance(0.2) { row.isGeometryFlipped = true }
    if random.chance(0.2) { row.opacity = 0.6 }
    if random.chance(0.2) { row.masksToBounds = true }
    var parent = row
    for index in 0..<5 {
      let part = index == 2 ? CATextLayer() : CALayer()
      part.frame = CGRect(
        x: random.number(-120, 120), y: random.number(-120, 120), width: random.number(2, 60),
        height: random.number(2, 60))
      part.backgroundColor = random.color()
      (part as? CATextLayer)?.string = "Row"
      if random.chance(0.2) { random.addContents(to: part) }
      if random.chance(0.3) {
        (part.shadowOpacity, part.shadowRadius) = (0.7, random.number(0, 15))
        part.shadowOffset = CGSize(width: random.number(-40, 40), height: random.number(-40, 40))
      }
      if random.chance(0.1) { part.transform = CATransform3DMakeScale(3, 3, 1) }
      if random.chance(0.1) { part.zPosition = random.number(-3, 3) }
      if random.chance(0.05) { part.position.x = .nan }
      parent.addSublayer(part)
      if random.chance(0.3) { parent = part }
    }
    return row
  }

  @Test("what is left out does not show, and what is said stays said", arguments: 0..<8)
  func randomRows(block: Int) throws {
    for seed in (40 * block)..<(40 * block + 40) {
      var random = RandomTree(changes: 7_000 + seed)
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
      let list = CALayer()
      list.frame = CGRect(x: 10, y: 10, width: 80, height: 60)
      list.masksToBounds = random.chance(0.5)
      list.cornerRadius = 8
      if random.chance(0.3) { list.transform = CATransform3DMakeRotation(0.4, 0, 0, 1) }
      for _ in 0..<8 { list.addSublayer(Self.row(&random)) }
      root.addSublayer(list)
      try Self.expectSame(root, "rows \(seed)")
      try Self.expectSame(RandomTree.make(seed: 9_000 + seed), "tree \(seed)")
    }
  }

  @Test("what sticks out of a layer that is out of sight shows, and so does a shadow that reaches in")
  func reach() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
    let row = CALayer()
    row.frame = CGRect(x: 0, y: -60, width: 100, height: 20)
    let (cell, hidden) = (CALayer(), CALayer())
    cell.frame = CGRect(x: 10, y: 0, width: 20, height: 20)
    cell.backgroundColor = CGColor(gray: 0, alpha: 1)
    hidden.frame = CGRect(x: 50, y: 0, width: 20, height: 20)
    hidden.backgroundColor = CGColor(gray: 0, alpha: 1)
    row.addSublayer(cell)
    row.addSublayer(hidden)
    root.addSublayer(row)
    #expect(try Planner().plan(TreeSnapshot(of: root)).count == 0)
    cell.position.y = 70
    #expect(try Planner().plan(TreeSnapshot(of: root)).count == 1)
    cell.position.y = 10
    (cell.shadowOpacity, cell.shadowOffset) = (1, CGSize(width: 0, height: 70))
    #expect(try Planner().plan(TreeSnapshot(of: root)).count == 1)
  }
}
