// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Passes made of earlier passes: halved, or blurred along one axis.
//
// They are not drawn in tiles, since a pixel reads far neighbours. Rows are distributed to the threads instead, the
// rows of all blurs of a pass from one queue. Values outside the source are filled in around the rows that are read,
// and the taps of the Gaussian are added one after the other while a few pixels are held, in the same loop for colours
// and for alpha alone. Means of bytes are added as whole numbers.

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaSystem

/// One step of a blur over all rows of its part of a pass.
struct BlurRun: @unchecked Sendable {
  let source: PixelSource
  let target: PixelTarget
  let bounds: PixelRect
  let step: BlurFilter.Step
  let halvings: Int
  let extendsEdges: Bool
  /// The weights of a Gaussian from its middle outward; they sum to 1 with both sides counted.
  let weights: [Float]
  /// Floats of a pixel.
  let channels: Int

  /// - Precondition: The target keeps floats, and alpha alone if the source does.
  init(_ blur: BlurFilter, source: PixelSource, target: PixelTarget) {
    self.source = source
    self.target = target
    bounds = blur.pixelBounds.intersection(target.region)
    step = blur.step
    halvings = blur.halvings
    extendsEdges = blur.extendsEdges
    channels = target.layout == .alpha ? 1 : 4
    weights = Self.gaussian(sigma: blur.pixelSigma, taps: blur.taps)
  }

