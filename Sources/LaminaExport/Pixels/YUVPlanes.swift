// RGBA to planes of BT.709 in memory. Luma takes whole numbers, eight pixels at a time: the coefficients of R, G and B
// are 47, 157 and 16 of 256, which is at most .6 levels off before rounding. Chroma, a quarter as much, takes 32-bit
// floats and is rounded once. The GPU does the same in `Shaders/operations/planes.frag`.

import LaminaGeometry
import LaminaGraphics

/// Makes Y, U, V and alpha planes.
enum YUVPlanes {
  /// Weights of red and blue in luma (BT.709).
  static let red = 0.2126
  static let blue = 0.0722

  /// The planes of a picture, one behind the other.
  ///
  /// - Parameter hasAlpha: Whether there is a plane of alpha, and colours are straight.
  static func bytes(of image: CGImage, hasAlpha: Bool) -> [UInt8] {
    let size = PixelSize(width: image.width, height: image.height)
    let layout: FrameLayout = hasAlpha ? .yuva420 : .yuv420
    let source = hasAlpha && !image.isOpaque ? image.straightRGBA() : image.premultipliedRGBA
    let count = layout.byteCount(of: size)
    return [UInt8](unsafeUninitializedCapacity: count) { planes, written in
      source.withUnsafeBytes { pixels in
        guard let base = pixels.baseAddress, let out = planes.baseAddress else { return }
        let converter = Converter(pixels: base, width: size.width, height: size.height)
        let chroma = ((size.width + 1) / 2) * ((size.height + 1) / 2)
        converter.luma(into: out)
        converter.chroma(u: out + size.area, v: out + size.area + chroma)
        if hasAlpha { converter.alpha(into: out + size.area + 2 * chroma) }
      }
      written = count
    }
  }
}

/// One picture on its way to planes.
private struct Converter {
  let pixels: UnsafeRawPointer
  let width: Int
  let height: Int

  // MARK: luma

  func luma(into out: UnsafeMutablePointer<UInt8>) {
    let count = width * height
    var index = 0
    while index &+ 8 <= count {
      let words = pixels.loadUnaligned(fromByteOffset: 4 &* index, as: SIMD8<UInt32>.self)
      let bytes = SIMD8<UInt8>(truncatingIfNeeded: Self.luma(words))
      UnsafeMutableRawPointer(out + index).storeBytes(of: bytes, as: SIMD8<UInt8>.self)
      index &+= 8
    }
    while index < count {
      let word = pixels.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
      out[index] = UInt8(truncatingIfNeeded: Self.luma(SIMD8(repeating: word))[0])
      index &+= 1
    }
  }

  /// Luma of eight little-endian RGBA words. No sum reaches 2^16: 220 * 255 + 128 < 65536.
  @inline(__always) private static func luma(_ words: SIMD8<UInt32>) -> SIMD8<UInt32> {
    let mask = SIMD8<UInt32>(repeating: 0x00FF_00FF)
    // Two 16-bit products a word: red and blue in one, green in the other.
    let redBlue = unsafeBitCast(words & mask, to: SIMD16<UInt16>.self)
    let green = unsafeBitCast((words &>> 8) & SIMD8(repeating: 0xFF), to: SIMD16<UInt16>.self)
    let weights = unsafeBitCast(SIMD8<UInt32>(repeating: 16 << 16 | 47), to: SIMD16<UInt16>.self)
    let products = unsafeBitCast(redBlue &* weights, to: SIMD8<UInt32>.self)
    let greens = unsafeBitCast(green &* SIMD16(repeating: 157), to: SIMD8<UInt32>.self)
    let sum = (products & SIMD8(repeating: 0xFFFF)) &+ (products &>> 16) &+ greens
    return ((sum &+ SIMD8(repeating: 128)) &>> 8) &+ SIMD8(repeating: 16)
  }

  // MARK: chroma

  func chroma(u: UnsafeMutablePointer<UInt8>, v: UnsafeMutablePointer<UInt8>) {
    let columns = (width + 1) / 2
    // Sums of two rows of pixels, red and blue in one word, green in the other, with a pixel more at either end.
    let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * (width + 16))
    defer { sums.deallocate() }
    let (redBlue, green) = (sums + 1, sums + width + 17)
    for row in 0..<(height + 1) / 2 {
      addRows(2 * row, min(2 * row + 1, height - 1), redBlue: redBlue, green: green)
      weigh(redBlue: redBlue, green: green, u: u + row * columns, v: v + row * columns, columns: columns)
    }
  }

  /// Adds two rows, and repeats the outermost pixels beyond both ends.
  private func addRows(
    _ first: Int, _ second: Int, redBlue: UnsafeMutablePointer<UInt32>, green: UnsafeMutablePointer<UInt32>
  ) {
    let (a, b) = (pixels + 4 * first * width, pixels + 4 * second * width)
    let mask = SIMD8<UInt32>(repeating: 0x00FF_00FF)
    let low = SIMD8<UInt32>(repeating: 0xFF)
    var x = 0
    while x &+ 8 <= width {
      let top = a.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD8<UInt32>.self)
      let bottom = b.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD8<UInt32>.self)
      UnsafeMutableRawPointer(redBlue + x).storeBytes(of: (top & mask) &+ (bottom & mask), as: SIMD8<UInt32>.self)
      UnsafeMutableRawPointer(green + x).storeBytes(
        of: ((top &>> 8) & low) &+ ((bottom &>> 8) & low), as: SIMD8<UInt32>.self)
      x &+= 8
    }
    while x < width {
      let top = a.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)
      let bottom = b.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)
      redBlue[x] = (top & 0x00FF_00FF) &+ (bottom & 0x00FF_00FF)
      green[x] = (top &>> 8 & 0xFF) &+ (bottom &>> 8 & 0xFF)
      x &+= 1
    }
    (redBlue[-1], green[-1]) = (redBlue[0], green[0])
    for beyond in width..<(width + 9) { (redBlue[beyond], green[beyond]) = (redBlue[width - 1], green[width - 1]) }
  }

  /// Weighs three neighbours 1, 2, 1 and makes chroma of them: eight times the mean colour in 16 bits.
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

  /// U of four samples, then V of four.
  @inline(__always) private static func chroma(
    _ redBlue: UnsafeMutablePointer<UInt32>, _ green: UnsafeMutablePointer<UInt32>
  ) -> SIMD8<UInt8> {
    @inline(__always) func weighed(_ words: UnsafeMutablePointer<UInt32>) -> SIMD4<UInt32> {
      let here = UnsafeRawPointer(words).loadUnaligned(as: SIMD8<UInt32>.self)
      let before = UnsafeRawPointer(words - 1).loadUnaligned(as: SIMD8<UInt32>.self)
      return here.evenHalf &+ here.evenHalf &+ before.evenHalf &+ here.oddHalf
    }
    let both = weighed(redBlue)
    let red = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: both & SIMD4(repeating: 0xFFFF)))
    let blue = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: both &>> 16))
    let green = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: weighed(green)))
    let scale = 224 / 255 / 8.0
    let (kr, kb) = (YUVPlanes.red, YUVPlanes.blue)
    let kg = 1 - kr - kb
    let (toU, toV) = (scale / (2 * (1 - kb)), scale / (2 * (1 - kr)))
    // Adding 2^23 leaves the nearest whole number in the low bits.
    let middle = Float(128 + 8_388_608)
    let u = blue * Float((1 - kb) * toU) - red * Float(kr * toU) - green * Float(kg * toU) + middle
    let v = red * Float((1 - kr) * toV) - blue * Float(kb * toV) - green * Float(kg * toV) + middle
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
