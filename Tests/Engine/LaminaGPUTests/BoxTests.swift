// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Boxes against closed forms.
@Suite(.needsDevice) struct BoxTests {
  @Test("a full canvas is one colour", arguments: RenderStrategy.allCases)
  func solid(_ strategy: RenderStrategy) throws {
    let root = makeRoot(37, 23, color: CGColor(srgbRed: 0.2, green: 0.4, blue: 0.6, alpha: 1))
    let image = try SharedRenderer.draw(try makePlan(of: root), strategy: strategy)
    #expect((image.width, image.height) == (37, 23))
    for y in 0..<23 {
      for x in 0..<37 { #expect(image[x, y] == [51, 102, 153, 255]) }
    }
  }

  @Test("the first row of the picture is the top of the canvas")
  func orientation() throws {
    var plan = HandMadePlan(width: 8, height: 6)
    plan.addBox([0, 0, 8, 1], fill: [1, 0, 0, 1])
    plan.addBox([0, 5, 1, 6], fill: [0, 0, 1, 1])
    let image = try SharedRenderer.draw(plan.plan)
    #expect(image[4, 0] == [255, 0, 0, 255])
    #expect(image[0, 5] == [0, 0, 255, 255])
    #expect(image[4, 5] == .zero)
  }

  @Test("edges at half a pixel cover half", arguments: RenderStrategy.allCases)
  func halfPixels(_ strategy: RenderStrategy) throws {
    var plan = HandMadePlan(width: 12, height: 12)
    plan.addBox([2.5, 3.5, 9.5, 8.5], fill: [1, 1, 1, 1])
    let image = try SharedRenderer.draw(plan.plan, strategy: strategy)
    #expect(image[5, 5].w == 255)
    for place in [image[2, 5], image[9, 5], image[5, 3], image[5, 8]] { #expect(abs(place.w - 128) <= 1) }
    for place in [image[2, 3], image[9, 8], image[2, 8]] { #expect(abs(place.w - 64) <= 1) }
    for place in [image[1, 5], image[10, 5], image[5, 2]] { #expect(place.w == 0) }
  }

  @Test("thin boxes keep their area", arguments: [Float(0.1), 0.3, 0.5, 0.9])
  func thin(_ width: Float) throws {
    var plan = HandMadePlan(width: 9, height: 5)
    plan.addBox([4.2, 0, 4.2 + width, 5], fill: [1, 1, 1, 1])
    let image = try SharedRenderer.draw(plan.plan)
    let sum = (0..<9).reduce(0) { $0 + image[$1, 2].w }
    #expect(abs(Float(sum) - 255 * width) <= 2)
  }

  @Test("a rounded corner covers its numeric area", arguments: [1.0, 1.7, 5, 12, 20])
  func roundedCorner(_ radius: Double) throws {
    let root = makeRoot(
      48, 48,
      makeLayer(
        40, 40, at: CGPoint(x: 24, y: 24), color: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), radius: radius))
    let image = try SharedRenderer.draw(try makePlan(of: root))
    for y in 0..<24 {
      for x in 0..<24 {
        let exact = Self.area(x: x, y: y) { point in
          let (a, b) = (4 + radius - point.x, 4 + radius - point.y)
          guard point.x >= 4, point.y >= 4 else { return false }
          return a <= 0 || b <= 0 || a * a + b * b <= radius * radius
        }
        // A ramp along the normal is .043 off the area of a diagonal edge, and a straight edge in place of a curve
        // is worst for the smallest radius.
        #expect(abs(Double(image[x, y].w) / 255 - exact) <= (radius < 2 ? 0.1 : 0.045), "\(x), \(y)")
      }
    }
  }

  @Test("turned edges are a ramp one pixel wide", arguments: [0.1, 0.4, 0.7853981633974483])
  func turned(_ angle: Double) throws {
    let layer = makeLayer(60, 60, at: CGPoint(x: 50, y: 50), color: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
    layer.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
    let image = try SharedRenderer.draw(try makePlan(of: makeRoot(100, 100, layer)))
    for y in stride(from: 0, to: 100, by: 3) {
      for x in 0..<100 {
        let (dx, dy) = (Double(x) + 0.5 - 50, Double(y) + 0.5 - 50)
        let across = abs(dx * cos(angle) + dy * sin(angle))
        let down = abs(dy * cos(angle) - dx * sin(angle))
        let exact = min(max(30.5 - across, 0), 1) * min(max(30.5 - down, 0), 1)
        #expect(abs(Double(image[x, y].w) - exact * 255) <= 1.5, "\(x), \(y)")
      }
    }
  }

  @Test("borders lie inside, over the fill")
  func border() throws {
    let layer = makeLayer(
      20, 20, at: CGPoint(x: 12, y: 12), color: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), radius: 6)
    layer.borderWidth = 3
    layer.borderColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5)
    let image = try SharedRenderer.draw(try makePlan(of: makeRoot(24, 24, layer)))
    #expect(image[12, 12] == [255, 0, 0, 255])
    for place in [image[3, 12], image[12, 20]] {
      #expect(abs(place.x - 127) <= 1 && place.y == 0 && abs(place.z - 128) <= 1 && place.w == 255)
    }
    #expect(image[2, 2].w == 0)
  }

  @Test("opacity and fill multiply, source over")
  func blending() throws {
    var plan = HandMadePlan(width: 4, height: 4)
    plan.clear = [0, 0, 1, 1]
    plan.addBox([0, 0, 4, 4], fill: [0.25, 0, 0, 0.5])
    let image = try SharedRenderer.draw(plan.plan)
    #expect(abs(image[2, 2].x - 64) <= 1)
    #expect(abs(image[2, 2].z - 128) <= 1)
    #expect(image[2, 2].w == 255)
  }

  @Test("nested clips multiply, to any depth", arguments: [1, 2, 7, 40])
  func nestedClips(_ depth: Int) throws {
    // Each clip is turned a little, so that none becomes whole pixels.
    var inside = makeLayer(200, 200, at: CGPoint(x: 50, y: 50), color: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
    for level in 0..<depth {
      let clip = makeLayer(100, 100, at: CGPoint(x: 50, y: 50), radius: CGFloat(10 + level % 5))
      clip.masksToBounds = true
      inside.position = CGPoint(x: 50, y: 50)
      inside.transform = CATransform3DMakeRotation(0.02, 0, 0, 1)
      clip.addSublayer(inside)
      inside = clip
    }
    inside.transform = CATransform3DMakeRotation(0.02, 0, 0, 1)
    let root = makeRoot(120, 120, inside)
    inside.position = CGPoint(x: 60, y: 60)
    let plan = try makePlan(of: root)
    #expect(plan.clips.count == depth)
    try expectParity(plan)
    #expect(try SharedRenderer.draw(plan)[60, 60].w == 255)
    #expect(try SharedRenderer.draw(plan)[5, 5].w == 0)
  }

  /// The part of a pixel inside a shape, from 32 x 32 samples.
  static func area(x: Int, y: Int, _ isInside: (SIMD2<Double>) -> Bool) -> Double {
    var count = 0
    for row in 0..<32 {
      for column in 0..<32 {
        let point = SIMD2(Double(x) + (Double(column) + 0.5) / 32, Double(y) + (Double(row) + 0.5) / 32)
        if isInside(point) { count += 1 }
      }
    }
    return Double(count) / 1024
  }
}
