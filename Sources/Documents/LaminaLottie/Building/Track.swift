// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A value over the frames of a composition, in its simplest form. The builder turns it into a constant property,
/// keyframes, or a sample for every frame.
enum Track<Value: Mixable> {
  case fixed(Value)
  case keyed(Animated<Value>)
  /// Changes inside a range of frames, in a way that keyframes cannot express.
  case sampled(ClosedRange<Double>, (Double) -> Value)

  init(_ property: Animated<Value>) {
    if property.followsLengths {
      self = .sampled(property.range) { property.value(at: $0) }
    } else {
      self = property.isAnimated ? .keyed(property) : .fixed(property.start)
    }
  }

  var isFixed: Bool {
    if case .fixed = self { true } else { false }
  }

  /// The range of frames in which the value changes; `nil` for a constant.
  var range: ClosedRange<Double>? {
    switch self {
    case .fixed: nil
    case .keyed(let property): property.range
    case .sampled(let range, _): range
    }
  }

  func value(at time: Double) -> Value {
    switch self {
    case .fixed(let value): value
    case .keyed(let property): property.value(at: time)
    case .sampled(_, let value): value(time)
    }
  }

  /// A track of converted values.
  ///
  /// - Parameter keepsMixes: Whether the conversion is linear, so that a mix of two values becomes the same mix of
  ///   their results.
  func map<Other: Mixable>(keepsMixes: Bool = true, _ transform: @escaping (Value) -> Other) -> Track<Other> {
    switch self {
    case .fixed(let value): return .fixed(transform(value))
    case .keyed(let property):
      return keepsMixes
        ? .keyed(property.map(transform)) : .sampled(property.range, { transform(property.value(at: $0)) })
    case .sampled(let range, let value): return .sampled(range, { transform(value($0)) })
    }
  }

  /// Combines two tracks into one.
  ///
  /// - Parameter keepsMixes: Whether the transform is linear in both values together, and in each separately.
  func combined<Second: Mixable, Other: Mixable>(
    with second: Track<Second>, keepsMixes: Bool, _ transform: @escaping (Value, Second) -> Other
  ) -> Track<Other> {
    switch (self, second) {
    case (_, .fixed(let value)): return map(keepsMixes: keepsMixes) { transform($0, value) }
    case (.fixed(let value), _): return second.map(keepsMixes: keepsMixes) { transform(value, $0) }
    case (.keyed(let one), .keyed(let two)) where keepsMixes && one.hasTiming(of: two):
      let keyframes = zip(one.keyframes, two.keyframes).map {
        Keyframe<Other>(
          time: $0.time, value: transform($0.value, $1.value), holds: $0.holds, easing: $0.easing)
      }
      return .keyed(Animated(keyframes: keyframes))
    default:
      let (first, last) = (self, second)
      let range = [first.range, last.range].compactMap(\.self).reduce(nil) { (whole: ClosedRange<Double>?, next) in
        whole.map { min($0.lowerBound, next.lowerBound)...max($0.upperBound, next.upperBound) } ?? next
      }
      return .sampled(range ?? 0...0, { transform(first.value(at: $0), last.value(at: $0)) })
    }
  }
}

extension Animated {
  /// The range from the first keyframe to the last.
  var range: ClosedRange<Double> { keyframes[0].time...max(keyframes[keyframes.count - 1].time, keyframes[0].time) }
}
