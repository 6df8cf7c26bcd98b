// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The layout of pixels in foreign memory: memory that a caller passes to a context, and memory that a picture is made
// from.

internal import LaminaGeometry

/// The layout of the pixels of a bitmap in memory.
struct SampleLayout: Equatable {
  /// The colours of a pixel.
  enum Colors: Equatable {
    /// None: there is alpha only.
    case none
    case gray
    case rgb
    case inks

    /// The number of samples of the colours.
    var count: Int {
      switch self {
      case .none: 0
      case .gray: 1
      case .rgb: 3
      case .inks: 4
      }
    }
  }

  /// The bits of a sample: 1, 2, 4, 8, 16, or 32 for floating-point numbers.
  let bits: Int
  /// The bits from one pixel to the next.
  let bitsPerPixel: Int
  let colors: Colors
  let alphaInfo: CGImageAlphaInfo
  /// Whether the bytes of each unit are reversed: units are four bytes for samples of a byte, otherwise single samples.
  let isLittleEndian: Bool

  /// Makes a layout.
  ///
  /// - Parameters:
  ///   - bitsPerComponent: The bits of a sample.
  ///   - bitsPerPixel: The bits from one pixel to the next; `nil` for as few as possible.
  ///   - model: The kind of the colours.
  ///   - bitmapInfo: The position of alpha, and the order of bytes.
  /// - Returns: `nil` when the layout is not supported.
  init?(bitsPerComponent: Int, bitsPerPixel: Int?, model: CGColorSpaceModel?, bitmapInfo: CGBitmapInfo) {
    let isFloat = bitmapInfo.contains(.floatComponents)
    // Pixels whose components share bytes are not supported.
    guard bitmapInfo.rawValue & CGImagePixelFormatInfo.mask.rawValue == 0 else { return nil }
    guard isFloat ? bitsPerComponent == 32 : [1, 2, 4, 8, 16].contains(bitsPerComponent) else { return nil }
    guard let alphaInfo = CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue) else {
      return nil
    }
    let colors: Colors
    switch model {
    case _ where alphaInfo == .alphaOnly: colors = .none
    case .monochrome: colors = .gray
    case .rgb: colors = .rgb
    case .cmyk: colors = .inks
    default: return nil
    }
    self.colors = colors
    self.alphaInfo = alphaInfo
    bits = bitsPerComponent
    let least = (colors.count + (alphaInfo == .none ? 0 : 1)) * bitsPerComponent
    self.bitsPerPixel = bitsPerPixel ?? least
    guard self.bitsPerPixel >= least, self.bitsPerPixel <= 1024, bits >= 8 || alphaInfo == .none else { return nil }
    guard bits < 8 || self.bitsPerPixel.isMultiple(of: 8) else { return nil }
    switch bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue {
    case CGBitmapInfo.byteOrderDefault.rawValue, CGBitmapInfo.byteOrder32Big.rawValue,
      CGBitmapInfo.byteOrder16Big.rawValue:
      isLittleEndian = false
    case CGBitmapInfo.byteOrder32Little.rawValue:
      guard bits == 32 || (bits == 8 && self.bitsPerPixel == 32) else { return nil }
      isLittleEndian = true
    case CGBitmapInfo.byteOrder16Little.rawValue:
      guard bits == 16 else { return nil }
      isLittleEndian = true
    default: return nil
    }
  }

  /// The bytes of a row without padding.
  func bytesPerRow(width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  /// Whether alpha is first in the order of components.
  private var startsWithAlpha: Bool {
    [.premultipliedFirst, .first, .noneSkipFirst].contains(alphaInfo)
  }

  /// The number of the sample that is alpha; `nil` where there is none.
  var alphaSample: Int? {
    switch alphaInfo {
    case .none, .noneSkipLast, .noneSkipFirst: nil
    case .premultipliedFirst, .first, .alphaOnly: 0
    case .premultipliedLast, .last: colors.count
    }
  }

  /// The number of the first sample that is a colour.
  var firstColorSample: Int { startsWithAlpha ? 1 : 0 }

  /// Whether every pixel is opaque.
  var isOpaque: Bool { alphaSample == nil }

  /// Whether colours are multiplied by alpha.
  var isPremultiplied: Bool { alphaInfo == .premultipliedFirst || alphaInfo == .premultipliedLast }

  /// The offset of a sample from its pixel, for samples of whole bytes.
  @inline(__always) func byteOffset(of sample: Int) -> Int {
    bits == 8 && isLittleEndian ? 3 - sample : sample * (bits / 8)
  }

  /// Reads a sample, 0...1; floating-point numbers as they are, and NaN as 0.
  @inline(__always) func sample(_ index: Int, of pixel: Int, in row: UnsafeRawBufferPointer) -> Double {
    switch bits {
    case 8: return Double(row[pixel * bitsPerPixel / 8 + byteOffset(of: index)]) / 255
    case 16:
      let word = row.loadUnaligned(fromByteOffset: pixel * bitsPerPixel / 8 + byteOffset(of: index), as: UInt16.self)
      return Double(isLittleEndian ? UInt16(littleEndian: word) : UInt16(bigEndian: word)) / 65535
    case 32:
      let word = row.loadUnaligned(fromByteOffset: pixel * bitsPerPixel / 8 + byteOffset(of: index), as: UInt32.self)
      let number = Float(bitPattern: isLittleEndian ? UInt32(littleEndian: word) : UInt32(bigEndian: word))
      return number.isFinite ? Double(number) : 0
    default:
      // The highest bits come first.
      let bit = pixel * bitsPerPixel + index * bits
      let value = (Int(row[bit / 8]) >> (8 - bits - bit % 8)) & ((1 << bits) - 1)
      return Double(value) / Double((1 << bits) - 1)
    }
  }

  /// Writes a sample of 0...255.
  @inline(__always) func store(
    _ level: UInt8, _ index: Int, of pixel: Int, in row: UnsafeMutableRawBufferPointer
  ) {
    let offset = pixel * bitsPerPixel / 8 + byteOffset(of: index)
    switch bits {
    case 8: row[offset] = level
    case 16:
      let word = UInt16(level) * 257
      row.storeBytes(of: isLittleEndian ? word.littleEndian : word.bigEndian, toByteOffset: offset, as: UInt16.self)
    default:
      let word = (Float(level) / 255).bitPattern
      row.storeBytes(of: isLittleEndian ? word.littleEndian : word.bigEndian, toByteOffset: offset, as: UInt32.self)
    }
  }

  /// Reads a sample as a byte.
  @inline(__always) func level(_ index: Int, of pixel: Int, in row: UnsafeRawBufferPointer) -> UInt8 {
    if bits == 8 { return row[pixel * bitsPerPixel / 8 + byteOffset(of: index)] }
    let value = sample(index, of: pixel, in: row)
    return UInt8(clamping: (min(max(value, 0), 1) * 255).rounded())
  }
}
