// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Converts RGBA to planes in a video's own format, to be blended by `ffmpeg`: straight luma and chroma, and alpha.
// Colours are averaged while premultiplied, and divided by the averaged alpha, so that transparent pixels do not affect
// the chroma of their neighbours.

import LaminaGeometry
import LaminaGraphics
import LaminaVideo

/// The conversion from red, green and blue to luma and chroma of 8 bits.
struct PlaneWeights: Sendable, Equatable {
  /// The weights of red, green and blue in luma, scaled to its range.
  let (red, green, blue): (Float, Float, Float)
  /// The weights in the grey that chroma is relative to.
  let grey: SIMD3<Float>
  /// The chroma of one unit of blue or red above grey.
  let (blueness, redness): (Float, Float)
  /// The luma of black.
  let black: Float

  /// The weights of a video; `nil` if it needs more than a matrix from sRGB.
  init?(_ color: VideoColor) {
    guard !color.isHighDynamicRange, color.primaries != "bt2020" else { return nil }
    let weights: (red: Float, blue: Float)
    switch color.matrix {
    case "bt709": weights = (0.2126, 0.0722)
    case "smpte170m", "bt470bg": weights = (0.299, 0.114)
    default: return nil
    }
    let (luma, chroma): (Float, Float) = color.isFullRange ? (1, 1) : (219 / 255, 224 / 255)
    grey = SIMD3(weights.red, 1 - weights.red - weights.blue, weights.blue)
    (red, green, blue) = (grey.x * luma, grey.y * luma, grey.z * luma)
    (blueness, redness) = (chroma / (2 * (1 - weights.blue)), chroma / (2 * (1 - weights.red)))
    black = color.isFullRange ? 0 : 16
  }
}

/// Makes planes of pictures that are blended over a video.
enum OverlayPlanes {
  /// The planes Y, U, V and alpha, in sequence.
  ///
  /// - Parameters:
  ///   - pixels: Premultiplied RGBA.
  ///   - size: The size of the picture; both sides even.
  ///   - startsInside: Whether the video continues to the left of the picture, where the tree draws nothing.
  static func bytes(
    of pixels: [UInt8], size: PixelSize, startsInside: Bool, _ weights: PlaneWeights
  ) -> [UInt8] {
    precondition(size.width % 2 == 0 && size.height % 2 == 0 && pixels.count == 4 * size.area)
    let count = FrameLayout.yuva420.byteCount(of: size)
    return [UInt8](unsafeUninitializedCapacity: count) { planes, written in
      pixels.withUnsafeBytes { source in
        guard let base = source.baseAddress, let out = planes.baseAddress else { return }
        Overlay(
          pixels: base, width: size.width, height: size.height, startsInside: startsInside, weights: weights
        ).planes(into: out)
      }
      written = count
    }
  }
}

/// The conversion of one picture.
private struct Overlay {
  let pixels: UnsafeRawPointer
  let width: Int
  let height: Int
  let startsInside: Bool
  let weights: PlaneWeights

