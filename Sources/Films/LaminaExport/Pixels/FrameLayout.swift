// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Converts RGBA to planes of BT.709 in memory. Luma is computed with integers, eight pixels at a time: the coefficients
// of R, G and B are 47, 157 and 16 of 256, with an error of at most 0.6 levels before rounding. Chroma has a quarter of
// the samples; it is computed with 32-bit floats and rounded once. The GPU uses the same formulas in
// `Shaders/operations/planes.frag`.

import Foundation
package import LaminaGeometry
package import LaminaGraphics

/// The layout of a frame's pixels in a stream.
///
/// YUV is BT.709 in limited range: luma 16...235, chroma 16...240, alpha 0...255. Chroma has half the columns and half
/// the rows, rounded up. A chroma sample is located at the left of its two columns and between its two rows, as in
/// MPEG-2 and H.264: it is the mean of both rows, with weights of 1, 2 and 1 for the columns to the left, at and to the
/// right of it. Colour without alpha is premultiplied, as over black; colour with alpha is straight.
package enum FrameLayout: String, Sendable, Hashable, Codable {
  /// Red, green, blue, alpha of each pixel, with straight alpha.
  case rgba
  /// The planes Y, U and V.
  case yuv420
  /// The planes Y, U, V and alpha.
  case yuva420

  /// The bytes of a frame.
  package func byteCount(of size: PixelSize) -> Int {
    let chroma = 2 * ((size.width + 1) / 2) * ((size.height + 1) / 2)
    return switch self {
    case .rgba: 4 * size.area
    case .yuv420: size.area + chroma
    case .yuva420: 2 * size.area + chroma
    }
  }

  /// Converts a picture to this layout; an opaque picture in RGBA has its own memory.
  package func pixels(of image: CGImage) -> PixelBytes {
    self == .rgba && image.isOpaque ? PixelBytes(of: image) : PixelBytes(bytes(of: image))
  }

  /// Converts a picture to this layout.
  package func bytes(of image: CGImage) -> [UInt8] {
    switch self {
    case .rgba: image.straightRGBA()
    case .yuv420: YUVPlanes.bytes(of: image, hasAlpha: false)
    case .yuva420: YUVPlanes.bytes(of: image, hasAlpha: true)
    }
  }

  /// Makes the bytes of frames, for the encoder of a film or for a stream.
  ///
  /// - Parameters:
  ///   - size: The size of frames.
  ///   - encoded: The size of encoded pictures, which is the same or one pixel more on a side.
  func encoder(from size: PixelSize, to encoded: PixelSize) -> LaneTerms<PixelBytes>.Encode {
    { (_, pixels) throws(ExportError) in
      switch pixels {
      case .image(let image): extended(self.pixels(of: image), from: size, to: encoded)
      case .bytes(let bytes): extended(bytes, from: size, to: encoded)
      }
    }
  }

  /// Extends the pixels of a frame to the size of encoded pictures: luma repeats its last column or row; chroma already
  /// has the right size. RGBA is extended by `ffmpeg`.
  private func extended(_ pixels: PixelBytes, from size: PixelSize, to encoded: PixelSize) -> PixelBytes {
    guard self != .rgba, encoded != size else { return pixels }
    let planes = pixels.bytes
    var result: [UInt8] = []
    result.reserveCapacity(encoded.area + planes.count - size.area)
    for row in 0..<encoded.height {
      let start = min(row, size.height - 1) * size.width
      result += planes[start..<(start + size.width)]
      if encoded.width > size.width { result.append(planes[start + size.width - 1]) }
    }
    return PixelBytes(result + planes[size.area...])
  }
}

/// Makes Y, U, V and alpha planes.
enum YUVPlanes {
  /// The weights of red and blue in luma (BT.709).
  static let red = 0.2126
  static let blue = 0.0722

  /// The planes of a picture, in sequence.
  ///
  /// - Parameter hasAlpha: Whether there is a plane of alpha, and colours are straight.
  static func bytes(of image: CGImage, hasAlpha: Bool) -> [UInt8] {
    let size = PixelSize(width: image.width, height: image.height)
    let layout: FrameLayout = hasAlpha ? .yuva420 : .yuv420
    let count = layout.byteCount(of: size)
    return PixelMemory.array(count: count) { planes in
      guard let out = planes.bindMemory(to: UInt8.self).baseAddress else { return }
      convert(0..<size.height, of: image, hasAlpha: hasAlpha, into: out)
    }
  }

