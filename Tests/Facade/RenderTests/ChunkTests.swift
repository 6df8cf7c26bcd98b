// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Long runs of siblings, which are recorded in chunks by all threads: a plan says nothing of it.
@Suite struct ChunkTests {
  /// Some 4,500 layers in a turned, clipped layer, with everything that a chunk may refer to: clips, pictures,
  /// gradients, paths, texts, shadows of subtrees, filters of their own and of what is behind them, and spaces.
  static func wideTree(_ count: Int = 170) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 400, height: 300)
    let frame = CALayer()
    frame.frame = CGRect(x: 10, y: 10, width: 380, height: 280)
    frame.cornerRadius = 30
    frame.masksToBounds = true
    frame.transform = CATransform3DMakeRotation(0.1, 0, 0, 1)
    root.addSublayer(frame)
    for index in 0..<count {
      let tree = RandomTree.make(seed: index)
      tree.position = CGPoint(x: Double(index * 37 % 380), y: Double(index * 53 % 280))
      decorate(tree, index)
      frame.addSublayer(tree)
    }
    return root
  }

  private static func decorate(_ layer: CALayer, _ index: Int) {
    if index.isMultiple(of: 7) { layer.shadowOpacity = 0.5 }
    if index % 11 == 1 { layer.filters = [blur(1.0 + Double(index % 3))] }
    if index % 13 == 2 { layer.backgroundFilters = [blur(2)] }
    if index % 17 == 3 { layer.compositingFilter = "multiplyBlendMode" }
    if index % 5 == 4 { layer.zPosition = CGFloat(index % 3) }
    let text = CATextLayer()
    text.string = "chunk \(index % 4)"
    text.fontSize = 12
    text.frame = CGRect(x: 5, y: 5, width: 60, height: 16)
    let shape = CAShapeLayer()
    shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 20 + index % 5, height: 14), transform: nil)
    shape.fillColor = CGColor(srgbRed: 1, green: 0, blue: 0.5, alpha: 0.8)
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 30, y: 30, width: 40, height: 20)
    gradient.colors = [
      CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1),
      CGColor(srgbRed: 0, green: 0, blue: Double(index % 9) / 9, alpha: 1),
    ]
    for part in [text, shape, gradient] { layer.addSublayer(part) }
  }

  private static func blur(_ radius: Double) -> CAFilter {
    let filter = CAFilter(type: "gaussianBlur")
    filter.setValue(radius, forKey: "inputRadius")
    return filter
  }

  private static func plan(_ snapshot: TreeSnapshot, threads: Int) throws -> RenderPlan {
    var planner = Planner()
    planner.threads = threads
    return try planner.plan(snapshot)
  }

  @Test("the same plan by any number of threads", arguments: [2, 3, 8])
  func threads(count: Int) throws {
    let snapshot = TreeSnapshot(of: Self.wideTree())
    #expect(snapshot.layerCount > 4_500)
    let (one, many) = (try Self.plan(snapshot, threads: 1), try Self.plan(snapshot, threads: count))
    #expect(many.drawsSame(as: one))
    #expect(many.text(of: snapshot) == one.text(of: snapshot))
    #expect(many.diagnostics == one.diagnostics)
  }

  @Test(
    "what cannot be drawn is told in the same words by any number of threads, also where there is too much of it to be told apart",
    arguments: [20, 150])
  func diagnostics(kinds: Int) throws {
    let root = Self.wideTree()
    let frame = try #require(root.sublayers?.first)
    for (index, tree) in (frame.sublayers ?? []).enumerated() {
      tree.filters = ["sepia", "none\(index % kinds)"]
      let text = CATextLayer()
      text.string = "words"
      text.font = "No Such Font \(index % 5)"
      text.frame = CGRect(x: 0, y: 0, width: 60, height: 20)
      tree.addSublayer(text)
    }
    let snapshot = TreeSnapshot(of: root)
    let (one, many) = (try Self.plan(snapshot, threads: 1), try Self.plan(snapshot, threads: 4))
    #expect(one.diagnostics.contains { $0.code == "unknown-filter" && $0.message.contains("sepia") })
    #expect(one.diagnostics.count { $0.code == "unknown-filter" } == min(kinds + 1, 100))
    #expect(one.diagnostics.count { $0.message.contains("No Such Font") } == 5)
    #expect(many.diagnostics == one.diagnostics)
  }
}
