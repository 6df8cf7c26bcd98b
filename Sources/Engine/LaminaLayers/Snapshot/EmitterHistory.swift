// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// The values that an animated emitter had when the present particles were born (EMIT-1). A particle keeps the values of
// its birth: a burst that is switched off lives out its life, and a plume trails behind an emitter that moves. The
// history is computed from the layer and its animations, as samples at fixed times of the emitter, sixty per second, so
// that the same particles are born whatever moment is drawn. Samples are taken only where the animations change values,
// and, unless they change the number of births or the lifetimes, only as far back as particles live.

/// The values of an animated emitter at the times at which particles were born.
package struct EmitterHistory: Sendable {
  /// The emitter in one interval of time.
  package struct Sample: Sendable {
    /// The centre of the shape, in points of the layer's space.
    package var position: SIMD3<Double>
    /// The size of the shape in points: width, height, depth.
    package var size: SIMD3<Double>
    package var shape: EmitterContent.Shape
    package var mode: EmitterContent.Mode
    package var cells: [EmitterCellContent]

    init(_ content: EmitterContent) {
      (position, size, shape, mode, cells) =
        (content.position, content.size, content.shape, content.mode, content.cells)
    }
  }

  /// The length of a sample's interval, in seconds of the emitter's time.
  package let step: Double
  /// The number of the first sample, whose interval begins at `first * step`.
  package let first: Int
  /// The samples; never empty.
  package let samples: [Sample]
  /// Whether rates or lifetimes change, so that particles must be counted from the beginning.
  package let changesCount: Bool

  /// The sample of a time, and the end of its interval; the first and the last sample hold for all times before and
  /// after.
  package func stretch(at time: Double) -> (sample: Sample, end: Double) {
    let index = index(at: time)
    return (samples[index], index == samples.count - 1 ? .infinity : Double(first + index + 1) * step)
  }

  /// The sample of a time, with position and size interpolated between the middles of neighbouring intervals, unless
  /// they jump.
  package func sample(at time: Double) -> Sample {
    var sample = samples[index(at: time)]
    let place = time / step - 0.5 - Double(first)
    guard place > 0, place < Double(samples.count - 1) else { return sample }
    let before = Int(clamping: place)
    let (one, two) = (samples[before], samples[before + 1])
    let way = Self.distance(one, two)
    let around = max(
      before > 0 ? Self.distance(samples[before - 1], one) : 0,
      before + 2 < samples.count ? Self.distance(two, samples[before + 2]) : 0)
    guard way <= 3 * around else { return sample }
    let share = place - Double(before)
    sample.position = one.position + (two.position - one.position) * share
    sample.size = one.size + (two.size - one.size) * share
    return sample
  }

  private func index(at time: Double) -> Int {
    let number = (time / step).rounded(.down) - Double(first)
    return number > 0 ? Int(clamping: min(number, Double(samples.count - 1))) : 0
  }

  private static func distance(_ one: Sample, _ two: Sample) -> Double {
    let (way, growth) = (two.position - one.position, two.size - one.size)
    return (way * way + growth * growth).sum().squareRoot()
  }
}

extension EmitterHistory {
  /// The length of an interval in seconds, and the maximum number of intervals: they are longer only where there would
  /// be more.
  private static let finest = 1.0 / 60
  private static let maximumSamples = 36_000

  private static let layerKeys: Set<String> = [
    "emitterPosition", "emitterZPosition", "emitterSize", "emitterDepth", "emitterShape", "emitterMode", "birthRate",
    "lifetime", "velocity", "scale", "spin", "spinBias",
  ]
  private static let countingKeys: Set<String> = ["birthRate", "lifetime", "lifetimeRange"]

  /// Takes samples of an emitter.
  ///
  /// - Parameter now: The emitter's present content.
  /// - Returns: `nil` where the animations change no values that living particles were born with.
  init?(_ animations: LayerAnimations, of layer: CAEmitterLayer, now: EmitterContent) {
    guard let span = Self.span(of: animations, from: Self.beginning(of: now), now: now) else { return nil }
    let (from, until) = (span.times.lowerBound, span.times.upperBound)
    var step = Self.finest
    while (until - from) / step > Double(Self.maximumSamples) { step *= 2 }
    let (first, last) = (Int(clamping: (from / step).rounded(.down)), Int(clamping: (until / step).rounded(.up)))
    var animator = LayerAnimator()
    var samples: [Sample] = []
    for number in first...last {
      // In the middle, so that a value that ends with an interval does not reach into the next one.
      let time = (Double(number) + 0.5) * step
      var properties = layer.properties
      animator.apply(animations, of: layer, at: time, to: &properties)
      guard let copy = animator.scratch as? CAEmitterLayer, let content = EmitterContent(copy, time: time, rate: 1)
      else { return nil }
      samples.append(Sample(content))
    }
    (self.step, self.first, self.samples, changesCount) = (step, first, samples, span.changesCount)
  }

  /// The time when the first of the cells begins to emit.
  private static func beginning(of content: EmitterContent) -> Double {
    content.cells.filter { $0.parent < 0 && $0[.speed] > 0 }
      .map { $0[.beginTime] - $0[.timeOffset] / $0[.speed] }.min() ?? 0
  }

  /// The times between which samples are needed.
  private static func span(of animations: LayerAnimations, from beginning: Double, now: EmitterContent) -> (
    times: ClosedRange<Double>, changesCount: Bool
  )? {
    var (begin, end) = (Double.infinity, -Double.infinity)
    var changesCount = false
    for program in animations.programs {
      let keys = program.details.compactMap { detail -> String? in
        guard case .path(let path) = detail.target else { return nil }
        switch path.owner {
        case .cells: return path.step.key.name
        case .layer: return layerKeys.contains(path.step.key.name) ? path.step.key.name : nil
        case .filter, .own: return nil
        }
      }
      if keys.isEmpty { continue }
      begin = min(begin, program.timing.begin)
      end = max(end, program.timing.end)
      if keys.contains(where: countingKeys.contains) { changesCount = true }
    }
    guard begin < end, now.time.isFinite, begin <= now.time else { return nil }
    let slowest = now.cells.map { $0[.speed] }.filter { $0 > 0 }.min() ?? 1
    let life = now.cells.reduce(0) { $0 + $1.longestLife } / min(slowest, 1)
    let earliest = changesCount ? beginning : max(beginning, now.time - life)
    // One interval more on both sides, for the values before and after the animations.
    let from = max(earliest, begin - finest)
    let until = min(now.time, end + finest)
    guard from <= until, abs(from) < EmitterContent.enormous, abs(until) < EmitterContent.enormous else { return nil }
    return (from...until, changesCount)
  }
}
