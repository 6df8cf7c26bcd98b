// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The layout of planes of BT.709 in the target that the shader `planes` draws: four bytes of a plane to a pixel. First
// a row for each row of luma, then one for each row of chroma with U on the left and V on the right, then one for each
// row of alpha, if any. 1.5 bytes a pixel are read back instead of 4; 2.5 with alpha.

package import LaminaGeometry
package import LaminaGraphics

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

  /// The pixels of the target whose samples read some pixels of the picture.
  ///
  /// A sample of luma or of alpha reads one pixel. Sample c of row r of chroma reads the columns 2c - 1, 2c and 2c + 1
  /// of the rows 2r and 2r + 1. Beyond the picture it reads the pixels at the edge, which it reads anyway.
  ///
  /// - Parameter pixels: The pixels of the picture; pixels outside of it are in no sample.
  /// - Returns: The rectangles of Y, U, V and alpha, which share no pixel.
  package func parts(touchedBy pixels: PixelRect) -> [PixelRect] {
    let touched = pixels.intersection(PixelRect(size: size))
    guard !touched.isEmpty else { return [] }
    let (columns, rows) = (Int(touched.minX)..<Int(touched.maxX), Int(touched.minY)..<Int(touched.maxY))
    let samples = (columns.lowerBound / 2)..<min(columns.upperBound / 2 + 1, chroma.width)
    let pairs = (rows.lowerBound / 2)..<((rows.upperBound + 1) / 2)
    var parts = [
      Self.part(of: columns, rows), Self.part(of: samples, pairs, row: size.height),
      Self.part(of: samples, pairs, column: chromaColumns, row: size.height),
    ]
    if hasAlpha { parts.append(Self.part(of: columns, rows, row: size.height + chroma.height)) }
    return parts
  }

  /// The pixels of the target whose samples read pixels of several rectangles. Rectangles that lie close together
  /// become one.
  package func parts(touchedBy pixels: PixelRegion) -> PixelRegion {
    var parts = PixelRegion()
    for rectangle in pixels.rectangles {
      for part in self.parts(touchedBy: rectangle) { parts.add(part) }
    }
    return parts
  }

  /// The pixels of the target that hold some samples of a plane.
  ///
  /// - Parameters:
  ///   - column: The first column of the plane in the target.
  ///   - row: The first row of the plane in the target.
  private static func part(
    of samples: Range<Int>, _ rows: Range<Int>, column: Int = 0, row: Int = 0
  ) -> PixelRect {
    PixelRect(
      minX: Int32(clamping: column + samples.lowerBound / 4), minY: Int32(clamping: row + rows.lowerBound),
      maxX: Int32(clamping: column + (samples.upperBound + 3) / 4), maxY: Int32(clamping: row + rows.upperBound))
  }

  /// The planes Y, U, V and alpha, contiguous, from the bytes of a target.
  package func planes(from target: UnsafeRawBufferPointer) -> PixelBytes {
    let (columns, stride) = (0..<targetSize.width, 4 * targetSize.width)
    return PixelBytes(
      PixelMemory.array(count: byteCount) { planes in
        for row in 0..<targetSize.height {
          copy(
            columns, of: row, UnsafeRawBufferPointer(rebasing: target[(row * stride)..<((row + 1) * stride)]),
            to: planes)
        }
      })
  }

  /// The planes before with other samples in some parts of a target.
  ///
  /// - Parameters:
  ///   - before: Planes in the layout of ``planes(from:)``.
  ///   - parts: The parts of the target.
  ///   - bytes: The rows of these parts, one part behind the other, as they are read.
  package func planes(
    over before: PixelBytes, in parts: PixelRegion, from bytes: UnsafeRawBufferPointer
  ) -> PixelBytes {
    return PixelBytes(
      PixelMemory.array(count: byteCount) { planes in
        before.withBytes { bytes in
          precondition(bytes.count == byteCount, "planes of another size")
          planes.copyMemory(from: bytes)
        }
        var start = 0
        for part in parts.rectangles {
          let columns = Int(part.minX)..<Int(part.maxX)
          for row in Int(part.minY)..<Int(part.maxY) {
            let end = start + 4 * columns.count
            copy(columns, of: row, UnsafeRawBufferPointer(rebasing: bytes[start..<end]), to: planes)
            start = end
          }
        }
      })
  }

  /// Copies the samples of some pixels of a row of the target to their places in the planes.
  ///
  /// - Parameters:
  ///   - columns: The columns of the pixels.
  ///   - source: Their bytes.
  private func copy(
    _ columns: Range<Int>, of row: Int, _ source: UnsafeRawBufferPointer, to planes: UnsafeMutableRawBufferPointer
  ) {
    // Copies a row of a plane: the index of its first sample among the bytes of the row, the number of samples, and
    // their place in the planes.
    func copy(from first: Int, count: Int, to place: Int) {
      let start = max(first, 4 * columns.lowerBound)
      let end = min(first + count, 4 * columns.upperBound)
      guard start < end else { return }
      let samples = source[(start - 4 * columns.lowerBound)..<(end - 4 * columns.lowerBound)]
      UnsafeMutableRawBufferPointer(rebasing: planes[(place + start - first)..<(place + end - first)])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: samples))
    }
    if row < size.height {
      copy(from: 0, count: size.width, to: row * size.width)
    } else if row < size.height + chroma.height {
      let place = size.area + (row - size.height) * chroma.width
      copy(from: 0, count: chroma.width, to: place)
      copy(from: 4 * chromaColumns, count: chroma.width, to: place + chroma.area)
    } else {
      let alphaRow = row - size.height - chroma.height
      copy(from: 0, count: size.width, to: size.area + 2 * chroma.area + alphaRow * size.width)
    }
  }
}