  /// The planes of a picture that differs little from the previous one.
  ///
  /// - Parameters:
  ///   - before: The planes of the previous picture, of the same size.
  ///   - damage: The pixels outside of which both pictures are equal.
  ///   - hasAlpha: Whether there is a plane of alpha, and colours are straight.
  static func bytes(of image: CGImage, over before: [UInt8], in damage: PixelRegion, hasAlpha: Bool) -> [UInt8] {
    let size = PixelSize(width: image.width, height: image.height)
    let layout: FrameLayout = hasAlpha ? .yuva420 : .yuv420
    precondition(before.count == layout.byteCount(of: size), "planes of another size")
    // Two rows of pixels make one row of chroma.
    var pairs = IndexSet()
    for part in damage.rectangles {
      let (first, end) = (max(0, Int(part.minY)) / 2, min((Int(part.maxY) + 1) / 2, (size.height + 1) / 2))
      if first < end { pairs.insert(integersIn: first..<end) }
    }
    return PixelMemory.array(count: before.count) { planes in
      before.withUnsafeBytes { planes.copyMemory(from: $0) }
      guard let out = planes.bindMemory(to: UInt8.self).baseAddress else { return }
      for run in pairs.rangeView {
        let rows = (2 * run.lowerBound)..<min(2 * run.upperBound, size.height)
        convert(rows, of: image, hasAlpha: hasAlpha, into: out)
      }
    }
  }

  /// Computes the samples of some rows of a picture.
  ///
  /// - Parameters:
  ///   - rows: The rows; the first one is even, and the last one is odd or the last of the picture.
  ///   - out: The beginning of the planes.
  private static func convert(
    _ rows: Range<Int>, of image: CGImage, hasAlpha: Bool, into out: UnsafeMutablePointer<UInt8>
  ) {
    guard hasAlpha, !image.isOpaque else {
      return image.withPremultipliedRGBA { pixels in
        let part = pixels[(4 * image.width * rows.lowerBound)..<(4 * image.width * rows.upperBound)]
        convert(UnsafeRawBufferPointer(rebasing: part), rows, of: image, hasAlpha: hasAlpha, into: out)
      }
    }
    image.straightRGBA(rows: rows).withUnsafeBytes { pixels in
      convert(pixels, rows, of: image, hasAlpha: hasAlpha, into: out)
    }
  }

  /// Computes the samples of some rows from their pixels.
  ///
  /// - Parameter pixels: The pixels of the rows, straight if there is alpha.
  private static func convert(
    _ pixels: UnsafeRawBufferPointer, _ rows: Range<Int>, of image: CGImage, hasAlpha: Bool,
    into out: UnsafeMutablePointer<UInt8>
  ) {
    guard let base = pixels.baseAddress else { return }
    let (width, area) = (image.width, image.width * image.height)
    let columns = (width + 1) / 2
    let chroma = columns * ((image.height + 1) / 2)
    let (luma, samples) = (rows.lowerBound * width, rows.lowerBound / 2 * columns)
    let converter = Converter(pixels: base, width: width, height: rows.count)
    converter.planes(y: out + luma, u: out + area + samples, v: out + area + chroma + samples)
    if hasAlpha { converter.alpha(into: out + area + 2 * chroma + luma) }
  }
}

/// The planes of the last picture of a renderer. The next picture's planes are made from them where little has changed.
package struct KeptPlanes {
  private let hasAlpha: Bool
  private var planes = PixelBytes([])
  private var size = PixelSize(width: 0, height: 0)

  /// Makes an object without planes.
  ///
  /// - Parameter hasAlpha: Whether there is a plane of alpha, and colours are straight.
  package init(hasAlpha: Bool) { self.hasAlpha = hasAlpha }

  /// The planes of a picture.
  ///
  /// - Parameter damage: The pixels that may differ from the picture before; `nil` if all may.
  package mutating func bytes(of image: CGImage, damage: PixelRegion?) -> PixelBytes {
    let own = PixelSize(width: image.width, height: image.height)
    if let damage, own == size {
      guard !damage.isEmpty else { return planes }
      planes = PixelBytes(YUVPlanes.bytes(of: image, over: planes.bytes, in: damage, hasAlpha: hasAlpha))
    } else {
      (planes, size) = (PixelBytes(YUVPlanes.bytes(of: image, hasAlpha: hasAlpha)), own)
    }
    return planes
  }
}

