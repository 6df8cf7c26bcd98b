// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaLayers
internal import LaminaScene

// Converts tracks to Core Animation. Constant values are set on the layer. Keyframes become a `CAKeyframeAnimation`
// with the same times and curves. Other tracks are sampled at every frame of the outermost composition. Every animation
// has an explicit begin time and holds its end values (`fillMode = .both`), so the tree is correct at any time.

/// Writes tracks to layers.
final class AnimationWriter {
  /// The outermost composition's first frame, its length and its rate.
  let firstFrame: Double
  let frameCount: Double
  let frameRate: Double
  /// The number of samples that may still be made.
  private(set) var samplesLeft: Int
  /// The largest distance between a straight piece and the curve that it replaces, in points: a sixty-fourth, and less
  /// in small compositions, which are usually drawn larger.
  private let tolerance: Double
  /// Whether any property got fewer samples than there are frames.
  private(set) var ranShort = false

  /// The largest number of samples of one property.
  private static let maximumSamples = 20_000.0

  init(_ composition: LottieComposition, samples: Int) {
    firstFrame = composition.inPoint
    frameCount = composition.outPoint - composition.inPoint
    frameRate = composition.frameRate
    samplesLeft = samples
    tolerance = min(max(composition.width, composition.height) / 32_768, 1.0 / 64)
  }

  /// The root's time at a frame of the outermost composition.
  func seconds(_ frame: Double) -> Double { (frame - firstFrame) / frameRate }

  /// Writes a track to a property of a layer.
  ///
  /// - Parameters:
  ///   - time: The time map of the composition that contains the track.
  ///   - weight: The size of a value in memory, in numbers.
  ///   - set: Sets a constant value.
  ///   - value: Converts a value for the animation.
  func write<Value: Mixable>(
    _ track: Track<Value>, _ keyPath: String, of layer: CALayer, in time: TimeMap, weight: Int = 1,
    set: (Value) -> Void, value: (Value) -> Any
  ) {
    switch time.frozen(track) {
    case .fixed(let fixed): set(fixed)
    case .keyed(let property):
      guard let affine = time.affine else {
        set(track.value(at: time.local(at: firstFrame)))
        return sample(track, keyPath, of: layer, in: time, weight, value)
      }
      set(property.start)
      addKeyframes(property, keyPath, to: layer, affine, value)
    case .sampled:
      set(track.value(at: time.local(at: firstFrame)))
      sample(track, keyPath, of: layer, in: time, weight, value)
    }
  }

  // MARK: Keyframes

  private func addKeyframes<Value: Mixable>(
    _ property: Animated<Value>, _ keyPath: String, to layer: CALayer, _ affine: (offset: Double, factor: Double),
    _ value: (Value) -> Any
  ) {
    var times: [Double] = []
    var values: [Any] = []
    var curves: [CAMediaTimingFunction] = []
    let keyframes = property.keyframes
    for (index, keyframe) in keyframes.enumerated() {
      let made = value(keyframe.value)
      times.append(seconds(affine.offset + affine.factor * keyframe.time))
      values.append(made)
      guard index + 1 < keyframes.count else { break }
      curves.append(keyframe.holds ? Self.linear : Self.curve(keyframe.easing))
      if keyframe.holds {
        // The value stays until the next keyframe, and jumps there.
        times.append(seconds(affine.offset + affine.factor * keyframes[index + 1].time))
        values.append(made)
        curves.append(Self.linear)
      }
    }
    add(times, values, curves, keyPath, to: layer)
  }

  private static let linear = CAMediaTimingFunction(name: .linear)

  private static func curve(_ easing: Easing?) -> CAMediaTimingFunction {
    guard let easing else { return linear }
    return CAMediaTimingFunction(
      controlPoints: Float(easing.out.x), Float(easing.out.y), Float(easing.into.x), Float(easing.into.y))
  }

  private func add(
    _ times: [Double], _ values: [Any], _ curves: [CAMediaTimingFunction], _ keyPath: String, to layer: CALayer
  ) {
    guard let span = Span(times) else { return }
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    animation.values = values
    animation.keyTimes = span.keyTimes(times)
    if curves.contains(where: { $0 !== Self.linear }) { animation.timingFunctions = curves }
    add(animation, span, to: layer)
  }

