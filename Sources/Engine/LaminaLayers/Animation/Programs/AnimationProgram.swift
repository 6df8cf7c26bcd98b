// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// An animation compiled for a layer: all work that does not depend on the time is done once, when the animation is
// added, and the result consists of plain numbers where possible.

/// The timing of a group, inside a layer or another group.
struct AnimationScope {
  /// The enclosing scope, or -1 for the layer.
  var parent: Int32
  var timing: CycleTiming
  var curve: TimingCurve
}

/// One property animation.
struct AnimationTrack {
  /// The enclosing scope, or -1 for the layer.
  var scope: Int32
  /// The index of the detail, or -1 where ``property`` and ``ends`` describe the whole track.
  var detail: Int32 = -1
  var timing: CycleTiming
  var curve: TimingCurve
  var spring: SpringMotion?
  var isAdditive: Bool
  var isCumulative: Bool
  var property = HotProperty.opacity
  var ends = HotEnds()

  /// The progress from start to end; beyond 0...1 where a spring or a curve overshoots.
  @inline(__always)
  func way(_ moment: CycleMoment) -> Double {
    var progress = moment.progress
    if !curve.isLinear { progress = curve(progress) }
    return spring.map { $0.position(at: progress * timing.duration) } ?? progress
  }
}

/// The ends of a basic animation as numbers.
struct HotEnds {
  var from: SIMD4<Double>?
  var to: SIMD4<Double>?
  var by: SIMD4<Double>?

  /// Whether both ends are known without the property's own value.
  @inline(__always) var areKnown: Bool { from != nil && to != nil }

  /// The start and the end of the animation, on a property that has a value without it.
  ///
  /// - Conformance: TIME-4
  @inline(__always)
  func resolved(over current: SIMD4<Double>) -> (from: SIMD4<Double>, to: SIMD4<Double>) {
    if let from, let to { return (from, to) }
    if let from { return (from, by.map { from + $0 } ?? current) }
    if let to { return (by.map { to - $0 } ?? current, to) }
    return (current, by.map { current + $0 } ?? current)
  }
}

/// The ends of a basic animation of any type.
struct BasicEnds {
  var from: LayerValue?
  var to: LayerValue?
  var by: LayerValue?

  /// The start and the end of the animation, on a property that has a value without it.
  ///
  /// - Conformance: TIME-4
  func resolved(over current: LayerValue) -> (from: LayerValue, to: LayerValue) {
    if let from, let to { return (from, to) }
    if let from { return (from, by.map { from.adding($0) ?? from } ?? current) }
    if let to { return (by.flatMap { $0.times(-1) }.map { to.adding($0) ?? to } ?? current, to) }
    return (current, by.map { current.adding($0) ?? current } ?? current)
  }
}

/// The parts of a track that are not plain numbers.
final class TrackDetail {
  /// The property that is written.
  enum Target {
    case hot(HotProperty)
    /// The whole transform.
    case transform
    /// The whole transform, from numbers.
    case function(ValueFunction)
    /// Any other property, in a scratch layer.
    case path(LayerKeyPath)

    /// The type of the property's value.
    var type: LayerValueType {
      switch self {
      case .hot: .number(.double)
      case .transform, .function: .transform
      case .path(let path): path.type
      }
    }
  }

  /// The source of the values.
  enum Source {
    case basic(BasicEnds, ValueMix?)
    /// A basic animation through a value function.
    case numbers(HotEnds)
    case rows(KeyframeTimes, [SIMD4<Double>])
    case values(KeyframeTimes, [LayerValue], [ValueMix])
    case cubic(KeyframeTimes, CubicValues, LayerValue.Form)
    case transforms(KeyframeTimes, TransformCurve)
    /// A path, with the angle that is added to its direction, where the layer turns with the path.
    case motion(KeyframeTimes, PathMotion, turn: Double?)
  }

  let target: Target
  let source: Source

  init(target: Target, source: Source) {
    self.target = target
    self.source = source
  }
}

/// An animated key that a layer's class adds to Lamina's keys.
struct AnimatedOwnKey {
  var path: LayerKeyPath
  /// Whether the class draws its contents anew for the key.
  var needsDisplay: Bool
}