/// The conversion of some rows of a picture to planes.
private struct Converter {
  let pixels: UnsafeRawPointer
  let width: Int
  let height: Int

  // MARK: luma and chroma

  /// Computes Y, U and V for two rows at a time: luma separates the components, and chroma adds them up.
  func planes(y: UnsafeMutablePointer<UInt8>, u: UnsafeMutablePointer<UInt8>, v: UnsafeMutablePointer<UInt8>) {
    let columns = (width + 1) / 2
    // Sums of two rows of pixels, red and blue in one word, green in the other, with one more pixel at either end.
    let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * (width + 32))
    defer { sums.deallocate() }
    let (redBlue, green) = (sums + 8, sums + width + 40)
    for row in 0..<((height + 1) / 2) {
      let (first, second) = (2 * row, min(2 * row + 1, height - 1))
      addRows(
        pixels + 4 * first * width, pixels + 4 * second * width, y: y + first * width, below: y + second * width,
        redBlue: redBlue, green: green)
      weigh(redBlue: redBlue, green: green, u: u + row * columns, v: v + row * columns, columns: columns)
    }
  }

  /// Computes the luma of two rows, and the sums of their pixels; the outermost sums are repeated at both ends.
  private func addRows(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, y: UnsafeMutablePointer<UInt8>, below: UnsafeMutablePointer<UInt8>,
    redBlue: UnsafeMutablePointer<UInt32>, green: UnsafeMutablePointer<UInt32>
  ) {
    var x = 0
    while x &+ 8 <= width {
      let top = Parts(a.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD8<UInt32>.self))
      let bottom = Parts(b.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD8<UInt32>.self))
      UnsafeMutableRawPointer(y + x).storeBytes(of: top.luma, as: SIMD8<UInt8>.self)
      UnsafeMutableRawPointer(below + x).storeBytes(of: bottom.luma, as: SIMD8<UInt8>.self)
      UnsafeMutableRawPointer(redBlue + x).storeBytes(of: top.redBlue &+ bottom.redBlue, as: SIMD8<UInt32>.self)
      UnsafeMutableRawPointer(green + x).storeBytes(of: top.green &+ bottom.green, as: SIMD8<UInt32>.self)
      x &+= 8
    }
    while x < width {
      let top = Parts(SIMD8(repeating: a.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)))
      let bottom = Parts(SIMD8(repeating: b.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)))
      (y[x], below[x]) = (top.luma[0], bottom.luma[0])
      (redBlue[x], green[x]) = (top.redBlue[0] &+ bottom.redBlue[0], top.green[0] &+ bottom.green[0])
      x &+= 1
    }
    (redBlue[-1], green[-1]) = (redBlue[0], green[0])
    for beyond in width..<(width + 10) { (redBlue[beyond], green[beyond]) = (redBlue[width - 1], green[width - 1]) }
  }

  /// Eight little-endian RGBA words, split into components.
  private struct Parts {
    /// Red in the lower half of each word, blue in the upper.
    let redBlue: SIMD8<UInt32>
    let green: SIMD8<UInt32>

    @inline(__always) init(_ words: SIMD8<UInt32>) {
      redBlue = words & SIMD8(repeating: 0x00FF_00FF)
      green = (words &>> 8) & SIMD8(repeating: 0xFF)
    }

    /// No sum reaches 2^16: 220 * 255 + 128 + 16 * 256 < 65536. Overflow from the upper halves is discarded.
    @inline(__always) var luma: SIMD8<UInt8> {
      let weights = unsafeBitCast(SIMD8<UInt32>(repeating: 16 << 16 | 47), to: SIMD16<UInt16>.self)
      let products =
        unsafeBitCast(redBlue, to: SIMD16<UInt16>.self) &* weights
        &+ unsafeBitCast(green, to: SIMD16<UInt16>.self) &* SIMD16(repeating: 157)
      let words = unsafeBitCast(products, to: SIMD8<UInt32>.self)
      let sums = words &+ (words &>> 16) &+ SIMD8(repeating: 16 * 256 + 128)
      return SIMD8<UInt8>(truncatingIfNeeded: sums &>> 8)
    }
  }

  /// Averages three neighbours with weights 1, 2, 1, which gives eight times the mean colour in 16 bits, and writes
  /// chroma.
  private func weigh(
    redBlue: UnsafeMutablePointer<UInt32>, green: UnsafeMutablePointer<UInt32>,
    u: UnsafeMutablePointer<UInt8>, v: UnsafeMutablePointer<UInt8>, columns: Int
  ) {
    var column = 0
    while column &+ 4 <= columns {
      let bytes = Self.chroma(redBlue + 2 &* column, green + 2 &* column)
      UnsafeMutableRawPointer(u + column).storeBytes(of: bytes.lowHalf, as: SIMD4<UInt8>.self)
      UnsafeMutableRawPointer(v + column).storeBytes(of: bytes.highHalf, as: SIMD4<UInt8>.self)
      column &+= 4
    }
    guard column < columns else { return }
    let bytes = Self.chroma(redBlue + 2 &* column, green + 2 &* column)
    for index in 0..<(columns - column) {
      u[column + index] = bytes[index]
      v[column + index] = bytes[4 + index]
    }
  }

  /// The U values of four samples, followed by the V values.
  @inline(__always) private static func chroma(
    _ redBlue: UnsafeMutablePointer<UInt32>, _ green: UnsafeMutablePointer<UInt32>
  ) -> SIMD8<UInt8> {
    let both = redBlue.weighedPairs
    let red = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: both & SIMD4(repeating: 0xFFFF)))
    let blue = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: both &>> 16))
    let green = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: green.weighedPairs))
    let (kr, kb) = (YUVPlanes.red, YUVPlanes.blue)
    let grey = red * Float(kr) + green * Float(1 - kr - kb) + blue * Float(kb)
    let scale = 224 / 255 / 8.0
    // Adding 2^23 leaves the nearest whole number in the low bits.
    let middle = Float(128 + 8_388_608)
    let u = (blue - grey) * Float(scale / (2 * (1 - kb))) + middle
    let v = (red - grey) * Float(scale / (2 * (1 - kr))) + middle
    let bits = SIMD8(
      lowHalf: unsafeBitCast(u, to: SIMD4<UInt32>.self), highHalf: unsafeBitCast(v, to: SIMD4<UInt32>.self))
    return SIMD8<UInt8>(truncatingIfNeeded: bits)
  }

  // MARK: alpha

  func alpha(into out: UnsafeMutablePointer<UInt8>) {
    let count = width * height
    var index = 0
    while index &+ 8 <= count {
      let words = pixels.loadUnaligned(fromByteOffset: 4 &* index, as: SIMD8<UInt32>.self)
      let bytes = SIMD8<UInt8>(truncatingIfNeeded: words &>> 24)
      UnsafeMutableRawPointer(out + index).storeBytes(of: bytes, as: SIMD8<UInt8>.self)
      index &+= 8
    }
    while index < count {
      out[index] = pixels.load(fromByteOffset: 4 &* index &+ 3, as: UInt8.self)
      index &+= 1
    }
  }
}

extension UnsafeMutablePointer<UInt32> {
  /// For four words, every second one from here on: twice the word plus the words before and after it.
  @inline(__always) var weighedPairs: SIMD4<UInt32> {
    let here = UnsafeRawPointer(self).loadUnaligned(as: SIMD8<UInt32>.self)
    let before = UnsafeRawPointer(self - 1).loadUnaligned(as: SIMD8<UInt32>.self)
    let after = UnsafeRawPointer(self + 1).loadUnaligned(as: SIMD8<UInt32>.self)
    return (here &+ here &+ before &+ after).evenHalf
  }
}
