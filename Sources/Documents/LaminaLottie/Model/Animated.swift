// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A value that can be interpolated.
protocol Mixable: Equatable {
  /// Interpolates between two values; progress below 0 and above 1 extrapolates.
  static func mix(_ from: Self, _ to: Self, _ progress: Double) -> Self
  /// Interpolates along a curve between two positions; values that are not positions are interpolated linearly.
  static func mix(_ from: Self, _ to: Self, _ progress: Double, along curve: Spatial) -> Self
  /// Whether this value can be interpolated with another one.
  func hasForm(of other: Self) -> Bool
}

extension Mixable {
  static func mix(_ from: Self, _ to: Self, _ progress: Double, along curve: Spatial) -> Self {
    mix(from, to, progress)
  }

  func hasForm(of other: Self) -> Bool { true }
}

/// One keyframe. It includes the interpolation to the next keyframe, as in bodymovin's files.
struct Keyframe<Value: Mixable>: Equatable {
  /// The time, in frames of the composition.
  var time: Double
  var value: Value
  /// Whether the value is held until the next keyframe.
  var holds = false
  /// The control points of the timing curve to the next keyframe.
  var easing: Easing?
  /// The control points of a spatial path to the next keyframe, relative to both values.
  var spatial: Spatial?
}

/// The timing curve between two keyframes.
struct Easing: Equatable {
  var out: SIMD2<Double>
  var into: SIMD2<Double>

  var isLinear: Bool { out.x == out.y && into.x == into.y }
}

/// The control points of a path between two positions, relative to its ends.
struct Spatial: Equatable {
  var out: SIMD3<Double>
  var into: SIMD3<Double>
  /// Whether interpolation follows the path by its length. Otherwise the path applies only to layers' positions, and
  /// progress is the path's parameter.
  var isByLength = false
}

/// A property: a constant, or keyframes.
///
/// Between keyframes it is interpolated as by Core Animation; before the first and after the last keyframe their values
/// apply.
struct Animated<Value: Mixable>: Equatable {
  /// The keyframes, at least one, in ascending order of time.
  var keyframes: [Keyframe<Value>]

  init(_ value: Value) {
    keyframes = [Keyframe(time: 0, value: value)]
  }

  init(keyframes: [Keyframe<Value>]) {
    self.keyframes = keyframes
  }

  /// Whether the value changes.
  var isAnimated: Bool { keyframes.count > 1 && keyframes.contains { $0.value != keyframes[0].value } }

  /// Whether a timing curve exceeds the values at its ends.
  var overshoots: Bool {
    isAnimated
      && keyframes.contains { keyframe in
        guard !keyframe.holds, let easing = keyframe.easing else { return false }
        return min(easing.out.y, easing.into.y) < 0 || max(easing.out.y, easing.into.y) > 1
      }
  }

  /// The first value.
  var start: Value { keyframes[0].value }

  /// A property with the same keyframes and converted values.
  func map<Other: Mixable>(_ transform: (Value) -> Other) -> Animated<Other> {
    Animated<Other>(
      keyframes: keyframes.map {
        Keyframe<Other>(time: $0.time, value: transform($0.value), holds: $0.holds, easing: $0.easing)
      })
  }

  /// The value at a time.
  func value(at time: Double) -> Value {
    let (index, progress) = place(of: time)
    let from = keyframes[index]
    guard progress != 0, index + 1 < keyframes.count else { return from.value }
    let to = keyframes[index + 1].value
    guard let curve = from.spatial, curve.isByLength else { return Value.mix(from.value, to, progress) }
    return Value.mix(from.value, to, progress, along: curve)
  }

  /// Whether any part follows a curve by its length.
  var followsLengths: Bool { keyframes.contains { !$0.holds && $0.spatial?.isByLength == true } }

  /// The keyframe at or before a time, and the eased progress to the next one.
  func place(of time: Double) -> (index: Int, progress: Double) {
    var (low, high) = (0, keyframes.count)
    while low < high {
      let middle = (low + high) / 2
      if keyframes[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    let index = max(low - 1, 0)
    guard low > 0, index + 1 < keyframes.count, !keyframes[index].holds else { return (index, 0) }
    let span = keyframes[index + 1].time - keyframes[index].time
    guard span > 0 else { return (index, 0) }
    let fraction = (time - keyframes[index].time) / span
    return (index, keyframes[index].easing.map { $0.progress(at: fraction) } ?? fraction)
  }

  /// Whether another property has keyframes with the same times and curves.
  func hasTiming(of other: Animated<some Mixable>) -> Bool {
    keyframes.count == other.keyframes.count
      && zip(keyframes, other.keyframes).allSatisfy {
        $0.time == $1.time && $0.holds == $1.holds && $0.easing == $1.easing
      }
  }
}

extension Keyframe: Sendable where Value: Sendable {}
extension Animated: Sendable where Value: Sendable {}

extension Easing {
  /// The progress at a fraction of the time, by a cubic Bézier curve as in Core Animation.
  func progress(at fraction: Double) -> Double {
    if isLinear { return fraction }
    let (x1, x2) = (min(max(out.x, 0), 1), min(max(into.x, 0), 1))
    func curve(_ a: Double, _ b: Double, _ s: Double) -> Double {
      let c = 3 * a
      let d = 3 * (b - a) - c
      return ((1 - c - d) * s + d) * s * s + c * s
    }
    var (low, high) = (0.0, 1.0)
    // Fifty bisections are exact to the last bit; this runs only for sampled properties, at import.
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if curve(x1, x2, middle) < fraction { low = middle } else { high = middle }
    }
    return curve(out.y, into.y, (low + high) / 2)
  }
}

extension Double: Mixable {
  static func mix(_ from: Double, _ to: Double, _ progress: Double) -> Double { from + (to - from) * progress }
}

extension SIMD3<Double>: Mixable {
  static func mix(_ from: Self, _ to: Self, _ progress: Double) -> Self { from + (to - from) * progress }

  static func mix(_ from: Self, _ to: Self, _ progress: Double, along curve: Spatial) -> Self {
    SpatialCurve(from: from, spatial: curve, to: to).place(at: progress).point
  }
}

extension SIMD4<Double>: Mixable {
  static func mix(_ from: Self, _ to: Self, _ progress: Double) -> Self { from + (to - from) * progress }
}

/// A list of numbers, such as the stops of a gradient.
struct NumberList: Mixable {
  var numbers: [Double]

  static func mix(_ from: NumberList, _ to: NumberList, _ progress: Double) -> NumberList {
    guard from.numbers.count == to.numbers.count else { return progress < 1 ? from : to }
    return NumberList(numbers: zip(from.numbers, to.numbers).map { .mix($0, $1, progress) })
  }

  func hasForm(of other: NumberList) -> Bool { numbers.count == other.numbers.count }
}
