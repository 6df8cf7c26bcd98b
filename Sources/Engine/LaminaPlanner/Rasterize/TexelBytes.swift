// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

/// Texels from which a picture is made: one byte of coverage each, or four bytes of premultiplied colour, without
/// padding.
struct TexelBytes {
  /// The texels of the grid that are present.
  private(set) var region: PixelRect
  /// The number of bytes per texel.
  let channels: Int
  private(set) var bytes: [UInt8]

  private init(region: PixelRect, channels: Int, bytes: [UInt8]) {
    (self.region, self.channels, self.bytes) = (region, channels, bytes)
  }

  /// Takes the part of a mask that covers anything; `nil` if the mask is empty.
  init?(trimming mask: CoverageMask) {
    self.init(
      trimming: mask.coverage, region: mask.region, channels: 1, bytesPerRow: mask.bytesPerRow)
  }

  /// Takes a whole mask without padding; `nil` if the mask has no texels, or has padding.
  init?(whole mask: CoverageMask) {
    guard !mask.region.isEmpty, mask.bytesPerRow == mask.region.width else { return nil }
    self.init(region: mask.region, channels: 1, bytes: mask.coverage)
  }

  /// Takes the part of a picture that is not transparent; `nil` if everything is transparent.
  ///
  /// - Parameter region: The texels of the grid that the picture has.
  init?(trimming image: CGImage, at region: PixelRect) {
    self.init(trimming: image.premultipliedRGBA, region: region, channels: 4, bytesPerRow: 4 * image.width)
  }

  private init?(trimming all: [UInt8], region whole: PixelRect, channels: Int, bytesPerRow: Int) {
    var (low, high) = (SIMD2(Int.max, Int.max), SIMD2(Int.min, Int.min))
    all.withUnsafeBytes { bytes in
      for y in 0..<whole.height {
        let row = UnsafeRawBufferPointer(
          rebasing: bytes[y * bytesPerRow..<y * bytesPerRow + whole.width * channels])
        guard let (first, last) = row.nonzeroBounds else { continue }
        low = SIMD2(min(low.x, first / channels), min(low.y, y))
        high = SIMD2(max(high.x, last / channels), y)
      }
    }
    guard low.y <= high.y else { return nil }
    region = PixelRect(
      minX: whole.minX + Int32(low.x), minY: whole.minY + Int32(low.y), maxX: whole.minX + Int32(high.x) + 1,
      maxY: whole.minY + Int32(high.y) + 1)
    self.channels = channels
    bytes = []
    bytes.reserveCapacity(region.area * channels)
    for y in low.y...high.y {
      bytes += all[y * bytesPerRow + low.x * channels..<y * bytesPerRow + (high.x + 1) * channels]
    }
  }

  /// The mean over one and a half texels along both axes, with one more texel on every side and an empty one around.
  ///
  /// Sampled linearly with two texels per pixel at any phase and angle, the mean is closest to the area that a pixel
  /// covers: at an edge, the error is 5 levels on average and 27 at most, against 13 and 68 without smoothing.
  func smoothed() -> TexelBytes {
    let grown = PixelRect(
      minX: region.minX - 2, minY: region.minY - 2, maxX: region.maxX + 2, maxY: region.maxY + 2)
    let (width, wide) = (region.width * channels, grown.width * channels)
    // Row by row with three empty texels on either side, so that every sum reads texels at fixed distances, and the
    // sums can be vectorized.
    var padded = [UInt16](repeating: 0, count: width + 6 * channels)
    var rows = [UInt16](repeating: 0, count: wide * grown.height)
    bytes.withUnsafeBufferPointer { source in
      rows.withUnsafeMutableBufferPointer { rows in
        padded.withUnsafeMutableBufferPointer { padded in
          for y in 0..<region.height {
            let line = UnsafeBufferPointer(rebasing: source[(y * width)..<((y + 1) * width)])
            let texels = UnsafeMutableBufferPointer(rebasing: padded[(3 * channels)...].prefix(width))
            for x in line.indices { texels[x] = UInt16(truncatingIfNeeded: line[x]) }
            let (left, middle, right) = (padded[...], padded[channels...], padded[(2 * channels)...])
            Self.add(
              UnsafeMutableBufferPointer(rebasing: left), UnsafeMutableBufferPointer(rebasing: middle),
              UnsafeMutableBufferPointer(rebasing: right),
              to: UnsafeMutableBufferPointer(rebasing: rows[((y + 2) * wide)..<((y + 3) * wide)]))
          }
        }
      }
    }
    var result = [UInt8](repeating: 0, count: wide * grown.height)
    rows.withUnsafeMutableBufferPointer { rows in
      result.withUnsafeMutableBufferPointer { result in
        for y in 1..<(grown.height - 1) {
          func row(_ y: Int) -> UnsafeMutableBufferPointer<UInt16> {
            UnsafeMutableBufferPointer(rebasing: rows[(y * wide)..<((y + 1) * wide)])
          }
          Self.mix(
            row(y - 1), row(y), row(y + 1),
            to: UnsafeMutableBufferPointer(rebasing: result[(y * wide)..<((y + 1) * wide)]))
        }
      }
    }
    return TexelBytes(region: grown, channels: channels, bytes: result)
  }

