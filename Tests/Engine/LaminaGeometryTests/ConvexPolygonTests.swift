// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

@Suite struct ConvexPolygonTests {
  static let square = ConvexPolygon(boxFrom: [0, 0], to: [10, 10])
  static let reversed = ConvexPolygon([[0, 10], [10, 10], [10, 0], [0, 0]])

  static func area(_ polygon: ConvexPolygon) -> Double { abs(polygon.signedDoubleArea) / 2 }

  @Test func areaAndBounds() throws {
    #expect(Self.square.signedDoubleArea == 200)
    #expect(Self.reversed.signedDoubleArea == -200)
    let bounds = try #require(ConvexPolygon([[3, 0], [10, 4], [-1, 10]]).bounds)
    #expect(bounds.minimum == [-1, 0] && bounds.maximum == [10, 10])
    #expect(ConvexPolygon().bounds == nil && ConvexPolygon().isEmpty)
    #expect(ConvexPolygon([[0, 0], [.nan, 1]]).bounds == nil)
    #expect(ConvexPolygon([[0, 0], [.infinity, 1]]).bounds == nil)
  }

  @Test func clipsByHalfPlanes() {
    var polygon = Self.square
    polygon.clip(normal: [1, 0], offset: 4)
    #expect(Self.area(polygon) == 60)
    polygon.clip(normal: [-1, -1], offset: -14)
    #expect(Self.area(polygon) == 60 - 18)
    polygon.clip(normal: [0, 1], offset: 100)
    #expect(polygon.isEmpty && polygon.count == 0)
    polygon.clip(normal: [0, 1], offset: 0)
    #expect(polygon.count == 0)
  }

  @Test("clips by polygons of either turn", arguments: [false, true])
  func clipsByPolygons(isReversed: Bool) {
    let other = isReversed ? Self.reversed : Self.square
    var polygon = ConvexPolygon(boxFrom: [5, -5], to: [15, 5])
    polygon.clip(to: other)
    #expect(Self.area(polygon) == 25)
    polygon.clip(to: ConvexPolygon([[5, 0], [10, 0], [5, 5]]))
    #expect(Self.area(polygon) == 12.5)
    polygon.clip(to: ConvexPolygon())
    #expect(polygon.isEmpty)
  }

  @Test("insets polygons of either turn", arguments: [false, true])
  func insets(isReversed: Bool) {
    let polygon = isReversed ? Self.reversed : Self.square
    #expect(abs(Self.area(polygon.inset(by: 2)) - 36) < 1e-12)
    #expect(polygon.inset(by: 5.5).isEmpty)
    let triangle = ConvexPolygon([[0, 0], [4, 0], [0, 3]])
    // The inscribed circle of a 3-4-5 triangle has radius 1.
    #expect(!triangle.inset(by: 0.99).isEmpty)
    #expect(triangle.inset(by: 1.01).isEmpty)
  }

  @Test func contains() {
    #expect(Self.square.contains([5, 5]) && Self.square.contains([0, 0]) && Self.reversed.contains([10, 3]))
    #expect(!Self.square.contains([10.01, 5]) && !Self.reversed.contains([5, -0.01]))
    #expect(!ConvexPolygon().contains([0, 0]))
  }

  @Test func aSeventeenthVertexGivesUpTheOneThatEnclosesLeast() {
    var polygon = ConvexPolygon(boxFrom: [-10, -10], to: [10, 10])
    for step in 0..<64 {
      let angle = Double(step) * 2 * .pi / 64
      polygon.clip(normal: [-cos(angle), -sin(angle)], offset: -9)
    }
    #expect(polygon.count == ConvexPolygon.capacity)
    #expect(polygon.vertices.allSatisfy { ($0 * $0).sum() < 9.1 * 9.1 })
    // The largest polygon of sixteen vertices in a circle has 0.9745 of its area.
    #expect(Self.area(polygon) > 0.95 * .pi * 81)
  }
}
