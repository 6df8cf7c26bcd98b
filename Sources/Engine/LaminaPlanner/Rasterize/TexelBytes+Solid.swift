// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

extension TexelBytes {
  /// The largest upright rectangle of wholly covered texels, in blocks of four by four.
  func solidRectangle() -> PixelRect {
    let (columns, rows) = (region.width / 4, region.height / 4)
    guard columns > 0, rows > 0 else { return .empty }
    // The number of adjoining solid blocks in each column up to this row of blocks; the last column ends every
    // rectangle.
    var heights = [Int](repeating: 0, count: columns + 1)
    var stack: [Int] = []
    var (best, area) = (PixelRect.empty, 0)
    for row in 0..<rows {
      countBlocks(row, &heights)
      stack.removeAll(keepingCapacity: true)
      for column in 0...columns {
        while let top = stack.last, heights[top] >= heights[column] {
          stack.removeLast()
          let left = stack.last.map { $0 + 1 } ?? 0
          guard heights[top] * (column - left) > area else { continue }
          area = heights[top] * (column - left)
          best = PixelRect(
            minX: Int32(4 * left), minY: Int32(4 * (row + 1 - heights[top])), maxX: Int32(4 * column),
            maxY: Int32(4 * (row + 1)))
        }
        stack.append(column)
      }
    }
    guard area > 0 else { return .empty }
    return grown(best)
  }

  private func countBlocks(_ row: Int, _ heights: inout [Int]) {
    let width = region.width
    bytes.withUnsafeBytes { bytes in
      for column in 0..<heights.count - 1 {
        var all = UInt32.max
        for line in 0..<4 {
          all &= bytes.loadUnaligned(fromByteOffset: (4 * row + line) * width + 4 * column, as: UInt32.self)
        }
        heights[column] = all == .max ? heights[column] + 1 : 0
      }
    }
  }

  /// Moves each side of a solid rectangle outward by up to three texels, while it remains solid.
  private func grown(_ rectangle: PixelRect) -> PixelRect {
    var result = rectangle
    func isSolid(_ rect: PixelRect) -> Bool {
      (rect.minY..<rect.maxY).allSatisfy { y in
        bytes[Int(y) * region.width + Int(rect.minX)..<Int(y) * region.width + Int(rect.maxX)].allSatisfy { $0 == 255 }
      }
    }
    for _ in 0..<3 {
      let r = result
      if r.minX > 0, isSolid(PixelRect(minX: r.minX - 1, minY: r.minY, maxX: r.minX, maxY: r.maxY)) { result.minX -= 1 }
      if Int(r.maxX) < region.width, isSolid(PixelRect(minX: r.maxX, minY: r.minY, maxX: r.maxX + 1, maxY: r.maxY)) {
        result.maxX += 1
      }
    }
    for _ in 0..<3 {
      let r = result
      if r.minY > 0, isSolid(PixelRect(minX: r.minX, minY: r.minY - 1, maxX: r.maxX, maxY: r.minY)) { result.minY -= 1 }
      if Int(r.maxY) < region.height, isSolid(PixelRect(minX: r.minX, minY: r.maxY, maxX: r.maxX, maxY: r.maxY + 1)) {
        result.maxY += 1
      }
    }
    return PixelRect(
      minX: result.minX + region.minX, minY: result.minY + region.minY, maxX: result.maxX + region.minX,
      maxY: result.maxY + region.minY)
  }
}
