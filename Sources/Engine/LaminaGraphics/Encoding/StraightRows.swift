// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The rows of a picture as PNG stores them: straight alpha, or none when opaque; 16-bit components highest byte first.
struct StraightRows {
  /// The premultiplied components the rows are made from.
  private enum Source {
    case bytes([UInt8])
    /// A picture in lent memory, which it keeps.
    case lent(CGImage)
    case words([UInt16])
  }

  let width: Int
  let height: Int
  /// Whether alpha is left out.
  let isOpaque: Bool
  private let source: Source

  init(_ image: CGImage) {
    width = image.width
    height = image.height
    isOpaque = image.isOpaque
    source = image.lent == nil ? .bytes(image.premultipliedRGBA) : .lent(image)
  }

  init(width: Int, height: Int, premultipliedRGBA words: [UInt16]) throws(GraphicsError) {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard width >= 1, height >= 1, width <= 1 << 24, height <= 1 << 24, !overflow, words.count == 4 * pixels else {
      throw .wrongPixelCount(
        width: width, height: height, expected: overflow ? .max : 4 * max(0, pixels), actual: words.count)
    }
    self.width = width
    self.height = height
    isOpaque = stride(from: 3, to: words.count, by: 4).allSatisfy { words[$0] == 65535 }
    source = .words(words)
  }

  /// Whether components have 16 bits.
  var is16Bit: Bool {
    if case .words = source { true } else { false }
  }
  /// The number of bytes of a pixel.
  var bytesPerPixel: Int { (isOpaque ? 3 : 4) * (is16Bit ? 2 : 1) }
  /// The number of bytes of a row.
  var bytesPerRow: Int { width * bytesPerPixel }

  /// Fills `row` with row `y`.
  func fill(_ row: UnsafeMutableBufferPointer<UInt8>, y: Int) {
    switch source {
    case .bytes(let bytes):
      bytes.withUnsafeBufferPointer {
        fill(row, from: UnsafeBufferPointer(rebasing: $0[(4 * width * y)..<(4 * width * (y + 1))]))
      }
    case .lent(let image):
      image.withPremultipliedRGBA {
        let bytes = $0.bindMemory(to: UInt8.self)
        fill(row, from: UnsafeBufferPointer(rebasing: bytes[(4 * width * y)..<(4 * width * (y + 1))]))
      }
    case .words(let words):
      words.withUnsafeBufferPointer {
        fill(row, from: UnsafeBufferPointer(rebasing: $0[(4 * width * y)..<(4 * width * (y + 1))]))
      }
    }
  }

  private func fill(_ row: UnsafeMutableBufferPointer<UInt8>, from pixels: UnsafeBufferPointer<UInt8>) {
    guard !isOpaque else { return pack(row, from: pixels) }
    var out = 0
    for x in 0..<width {
      let alpha = pixels[4 * x + 3]
      for component in (4 * x)..<(4 * x + 3) {
        row[out] = alpha == 255 ? pixels[component] : Premultiplication.straight(pixels[component], alpha: alpha)
        out += 1
      }
      row[out] = alpha
      out += 1
    }
  }

  /// Leaves out the alpha of opaque pixels: four pixels become three words.
  private func pack(_ row: UnsafeMutableBufferPointer<UInt8>, from pixels: UnsafeBufferPointer<UInt8>) {
    let (target, source) = (UnsafeMutableRawBufferPointer(row), UnsafeRawBufferPointer(pixels))
    func word(_ x: Int) -> UInt32 {
      UInt32(littleEndian: source.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self))
    }
    var x = 0
    while x &+ 4 <= width {
      let (one, two, three, four) = (word(x), word(x &+ 1), word(x &+ 2), word(x &+ 3))
      let words = (one & 0xFF_FFFF | two << 24, two >> 8 & 0xFFFF | three << 16, three >> 16 & 0xFF | four << 8)
      target.storeBytes(of: words.0.littleEndian, toByteOffset: 3 &* x, as: UInt32.self)
      target.storeBytes(of: words.1.littleEndian, toByteOffset: 3 &* x &+ 4, as: UInt32.self)
      target.storeBytes(of: words.2.littleEndian, toByteOffset: 3 &* x &+ 8, as: UInt32.self)
      x &+= 4
    }
    for x in x..<width { for component in 0..<3 { row[3 * x + component] = pixels[4 * x + component] } }
  }

  private func fill(_ row: UnsafeMutableBufferPointer<UInt8>, from pixels: UnsafeBufferPointer<UInt16>) {
    var out = 0
    func append(_ value: UInt16) {
      row[out] = UInt8(value >> 8)
      row[out + 1] = UInt8(truncatingIfNeeded: value)
      out += 2
    }
    for x in 0..<width {
      let alpha = pixels[4 * x + 3]
      for component in 0..<3 {
        append(Premultiplication.straight(pixels[4 * x + component], alpha: alpha))
      }
      if !isOpaque { append(alpha) }
    }
  }
}
