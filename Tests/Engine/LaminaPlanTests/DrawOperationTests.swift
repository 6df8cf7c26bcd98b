// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import Testing

/// Operations are read in place, which rests on the layout of the enumeration.
@Suite struct DrawOperationTests {
  private static let shape = ShapeGeometry(
    row0: [1, 2, 3, 4], row1: [5, 6, 7, 8], row2: [9, 10, 11, 12], box: [0, 0, 8, 8], radii: [1, 2, 3, 4],
    corner: 0.5, antialiased: .one)
  private static let bounds = PixelRect(minX: -1, minY: 2, maxX: 8, maxY: .max)

  /// Boxes with all values of the properties that share a byte.
  private static let boxes: [BoxOperation] = {
    var boxes: [BoxOperation] = []
    let filters: [ContentsFilter] = [.nearest, .linear, .trilinear]
    for (magnification, minification) in filters.flatMap({ one in filters.map { (one, $0) } }) {
      for flags in 0..<8 {
        boxes.append(
          BoxOperation(
            shape: shape, outer: SIMD8(1, 2, 3, 4, 5, 6, 7, 8), pixelBounds: bounds, innerStart: .max, innerCount: 255,
            clip: ClipHandle(3), image: .none, gradient: .none, tint: [1, 2, 3, 4], fill: [5, 6, 7, 8],
            border: SIMD4(repeating: .nan), borderWidth: -0.0, opacity: .infinity,
            placement: ImagePlacement(
              offsetAndStop0: .one, stop1AndSlope0: .zero, slope1AndSlope2: .one, limits: .zero,
              magnification: magnification, minification: minification, bias: -1),
            isInnerOpaque: flags & 1 != 0, isInnerWhite: flags & 2 != 0, isAffine: flags & 4 != 0, node: -1))
      }
    }
    return boxes
  }()

  private static let shadow = ShadowOperation(
    shape: shape, sigma: [1, 2], color: .one, outer: SIMD8(8, 7, 6, 5, 4, 3, 2, 1), pixelBounds: bounds,
    clip: ClipHandle(9), isAffine: true, node: 4)

  private static func bytes<Value>(_ value: UnsafePointer<Value>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: value, count: MemoryLayout<Value>.size))
  }

  /// With an unused bit in the largest contents, Swift would keep the case there.
  @Test func caseHasAByteOfItsOwn() {
    #expect(MemoryLayout<BoxOperation?>.size == MemoryLayout<BoxOperation>.size + 1)
    #expect(MemoryLayout<DrawOperation>.size == MemoryLayout<BoxOperation>.size + 1)
  }

  @Test func boxesInPlaceHaveTheSameBytes() throws {
    for box in Self.boxes {
      try withUnsafePointer(to: DrawOperation.box(box)) { operation in
        let inPlace = try #require(operation.box)
        withUnsafePointer(to: box) { #expect(Self.bytes(inPlace) == Self.bytes($0)) }
        #expect(operation.shadow == nil)
      }
    }
  }

  @Test func flagsAndFiltersAreKeptApart() {
    let (opaque, white, affine) = (
      Self.boxes.filter(\.isInnerOpaque).count, Self.boxes.filter(\.isInnerWhite).count,
      Self.boxes.filter(\.isAffine).count
    )
    #expect([opaque, white, affine] == [36, 36, 36])
    for var box in Self.boxes {
      let (white, affine) = (box.isInnerWhite, box.isAffine)
      let filters = [box.placement.magnification, box.placement.minification]
      for isOpaque in [true, false] {
        box.isInnerOpaque = isOpaque
        #expect(box.isInnerOpaque == isOpaque)
      }
      #expect((box.isInnerWhite, box.isAffine) == (white, affine))
      #expect([box.placement.magnification, box.placement.minification] == filters)
    }
    #expect(Set(Self.boxes.map { [$0.placement.magnification, $0.placement.minification] }).count == 9)
  }

  @Test func shadowsInPlaceAreEqual() throws {
    try withUnsafePointer(to: DrawOperation.shadow(Self.shadow)) { operation in
      let inPlace = try #require(operation.shadow)
      #expect(inPlace.pointee == Self.shadow)
      #expect(operation.box == nil)
    }
  }

  @Test func boxesAreChangedInPlace() throws {
    for box in Self.boxes {
      var operation = DrawOperation.box(box)
      try withUnsafeMutablePointer(to: &operation) { try #require($0.box).pointee.isInnerOpaque.toggle() }
      guard case .box(let changed) = operation else {
        Issue.record("the operation is no box any more")
        continue
      }
      #expect(changed.isInnerOpaque != box.isInnerOpaque)
      #expect(changed.isInnerWhite == box.isInnerWhite)
    }
  }

  @Test func otherOperationsAreNeither() {
    let composite = CompositeOperation(source: .none, pixelBounds: Self.bounds, opacity: 1, clip: .none, node: 0)
    withUnsafePointer(to: DrawOperation.composite(composite)) {
      #expect($0.box == nil)
      #expect($0.shadow == nil)
    }
  }
}