  func planes(into out: UnsafeMutablePointer<UInt8>) {
    let (area, columns) = (width * height, width / 2)
    let (u, v) = (out + area, out + area + area / 4)
    let alpha = out + area + area / 2
    // Sums of two rows, red and blue in one word, green and alpha in the other, with room for repeated pixels at either
    // end.
    let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * (width + 32))
    defer { sums.deallocate() }
    let (redBlue, greenAlpha) = (sums + 8, sums + width + 40)
    for row in 0..<height / 2 {
      let (first, second) = (2 * row * width, (2 * row + 1) * width)
      let isClear = addRows(
        (pixels + 4 * first, out + first, alpha + first), (pixels + 4 * second, out + second, alpha + second), redBlue,
        greenAlpha)
      let place = row * columns
      guard !isClear else {
        (u + place).update(repeating: 128, count: columns)
        (v + place).update(repeating: 128, count: columns)
        continue
      }
      weigh(redBlue, greenAlpha, u: u + place, v: v + place, columns: columns)
    }
  }

  private typealias Row = (
    pixels: UnsafeRawPointer, luma: UnsafeMutablePointer<UInt8>, alpha: UnsafeMutablePointer<UInt8>
  )

  /// Computes luma and alpha of two rows, and the sums of their pixels.
  ///
  /// - Returns: Whether both rows are transparent; then there are no sums.
  private func addRows(
    _ top: Row, _ bottom: Row, _ redBlue: UnsafeMutablePointer<UInt32>, _ greenAlpha: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    var (x, seen) = (0, SIMD8<UInt32>(repeating: 0))
    while x &+ 8 <= width {
      let above = top.pixels.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD8<UInt32>.self)
      let below = bottom.pixels.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD8<UInt32>.self)
      seen |= above | below
      store(above, top, x)
      store(below, bottom, x)
      let low = SIMD8<UInt32>(repeating: 0x00FF_00FF)
      UnsafeMutableRawPointer(redBlue + x).storeBytes(of: (above & low) &+ (below & low), as: SIMD8<UInt32>.self)
      UnsafeMutableRawPointer(greenAlpha + x).storeBytes(
        of: ((above &>> 8) & low) &+ ((below &>> 8) & low), as: SIMD8<UInt32>.self)
      x &+= 8
    }
    var rest: UInt32 = 0
    while x < width {
      let above = top.pixels.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)
      let below = bottom.pixels.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)
      rest |= above | below
      (top.alpha[x], bottom.alpha[x]) = (UInt8(truncatingIfNeeded: above >> 24), UInt8(truncatingIfNeeded: below >> 24))
      (top.luma[x], bottom.luma[x]) = (luma(SIMD8(repeating: above))[0], luma(SIMD8(repeating: below))[0])
      redBlue[x] = (above & 0x00FF_00FF) &+ (below & 0x00FF_00FF)
      greenAlpha[x] = ((above >> 8) & 0x00FF_00FF) &+ ((below >> 8) & 0x00FF_00FF)
      x &+= 1
    }
    if seen == .zero, rest == 0 { return true }
    (redBlue[-1], greenAlpha[-1]) = startsInside ? (0, 0) : (redBlue[0], greenAlpha[0])
    for beyond in width..<(width + 10) {
      (redBlue[beyond], greenAlpha[beyond]) = (redBlue[width - 1], greenAlpha[width - 1])
    }
    return false
  }

  @inline(__always) private func store(_ words: SIMD8<UInt32>, _ row: Row, _ x: Int) {
    let alpha = words &>> 24
    UnsafeMutableRawPointer(row.alpha + x).storeBytes(
      of: SIMD8<UInt8>(truncatingIfNeeded: alpha), as: SIMD8<UInt8>.self)
    // Large parts of a typical overlay are transparent.
    if words == .zero {
      UnsafeMutableRawPointer(row.luma + x).storeBytes(
        of: SIMD8(repeating: UInt8(clamping: Int(clamping: Double(weights.black)))), as: SIMD8<UInt8>.self)
    } else {
      UnsafeMutableRawPointer(row.luma + x).storeBytes(of: luma(words), as: SIMD8<UInt8>.self)
    }
  }

  /// The straight luma of eight pixels.
  @inline(__always) private func luma(_ words: SIMD8<UInt32>) -> SIMD8<UInt8> {
    let byte = SIMD8<UInt32>(repeating: 0xFF)
    let alpha = words &>> 24
    var sum = Self.number(words & byte) * weights.red + Self.number((words &>> 8) & byte) * weights.green
    sum += Self.number((words &>> 16) & byte) * weights.blue
    if alpha != byte {
      // Compared as floats, since the equality of integers compiles to a loop over the lanes, through memory.
      let weight = Self.number(alpha)
      sum *= 255 / weight.replacing(with: 1, where: weight .< 1)
    }
    return Self.bytes(sum + weights.black)
  }

  /// Converts whole numbers below 2^23 to floats.
  @inline(__always) private static func number(_ words: SIMD8<UInt32>) -> SIMD8<Float> {
    unsafeBitCast(words | SIMD8(repeating: 0x4B00_0000), to: SIMD8<Float>.self) - 8_388_608
  }

  @inline(__always) private static func number(_ words: SIMD4<UInt32>) -> SIMD4<Float> {
    unsafeBitCast(words | SIMD4(repeating: 0x4B00_0000), to: SIMD4<Float>.self) - 8_388_608
  }

  /// Rounds to bytes.
  @inline(__always) private static func bytes(_ values: SIMD8<Float>) -> SIMD8<UInt8> {
    let most = values.replacing(with: 255, where: values .> 255)
    let kept = most.replacing(with: 0, where: most .< 0)
    // Adding 2^23 leaves the nearest whole number in the low bits.
    return SIMD8<UInt8>(truncatingIfNeeded: unsafeBitCast(kept + 8_388_608, to: SIMD8<UInt32>.self))
  }

  /// Averages three neighbours with weights 1, 2, 1, by the position of chroma samples, and writes chroma.
  private func weigh(
    _ redBlue: UnsafeMutablePointer<UInt32>, _ greenAlpha: UnsafeMutablePointer<UInt32>,
    u: UnsafeMutablePointer<UInt8>, v: UnsafeMutablePointer<UInt8>, columns: Int
  ) {
    var column = 0
    while column &+ 4 <= columns {
      let bytes = chroma(redBlue + 2 &* column, greenAlpha + 2 &* column)
      UnsafeMutableRawPointer(u + column).storeBytes(of: bytes.lowHalf, as: SIMD4<UInt8>.self)
      UnsafeMutableRawPointer(v + column).storeBytes(of: bytes.highHalf, as: SIMD4<UInt8>.self)
      column &+= 4
    }
    guard column < columns else { return }
    let bytes = chroma(redBlue + 2 &* column, greenAlpha + 2 &* column)
    for index in 0..<(columns - column) {
      u[column + index] = bytes[index]
      v[column + index] = bytes[4 + index]
    }
  }

  /// The U values of four samples, followed by the V values.
  @inline(__always) private func chroma(
    _ redBlue: UnsafeMutablePointer<UInt32>, _ greenAlpha: UnsafeMutablePointer<UInt32>
  ) -> SIMD8<UInt8> {
    let low = SIMD4<UInt32>(repeating: 0xFFFF)
    let (first, second) = (redBlue.weighedPairs, greenAlpha.weighedPairs)
    let alpha = second &>> 16
    // Colours and alpha are sums of weight eight.
    let weight = Self.number(alpha)
    let scale = 255 / weight.replacing(with: 1, where: weight .< 1)
    let (red, green, blue) = (
      Self.number(first & low) * scale, Self.number(second & low) * scale, Self.number(first &>> 16) * scale
    )
    let grey = red * weights.grey.x + green * weights.grey.y + blue * weights.grey.z
    return Self.bytes(
      SIMD8(lowHalf: (blue - grey) * weights.blueness, highHalf: (red - grey) * weights.redness) + 128)
  }
}
