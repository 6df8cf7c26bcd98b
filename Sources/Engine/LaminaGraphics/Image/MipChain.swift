// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Mip levels: the chain of halvings of a picture.
//
// A level has half the sides of the one above, rounded down, and each of its pixels is the mean of the area that it
// covers there. When the side is even, it covers two columns with a weight of 1/2 each. When the side is 2m + 1, pixel
// i covers the range from 2i + i/m to 2i + 2 + (i+1)/m: three columns with the weights (m-i), m and (i+1), over 2m + 1.
// The same holds for rows.
//
// A level is computed from the unrounded level above, so roundings do not add up to a drift. Means are of premultiplied
// values, and every step is monotone, so no colour becomes larger than its alpha.

/// Makes the smaller levels of a picture.
enum MipChain {
  /// Returns the levels below `image`, largest first, down to 1 x 1.
  static func smallerLevels(of image: CGImage) -> [CGImage] {
    var levels: [CGImage] = []
    guard image.width > 1 || image.height > 1 else { return levels }
    var level = image.premultipliedRGBA.withUnsafeBufferPointer { bytes in
      UnroundedLevel(halving: bytes, width: image.width, height: image.height)
    }
    while let rounded = level.rounded() {
      levels.append(rounded)
      guard level.width > 1 || level.height > 1 else { break }
      level = level.values.withUnsafeBufferPointer { values in
        UnroundedLevel(halving: values, width: level.width, height: level.height)
      }
    }
    return levels
  }
}

/// The weights of up to three neighbouring samples in a sample of the halved side.
private struct HalvingWeights {
  /// The side that is halved, and its half.
  let whole: Int
  let half: Int

  init(whole: Int) {
    self.whole = whole
    half = max(1, whole / 2)
  }

  /// Whether every sample is the mean of two.
  var isEven: Bool { whole.isMultiple(of: 2) }

  /// The weights of samples `2 * index`, the next one and the one after that in sample `index`.
  func weights(at index: Int) -> SIMD4<Float> {
    if whole == 1 { return [1, 0, 0, 0] }
    if isEven { return [0.5, 0.5, 0, 0] }
    let total = Float(whole)
    return [Float(half - index) / total, Float(half) / total, Float(index + 1) / total, 0]
  }
}

/// A level as floating-point values from 0 to 255, four a pixel.
private struct UnroundedLevel {
  let width: Int
  let height: Int
  let values: [Float]

  /// Halves a level.
  init<Sample: MipSample>(halving source: UnsafeBufferPointer<Sample>, width: Int, height: Int) {
    let columns = HalvingWeights(whole: width)
    let rows = HalvingWeights(whole: height)
    self.width = columns.half
    self.height = rows.half
    let count = 4 * columns.half * rows.half
    values = [Float](unsafeUninitializedCapacity: count) { destination, initialized in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * width) { line in
        for y in 0..<rows.half {
          let weights = rows.weights(at: y)
          for tap in 0..<3 where weights[tap] > 0 {
            let row = UnsafeBufferPointer(
              rebasing: source[(4 * width * (2 * y + tap))..<(4 * width * (2 * y + tap + 1))])
            Sample.add(row, times: weights[tap], to: line, replacing: tap == 0)
          }
          let start = 4 * columns.half * y
          halve(
            line, columns, into: UnsafeMutableBufferPointer(rebasing: destination[start..<(start + 4 * columns.half)]))
        }
      }
      initialized = count
    }
  }

  /// The level as a picture, rounded to the nearest.
  func rounded() -> CGImage? {
    let bytes = [UInt8](unsafeUninitializedCapacity: values.count) { destination, initialized in
      values.withUnsafeBytes { source in
        let out = UnsafeMutableRawBufferPointer(destination)
        for pixel in 0..<(values.count / 4) {
          let value = source.loadUnaligned(fromByteOffset: 16 * pixel, as: SIMD4<Float>.self)
          // Adding 1.5 * 2^23 leaves the rounded value in the low bits.
          let bits = unsafeBitCast(value + 12_582_912, to: SIMD4<Int32>.self)
          out.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: bits), toByteOffset: 4 * pixel, as: SIMD4<UInt8>.self)
        }
      }
      initialized = values.count
    }
    return CGImage(width: width, height: height, premultipliedRGBA: bytes)
  }
}

/// Halves one row of pixels.
private func halve(
  _ line: UnsafeMutableBufferPointer<Float>, _ columns: HalvingWeights,
  into destination: UnsafeMutableBufferPointer<Float>
) {
  let source = UnsafeRawBufferPointer(line)
  let out = UnsafeMutableRawBufferPointer(destination)
  if columns.isEven {
    for x in 0..<columns.half {
      let left = source.loadUnaligned(fromByteOffset: 32 * x, as: SIMD4<Float>.self)
      let right = source.loadUnaligned(fromByteOffset: 32 * x + 16, as: SIMD4<Float>.self)
      out.storeBytes(of: (left + right) * 0.5, toByteOffset: 16 * x, as: SIMD4<Float>.self)
    }
    return
  }
  let taps = columns.whole == 1 ? 1 : 3
  for x in 0..<columns.half {
    let weights = columns.weights(at: x)
    var sum = SIMD4<Float>.zero
    for tap in 0..<taps {
      sum += source.loadUnaligned(fromByteOffset: 32 * x + 16 * tap, as: SIMD4<Float>.self) * weights[tap]
    }
    out.storeBytes(of: sum, toByteOffset: 16 * x, as: SIMD4<Float>.self)
  }
}

/// A component that a level may be made of: a byte of the picture, or a value of an unrounded level.
private protocol MipSample {
  /// Sets `line` to `row` times `weight`, or adds the product to `line`.
  static func add(
    _ row: UnsafeBufferPointer<Self>, times weight: Float, to line: UnsafeMutableBufferPointer<Float>, replacing: Bool)
}

extension Float: MipSample {
  static func add(
    _ row: UnsafeBufferPointer<Float>, times weight: Float, to line: UnsafeMutableBufferPointer<Float>, replacing: Bool
  ) {
    let source = UnsafeRawBufferPointer(row)
    let out = UnsafeMutableRawBufferPointer(line)
    for offset in stride(from: 0, to: source.count, by: 16) {
      let value = source.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self) * weight
      let before = replacing ? .zero : out.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
      out.storeBytes(of: before + value, toByteOffset: offset, as: SIMD4<Float>.self)
    }
  }
}

extension UInt8: MipSample {
  static func add(
    _ row: UnsafeBufferPointer<UInt8>, times weight: Float, to line: UnsafeMutableBufferPointer<Float>, replacing: Bool
  ) {
    let source = UnsafeRawBufferPointer(row)
    let out = UnsafeMutableRawBufferPointer(line)
    for offset in stride(from: 0, to: source.count, by: 4) {
      let bytes = source.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
      let value = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes)) * weight
      let before = replacing ? .zero : out.loadUnaligned(fromByteOffset: 4 * offset, as: SIMD4<Float>.self)
      out.storeBytes(of: before + value, toByteOffset: 4 * offset, as: SIMD4<Float>.self)
    }
  }
}
