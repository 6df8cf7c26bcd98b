// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// How planes of BT.709 lie in the target that the shader `planes` draws: four bytes of a plane to a pixel. First a row
// for each row of luma, then one for each row of chroma with U on the left and V on the right, then one for each row of
// alpha where there is any. 1.5 bytes a pixel come back instead of 4; 2.5 with alpha.

package import LaminaGeometry

/// The layout of packed planes.
package struct PackedPlanes: Sendable, Hashable {
  /// The picture, pixels.
  package let size: PixelSize
  /// Whether there is a plane of alpha, and colours are straight.
  package let hasAlpha: Bool

  /// The layout for a picture.
  package init(size: PixelSize, hasAlpha: Bool) {
    self.size = size
    self.hasAlpha = hasAlpha
  }

  private var chroma: PixelSize { PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2) }
  private var lumaColumns: Int { (size.width + 3) / 4 }
  private var chromaColumns: Int { (chroma.width + 3) / 4 }

  /// The size of the target, in pixels of four bytes.
  package var targetSize: PixelSize {
    PixelSize(
      width: max(lumaColumns, 2 * chromaColumns), height: size.height * (hasAlpha ? 2 : 1) + chroma.height)
  }

  /// Bytes of the planes.
  package var byteCount: Int { size.area * (hasAlpha ? 2 : 1) + 2 * chroma.area }

  /// The planes Y, U, V and alpha, one behind the other, from the bytes of a target.
  package func planes(from target: UnsafeRawBufferPointer) -> [UInt8] {
    let stride = 4 * targetSize.width
    return [UInt8](unsafeUninitializedCapacity: byteCount) { bytes, count in
      var out = UnsafeMutableRawBufferPointer(bytes)
      func copy(rows: Range<Int>, from column: Int, width: Int) {
        for row in rows {
          let start = row * stride + 4 * column
          out.copyMemory(from: UnsafeRawBufferPointer(rebasing: target[start..<(start + width)]))
          out = UnsafeMutableRawBufferPointer(rebasing: out[width...])
        }
      }
      let chromaRows = size.height..<(size.height + chroma.height)
      copy(rows: 0..<size.height, from: 0, width: size.width)
      copy(rows: chromaRows, from: 0, width: chroma.width)
      copy(rows: chromaRows, from: chromaColumns, width: chroma.width)
      if hasAlpha {
        copy(rows: chromaRows.upperBound..<(chromaRows.upperBound + size.height), from: 0, width: size.width)
      }
      count = byteCount
    }
  }
}
