// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene

/// An animation, in the picture's time.
struct TimelineRow: Encodable, Sendable {
  /// The keyframes of one cycle, and the curves between them.
  struct Curve: Encodable, Sendable {
    /// The times of the keyframes, as fractions of a cycle.
    var keyframes: [Double]
    /// The timing curves between keyframes, with four control values each; one for all segments, or one for each.
    var curves: [[Double]]
    /// The levels of keyframes whose values are numbers: 0 for the least, 1 for the greatest. `nil` where the values
    /// cannot be compared, and every segment runs from 0 to 1.
    var levels: [Double]?
    /// Whether each value holds until the next.
    var isStepped = false
    /// The sampled curve of a whole cycle, where no timing curve describes it: for springs, and curves through all
    /// values.
    var samples: [[Double]]?
  }

  /// The repetition of the group that contains an animation, which plays again in each cycle of the group.
  struct Repetition: Encodable, Sendable {
    /// The start of the group's first cycle and the duration of a cycle, in seconds of the picture's time.
    var begin: Double
    var cycle: Double
    /// The end of the group; `nil` if it never ends.
    var end: Double?
    var autoreverses: Bool
  }

  var layer: Int
  var title: String
  var name: String
  var kind: String
  var keyPath: String?
  /// The start and the end in seconds of the picture's time; the end is `nil` for an endless animation.
  var begin: Double
  var end: Double?
  /// The duration of one cycle, in seconds.
  var cycle: Double
  var autoreverses: Bool
  var curve: Curve
  /// The value of each keyframe with its unit; as many as keyframes, or none.
  var values: [String]
  var group: Repetition?
}

extension TimelineRow.Curve {
  /// The maximum number of keyframes that are shown.
  private static let most = 500
  /// The number of segments of a sampled curve.
  private static let points = 96

  /// The keyframes of an animation.
  ///
  /// - Parameters:
  ///   - animation: The animation; groups have no keyframes.
  ///   - values: The values of its keyframes in order, if it has values.
  ///   - samples: Whether curves that no timing curve describes are sampled.
  init(_ animation: CAAnimation, values: [Any], samples: Bool) {
    guard let property = animation as? CAPropertyAnimation else {
      self.init(keyframes: animation is CATransition ? [0, 1] : [], curves: Self.functions(of: animation))
      return
    }
    let numbers = values.prefix(Self.most).map { Self.number($0) }
    let known = numbers.compactMap { $0 }
    let keyed = property as? CAKeyframeAnimation
    let isStepped = keyed?.calculationMode == .discrete
    self.init(
      keyframes: keyed.map { Self.times(of: $0, values: values) } ?? [0, 1], curves: Self.functions(of: property),
      isStepped: isStepped)
    if known.count == numbers.count, known.count == keyframes.count, let least = known.min(), let greatest = known.max()
    {
      levels = known.map { greatest > least ? ($0 - least) / (greatest - least) : 0.5 }
    }
    if samples { self.samples = Self.way(of: property, levels, count: keyframes.count) }
  }

  private static func number(_ value: Any) -> Double? {
    guard !(value is String), !(value is NSNull), case .number(let number) = LayerValue(value, as: .number(.double)),
      number.isFinite
    else { return nil }
    return number
  }

  // MARK: Times

  private static func times(of keyed: CAKeyframeAnimation, values: [Any]) -> [Double] {
    let count = min(max(values.count, 1), most)
    let isStepped = keyed.calculationMode == .discrete
    if keyed.calculationMode == .paced || keyed.calculationMode == .cubicPaced {
      return paced(values, count: count) ?? even(count, isStepped: false)
    }
    if let times = keyed.keyTimes?.map(\.doubleValue), !times.isEmpty,
      times.count == count || isStepped || keyed.path != nil
    {
      return times.prefix(count).map { $0.isFinite ? min(max($0, 0), 1) : 0 }
    }
    return even(count, isStepped: isStepped)
  }

  private static func even(_ count: Int, isStepped: Bool) -> [Double] {
    guard count > 1 else { return [0] }
    return (0..<count).map { Double($0) / Double(isStepped ? count : count - 1) }
  }

  /// Times whose distances are proportional to those of the values; `nil` where the values have no distance.
  private static func paced(_ values: [Any], count: Int) -> [Double]? {
    let places: [SIMD2<Double>] = values.prefix(count).compactMap { value in
      if let number = number(value) { return SIMD2(number, 0) }
      guard case .point(let point) = LayerValue(value, as: .point) else { return nil }
      return SIMD2(Double(point.x), Double(point.y))
    }
    guard places.count == count, count > 1 else { return nil }
    var sums = [0.0]
    for (one, other) in zip(places, places.dropFirst()) {
      let way = other - one
      sums.append(sums[sums.count - 1] + (way * way).sum().squareRoot())
    }
    guard let total = sums.last, total > 0, total.isFinite else { return nil }
    return sums.map { $0 / total }
  }

  private static func functions(of animation: CAAnimation) -> [[Double]] {
    func numbers(_ function: CAMediaTimingFunction) -> [Double] {
      let curve = function.curve
      return [curve.first.x, curve.first.y, curve.second.x, curve.second.y]
    }
    if let keyed = animation as? CAKeyframeAnimation {
      // Segments without a function are linear.
      let functions = (keyed.timingFunctions ?? []).prefix(most).map(numbers)
      return functions + [[0, 0, 1, 1]]
    }
    return animation.timingFunction.map { [numbers($0)] } ?? [[0, 0, 1, 1]]
  }

  // MARK: Ways

  /// Samples a whole cycle, by presenting a layer with a copy of the animation; `nil` where timing curves describe it.
  private static func way(of animation: CAPropertyAnimation, _ levels: [Double]?, count: Int) -> [[Double]]? {
    let keyed = animation as? CAKeyframeAnimation
    let isCubic = keyed?.calculationMode == .cubic || keyed?.calculationMode == .cubicPaced
    let isTimed = keyed != nil && animation.timingFunction != nil
    guard animation is CASpringAnimation || isCubic && levels != nil || isTimed else { return nil }
    guard let copy = animation.copy() as? CAPropertyAnimation, keyed?.path == nil else { return nil }
    let spring = (copy as? CASpringAnimation)?.settlingDuration ?? 0
    let length = copy.duration > 0 ? copy.duration : max(spring, 0.01)
    guard length.isFinite else { return nil }
    var timing = MediaTiming()
    timing.duration = length
    timing.fillMode = .both
    copy.timing = timing
    (copy.keyPath, copy.valueFunction, copy.isAdditive, copy.isCumulative) = ("zPosition", nil, false, false)
    if let basic = copy as? CABasicAnimation {
      (basic.fromValue, basic.toValue, basic.byValue) = (levels?.first ?? 0, levels?.last ?? 1, nil)
    }
    if let keyed = copy as? CAKeyframeAnimation {
      keyed.values = levels ?? (0..<count).map { Double($0) / Double(max(count - 1, 1)) }
    }
    let layer = CALayer()
    layer.add(copy, forKey: "way")
    return (0...points).map { point in
      let share = Double(point) / Double(points)
      // The end of a cycle already belongs to the next one.
      let shown = CALayer.presented([layer], at: min(share, 1 - 1e-6) * length)
      return [share, Double(shown?.zPosition ?? 0)]
    }
  }
}
#endif
