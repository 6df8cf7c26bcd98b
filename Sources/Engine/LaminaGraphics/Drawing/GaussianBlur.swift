// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// A Gaussian blur of alpha, exact to rounding.
//
// Rows, then columns, with one kernel of whole numbers that add up to 65,536, so that results are equal on all
// machines. A tap's weight is the Gaussian's integral over a pixel, so that edges between pixels come out as the error
// function. Where the deviation is over 8 pixels, the plane is halved until the deviation is at most 8 pixels, blurred
// at this size and interpolated back; the variance that both steps add is subtracted.

internal import Foundation
internal import LaminaGeometry

/// The limits of blurs, and their kernels.
enum GaussianBlur {
  /// The largest standard deviation, in pixels. Larger deviations are clamped.
  static let maximumSigma = 500.0

  /// The reach of a blur, in whole pixels. Beyond three deviations only a third of a level is left.
  static func reach(pixelSigma: Double) -> Int { Int(clamping: (3 * pixelSigma).rounded(.up)) + 1 }

  /// The weights of the samples at `first`, `first + 1`, … relative to the output, for a blur moved by `fraction` of a
  /// pixel.
  struct Kernel {
    let first: Int
    let weights: [UInt32]

    init(sigma: Double, fraction: Double) {
      let reach = GaussianBlur.reach(pixelSigma: sigma)
      first = -reach - 1
      let exact: [Double]
      if sigma > 0.25 {
        let deviation = sigma * 2.0.squareRoot()
        exact = (first...(reach + 1)).map { tap in
          let center = Double(tap) + fraction
          return erf((center + 0.5) / deviation) - erf((center - 0.5) / deviation)
        }
      } else {
        // A blur that is too narrow to be visible: only the movement, interpolated.
        exact = (first...(reach + 1)).map { max(0, 1 - abs(Double($0) + fraction)) }
      }
      let sum = exact.reduce(0, +)
      var rounded = exact.map { UInt32(clamping: ($0 / sum * 65536).rounded()) }
      // Rounding must not make an opaque plane less opaque.
      let middle = reach + 1
      rounded[middle] = UInt32(Int(rounded[middle]) + 65536 - Int(rounded.reduce(0, +)))
      weights = rounded
    }
  }
}

/// Alpha for a rectangle of pixels, 0 outside.
struct AlphaPlane {
  let region: PixelRect
  /// The values, row by row, without padding.
  var values: [UInt8]

  init(region: PixelRect, values: [UInt8]) {
    self.region = region
    self.values = values
  }

  /// Takes the alpha of a surface of colour.
  init(_ surface: borrowing CairoSurface) {
    region = surface.region
    let (width, height) = (surface.region.width, surface.region.height)
    values = surface.withBytes { bytes, bytesPerRow in
      [UInt8](unsafeUninitializedCapacity: width * height) { result, count in
        for y in 0..<height {
          for x in 0..<width { result[y * width + x] = bytes[y * bytesPerRow + 4 * x + 3] }
        }
        count = width * height
      }
    }
  }

  /// Copies the values to a surface of alpha of the same region.
  func write(to surface: borrowing CairoSurface) {
    let width = region.width
    surface.withBytes { bytes, bytesPerRow in
      for y in 0..<region.height {
        values.withUnsafeBytes { source in
          bytes[(y * bytesPerRow)..<(y * bytesPerRow + width)].copyBytes(from: source[(y * width)..<((y + 1) * width)])
        }
      }
    }
  }

  /// The plane moved and blurred, cut to `region`.
  func blurred(pixelSigma: Double, pixelOffset: SIMD2<Double>, region: PixelRect) -> AlphaPlane {
    guard pixelSigma > 8 else {
      return convolved(pixelSigma: pixelSigma, pixelOffset: pixelOffset, region: region)
    }
    var halvings = 1
    while pixelSigma / Double(1 << halvings) > 8 { halvings += 1 }
    let unit = Double(1 << halvings)
    var small = self
    for _ in 0..<halvings { small = small.halved() }
    let variance = pixelSigma * pixelSigma - (unit * unit - 1) / 12 - unit * unit / 6
    let wanted = PixelRect(
      minX: (region.minX >> Int32(halvings)) - 1, minY: (region.minY >> Int32(halvings)) - 1,
      maxX: (region.maxX >> Int32(halvings)) + 2, maxY: (region.maxY >> Int32(halvings)) + 2)
    return small.convolved(
      pixelSigma: variance.squareRoot() / unit, pixelOffset: pixelOffset / unit, region: wanted
    ).enlarged(by: halvings, region: region)
  }

