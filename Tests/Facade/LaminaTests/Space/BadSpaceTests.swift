// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Spaces that make no sense are drawn without a crash, a wrapped-around triangle or a pixel that is no number.
@Suite struct BadSpaceTests {
  private static func eye(_ distance: CGFloat, then transform: CATransform3D) -> CATransform3D {
    var result = CATransform3DIdentity
    result.m34 = -1 / distance
    return CATransform3DConcat(transform, result)
  }

  private static func entry(_ change: (inout CATransform3D) -> Void) -> CATransform3D {
    var result = CATransform3DIdentity
    change(&result)
    return result
  }

  /// Transforms by name, and whether anything of a plane with them may show.
  static let transforms: [(name: String, transform: CATransform3D, shows: Bool)] = [
    ("behind the eye", eye(100, then: CATransform3DMakeTranslation(0, 0, 150)), false),
    ("at the eye", eye(100, then: CATransform3DMakeTranslation(0, 0, 100)), false),
    ("a hair before the eye", eye(100, then: CATransform3DMakeTranslation(0, 0, 100 - 1e-9)), true),
    ("through the eye", eye(100, then: CATransform3DMakeRotation(.pi / 2, 0, 1, 0)), false),
    ("eye inside", eye(20, then: CATransform3DMakeRotation(1.2, 0, 1, 0)), true),
    ("edge-on", CATransform3DMakeRotation(.pi / 2, 1, 0, 0), false),
    ("edge-on but for noise", CATransform3DMakeRotation(.pi / 2 + 1e-15, 1, 0, 0), false),
    ("almost edge-on", CATransform3DMakeRotation(.pi / 2 - 1e-7, 1, 0, 0), true),
    ("no size", CATransform3DMakeScale(0, 0, 0), false), ("no width", CATransform3DMakeScale(0, 1, 1), false),
    (
      "zero",
      entry {
        $0 = CATransform3DMakeScale(0, 0, 0); $0.m44 = 0
      }, false
    ),
    ("w is 0", entry { $0.m44 = 0 }, false), ("w is below 0", entry { $0.m44 = -1 }, false),
    ("huge", CATransform3DMakeScale(1e30, 1e30, 1e30), true),
    ("huge the other way", CATransform3DMakeScale(-1e30, 1e30, -1e30), true),
    ("tiny", CATransform3DMakeScale(1e-30, 1e-30, 1e-30), true),
    ("far to the side", CATransform3DMakeTranslation(1e30, 0, 0), false),
    ("far away", eye(100, then: CATransform3DMakeTranslation(0, 0, -1e30)), true),
    ("far in front", CATransform3DMakeTranslation(0, 0, 1e30), true),
    (
      "the greatest numbers",
      entry {
        $0.m11 = .greatestFiniteMagnitude; $0.m41 = -.greatestFiniteMagnitude
      }, true
    ),
    ("not a number", entry { $0.m34 = .nan }, false), ("no number in z", entry { $0.m43 = .nan }, false),
    ("infinite", entry { $0.m14 = .infinity }, false), ("infinitely deep", entry { $0.m43 = -.infinity }, false),
    ("a vanishing eye", entry { $0.m34 = 1e30 }, true), ("an eye far to the side", entry { $0.m14 = 1e30 }, true),
  ]

  /// A space of four sound planes, some of which cross, and one that is not.
  private func scene(_ transform: CATransform3D, sublayerTransform: CATransform3D? = nil) -> CALayer {
    var layers = (0..<4).map { index in
      SpaceScenes.plane(
        60, 50, SpaceScenes.color(index + 1), CATransform3DMakeRotation(CGFloat(index) * 0.7 - 1, 0.4, 1, 0.1))
    }
    let broken = SpaceScenes.plane(80, 60, SpaceScenes.color(30), transform)
    broken.cornerRadius = 10
    broken.borderWidth = 3
    broken.contents = CGImage(width: 4, height: 4) { x, y in SIMD4(UInt8(x * 60), UInt8(y * 60), 0, 255) }
    broken.minificationFilter = .trilinear
    let inside = SpaceScenes.plane(30, 30, SpaceScenes.color(31), CATransform3DMakeRotation(0.6, 1, 1, 0))
    inside.position = CGPoint(x: 40, y: 30)
    broken.addSublayer(inside)
    layers.insert(broken, at: 2)
    let root = SpaceScenes.root(layers, eye: 300)
    if let sublayerTransform { root.sublayerTransform = sublayerTransform }
    return root
  }

