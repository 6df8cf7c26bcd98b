// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Rows of pixels in memory of any layout, with checked bounds, in the form that decoders return.

internal import Foundation
internal import LaminaGeometry

/// Rows of pixels in a provider's bytes.
struct SourceRows {
  private let data: Data
  private let width: Int
  private let height: Int
  private let bytesPerRow: Int
  private let layout: SampleLayout

  /// - Returns: `nil` when a side is out of range, rows overlap or there are too few bytes.
  init?(_ provider: CGDataProvider, width: Int, height: Int, bytesPerRow: Int, layout: SampleLayout) {
    guard (1...(1 << 24)).contains(width), (1...(1 << 24)).contains(height), width * height <= CGContext.maximumPixels,
      bytesPerRow >= layout.bytesPerRow(width: width), bytesPerRow <= 1 << 32, let data = provider.data,
      data.count >= (height - 1) * bytesPerRow + layout.bytesPerRow(width: width)
    else { return nil }
    (self.data, self.width, self.height, self.bytesPerRow, self.layout) = (data, width, height, bytesPerRow, layout)
  }

  /// Premultiplied RGBA, where the components only need reordering; otherwise `nil`.
  func premultipliedRGBA(decode: [CGFloat]?) -> [UInt8]? {
    guard decode == nil, layout.bits == 8, layout.colors != .inks, layout.isPremultiplied || layout.isOpaque else {
      return nil
    }
    let first = layout.firstColorSample
    let others = layout.colors == .gray ? [first, first] : [first + 1, first + 2]
    let offsets = ([first] + others).map(layout.byteOffset)
    let alphaOffset = layout.alphaSample.map(layout.byteOffset)
    let step = layout.bitsPerPixel / 8
    return filled { row, out in
      for x in 0..<width {
        let alpha = alphaOffset.map { row[x * step + $0] } ?? 255
        for component in 0..<3 {
          // A colour above its alpha is not valid, and is clamped.
          out[4 * x + component] = min(row[x * step + offsets[component]], alpha)
        }
        out[4 * x + 3] = alpha
      }
    }
  }

  /// Straight pixels, of 16 bits where the source has more than 8.
  func straight(decode: [CGFloat]?) -> StoredPicture.Pixels {
    if layout.colors == .inks { return .cmyk8(filled { inks(of: $0, decode, into: $1) }, inverted: false) }
    if layout.bits <= 8 {
      return .rgba8(
        filled { row, out in
          colors(of: row, decode) { out[$0] = UInt8(clamping: ($1 * 255).rounded()) }
        })
    }
    return .rgba16(
      filled { row, out in
        colors(of: row, decode) { out[$0] = UInt16(clamping: ($1 * 65535).rounded()) }
      })
  }

