// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

@Suite struct HomogeneousClippingTests {
  static let perspective: CATransform3D = {
    var transform = CATransform3DIdentity
    transform.m34 = -1.0 / 100
    return CATransform3DRotate(transform, .pi / 3, 0, 1, 0)
  }()

  @Test func whatIsBeforeTheEyeIsUntouched() {
    let map = Homography(Self.perspective)
    let polygon = map.image(ofBoxFrom: [-10, -10], to: [10, 10])
    #expect(polygon.count == 4)
    let expected = [[-10, -10], [10, -10], [10, 10], [-10, 10]].map { map.apply(SIMD2($0[0], $0[1])) }
    for (vertex, point) in zip(polygon.vertices, expected) {
      #expect(abs(vertex.x - point.x) < 1e-12 && abs(vertex.y - point.y) < 1e-12)
    }
  }

  @Test func whatIsBehindTheEyeIsCutOff() throws {
    // w = 1 + x sin(60°) / 100 is 0 at x = -115.47, so the left part of this box lies behind the eye.
    let map = Homography(Self.perspective)
    let polygon = map.image(ofBoxFrom: [-1000, -10], to: [1000, 10])
    #expect(polygon.count == 4)
    // x' = x cos 60° / w has the limit 57.735 on the right, and no lower bound: the cut edge is far to the left.
    let bounds = try #require(polygon.bounds)
    #expect(bounds.maximum.x < 57.735 && bounds.maximum.x > 50)
    #expect(bounds.minimum.x < -1e6)
    for vertex in polygon.vertices {
      let back = try #require(map.inverted()).homogeneous(vertex)
      #expect(back.z > 0)
    }
  }

  @Test func aCornerCutOffMakesAFifthVertex() {
    let map = Homography(x: [1, 0, 1], y: [0, 1, 1], translation: [0, 0, 1])
    #expect(map.image(ofBoxFrom: [-0.6, -0.6], to: [1, 1]).count == 5)
    #expect(map.image(ofBoxFrom: [-0.4, -0.4], to: [1, 1]).count == 4)
    #expect(map.image(ofBoxFrom: [-3, -3], to: [-1, -1]).count == 0)
  }

  @Test func boundingBoxes() throws {
    let map = Homography(Self.perspective)
    let box = try #require(map.boundingBox(of: CGRect(x: -10, y: -10, width: 20, height: 20)))
    #expect(abs(box.minX - map.apply([-10, 10]).x) < 1e-12)
    #expect(map.boundingBox(of: CGRect(x: -900, y: 0, width: 100, height: 1)) == nil)
    let turned = Homography(CGAffineTransform(rotationAngle: .pi / 4))
    let square = try #require(turned.boundingBox(of: CGRect(x: 0, y: 0, width: 100, height: 100)))
    #expect(abs(square.width - 141.4213562) < 1e-6 && abs(square.minX - -70.7106781) < 1e-6)
    #expect(turned.boundingBox(of: CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1)) == nil)
    #expect(map.boundingBox(of: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)) == nil)
  }
}