  /// Adds an animation over a span of the root's time.
  private func add(_ animation: CAKeyframeAnimation, _ span: Span, to layer: CALayer) {
    animation.beginTime = span.begin
    animation.duration = span.duration
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    layer.add(animation, forKey: animation.keyPath)
  }

  /// The time range from an animation's first keyframe to its last.
  struct Span {
    var begin: Double
    var duration: Double

    init?(_ times: [Double]) {
      guard let first = times.first, let last = times.last, last > first, (last - first).isFinite else { return nil }
      // A begin time of 0 would mean the time at which the animation is added.
      begin = first == 0 ? 1e-100 : first
      duration = last - first
    }

    func keyTimes(_ times: [Double]) -> [NSNumber] {
      var result = times.map { min(max(($0 - times[0]) / duration, 0), 1) }
      result[result.count - 1] = 1
      return result.map { NSNumber(value: $0) }
    }
  }

  // MARK: Paths in space

  /// Animates the position of a layer along a path, with one piece for each pair of keyframes; `false` if that is
  /// impossible.
  func writeMotion(_ property: Animated<SIMD3<Double>>, of layer: CALayer, in time: TimeMap) -> Bool {
    let keyframes = property.keyframes
    guard let affine = time.affine, let first = keyframes.first else { return false }
    let path = CGMutablePath()
    path.move(to: CGPoint(first.value))
    for (from, to) in zip(keyframes, keyframes.dropFirst()) {
      // Core Animation skips pieces without length, and pieces with held values have no path.
      guard !from.holds, from.value != to.value else { return false }
      if let spatial = from.spatial {
        path.addCurve(
          to: CGPoint(to.value), control1: CGPoint(from.value + spatial.out), control2: CGPoint(to.value + spatial.into)
        )
      } else {
        path.addLine(to: CGPoint(to.value))
      }
    }
    let times = keyframes.map { seconds(affine.offset + affine.factor * $0.time) }
    guard let span = Span(times) else { return true }
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.path = path
    animation.keyTimes = span.keyTimes(times)
    animation.timingFunctions = keyframes.dropLast().map { Self.curve($0.easing) }
    add(animation, span, to: layer)
    return true
  }

  /// The position as straight pieces, if it follows curves by their length.
  func straightened(_ property: Animated<SIMD3<Double>>) -> Animated<SIMD3<Double>> {
    guard property.followsLengths else { return property }
    let before = samplesLeft
    let result = property.straightened(within: tolerance, budget: &samplesLeft)
    if before > 0, samplesLeft <= 0 { ranShort = true }
    return result
  }

  // MARK: Samples

  private func sample<Value: Mixable>(
    _ track: Track<Value>, _ keyPath: String, of layer: CALayer, in time: TimeMap, _ weight: Int,
    _ value: (Value) -> Any
  ) {
    let frames = sampledFrames(track.range, time, weight: weight)
    guard frames.count > 1 else { return }
    var times: [Double] = []
    var values: [Any] = []
    var last: Value?
    var isRunning = false
    var mixes = true
    for (step, frame) in frames.enumerated() {
      if step % ReadingTime.stride == 0, ReadingTime.isOver { return }
      let next = track.value(at: time.local(at: frame))
      mixes = mixes && next.hasForm(of: last ?? next)
      if next == last {
        isRunning = true
        continue
      }
      // Adds the end of a run of equal values before the next value.
      if isRunning, let last, let end = times.last {
        times.append(max(end, seconds(frame) - 1 / frameRate))
        values.append(value(last))
      }
      isRunning = false
      times.append(seconds(frame))
      values.append(value(next))
      last = next
    }
    guard times.count > 1 else { return }
    if mixes { add(times, values, [], keyPath, to: layer) } else { addSteps(times, values, keyPath, to: layer) }
  }

