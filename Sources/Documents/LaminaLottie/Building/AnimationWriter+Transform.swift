// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaLayers

// Transforms of layers. Scale and rotation are animated separately, as components of the transform, so that their
// keyframes and curves are kept. A layer that is skewed, or rotates about several axes, or follows the direction of its
// path, cannot be split into these components: its whole transform is sampled.

extension AnimationWriter {
  /// Writes a transform to a layer whose bounds are set.
  func write(_ transform: LottieTransform, of layer: CALayer, in time: TimeMap, turnsAlongPath: Bool = false) {
    writeAnchor(transform.anchor, of: layer, in: time)
    writePosition(transform.position, of: layer, in: time)
    guard transform.isTurning || turnsAlongPath else {
      let linear = transform.linearPart(at: 0)
      if !CATransform3DIsIdentity(linear) { layer.transform = linear }
      return
    }
    if transform.isSkewed || transform.is3D || turnsAlongPath {
      return sampleTransform(transform, of: layer, in: time, turnsAlongPath: turnsAlongPath)
    }
    writeComponent(Track(transform.scale.map { $0.x / 100 }), "transform.scale.x", standard: 1, of: layer, in: time)
    writeComponent(Track(transform.scale.map { $0.y / 100 }), "transform.scale.y", standard: 1, of: layer, in: time)
    writeComponent(
      Track(transform.rotation.map { $0 * .pi / 180 }), "transform.rotation.z", standard: 0, of: layer, in: time)
  }

  /// Writes a component of a transform that is otherwise the identity. A constant component becomes an animation too:
  /// when Core Animation decomposes a transform matrix, a mirrored transform becomes a rotated one.
  private func writeComponent(
    _ track: Track<Double>, _ keyPath: String, standard: Double, of layer: CALayer, in time: TimeMap
  ) {
    guard case .fixed(let value) = time.frozen(track) else {
      return write(track, keyPath, of: layer, in: time, set: { _ in }, value: { $0 })
    }
    // An animation with a single value would show nothing.
    if value != standard { addDiscrete([0, 1, 1], [value, value], keyPath, to: layer) }
  }

  private func writeAnchor(_ anchor: Animated<SIMD3<Double>>, of layer: CALayer, in time: TimeMap) {
    let size = layer.bounds.size
    func unit(_ point: SIMD3<Double>) -> CGPoint {
      CGPoint(
        x: size.width > 0 ? CGFloat(point.x) / size.width : 0, y: size.height > 0 ? CGFloat(point.y) / size.height : 0)
    }
    write(
      Track(straightened(anchor)), "anchorPoint", of: layer, in: time, weight: 2, set: { layer.anchorPoint = unit($0) }
    ) { unit($0) }
  }

  private func writePosition(_ position: LottieTransform.Position, of layer: CALayer, in time: TimeMap) {
    switch position {
    case .split(let x, let y, _):
      write(Track(x), "position.x", of: layer, in: time, set: { layer.position.x = CGFloat($0) }) { $0 }
      write(Track(y), "position.y", of: layer, in: time, set: { layer.position.y = CGFloat($0) }) { $0 }
    case .point(let point):
      layer.position = CGPoint(point.start)
      let point = straightened(point)
      guard point.isAnimated || point.isCurved else { return }
      if point.isCurved, writeMotion(point, of: layer, in: time) { return }
      let track = point.isCurved ? .sampled(point.range) { point.place(at: $0).point } : Track.keyed(point)
      write(track, "position", of: layer, in: time, weight: 2, set: { layer.position = CGPoint($0) }) { CGPoint($0) }
    }
  }

  private func sampleTransform(
    _ transform: LottieTransform, of layer: CALayer, in time: TimeMap, turnsAlongPath: Bool
  ) {
    var ranges = [transform.scale.range, transform.orientation.range]
    ranges += [transform.rotation, transform.rotationX, transform.rotationY, transform.skew, transform.skewAxis].map(
      \.range)
    var direction: ((Double) -> Double)?
    if turnsAlongPath {
      switch transform.position {
      case .point(let point):
        ranges.append(point.range)
        direction = { point.heading(at: $0) }
      case .split(let x, let y, _):
        let moving = [x, y].filter(\.isAnimated).map(\.range)
        ranges += moving
        if let first = moving.map(\.lowerBound).min(), let last = moving.map(\.upperBound).max() {
          direction = { transform.position.heading(at: $0, in: first...last) }
        }
      }
    }
    let first = ranges.map(\.lowerBound).min() ?? 0
    let last = ranges.map(\.upperBound).max() ?? 0
    let track = Track<TransformSample>.sampled(first...last) {
      TransformSample(transform.linearPart(at: $0, turn: direction?($0) ?? 0))
    }
    write(track, "transform", of: layer, in: time, weight: 16, set: { layer.transform = $0.transform }) { $0.transform }
  }
}

/// A transform as a value of a track. It is only sampled and never mixed.
struct TransformSample: Mixable {
  var transform: CATransform3D

  init(_ transform: CATransform3D) {
    self.transform = transform
  }

  static func == (one: Self, two: Self) -> Bool { CATransform3DEqualToTransform(one.transform, two.transform) }

  static func mix(_ from: Self, _ to: Self, _ progress: Double) -> Self { progress < 1 ? from : to }
}

extension LottieTransform.Position {
  /// The direction in which a position with separate components moves, in degrees.
  ///
  /// - Parameter range: The time range of the movement; outside of it the directions at its ends apply.
  fileprivate func heading(at time: Double, in range: ClosedRange<Double>) -> Double {
    // There is no movement beyond the ends of keyframes.
    let step = 1e-3
    let start = Swift.min(Swift.max(time, range.lowerBound), range.upperBound - step)
    let way = value(at: start + step) - value(at: start)
    return way == SIMD2() ? 0 : atan2(way.y, way.x) * 180 / .pi
  }
}

extension Animated<SIMD3<Double>> {
  /// The direction of movement at a time, in degrees.
  func heading(at time: Double) -> Double {
    let last = keyframes[keyframes.count - 1].time
    // After the end, the last direction applies.
    let direction = place(at: Swift.min(Swift.max(time, keyframes[0].time), last - 1e-6)).direction
    return direction == SIMD2() ? 0 : atan2(direction.y, direction.x) * 180 / .pi
  }
}
