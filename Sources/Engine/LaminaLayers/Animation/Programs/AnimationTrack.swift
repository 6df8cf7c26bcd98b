// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

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
