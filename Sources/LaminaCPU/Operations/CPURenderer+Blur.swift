// Passes made of an earlier pass as a whole: halved, or blurred along one axis.
//
// They are no tiles: a pixel reads far neighbours. Rows are shared out to the threads instead. Every row is widened to
// floats with what lies outside filled in, and the taps of the Gaussian are added one after the other over the whole
// row, which is the same loop for colours and for alpha alone.

import Foundation
import LaminaGeometry
import LaminaPlan

/// One step of a blur over all rows of a pass.
struct BlurRun: @unchecked Sendable {
  let source: PixelSource
  let target: PixelTarget
  let step: BlurOperation.Step
  let extendsEdges: Bool
  /// The weights of a Gaussian from its middle outward; they sum to 1 with both sides counted.
  let weights: [Float]
  /// Floats of a pixel.
  let channels: Int

  /// - Precondition: The target keeps floats, and alpha alone where the source does.
  init(_ blur: BlurOperation, source: PixelSource, target: PixelTarget) {
    self.source = source
    self.target = target
    step = blur.step
    extendsEdges = blur.extendsEdges
    channels = target.layout == .alpha ? 1 : 4
    weights = Self.gaussian(sigma: blur.pixelSigma, taps: blur.taps)
  }

  /// The weights of a Gaussian sampled at whole pixels.
  static func gaussian(sigma: Float, taps: Int) -> [Float] {
    guard taps > 0 else { return [1] }
    let sigma = Double(min(sigma, BlurOperation.maximumSigma))
    let samples = (0...taps).map { Gaussian.exponential(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = samples[0] + 2 * samples.dropFirst().reduce(0, +)
    return samples.map { Float($0 / sum) }
  }

  /// Makes the whole target.
  func draw(with pool: WorkerPool) {
    let rows = target.region.height
    let chunk = max(8, rows / (8 * pool.threads))
    let queue = WorkQueue(0..<((rows + chunk - 1) / chunk))
    pool.run(limit: target.region.size.area / 16_384) { [self] in
      let scratch = Scratch(self)
      while let index = queue.next() {
        for row in (index * chunk)..<min((index + 1) * chunk, rows) { draw(row: row, scratch) }
      }
    }
  }

  /// A thread's own rows.
  private final class Scratch {
    /// Source pixels, from those left of the target's first column on.
    let wide: PlainBuffer<Float>
    let second: PlainBuffer<Float>
    let sum: PlainBuffer<Float>

    init(_ run: BlurRun) {
      let width = run.target.region.width
      let read = run.step == .halve ? 2 * width : width + 2 * (run.weights.count - 1)
      wide = PlainBuffer(count: read * run.channels + 8)
      second = PlainBuffer(count: read * run.channels + 8)
      sum = PlainBuffer(count: width * run.channels + 8)
    }
  }

  private func draw(row: Int, _ scratch: Scratch) {
    let region = target.region
    let count = region.width * channels
    let y = Int(region.minY) + row
    let sum = scratch.sum.start
    switch step {
    case .halve:
      load(y: 2 * y, from: 2 * Int(region.minX), count: 2 * region.width, into: scratch.wide.start)
      load(y: 2 * y + 1, from: 2 * Int(region.minX), count: 2 * region.width, into: scratch.second.start)
      for pixel in 0..<region.width {
        for channel in 0..<channels {
          let (left, right) = (2 * pixel * channels + channel, (2 * pixel + 1) * channels + channel)
          let upper = scratch.wide.start[left] + scratch.wide.start[right]
          let lower = scratch.second.start[left] + scratch.second.start[right]
          sum[pixel * channels + channel] = (upper + lower) * 0.25
        }
      }
    case .horizontal:
      let taps = weights.count - 1
      load(y: y, from: Int(region.minX) - taps, count: region.width + 2 * taps, into: scratch.wide.start)
      let middle = scratch.wide.start + taps * channels
      Self.set(middle, times: weights[0], count: count, to: sum)
      for tap in weights.indices.dropFirst() {
        Self.add(
          middle - tap * channels, middle + tap * channels, times: weights[tap], count: count, to: sum)
      }
    case .vertical:
      load(y: y, from: Int(region.minX), count: region.width, into: scratch.wide.start)
      Self.set(scratch.wide.start, times: weights[0], count: count, to: sum)
      for tap in weights.indices.dropFirst() {
        load(y: y - tap, from: Int(region.minX), count: region.width, into: scratch.wide.start)
        load(y: y + tap, from: Int(region.minX), count: region.width, into: scratch.second.start)
        Self.add(scratch.wide.start, scratch.second.start, times: weights[tap], count: count, to: sum)
      }
    }
    let out = target.address(x: Int(region.minX), y: y)
    memcpy(out, sum, count * MemoryLayout<Float>.stride)
  }

  /// Widens `count` source pixels of row `y`, from column `x` on.
  private func load(y: Int, from x: Int, count: Int, into out: UnsafeMutablePointer<Float>) {
    let region = source.region
    var y = y
    if y < Int(region.minY) || y >= Int(region.maxY) {
      guard extendsEdges, !region.isEmpty else {
        out.update(repeating: 0, count: count * channels)
        return
      }
      y = min(max(y, Int(region.minY)), Int(region.maxY) - 1)
    }
    let first = min(max(x, Int(region.minX)), Int(region.maxX))
    let end = max(first, min(x + count, Int(region.maxX)))
    if first > x { pad(out, count: min(first - x, count), with: Int(region.minX), y: y) }
    if end > first { copy(x: first, y: y, count: end - first, into: out + (first - x) * channels) }
    if end < x + count {
      let start = max(end, x)
      pad(out + (start - x) * channels, count: x + count - start, with: Int(region.maxX) - 1, y: y)
    }
  }

  private func pad(_ out: UnsafeMutablePointer<Float>, count: Int, with x: Int, y: Int) {
    guard extendsEdges, !source.region.isEmpty else {
      out.update(repeating: 0, count: count * channels)
      return
    }
    copy(x: x, y: y, count: 1, into: out)
    for index in channels..<max(channels, count * channels) { out[index] = out[index - channels] }
  }

  private func copy(x: Int, y: Int, count: Int, into out: UnsafeMutablePointer<Float>) {
    let address = source.address(x: x, y: y)
    switch source.layout {
    case .floats where channels == 4, .alpha where channels == 1:
      memcpy(out, address, count * channels * MemoryLayout<Float>.stride)
    default:
      for index in 0..<count {
        let color = source.color(at: address, index)
        if channels == 1 {
          out[index] = color.w
        } else {
          UnsafeMutableRawPointer(out + 4 * index).storeBytes(of: color, as: PixelColor.self)
        }
      }
    }
  }

  @inline(__always) private static func set(
    _ values: UnsafeMutablePointer<Float>, times weight: Float, count: Int, to sum: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count { sum[index] = values[index] * weight }
  }

  /// Adds two rows, for both sides of a Gaussian.
  @inline(__always) private static func add(
    _ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>, times weight: Float, count: Int,
    to sum: UnsafeMutablePointer<Float>
  ) {
    var index = 0
    while index &+ 8 <= count {
      let (a, b) = (lanes(first + index), lanes(second + index))
      let result = lanes(sum + index) + (a + b) * weight
      UnsafeMutableRawPointer(sum + index).storeBytes(of: result, as: Lanes.self)
      index &+= 8
    }
    while index < count {
      sum[index] += (first[index] + second[index]) * weight
      index &+= 1
    }
  }

  @inline(__always) private static func lanes(_ values: UnsafeMutablePointer<Float>) -> Lanes {
    UnsafeRawPointer(values).loadUnaligned(as: Lanes.self)
  }
}