  private func expectSound(_ root: CALayer, _ name: String) throws {
    let drawings = try SharedRenderers.available.map { try SharedRenderers.draw(root, on: $0).image }
    for image in drawings {
      // The root is opaque: a pixel that came to be no number would be clear or black.
      let holes = stride(from: 3, to: image.premultipliedRGBA.count, by: 4).filter {
        image.premultipliedRGBA[$0] != 255
      }
      #expect(holes.isEmpty, "\(name): \(holes.count) pixels are not opaque")
    }
    if drawings.count == 2 {
      // A picture blown up a million times is one texel or its neighbour by the last bit of a coordinate.
      #expect(PictureExpectation.mismatch(drawings[1], drawings[0], tolerance: 2, pixels: 40) == nil, "\(name)")
    }
  }

  @Test(arguments: transforms.map(\.name))
  func layers(_ name: String) throws {
    let (_, transform, shows) = try #require(Self.transforms.first { $0.name == name })
    let root = scene(transform)
    try expectSound(root, name)
    guard !shows else { return }
    let broken = try #require(root.sublayers?[2])
    let drawn = try SharedRenderers.draw(root, on: .cpu).image
    broken.isHidden = true
    #expect(PictureExpectation.mismatch(drawn, try SharedRenderers.draw(root, on: .cpu).image) == nil)
  }

  @Test(arguments: transforms.map(\.name))
  func containers(_ name: String) throws {
    let transform = try #require(Self.transforms.first { $0.name == name }).transform
    try expectSound(scene(CATransform3DMakeRotation(0.5, 0, 1, 0), sublayerTransform: transform), name)
    let carrier = CATransformLayer()
    carrier.frame = CGRect(x: 0, y: 0, width: 160, height: 120)
    carrier.transform = transform
    carrier.sublayers = scene(CATransform3DIdentity).sublayers
    try expectSound(SpaceScenes.root([carrier], eye: 200), name)
  }

  @Test func placesThatAreNoNumbers() throws {
    for value in [CGFloat.nan, .infinity, 1e30, -1e30, 1e300, .greatestFiniteMagnitude] {
      for change in [
        { $0.position.x = value }, { $0.zPosition = value }, { $0.anchorPointZ = value }, { $0.anchorPoint.y = value },
        { $0.bounds.size.width = abs(value) }, { $0.bounds.origin.y = value }, { $0.cornerRadius = value },
      ] as [(CALayer) -> Void] {
        let root = scene(CATransform3DMakeRotation(0.4, 0, 1, 0))
        change(try #require(root.sublayers?[2]))
        try expectSound(root, "\(value)")
      }
    }
  }

  /// Planes through one point, each of which is cut by nearly all others: drawn up to a million pieces, and refused
  /// above.
  @Test func thousandsOfPlanesThroughOnePoint() throws {
    func scene(_ count: Int) -> CALayer {
      var random = SeededGenerator(3)
      return SpaceScenes.root(
        (0..<count).map { index in
          SpaceScenes.plane(
            100, 80, SpaceScenes.color(index % 251),
            CATransform3DMakeRotation(
              random.number(-3...3), random.number(-1...1), random.number(-1...1), random.number(-1...1)))
        }, eye: 300)
    }
    let plan = try Planner().plan(TreeSnapshot(of: scene(600)))
    #expect(plan.diagnostics.isEmpty)
    #expect(plan.draws.count > 100_000)
    let image = try SharedRenderers.draw(plan, on: .cpu).image
    #expect(image.pixel(80, 60) != [255, 255, 255, 255])
    #expect(throws: PlanError.self) { try Planner().plan(TreeSnapshot(of: scene(2_500))) }
  }
}
