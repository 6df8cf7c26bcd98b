// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Copies by a replicator look like copies by hand, and cost no more than they must (`REPL-1`).
@Suite struct ReplicatorTests {
  /// A small tree with everything that a tint reaches.
  private static func subject() -> CALayer {
    let card = CALayer()
    card.frame = CGRect(x: 20, y: 14, width: 30, height: 22)
    card.backgroundColor = CGColor(srgbRed: 0.9, green: 0.8, blue: 0.7, alpha: 0.8)
    card.borderColor = CGColor(srgbRed: 0.2, green: 0.4, blue: 1, alpha: 1)
    card.borderWidth = 2
    card.cornerRadius = 5
    let dot = CAShapeLayer()
    dot.frame = CGRect(x: 6, y: 6, width: 10, height: 10)
    dot.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
    dot.fillColor = CGColor(srgbRed: 1, green: 0.5, blue: 0.5, alpha: 1)
    dot.strokeColor = CGColor(srgbRed: 0.5, green: 1, blue: 1, alpha: 1)
    card.addSublayer(dot)
    let shade = CAGradientLayer()
    shade.frame = CGRect(x: 16, y: 4, width: 10, height: 14)
    shade.colors = [
      CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), CGColor(srgbRed: 0.4, green: 0.2, blue: 0.6, alpha: 1),
    ]
    card.addSublayer(shade)
    return card
  }

  private static func replicator(_ count: Int, _ transform: CATransform3D, _ sublayers: [CALayer] = [subject()])
    -> CAReplicatorLayer
  {
    let layer = CAReplicatorLayer()
    layer.frame = CGRect(x: 30, y: 20, width: 100, height: 80)
    layer.instanceCount = count
    layer.instanceTransform = transform
    for sublayer in sublayers { layer.addSublayer(sublayer) }
    return layer
  }

  /// The same by wrapping each copy in a layer that is transformed about the same centre.
  private static func byHand(_ count: Int, _ transform: CATransform3D, keepsDepth: Bool = false) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 30, y: 20, width: 100, height: 80)
    var matrix = CATransform3DIdentity
    for _ in 0..<count {
      let wrapper = keepsDepth ? CATransformLayer() : CALayer()
      wrapper.frame = layer.bounds
      wrapper.transform = matrix
      wrapper.addSublayer(subject())
      layer.addSublayer(wrapper)
      matrix = CATransform3DConcat(matrix, transform)
    }
    return layer
  }

  private static func root(_ layers: CALayer...) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 160, height: 120)
    for layer in layers { root.addSublayer(layer) }
    return root
  }

  private func expectSame(_ first: CALayer, _ second: CALayer, tolerance: Int = 1, _ what: String) throws {
    for backEnd in SharedRenderers.available {
      let drawn = try SharedRenderers.draw(first, on: backEnd).image
      let expected = try SharedRenderers.draw(second, on: backEnd).image
      let wrong = PictureExpectation.mismatch(drawn, expected, tolerance: tolerance)
      #expect(wrong == nil, "\(what) on \(backEnd): \(wrong ?? "")")
    }
  }

  @Test("copies in the plane are those made by hand")
  func plane() throws {
    let transform = CATransform3DConcat(
      CATransform3DMakeRotation(0.5, 0, 0, 1), CATransform3DMakeTranslation(6, 4, 0))
    try expectSame(
      Self.root(Self.replicator(9, transform)), Self.root(Self.byHand(9, transform)), "nine turned copies")
  }

  @Test("copies in space are those made by hand, and pass through each other")
  func space() throws {
    let transform = CATransform3DConcat(
      CATransform3DMakeRotation(0.7, 0, 1, 0), CATransform3DMakeTranslation(3, 5, 2))
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 300
    let (first, second) = (Self.replicator(6, transform), Self.byHand(6, transform, keepsDepth: true))
    for layer in [first, second] { layer.sublayerTransform = perspective }
    try expectSame(Self.root(first), Self.root(second), "six copies in space")
  }

  @Test("with preservesDepth the copies stand in the space around the replicator")
  func preservesDepth() throws {
    let transform = CATransform3DMakeRotation(0.6, 1, 0, 0)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 250
    let replicator = Self.replicator(4, transform)
    replicator.preservesDepth = true
    let around = CATransformLayer()
    around.frame = replicator.frame
    for copy in Self.byHand(4, transform, keepsDepth: true).sublayers ?? [] { around.addSublayer(copy) }
    let (first, second) = (Self.root(replicator), Self.root(around))
    for layer in [first, second] { layer.sublayerTransform = perspective }
    for layer in [replicator as CALayer, around] { layer.transform = CATransform3DMakeRotation(0.4, 0, 1, 0) }
    try expectSame(first, second, "four copies in the space around")
  }

  @Test("instanceColor and the offsets multiply fills, borders, gradients, pictures, paths and texts")
  func tint() throws {
    let white = CALayer()
    white.frame = CGRect(x: 0, y: 0, width: 10, height: 80)
    white.backgroundColor = .white
    let picture = CALayer()
    picture.frame = CGRect(x: 0, y: 20, width: 10, height: 10)
    picture.contents = CGImage.filled(width: 2, height: 2, premultiplied: [255, 255, 255, 255])
    let shape = CAShapeLayer()
    shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 40, width: 10, height: 14), transform: nil)
    shape.fillColor = .white
    let replicator = Self.replicator(4, CATransform3DMakeTranslation(20, 0, 0), [white, picture, shape])
    replicator.instanceColor = CGColor(srgbRed: 1, green: 0.8, blue: 0.6, alpha: 1)
    replicator.instanceRedOffset = -0.2
    replicator.instanceGreenOffset = -0.5
    replicator.instanceAlphaOffset = -0.25
    for backEnd in SharedRenderers.available {
      let image = try SharedRenderers.draw(Self.root(replicator), on: backEnd).image
      for copy in 0..<4 {
        let k = Float(copy)
        let straight = [1 - 0.2 * k, max(0, 0.8 - 0.5 * k), Float(0.6), 1]
        let alpha = 1 - 0.25 * k
        // The background alone, then a picture and a path over it.
        for (y, layers) in [(10, 1), (25, 2), (47, 2)] {
          let covered = layers == 1 ? alpha : 1 - (1 - alpha) * (1 - alpha)
          for component in 0..<4 {
            let expected = 255 * straight[component] * covered
            let found = Float(image.levels(35 + 20 * copy, 20 + y)[component])
            #expect(abs(found - expected) <= 2, "\(backEnd), copy \(copy), y \(y), component \(component)")
          }
        }
      }
    }
  }

  @Test("replicators nest: tints multiply, transforms follow one another")
  func nested() throws {
    let dot = CALayer()
    dot.frame = CGRect(x: 2, y: 2, width: 4, height: 4)
    dot.backgroundColor = .white
    let row = CAReplicatorLayer()
    row.frame = CGRect(x: 0, y: 0, width: 100, height: 10)
    row.instanceCount = 5
    row.instanceTransform = CATransform3DMakeTranslation(12, 0, 0)
    row.instanceRedOffset = -0.25
    row.addSublayer(dot)
    let column = Self.replicator(4, CATransform3DMakeTranslation(0, 15, 0), [row])
    column.instanceGreenOffset = -0.3
    for backEnd in SharedRenderers.available {
      let image = try SharedRenderers.draw(Self.root(column), on: backEnd).image
      for (x, y) in [(0, 0), (4, 3), (2, 1)] {
        let found = image.levels(34 + 12 * x, 24 + 15 * y)
        let expected = [255 * (1 - 0.25 * Double(x)), 255 * (1 - 0.3 * Double(y)), 255, 255].map {
          Int(clamping: $0.rounded())
        }
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(backEnd): \(found), \(expected)")
      }
    }
  }

  @Test("no copies show nothing, one the sublayers as they are, and the delay of still layers changes nothing")
  func counts() throws {
    for (count, shown) in [(-3, 0), (0, 0), (1, 1)] {
      let plan = try ShapeFixtures.plan(Self.root(Self.replicator(count, CATransform3DIdentity)))
      #expect(plan.text().contains("box") == (shown > 0), "\(count) copies")
    }
    let step = CATransform3DMakeTranslation(9, 3, 0)
    let delayed = Self.replicator(5, step)
    delayed.instanceDelay = 0.25
    try expectSame(Self.root(delayed), Self.root(Self.replicator(5, step)), tolerance: 0, "a delay")
  }

  @Test("the snapshot holds the sublayers once; 1,000 copies draw in one call")
  func once() throws {
    let dot = CALayer()
    dot.frame = CGRect(x: 1, y: 1, width: 3, height: 3)
    dot.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.5)
    let root = Self.root(Self.replicator(1000, CATransform3DMakeRotation(0.01, 0, 0, 1), [dot]))
    #expect(TreeSnapshot(of: root).layerCount == 3)
    guard SharedRenderers.hasGPU else { return }
    #expect(try SharedRenderers.draw(root, on: .gpu).statistics.drawCalls <= 2)
  }

  @Test("replicators of replicators with 10^9 copies and more are refused", arguments: [false, true])
  func bounded(inSpace: Bool) throws {
    let dot = CALayer()
    dot.frame = CGRect(x: 1, y: 1, width: 3, height: 3)
    dot.backgroundColor = .white
    var layer: CALayer = dot
    for _ in 0..<4 {
      let step = inSpace ? CATransform3DMakeRotation(0.3, 0, 1, 0) : CATransform3DMakeTranslation(1, 0, 0)
      layer = Self.replicator(1_000_000_000, step, [layer])
    }
    var options = PlanOptions()
    options.limits.elements = 5000
    let error = #expect(throws: PlanError.self) {
      try Planner(options: options).plan(TreeSnapshot(of: Self.root(layer)))
    }
    guard case .overLimit(let limit)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(limit.kind == .elements && limit.allowed == 5000 && (limit.needed ?? 0) >= 999_999_999)
    #expect(limit.layerPath?.contains("CAReplicatorLayer") == true)
  }

  @Test("transforms that are no numbers leave copies out, without a trap")
  func badNumbers() throws {
    var broken = CATransform3DIdentity
    broken.m11 = .nan
    let plan = try ShapeFixtures.plan(Self.root(Self.replicator(3, broken)))
    #expect(plan.diagnostics.contains { $0.code == "invalid-geometry" })
    _ = try ShapeFixtures.plan(Self.root(Self.replicator(400, CATransform3DMakeScale(1e30, 1e30, 1e30))))
  }
}