  /// The first sample of each pixel, or its alpha where there is nothing else.
  func samples(decode: [CGFloat]?) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(width * height)
    forEachRow { row, _ in
      for x in 0..<width { result.append(UInt8(clamping: (decoded(0, x, row, decode) * 255).rounded())) }
    }
    return result
  }

  /// Opaque pixels of a table's colours, by indexes into it.
  ///
  /// - Parameter colors: Red, green and blue of each colour.
  func looked(upIn colors: [SIMD3<UInt8>], decode: [CGFloat]?) -> [UInt8] {
    let greatest = Double((1 << layout.bits) - 1)
    let (low, high) = decode.map { (Double($0[0]), Double($0[1])) } ?? (0, greatest)
    return filled { row, out in
      for x in 0..<width {
        let value = low + layout.sample(0, of: x, in: row) * (high - low)
        let color = colors[min(max(Int(clamping: value.rounded()), 0), colors.count - 1)]
        for component in 0..<3 { out[4 * x + component] = color[component] }
        out[4 * x + 3] = 255
      }
    }
  }

  /// A colour sample, 0...1.
  private func decoded(_ color: Int, _ pixel: Int, _ row: UnsafeRawBufferPointer, _ decode: [CGFloat]?) -> Double {
    let value = layout.sample(layout.firstColorSample + color, of: pixel, in: row)
    guard let decode else { return min(max(value, 0), 1) }
    let (low, high) = (Double(decode[2 * color]), Double(decode[2 * color + 1]))
    let result = low + value * (high - low)
    return result.isFinite ? min(max(result, 0), 1) : 0
  }

  /// Passes red, green, blue and alpha of each pixel of a row to `store`, each with its index.
  private func colors(of row: UnsafeRawBufferPointer, _ decode: [CGFloat]?, _ store: (Int, Double) -> Void) {
    for x in 0..<width {
      let alpha = layout.alphaSample.map { min(max(layout.sample($0, of: x, in: row), 0), 1) } ?? 1
      for component in 0..<3 {
        var value = 0.0
        switch layout.colors {
        case .gray: value = decoded(0, x, row, decode)
        case .rgb: value = decoded(component, x, row, decode)
        case .none, .inks: break
        }
        if layout.isPremultiplied { value = alpha > 0 ? min(value / alpha, 1) : 0 }
        store(4 * x + component, value)
      }
      store(4 * x + 3, alpha)
    }
  }

  private func inks(of row: UnsafeRawBufferPointer, _ decode: [CGFloat]?, into out: UnsafeMutableBufferPointer<UInt8>) {
    for x in 0..<width {
      for ink in 0..<4 { out[4 * x + ink] = UInt8(clamping: (decoded(ink, x, row, decode) * 255).rounded()) }
    }
  }

  /// Makes four components a pixel, row by row.
  private func filled<Component>(
    _ fill: (UnsafeRawBufferPointer, UnsafeMutableBufferPointer<Component>) -> Void
  ) -> [Component] {
    [Component](unsafeUninitializedCapacity: 4 * width * height) { buffer, count in
      forEachRow { row, y in
        fill(row, UnsafeMutableBufferPointer(rebasing: buffer[(4 * width * y)..<(4 * width * (y + 1))]))
      }
      count = 4 * width * height
    }
  }

  private func forEachRow(_ body: (UnsafeRawBufferPointer, Int) -> Void) {
    data.withUnsafeBytes { bytes in
      for y in 0..<height {
        let start = y * bytesPerRow
        body(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + layout.bytesPerRow(width: width))]), y)
      }
    }
  }
}

extension ColorSpaceKind {
  /// The space as decoders describe it. Greys have sRGB's primaries.
  var description: ColorDescription {
    switch (model, transfer) {
    case (.rgb(let primaries), .linear): .primaries(primaries, transfer: .power(1))
    case (.rgb(let primaries), .power(let exponent)): .primaries(primaries, transfer: .power(exponent))
    // The power that is nearest to the curve of video.
    case (.rgb(let primaries), .video): .primaries(primaries, transfer: .power(1.961))
    case (.rgb(let primaries), .romm): .primaries(primaries, transfer: .power(1.8))
    case (.rgb(let primaries), .sRGB): .primaries(primaries, transfer: .sRGB)
    case (.gray, .linear): .primaries(.sRGB, transfer: .power(1))
    case (.gray, .power(let exponent)): .primaries(.sRGB, transfer: .power(exponent))
    default: .sRGB
    }
  }
}

extension ColorDescription {
  /// Whether components are in sRGB.
  var isSRGB: Bool {
    switch self {
    case .sRGB: true
    case .primaries(let primaries, let transfer): primaries.areSRGB && transfer == .sRGB
    case .profile: false
    }
  }
}

extension StoredPicture {
  /// Removes the pixels and returns them premultiplied.
  mutating func takePremultipliedRGBA() -> [UInt8] {
    let taken = pixels
    pixels = .rgba8([])  // so that the array below has one owner and changes in place
    switch consume taken {
    case .rgba8(var straight):
      Premultiplication.premultiply(&straight)
      return straight
    case .rgba16(let straight): return Premultiplication.premultipliedBytes(of: straight)
    case .cmyk8(let inks, let inverted): return ColorConversion.withoutProfile(inks: inks, inverted: inverted)
    }
  }
}