  /// The sums of a row, over three neighbours with the middle one counted four times.
  private static func add(
    _ left: UnsafeMutableBufferPointer<UInt16>, _ middle: UnsafeMutableBufferPointer<UInt16>,
    _ right: UnsafeMutableBufferPointer<UInt16>, to sums: UnsafeMutableBufferPointer<UInt16>
  ) {
    for x in sums.indices { sums[x] = left[x] &+ 4 &* middle[x] &+ right[x] }
  }

  /// The texels of a row, from the sums of three rows: divided by 36 and rounded, which is exact for up to 36 times
  /// 255.
  private static func mix(
    _ above: UnsafeMutableBufferPointer<UInt16>, _ here: UnsafeMutableBufferPointer<UInt16>,
    _ below: UnsafeMutableBufferPointer<UInt16>, to texels: UnsafeMutableBufferPointer<UInt8>
  ) {
    for x in texels.indices {
      let sum = UInt32(above[x]) &+ 4 &* UInt32(here[x]) &+ UInt32(below[x])
      texels[x] = UInt8(truncatingIfNeeded: ((sum &+ 18) &* 58255) >> 21)
    }
  }

  /// A rectangle of these texels.
  ///
  /// - Parameter rect: The rectangle, measured from the region's own corner, and inside the region.
  func part(_ rect: PixelRect) -> TexelBytes {
    var result: [UInt8] = []
    result.reserveCapacity(rect.area * channels)
    for y in Int(rect.minY)..<Int(rect.maxY) {
      let row = (y * region.width + Int(rect.minX)) * channels
      result += bytes[row..<row + rect.width * channels]
    }
    return TexelBytes(
      region: PixelRect(
        minX: region.minX + rect.minX, minY: region.minY + rect.minY, maxX: region.minX + rect.maxX,
        maxY: region.minY + rect.maxY), channels: channels, bytes: result)
  }

  /// The coverage alone, if every texel is white; `nil` otherwise.
  func coverageAlone() -> TexelBytes? {
    guard channels == 4 else { return self }
    var odd: UInt32 = 0
    let coverage = [UInt8](unsafeUninitializedCapacity: region.area) { out, count in
      count = region.area
      bytes.withUnsafeBytes { bytes in
        for index in 0..<region.area {
          let texel = bytes.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
          odd |= texel ^ (texel & 0xFF) &* 0x0101_0101
          out[index] = UInt8(truncatingIfNeeded: texel)
        }
      }
    }
    return odd == 0 ? TexelBytes(region: region, channels: 1, bytes: coverage) : nil
  }

  /// The texels as a picture, in which coverage is white.
  ///
  /// - Parameter isCopied: Whether the picture will be drawn texel for pixel; coverage then remains one byte per texel,
  ///   since no renderer has to interpolate it.
  func picture(isCopied: Bool, isOpaque: Bool = false) -> CGImage {
    let (width, height) = (region.width, region.height)
    guard channels == 1 else {
      return CGImage(width: width, height: height, premultipliedRGBA: bytes, isOpaque: isOpaque)
    }
    guard isCopied else {
      return CGImage(width: width, height: height, premultipliedRGBA: CGImage.white(bytes), isOpaque: isOpaque)
    }
    return CGImage(width: width, height: height, coverage: bytes, isOpaque: isOpaque)
  }
}

extension UnsafeRawBufferPointer {
  /// The indices of the first and the last byte that are not 0; `nil` if all are. Eight bytes are compared at once,
  /// because most of a picture of a line is empty.
  var nonzeroBounds: (first: Int, last: Int)? {
    guard let base = baseAddress else { return nil }
    var first = 0
    while first &+ 8 <= count, (base + first).loadUnaligned(as: UInt64.self) == 0 { first &+= 8 }
    while first < count, self[first] == 0 { first &+= 1 }
    guard first < count else { return nil }
    var last = count
    while last >= 8, (base + (last &- 8)).loadUnaligned(as: UInt64.self) == 0 { last &-= 8 }
    while self[last &- 1] == 0 { last &-= 1 }
    return (first, last &- 1)
  }
}