/// An animation that was added to a layer, ready to be evaluated at any time.
final class AnimationProgram {
  var timing: CycleTiming
  var scopes: [AnimationScope] = []
  var tracks: [AnimationTrack] = []
  var details: [TrackDetail] = []
  var transition: TransitionTrack?
  /// The animated keys that are no properties.
  var ownKeys: [AnimatedOwnKey] = []
  /// Values that cannot be animated as they are described.
  var problems: [FilterProblem] = []

  init(timing: CycleTiming) {
    self.timing = timing
  }

  /// Whether any track needs a layer to write to.
  private(set) lazy var needsScratch = details.contains {
    if case .path = $0.target { true } else { false }
  }
}

/// A transition, ready to be evaluated.
struct TransitionTrack {
  /// The kind of the transition.
  enum Kind { case fade, moveIn, push, reveal }

  var kind: Kind
  /// The direction that the new layer comes from, seen from the middle of the layer, in its own space.
  var direction: SIMD2<Double>
  var timing: CycleTiming
  var curve: TimingCurve
  var start: Double
  var end: Double
  /// The layer as it was before.
  var before: CALayer

  /// The progress of the transition; `nil` where it does not show.
  func progress(at time: Double) -> Double? {
    guard let moment = timing.moment(at: time) else { return nil }
    return start + (end - start) * curve(moment.progress)
  }
}

// The active time of an animation, and the progress in its cycle (TIME-1), computed from the time of the layer or group
// around it; `nil` where the animation does not show.

/// The progress of an animation.
package struct CycleMoment: Sendable, Equatable {
  /// The fraction of the cycle's time that has passed, reversed already in a cycle that runs backwards; 0...1.
  package var progress: Double
  /// The number of whole cycles that have passed; negative where time runs backwards.
  package var cycle: Double
}

/// The timing of an animation with every default filled in.
///
/// - Conformance: TIME-1, TIME-2, TIME-3
package struct CycleTiming: Sendable, Equatable {
  package var begin: Double
  package var speed: Double
  package var offset: Double
  /// The length of one cycle, above 0, in the animation's own time.
  package var duration: Double
  /// The length of the active time, in the animation's own time; may be infinite.
  package var activeDuration: Double
  package var autoreverses: Bool
  package var fillsForwards: Bool
  package var fillsBackwards: Bool

  /// Times that differ by less are equal: sums of fractions of seconds are not exact.
  package static let slack = 1e-9

  /// Fills in defaults.
  ///
  /// - Parameter fallback: The duration of an animation that has none.
  package init(_ timing: MediaTiming, fallback: Double) {
    func number(_ value: Double) -> Double { value.isFinite ? value : 0 }
    begin = number(timing.beginTime)
    speed = number(Double(timing.speed))
    offset = number(timing.timeOffset)
    duration = timing.duration > 0 ? timing.duration : fallback
    autoreverses = timing.autoreverses
    let repeats = timing.repeatCount > 0 ? Double(timing.repeatCount) : 1
    activeDuration =
      timing.repeatDuration > 0 ? timing.repeatDuration : duration * (autoreverses ? 2 : 1) * repeats
    fillsForwards = timing.fillMode == .forwards || timing.fillMode == .both
    fillsBackwards = timing.fillMode == .backwards || timing.fillMode == .both
  }

  /// The progress at a time of the layer or group around the animation; `nil` where the animation does not show.
  @inline(__always)
  package func moment(at time: Double) -> CycleMoment? {
    guard time - time == 0 else { return nil }
    var active = (time - begin) * speed
    if time < begin {
      guard fillsBackwards || time >= begin - Self.slack else { return nil }
      active = 0
    }
    var isAtEnd = false
    if abs(active) >= activeDuration - Self.slack {
      guard fillsForwards || abs(active) <= activeDuration + Self.slack else { return nil }
      active = active < 0 ? -activeDuration : activeDuration
      isAtEnd = true
    }
    var cycles = (active + offset) / duration
    guard cycles - cycles == 0 else { return CycleMoment(progress: 0, cycle: 0) }
    let nearest = cycles.rounded()
    if abs(cycles - nearest) < Self.slack { cycles = nearest }
    var cycle = cycles.rounded(.down)
    var progress = cycles - cycle
    if isAtEnd, offset == 0, progress == 0, cycle > 0 {
      cycle -= 1
      progress = 1
    }
    if autoreverses, cycle.truncatingRemainder(dividingBy: 2) != 0 { progress = 1 - progress }
    return CycleMoment(progress: progress, cycle: cycle)
  }

  /// The end of the animation, in the time of the layer or group around it; infinite where it has none.
  package var end: Double {
    speed == 0 ? .infinity : begin + activeDuration / abs(speed)
  }
}