  /// The weights of a Gaussian sampled at whole pixels.
  static func gaussian(sigma: Float, taps: Int) -> [Float] {
    guard taps > 0 else { return [1] }
    let sigma = Double(min(sigma, BlurFilter.maximumSigma))
    let samples = (0...taps).map { Gaussian.exponential(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = samples[0] + 2 * samples.dropFirst().reduce(0, +)
    return samples.map { Float($0 / sum) }
  }

  /// Draws all rows of a pass; rows are left out once `meter` reports that the picture exceeds its limits.
  static func draw(_ runs: [BlurRun], threads: Int, meter: LimitMeter) {
    let rows = runs.reduce(0) { $0 + $1.bounds.height }
    let chunk = max(8, rows / (8 * threads))
    var parts: [(run: Int, rows: Range<Int>)] = []
    for (index, run) in runs.enumerated() {
      for start in stride(from: 0, to: run.bounds.height, by: chunk) {
        parts.append((index, start..<min(start + chunk, run.bounds.height)))
      }
    }
    let pieces = WorkPieces(0..<parts.count)
    let area = runs.reduce(0) { $0 + $1.bounds.area }
    ForkJoin.perform(max(1, min(threads, area / 16_384))) { _ in
      var scratch: (run: Int, memory: Scratch)?
      while let index = pieces.next() {
        let part = parts[index]
        let memory = scratch.flatMap { $0.run == part.run ? $0.memory : nil } ?? Scratch(runs[part.run])
        scratch = (part.run, memory)
        for row in part.rows {
          if meter.isOutOfTime("drawing") { return }
          runs[part.run].draw(row: row, memory)
        }
      }
    }
  }

  /// A thread's own rows.
  private final class Scratch {
    /// Source rows, from the pixels left of the target's first column on; for halvings, the rows one after the other.
    let rows: PlainBuffer<Float>
    /// Sums of a column's bytes.
    let sums: PlainBuffer<UInt16>
    /// The rows that a vertical step reads, from top to bottom.
    let lines: PlainBuffer<Texels>
    /// Floats of a row.
    let stride: Int

    init(_ run: BlurRun) {
      let taps = run.weights.count - 1
      let width = run.bounds.width
      let read = run.halvings > 0 ? width << run.halvings : run.step == .horizontal ? width + 2 * taps : width
      stride = read * run.channels + 8
      let count = run.halvings > 0 ? 1 << run.halvings : run.step == .vertical ? 2 * taps + 1 : 1
      let isSummed = run.halvings > 0 && run.isOfBytes
      rows = PlainBuffer(count: isSummed ? 0 : count * stride)
      sums = PlainBuffer(count: isSummed ? read * 4 + 16 : 0)
      lines = PlainBuffer(count: count)
    }
  }

  private var isOfBytes: Bool { source.layout == .bytes && channels == 4 }

  private func draw(row: Int, _ scratch: Scratch) {
    let y = Int(bounds.minY) + row
    let out = target.row(Float.self, x: Int(bounds.minX), y: y)
    switch step {
    case .halve, .quarter:
      if isOfBytes { halveBytes(y, scratch, into: out) } else { halve(y, scratch, into: out) }
    case .horizontal:
      let taps = weights.count - 1
      let wide = scratch.rows.row
      load(y: y, from: Int(bounds.minX) - taps, count: bounds.width + 2 * taps, into: wide)
      let (floats, pixel) = (wide.texels, channels * MemoryLayout<Float>.stride)
      blur(into: out) { (tap: Int) in (floats.from((taps - tap) * pixel), floats.from((taps + tap) * pixel)) }
    case .vertical:
      let taps = weights.count - 1
      let lines = scratch.lines
      for line in 0...(2 * taps) {
        lines[line] = self.line(y: y - taps + line, scratch: scratch.rows.row.from(line * scratch.stride))
      }
      blur(into: out) { (tap: Int) in (lines[taps - tap], lines[taps + tap]) }
    }
  }

  // MARK: taps

  /// Adds the taps of a Gaussian.
  ///
  /// - Parameter pair: The floats at a distance of a number of taps before and after the row's own.
  @inline(__always) private func blur(into out: Row<Float>, _ pair: (Int) -> (before: Texels, after: Texels)) {
    let count = bounds.width * channels
    let middle = pair(0).before
    weights.withUnsafeBufferPointer { weights in
      var index = 0
      while index &+ 16 <= count {
        var first = Self.lanes(middle, index) * weights[0]
        var second = Self.lanes(middle, index &+ 8) * weights[0]
        for tap in 1..<max(weights.count, 1) {
          let (before, after) = pair(tap)
          first += (Self.lanes(before, index) + Self.lanes(after, index)) * weights[tap]
          second += (Self.lanes(before, index &+ 8) + Self.lanes(after, index &+ 8)) * weights[tap]
        }
        out.store(first, at: index)
        out.store(second, at: index &+ 8)
        index &+= 16
      }
      while index < count {
        var sum = middle.load(4 &* index, as: Float.self) * weights[0]
        for tap in 1..<max(weights.count, 1) {
          let (before, after) = pair(tap)
          sum += (before.load(4 &* index, as: Float.self) + after.load(4 &* index, as: Float.self)) * weights[tap]
        }
        out[index] = sum
        index &+= 1
      }
    }
  }

  @inline(__always) private static func lanes(_ floats: Texels, _ index: Int) -> Lanes {
    floats.load(4 &* index, as: Lanes.self)
  }

  // MARK: halving

  /// A row of means of two by two or four by four pixels.
  private func halve(_ y: Int, _ scratch: Scratch, into out: Row<Float>) {
    let side = 1 << halvings
    let share = 1 / Float(side * side)
    let lines = scratch.rows.row
    for line in 0..<side {
      load(
        y: side * y + line, from: side * Int(bounds.minX), count: side * bounds.width,
        into: lines.from(line * scratch.stride))
    }
    for pixel in 0..<bounds.width {
      for channel in 0..<channels {
        let first = side * pixel * channels + channel
        var sum: Float = 0
        for line in 0..<side {
          for column in 0..<side { sum += lines[line * scratch.stride + first + column * channels] }
        }
        out[pixel * channels + channel] = sum * share
      }
    }
  }

  /// Halves rows of bytes: columns are added first, sixteen numbers at a time.
  private func halveBytes(_ y: Int, _ scratch: Scratch, into out: Row<Float>) {
    let side = 1 << halvings
    let region = source.region
    let (start, count) = (side * Int(bounds.minX), side * bounds.width)
    let sums = scratch.sums.row
    let first = min(max(start, Int(region.minX)), Int(region.maxX))
    let end = max(first, min(start + count, Int(region.maxX)))
    sums.fill(4 * count, with: 0)
    guard !region.isEmpty else { return out.fill(4 * bounds.width, with: 0) }
    // Pixels beside the source are copies of its first and last columns.
    let (readFirst, readEnd) =
      first < end
      ? (first, end)
      : start < Int(region.minX)
        ? (Int(region.minX), Int(region.minX) + 1)
        : (Int(region.maxX) - 1, Int(region.maxX))
    let place = first < end ? first - start : 0
    for line in 0..<side {
      var row = side * y + line
      if row < Int(region.minY) || row >= Int(region.maxY) {
        guard extendsEdges else { continue }
        row = min(max(row, Int(region.minY)), Int(region.maxY) - 1)
      }
      Self.add(
        source.row(x: readFirst, y: row).texels, count: 4 * (readEnd - readFirst), to: sums.from(4 * place))
    }
    let pixels = sums.rebound(to: SIMD4<UInt16>.self)
    if extendsEdges {
      let (low, high) = (pixels[place], pixels[place + readEnd - readFirst - 1])
      for index in 0..<min(max(first - start, 0), count) { pixels[index] = low }
      for index in min(max(end - start, 0), count)..<count { pixels[index] = first < end ? high : low }
    } else if first >= end {
      pixels.fill(count, with: .zero)
    }
    Self.mean(of: sums, side: side, count: bounds.width, into: out)
  }

  @inline(__always) private static func add(_ bytes: Texels, count: Int, to sums: Row<UInt16>) {
    var index = 0
    while index &+ 16 <= count {
      let line = SIMD16<UInt16>(truncatingIfNeeded: bytes.load(index, as: SIMD16<UInt8>.self))
      sums.store(sums.vector(at: index, as: SIMD16<UInt16>.self) &+ line, at: index)
      index &+= 16
    }
    while index < count {
      sums[index] &+= UInt16(bytes.load(index, as: UInt8.self))
      index &+= 1
    }
  }

  /// Adds the columns of each pixel.
  @inline(__always) private static func mean(
    of sums: Row<UInt16>, side: Int, count: Int, into out: Row<Float>
  ) {
    let share = 1 / Float(side * side)
    for pixel in 0..<count {
      let place = 4 &* side &* pixel
      var sum = SIMD4<UInt16>.zero
      if side == 4 {
        let two =
          sums.vector(at: place, as: SIMD8<UInt16>.self) &+ sums.vector(at: place &+ 8, as: SIMD8<UInt16>.self)
        sum = two.lowHalf &+ two.highHalf
      } else {
        let two = sums.vector(at: place, as: SIMD8<UInt16>.self)
        sum = two.lowHalf &+ two.highHalf
      }
      // A whole number below 2^23 becomes a float by appending its bits to the exponent bits of 2^23.
      let bits = SIMD4<UInt32>(truncatingIfNeeded: sum) | 0x4B00_0000
      let color = (unsafeBitCast(bits, to: PixelColor.self) - 8_388_608) * share
      out.store(color, at: 4 &* pixel)
    }
  }

  // MARK: rows

  /// Row `y` of the source, over the target's columns: in place, or filled in.
  private func line(y: Int, scratch: Row<Float>) -> Texels {
    let region = source.region
    let isFloat = channels == 4 ? source.layout == .floats : source.layout == .alpha
    let isInside = bounds.minX >= region.minX && bounds.maxX <= region.maxX
    let isOutside = y < Int(region.minY) || y >= Int(region.maxY)
    if isFloat, isInside, !isOutside || extendsEdges, !region.isEmpty {
      let row = min(max(y, Int(region.minY)), Int(region.maxY) - 1)
      return source.row(x: Int(bounds.minX), y: row).texels
    }
    load(y: y, from: Int(bounds.minX), count: bounds.width, into: scratch)
    return scratch.texels
  }

  /// Widens `count` source pixels of row `y`, from column `x` on.
  private func load(y: Int, from x: Int, count: Int, into out: Row<Float>) {
    let region = source.region
    var y = y
    if y < Int(region.minY) || y >= Int(region.maxY) {
      guard extendsEdges, !region.isEmpty else {
        out.fill(count * channels, with: 0)
        return
      }
      y = min(max(y, Int(region.minY)), Int(region.maxY) - 1)
    }
    let first = min(max(x, Int(region.minX)), Int(region.maxX))
    let end = max(first, min(x + count, Int(region.maxX)))
    if first > x { pad(out, count: min(first - x, count), with: Int(region.minX), y: y) }
    if end > first { copy(x: first, y: y, count: end - first, into: out.from((first - x) * channels)) }
    if end < x + count {
      let start = max(end, x)
      pad(out.from((start - x) * channels), count: x + count - start, with: Int(region.maxX) - 1, y: y)
    }
  }

  private func pad(_ out: Row<Float>, count: Int, with x: Int, y: Int) {
    guard extendsEdges, !source.region.isEmpty else {
      out.fill(count * channels, with: 0)
      return
    }
    copy(x: x, y: y, count: 1, into: out)
    for index in channels..<max(channels, count * channels) { out[index] = out[index - channels] }
  }

  private func copy(x: Int, y: Int, count: Int, into out: Row<Float>) {
    let pixels = source.row(x: x, y: y)
    switch source.layout {
    case .floats where channels == 4, .alpha where channels == 1:
      out.copy(pixels.texels, bytes: count * channels * MemoryLayout<Float>.stride)
    default:
      for index in 0..<count {
        if channels == 1 { out[index] = pixels[index].w } else { out.store(pixels[index], at: 4 * index) }
      }
    }
  }
}