  /// Adds an animation of values, each of which is held until the next one's time.
  ///
  /// - Parameter times: Ascending times, in seconds of the root.
  private func addSteps(_ times: [Double], _ values: [Any], _ keyPath: String, to layer: CALayer) {
    // The animation has one frame more than the composition, so that the last value is visible at the very end. Its
    // steps are slightly early, so that rounding does not make a frame show the previous value.
    let duration = (frameCount + 1) / frameRate
    let slack = 1e-4 / frameRate
    let starts = times.enumerated().map { $0.offset == 0 ? 0 : min(max(($0.element - slack) / duration, 0), 1) }
    addDiscrete(starts + [1], values, keyPath, to: layer, duration: duration)
  }

  /// The frames of the outermost composition at which a property is sampled.
  private func sampledFrames(_ range: ClosedRange<Double>?, _ time: TimeMap, weight: Int) -> [Double] {
    var first = 0.0
    var last = frameCount.rounded(.up)
    if let affine = time.affine, let range {
      first = min(max((affine.offset + affine.factor * range.lowerBound - firstFrame).rounded(.down), 0), last)
      last = min(max((affine.offset + affine.factor * range.upperBound - firstFrame).rounded(.up), first), last)
    }
    let affordable = Double(max(samplesLeft / max(weight, 1), 2))
    let count = min(last - first + 1, Self.maximumSamples, affordable)
    guard count > 1 else { return [firstFrame + first] }
    if count < last - first + 1 { ranShort = true }
    samplesLeft -= Int(clamping: count) * weight
    let step = (last - first) / (count - 1)
    return (0..<Int(clamping: count)).map { firstFrame + first + (step == 1 ? Double($0) : step * Double($0)) }
  }

  // MARK: Visibility

  /// Makes a layer visible only in a range of frames of its composition.
  func writeVisibility(from inPoint: Double, to outPoint: Double, of layer: CALayer, in time: TimeMap) {
    // Comparisons of frames allow for rounding.
    let slack = 1e-4
    guard let affine = time.affine else {
      return sampleVisibility(from: inPoint - slack, to: outPoint - slack, layer, time)
    }
    let first = affine.offset + affine.factor * inPoint - firstFrame - slack
    let last = affine.offset + affine.factor * outPoint - firstFrame - slack
    guard first < last, first < frameCount, last > 0 else {
      layer.isHidden = true
      return
    }
    // A layer that is visible in the last frame stays visible at the very end.
    let ends = last < frameCount - 2 * slack
    guard first > 0 || ends else { return }
    var times: [Double] = []
    var values: [Bool] = []
    if first > 0 {
      layer.isHidden = true
      times.append(0)
      values.append(true)
    }
    times.append(max(first, 0) / frameCount)
    values.append(false)
    if ends {
      times.append(last / frameCount)
      values.append(true)
    }
    addDiscrete(times + [1], values, "hidden", to: layer)
  }

  private func sampleVisibility(from inPoint: Double, to outPoint: Double, _ layer: CALayer, _ time: TimeMap) {
    var times: [Double] = []
    var values: [Bool] = []
    for frame in sampledFrames(nil, time, weight: 1) {
      let local = time.local(at: frame)
      let isHidden = local < inPoint || local >= outPoint
      guard values.last != isHidden else { continue }
      times.append(min((frame - firstFrame) / frameCount, 1))
      values.append(isHidden)
    }
    layer.isHidden = values.first ?? true
    if values.count > 1 { addDiscrete(times + [1], values, "hidden", to: layer) }
  }

  /// Adds an animation of held values that starts at the beginning of the composition.
  ///
  /// - Parameters:
  ///   - times: Fractions of the duration, one more than values.
  ///   - duration: The duration, in seconds; `nil` for the length of the composition.
  func addDiscrete(
    _ times: [Double], _ values: [Any], _ keyPath: String, to layer: CALayer, duration: Double? = nil
  ) {
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    animation.calculationMode = .discrete
    animation.values = values
    animation.keyTimes = times.map { NSNumber(value: $0) }
    add(animation, Span(begin: 1e-100, duration: duration ?? frameCount / frameRate), to: layer)
  }
}

extension AnimationWriter.Span {
  fileprivate init(begin: Double, duration: Double) {
    self.begin = begin
    self.duration = duration
  }
}

extension CGPoint {
  init(_ point: SIMD3<Double>) { self.init(x: point.x, y: point.y) }
}