// Finds the two keyframes around a progress (TIME-5), for any number of times, values and curves.
//
// Core Animation uses unsuitable key times as they are, as far as pictures of it show: they may begin after 0 and end
// before 1, where the first and the last value hold; they may lie outside 0...1, where a player cuts a longer
// animation; and the times of a path may be more or fewer than its points. Cases that no picture shows follow the
// documentation, by which invalid times are ignored.

/// The times of keyframes and the curves between them. A class, so that an evaluation counts one reference instead of
/// three.
final class KeyframeTimes {
  /// The time of each value. In `discrete` mode the value holds until the next. Values beyond the last time do not
  /// show.
  private(set) var times: [Double]
  private let curves: [TimingCurve]
  private let isDiscrete: Bool
  /// A description of the fault of the given times; `nil` for none.
  private(set) var problem: String?

  /// Applies the rules for times.
  ///
  /// - Parameters:
  ///   - count: The number of values, at least 1.
  ///   - lengths: The distance of each value from the one before, for the paced modes; `nil` for the other modes.
  ///   - isPath: Whether the values are the points of a path, which may be more or fewer than the times.
  init(_ animation: CAKeyframeAnimation, count: Int, lengths: [Double]? = nil, isPath: Bool = false) {
    let isDiscrete = animation.calculationMode == .discrete
    self.isDiscrete = isDiscrete
    curves = (animation.timingFunctions ?? []).prefix(count).map(\.curve)
    let last = Double(max(count - 1, 1))
    times = (0..<count).map { Double($0) / (isDiscrete ? Double(count) : last) }
    if let lengths, let paced = Self.paced(lengths, count: count) {
      times = paced
    } else if lengths == nil, let given = animation.keyTimes?.map(\.doubleValue) {
      if isDiscrete { useDiscrete(given) } else { use(given, isPath: isPath) }
    }
  }

  /// Times in proportion to lengths; `nil` where all lengths are zero.
  private static func paced(_ lengths: [Double], count: Int) -> [Double]? {
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite, lengths.count == count - 1 else { return nil }
    var sum = 0.0
    return [0]
      + lengths.map {
        sum += $0
        return min(sum / total, 1)
      }
  }

  private func use(_ given: [Double], isPath: Bool) {
    let count = times.count
    // Times outside 0...1 count as its ends in this check: a player that cuts an animation short puts times before 0.
    let seen = given.map { min(max($0, 0), 1) }
    if given.isEmpty || (given.count != count && !isPath) {
      problem = "\(given.count) keyTimes for \(count) values; they are spaced evenly"
    } else if given.contains(where: { !$0.isFinite }) || zip(seen, seen.dropFirst()).contains(where: { $0 > $1 }) {
      problem = "keyTimes that do not rise; the values are spaced evenly"
    } else {
      // Within 2^50 of 0, so that the time between any two of them is a number.
      times = given.prefix(count).map { min(max($0, -0x1p50), 0x1p50) }
    }
  }

  private func useDiscrete(_ given: [Double]) {
    let count = times.count
    if given.count < count {
      problem = "\(given.count) keyTimes for \(count) discrete values; those without a time do not show"
    }
    if given.isEmpty { return }
    var latest = 0.0
    var isRising = true
    times = given.prefix(count).map { time in
      if !(time >= latest) { isRising = false }
      latest = time > latest ? time : latest
      return latest
    }
    if !isRising { problem = "keyTimes that do not rise; a time that goes back counts as the one before" }
  }

  /// Finds the keyframe at or before a progress, and the fraction of the way from it to the next.
  ///
  /// - Returns: An index below the number of values, and a fraction, which is 0 before the first time and from the last
  ///   time on.
  func locate(_ progress: Double) -> (index: Int, fraction: Double) {
    // The last time at or before the progress. Times outside 0...1 may fall; the binary search then still gives a valid
    // index.
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= progress { low = middle + 1 } else { high = middle }
    }
    let index = max(low - 1, 0)
    guard !isDiscrete, low > 0, index + 1 < times.count else { return (index, 0) }
    let span = times[index + 1] - times[index]
    let fraction = span > 0 ? (progress - times[index]) / span : 0
    return (index, index < curves.count ? curves[index](fraction) : fraction)
  }
}