  private func convolved(pixelSigma: Double, pixelOffset: SIMD2<Double>, region target: PixelRect) -> AlphaPlane {
    let whole = SIMD2(pixelOffset.x.rounded(.down), pixelOffset.y.rounded(.down))
    let rows = GaussianBlur.Kernel(sigma: pixelSigma, fraction: pixelOffset.x - whole.x)
    let columns = GaussianBlur.Kernel(sigma: pixelSigma, fraction: pixelOffset.y - whole.y)
    let (width, height) = (target.width, target.height)
    // For each source row, the blurred row, in 1/256 of a level.
    var blurredRows = [UInt16](repeating: 0, count: width * region.height)
    var sums = [UInt32](repeating: 0, count: width)
    let shiftX = Int(target.minX) - Int(region.minX) - Int(clamping: whole.x)
    for y in 0..<region.height {
      for x in sums.indices { sums[x] = 0 }
      for (tap, weight) in rows.weights.enumerated() where weight > 0 {
        let from = shiftX + rows.first + tap
        let low = max(0, -from)
        let high = min(width, region.width - from)
        guard low < high else { continue }
        for x in low..<high { sums[x] &+= weight &* UInt32(values[y * region.width + x + from]) }
      }
      for x in 0..<width { blurredRows[y * width + x] = UInt16(truncatingIfNeeded: (sums[x] &+ 128) >> 8) }
    }
    var result = [UInt8](repeating: 0, count: width * height)
    let shiftY = Int(target.minY) - Int(region.minY) - Int(clamping: whole.y)
    var totals = [UInt32](repeating: 0, count: width)
    for y in 0..<height {
      for x in totals.indices { totals[x] = 0 }
      for (tap, weight) in columns.weights.enumerated() where weight > 0 {
        let row = y + shiftY + columns.first + tap
        guard row >= 0, row < region.height else { continue }
        for x in 0..<width { totals[x] &+= weight &* UInt32(blurredRows[row * width + x]) }
      }
      for x in 0..<width { result[y * width + x] = UInt8(truncatingIfNeeded: min((totals[x] &+ (1 << 23)) >> 24, 255)) }
    }
    return AlphaPlane(region: target, values: result)
  }

  /// The plane at half the resolution: means of two by two pixels from even coordinates.
  private func halved() -> AlphaPlane {
    let target = PixelRect(
      minX: region.minX >> 1, minY: region.minY >> 1, maxX: (region.maxX + 1) >> 1, maxY: (region.maxY + 1) >> 1)
    var result = [UInt8](repeating: 0, count: target.area)
    for y in 0..<target.height {
      for x in 0..<target.width {
        var sum = 2
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          sum += value(x: 2 * (Int(target.minX) + x) + dx, y: 2 * (Int(target.minY) + y) + dy)
        }
        result[y * target.width + x] = UInt8(sum >> 2)
      }
    }
    return AlphaPlane(region: target, values: result)
  }

  private func value(x: Int, y: Int) -> Int {
    let (column, row) = (x - Int(region.minX), y - Int(region.minY))
    guard column >= 0, row >= 0, column < region.width, row < region.height else { return 0 }
    return Int(values[row * region.width + column])
  }

  /// The plane at 2^`halvings` times the resolution, interpolated between the middles of its pixels.
  private func enlarged(by halvings: Int, region target: PixelRect) -> AlphaPlane {
    let unit = Double(1 << halvings)
    var result = [UInt8](repeating: 0, count: target.area)
    for y in 0..<target.height {
      let down = (Double(Int(target.minY) + y) + 0.5) / unit - 0.5
      let row = Int(clamping: down.rounded(.down))
      let low = Int(clamping: ((down - Double(row)) * 4096).rounded())
      for x in 0..<target.width {
        let across = (Double(Int(target.minX) + x) + 0.5) / unit - 0.5
        let column = Int(clamping: across.rounded(.down))
        let right = Int(clamping: ((across - Double(column)) * 4096).rounded())
        let upper = value(x: column, y: row) * (4096 - right) + value(x: column + 1, y: row) * right
        let lower = value(x: column, y: row + 1) * (4096 - right) + value(x: column + 1, y: row + 1) * right
        result[y * target.width + x] = UInt8((upper * (4096 - low) + lower * low + (1 << 23)) >> 24)
      }
    }
    return AlphaPlane(region: target, values: result)
  }
}
