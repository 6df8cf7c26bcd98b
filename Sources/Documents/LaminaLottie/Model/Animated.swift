// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A value that can lie between two others.
protocol Mixable: Equatable {
  /// The value so far on the way from one to another; below 0 and above 1, beyond them.
  static func mix(_ from: Self, _ to: Self, _ progress: Double) -> Self
  /// The value so far along a curve from one to another; for values that are no places, the straight way.
  static func mix(_ from: Self, _ to: Self, _ progress: Double, along curve: Spatial) -> Self
  /// Whether there are values between this one and another.
  func hasForm(of other: Self) -> Bool
}

extension Mixable {
  static func mix(_ from: Self, _ to: Self, _ progress: Double, along curve: Spatial) -> Self {
    mix(from, to, progress)
  }

  func hasForm(of other: Self) -> Bool { true }
}

/// One keyframe. What leads to the next keyframe is kept here, as bodymovin writes it.
struct Keyframe<Value: Mixable>: Equatable {
  /// When, in frames of the composition that it is in.
  var time: Double
  var value: Value
  /// Whether the value stays until the next keyframe.
  var holds = false
  /// The control points of the curve to the next keyframe.
  var easing: Easing?
  /// The control points of a path in space to the next keyframe, relative to this value and to the next one.
  var spatial: Spatial?
}

/// How progress follows time between two keyframes.
struct Easing: Equatable {
  var out: SIMD2<Double>
  var into: SIMD2<Double>

  var isLinear: Bool { out.x == out.y && into.x == into.y }
}

/// The control points of a path between two places, relative to its ends.
struct Spatial: Equatable {
  var out: SIMD3<Double>
  var into: SIMD3<Double>
  /// Whether every value of the property follows the path, by its length. Otherwise it is for layers' positions alone,
  /// and progress is the path's parameter.
  var isByLength = false
}

/// A property: a value, or keyframes.
///
/// Between two keyframes it is what Core Animation makes of them; before the first and after the last, their values.
struct Animated<Value: Mixable>: Equatable {
  /// At least one, by rising times.
  var keyframes: [Keyframe<Value>]

  init(_ value: Value) {
    keyframes = [Keyframe(time: 0, value: value)]
  }

  init(keyframes: [Keyframe<Value>]) {
    self.keyframes = keyframes
  }

  /// Whether it changes.
  var isAnimated: Bool { keyframes.count > 1 && keyframes.contains { $0.value != keyframes[0].value } }

  /// Whether a curve leads beyond the values at its ends.
  var overshoots: Bool {
    isAnimated
      && keyframes.contains { keyframe in
        guard !keyframe.holds, let easing = keyframe.easing else { return false }
        return min(easing.out.y, easing.into.y) < 0 || max(easing.out.y, easing.into.y) > 1
      }
  }

  /// Its first value.
  var start: Value { keyframes[0].value }

  /// The same keyframes with other values.
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

  /// Whether it follows curves by their length.
  var followsLengths: Bool { keyframes.contains { !$0.holds && $0.spatial?.isByLength == true } }

  /// The keyframe at or before a time, and the eased progress to the next.
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

  /// Whether all keyframes stand at the same times with the same curves as another property's.
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
  /// The progress at a fraction of the time: the cubic Bézier curve that Core Animation draws.
  func progress(at fraction: Double) -> Double {
    if isLinear { return fraction }
    let (x1, x2) = (min(max(out.x, 0), 1), min(max(into.x, 0), 1))
    func curve(_ a: Double, _ b: Double, _ s: Double) -> Double {
      let c = 3 * a
      let d = 3 * (b - a) - c
      return ((1 - c - d) * s + d) * s * s + c * s
    }
    var (low, high) = (0.0, 1.0)
    // Halving 50 times reaches the last bit; this runs only for sampled properties, at import.
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
