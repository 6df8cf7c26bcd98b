// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// The pixels of an operation.
struct DrawExtent {
  /// The pixels that it may touch.
  let bounds: PixelRect
  /// Pixels in which it hides everything behind it; empty if none are known.
  let hidden: PixelRect

  /// - Parameter vertices: The vertices of its inner polygon.
  init(of draw: UnsafePointer<DrawOperation>, _ vertices: UnsafeBufferPointer<SIMD2<Float>>) {
    bounds = draw.pointee.pixelBounds
    let hiding = draw.pointee.hiding
    hidden =
      hiding.count < 3
      ? .empty : UprightPolygon(inside: vertices.polygon(at: hiding))?.pixels.intersection(bounds) ?? .empty
  }
}

extension [DrawOperation] {
  /// The extents of the operations.
  ///
  /// - Parameter vertices: The vertices of the inner polygons.
  func extents(_ vertices: [SIMD2<Float>]) -> [DrawExtent] {
    vertices.withUnsafeBufferPointer { vertices in
      withUnsafeBufferPointer { draws in
        guard let base = draws.baseAddress else { return [] }
        return draws.indices.map { DrawExtent(of: base + $0, vertices) }
      }
    }
  }
}

/// Squares of 256 pixels, a bit for each of 8 x 8: squares that are 2,048 pixels apart share a bit. Pixels without a
/// common bit have no pixel in common, which is found out much faster than by rectangles.
struct PixelCells {
  private static let (side, columns) = (8 as Int32, 0x0101_0101_0101_0101 as UInt64)

  /// The squares that a rectangle touches.
  static func bits(_ rectangle: PixelRect) -> UInt64 {
    if rectangle.isEmpty { return 0 }
    let rows = bits(from: rectangle.minY, to: rectangle.maxY)
    var cells: UInt64 = 0
    for row in 0..<8 where rows & 1 << row != 0 { cells |= 0xFF << UInt64(8 * row) }
    return cells & (bits(from: rectangle.minX, to: rectangle.maxX) &* columns)
  }

  /// A bit for each of the eight places, modulo eight, that an interval touches.
  private static func bits(from low: Int32, to high: Int32) -> UInt64 {
    let (first, last) = (low >> side, (high - 1) >> side)
    let bits: UInt64 = last - first >= 7 ? 0xFF : (2 << UInt64(last - first) - 1) << UInt64(first & 7)
    return (bits | bits >> 8) & 0xFF
  }
}

/// The pixels of a part of a pass that still show, while operations are chosen from front to back.
struct OpenPixels {
  /// Rectangles without pixels in common.
  private var rectangles: [PixelRect] = []
  /// Memory for the rectangles that are left.
  private var spare: [PixelRect] = []
  private var bounds = PixelRect.empty
  /// The squares that the pixels touch (``PixelCells``), or touched a while ago.
  private(set) var cells: UInt64 = 0
  /// The greatest number of rectangles; an operation that would leave more hides nothing.
  private static let most = 32

  init(_ region: PixelRegion) {
    // Rectangles of a region may overlap.
    for rectangle in region.rectangles {
      var parts = [rectangle]
      for other in rectangles {
        var left: [PixelRect] = []
        for part in parts { part.forEachPiece(around: other) { left.append($0) } }
        parts = left
      }
      rectangles += parts
    }
    bounds = region.bounds
    updateCells()
  }

  /// Finds out which squares the pixels touch now.
  mutating func updateCells() { cells = rectangles.reduce(0) { $0 | PixelCells.bits($1) } }

  var isEmpty: Bool { rectangles.isEmpty }

  /// Whether a pixel of a rectangle shows.
  @inline(__always) func intersects(_ rectangle: PixelRect) -> Bool {
    guard !rectangle.isEmpty, rectangle.intersects(bounds) else { return false }
    for own in rectangles where own.intersects(rectangle) { return true }
    return false
  }

  /// Takes the pixels away that an operation hides.
  mutating func hide(_ hidden: PixelRect) {
    guard intersects(hidden) else { return }
    spare.removeAll(keepingCapacity: true)
    for rectangle in rectangles { rectangle.forEachPiece(around: hidden) { spare.append($0) } }
    guard spare.count <= Self.most else { return }
    swap(&rectangles, &spare)
    bounds = rectangles.reduce(.empty) { $0.union($1) }
  }
}

extension PixelRect {
  /// Calls `body` for the rest of the rectangle around some of its pixels: above, below, left and right of them, as far
  /// as there are pixels.
  package func forEachPiece(around hole: PixelRect, _ body: (PixelRect) -> Void) {
    func add(_ piece: PixelRect) { if !piece.isEmpty { body(piece) } }
    let hole = hole.intersection(self)
    guard !hole.isEmpty else { return add(self) }
    add(PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: hole.minY))
    add(PixelRect(minX: minX, minY: hole.maxY, maxX: maxX, maxY: maxY))
    add(PixelRect(minX: minX, minY: hole.minY, maxX: hole.minX, maxY: hole.maxY))
    add(PixelRect(minX: hole.maxX, minY: hole.minY, maxX: maxX, maxY: hole.maxY))
  }
}
