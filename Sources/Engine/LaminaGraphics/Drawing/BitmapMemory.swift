// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Bitmaps in memory that callers see. Cairo draws into pixels of its own; before each drawing, the part that the
// drawing may touch is read from the memory, and afterwards written back, so that both always have the same pixels.

internal import Glibc
internal import LaminaGeometry

/// The memory of a bitmap, as callers see it.
final class BitmapMemory {
  /// The address of row 0, the top row.
  let start: UnsafeMutableRawPointer
  let bytesPerRow: Int
  let layout: SampleLayout
  private let width: Int
  private let height: Int
  private let isOwned: Bool
  /// Reports to a caller that its memory is not used any more; called once, at the end.
  var onRelease: (() -> Void)?

  /// The most bytes of a bitmap.
  static let maximumBytes = 1 << 32

  /// Uses the memory of a caller, which must stay valid as long as this object; without it, allocates memory of zeros.
  ///
  /// - Returns: `nil` when there is no memory.
  init?(_ memory: UnsafeMutableRawPointer?, width: Int, height: Int, bytesPerRow: Int, layout: SampleLayout) {
    (self.width, self.height, self.bytesPerRow, self.layout) = (width, height, bytesPerRow, layout)
    isOwned = memory == nil
    guard bytesPerRow * height <= Self.maximumBytes, let found = memory ?? calloc(height, bytesPerRow) else {
      return nil
    }
    start = found
  }

  deinit {
    if isOwned { free(start) }
    onRelease?()
  }

  /// Copies the pixels of a region to Cairo's surface.
  func read(into surface: borrowing CairoSurface, region: PixelRect) {
    let (layout, opaque) = (layout, layout.isOpaque)
    let (alphaSample, first) = (layout.alphaSample, layout.firstColorSample)
    forEachRow(of: region, in: surface) { row, pixels, firstColumn, count in
      for x in 0..<count {
        let column = firstColumn + x
        func level(_ sample: Int) -> UInt32 {
          UInt32(layout.level(sample, of: column, in: UnsafeRawBufferPointer(row)))
        }
        let alpha = opaque ? 255 : alphaSample.map(level) ?? 255
        var (red, green, blue): (UInt32, UInt32, UInt32) = (0, 0, 0)
        switch layout.colors {
        case .none: break
        case .gray:
          red = level(first)
          (green, blue) = (red, red)
        case .rgb: (red, green, blue) = (level(first), level(first + 1), level(first + 2))
        case .inks:
          let light = 255 - level(first + 3)
          func shown(_ ink: UInt32) -> UInt32 { ((255 - ink) * light + 127) / 255 }
          (red, green, blue) = (shown(level(first)), shown(level(first + 1)), shown(level(first + 2)))
        }
        if !opaque, !layout.isPremultiplied {
          func multiplied(_ value: UInt32) -> UInt32 { (value * alpha + 127) / 255 }
          (red, green, blue) = (multiplied(red), multiplied(green), multiplied(blue))
        }
        // A colour above its alpha, which only a caller can make, would wrap around in Cairo.
        let word = alpha << 24 | min(red, alpha) << 16 | min(green, alpha) << 8 | min(blue, alpha)
        pixels.storeBytes(of: word.littleEndian, toByteOffset: 4 * x, as: UInt32.self)
      }
    }
  }

  /// Copies the pixels of a region from Cairo's surface.
  func write(from surface: borrowing CairoSurface, region: PixelRect) {
    let (layout, opaque) = (layout, layout.isOpaque)
    let (alphaSample, first) = (layout.alphaSample, layout.firstColorSample)
    let skipped: Int? =
      switch layout.alphaInfo {
      case .noneSkipFirst: 0
      case .noneSkipLast: layout.colors.count
      default: nil
      }
    forEachRow(of: region, in: surface) { row, pixels, firstColumn, count in
      for x in 0..<count {
        let column = firstColumn + x
        let word = UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
        let alpha = opaque ? 255 : UInt8(truncatingIfNeeded: word >> 24)
        func component(_ shift: UInt32) -> UInt8 {
          let level = UInt8(truncatingIfNeeded: word >> shift)
          return opaque || layout.isPremultiplied || layout.colors == .none
            ? level : Premultiplication.straight(level, alpha: alpha)
        }
        if let sample = alphaSample ?? skipped { layout.store(alpha, sample, of: column, in: row) }
        switch layout.colors {
        case .none: break
        case .gray:
          layout.store(Self.brightness(component(16), component(8), component(0)), first, of: column, in: row)
        case .rgb:
          layout.store(component(16), first, of: column, in: row)
          layout.store(component(8), first + 1, of: column, in: row)
          layout.store(component(0), first + 2, of: column, in: row)
        case .inks:
          // The conversion uses no profile and no black: three inks are enough.
          for (offset, shift) in [UInt32(16), 8, 0].enumerated() {
            layout.store(255 - component(shift), first + offset, of: column, in: row)
          }
          layout.store(0, first + 3, of: column, in: row)
        }
      }
    }
  }

  /// The grey of a colour: Rec. 709 weights on encoded values, exact for greys.
  private static func brightness(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (13933 * Int(red) + 46871 * Int(green) + 4732 * Int(blue) + 32768) >> 16)
  }

  /// Calls `body` with each row of a region: the whole row of the memory, Cairo's pixels of the region, its first
  /// column.
  private func forEachRow(
    of region: PixelRect, in surface: borrowing CairoSurface,
    _ body: (UnsafeMutableRawBufferPointer, UnsafeMutableRawBufferPointer, Int, Int) -> Void
  ) {
    let region = region.intersection(PixelRect(size: PixelSize(width: width, height: height)))
    guard !region.isEmpty else { return }
    let (left, count) = (Int(region.minX), region.width)
    surface.withBytes { bytes, surfaceBytesPerRow in
      for y in Int(region.minY)..<Int(region.maxY) {
        let row = UnsafeMutableRawBufferPointer(start: start + y * bytesPerRow, count: bytesPerRow)
        let from = y * surfaceBytesPerRow + 4 * left
        body(row, UnsafeMutableRawBufferPointer(rebasing: bytes[from..<(from + 4 * count)]), left, count)
      }
    }
  }
}
