import LaminaGeometry

/// The rows of a picture as PNG stores them: straight alpha, or none when opaque; 16-bit components highest byte first.
struct StraightRows {
  /// The premultiplied components the rows are made from.
  private enum Source {
    case bytes([UInt8])
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
    source = .bytes(image.premultipliedRGBA)
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
    case .words(let words):
      words.withUnsafeBufferPointer {
        fill(row, from: UnsafeBufferPointer(rebasing: $0[(4 * width * y)..<(4 * width * (y + 1))]))
      }
    }
  }

  private func fill(_ row: UnsafeMutableBufferPointer<UInt8>, from pixels: UnsafeBufferPointer<UInt8>) {
    var out = 0
    for x in 0..<width {
      let alpha = isOpaque ? 255 : pixels[4 * x + 3]
      for component in (4 * x)..<(4 * x + 3) {
        row[out] = alpha == 255 ? pixels[component] : Premultiplication.straight(pixels[component], alpha: alpha)
        out += 1
      }
      guard !isOpaque else { continue }
      row[out] = alpha
      out += 1
    }
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
