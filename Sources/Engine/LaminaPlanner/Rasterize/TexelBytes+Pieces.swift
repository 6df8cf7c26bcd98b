// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

extension TexelBytes {
  /// The side of a cell; texels.
  private static let cell = 64
  /// The smallest number of texels that is worth cutting.
  private static let worthwhileArea = 1 << 16
  /// The greatest number of pieces that is worth cutting.
  private static let maximumPieces = 256

  /// Cuts a picture that is mostly empty, for example of a line, into its non-empty cells of 64 by 64 texels.
  /// Neighbouring cells in a row are joined.
  ///
  /// - Returns: The pieces; `nil` if they would hold more than half of the texels.
  func pieces() -> [TexelBytes]? {
    guard region.area >= Self.worthwhileArea else { return nil }
    let columns = (region.width + Self.cell - 1) / Self.cell
    var strips: [PixelRect] = []
    var area = 0
    for top in stride(from: 0, to: region.height, by: Self.cell) {
      let bottom = min(top + Self.cell, region.height)
      var start: Int?
      for column in 0...columns {
        let isFilled = column < columns && !isEmpty(column: column, rows: top..<bottom)
        if isFilled, start == nil { start = column }
        guard !isFilled, let first = start else { continue }
        let strip = PixelRect(
          minX: Int32(first * Self.cell), minY: Int32(top), maxX: Int32(min(column * Self.cell, region.width)),
          maxY: Int32(bottom))
        area += strip.area
        strips.append(strip)
        start = nil
        guard strips.count <= Self.maximumPieces, 2 * area <= region.area else { return nil }
      }
    }
    return strips.map(part)
  }

  private func isEmpty(column: Int, rows: Range<Int>) -> Bool {
    let first = column * Self.cell * channels
    let last = min(first + Self.cell * channels, region.width * channels)
    return bytes.withUnsafeBytes { bytes in
      rows.allSatisfy { row in
        UnsafeRawBufferPointer(
          rebasing: bytes[row * region.width * channels + first..<row * region.width * channels + last]
        ).nonzeroBounds == nil
      }
    }
  }
}
