// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaLayers
internal import LaminaScene

// A shape layer's items as Core Animation layers, in the way players build them: a `CALayer` for a group with a
// transform, an opacity or copies; a `CAShapeLayer` for a fill or stroke with all its paths; a `CAGradientLayer` masked
// by such a shape layer for a gradient. A stroke directly over a fill of the same paths shares its layer.

/// Builds the layers of shapes.
struct ShapeBuilder {
  let writer: AnimationWriter
  let time: TimeMap
  /// The composition's size, which is also the size of containers.
  let size: CGSize
  /// The number of layers that may still be made.
  var budget: Int
  var sources = ShapeSources()
  /// Whether layers were left out because of limits.
  private(set) var ranShort = false

  init(writer: AnimationWriter, time: TimeMap, size: CGSize, budget: Int) {
    self.writer = writer
    self.time = time
    self.size = size
    self.budget = budget
  }

  /// Adds the layers of items to a layer.
  mutating func build(_ items: [LottieShapeItem], in layer: CALayer) {
    for sublayer in draw(items, before: items.count, outer: []).reversed() { layer.addSublayer(sublayer) }
    if sources.ranShort { ranShort = true }
  }

  /// A layer that only contains others.
  func container() -> CALayer {
    let layer = CALayer()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(origin: .zero, size: size)
    return layer
  }

  mutating func takeLayer() -> Bool {
    budget = ReadingTime.isOver ? 0 : budget - 1
    if budget < 0 { ranShort = true }
    return budget >= 0
  }

  /// The layers of the first `end` items of a group, front to back.
  private mutating func draw(_ items: [LottieShapeItem], before end: Int, outer: [ShapeModifier]) -> [CALayer] {
    guard budget > 0 else {
      ranShort = true
      return []
    }
    var first = 0
    var result: [CALayer] = []
    for index in (0..<end).reversed() {
      guard case .repeater(let repeater) = items[index].kind else { continue }
      first = index + 1
      result = copies(repeater, of: items, before: index, outer: outer)
      break
    }
    var index = first
    while index < end {
      switch items[index].kind {
      case .group(let inner, let transform):
        let modifiers = ShapeSources.modifiers(items, after: index) + outer
        result += group(inner, transform, named: items[index].name, outer: modifiers)
      case .fill(let fill): result += paint(items, at: index, fill: fill, stroke: nil, outer)
      case .stroke(let stroke):
        if let fill = fillUnder(stroke, items, at: index, before: end) {
          result += paint(items, at: index, fill: fill, stroke: stroke, outer)
          index += 1
        } else {
          result += paint(items, at: index, fill: nil, stroke: stroke, outer)
        }
      case .path, .trim, .roundedCorners, .merge, .repeater: break
      }
      index += 1
    }
    return result
  }

  /// The fill that directly follows a stroke and can share its layer.
  private func fillUnder(_ stroke: LottieStroke, _ items: [LottieShapeItem], at index: Int, before end: Int)
    -> LottieFill?
  {
    guard index + 1 < end, case .fill(let fill) = items[index + 1].kind, fill.opacity == stroke.opacity,
      case .color = fill.paint, case .color = stroke.paint
    else { return nil }
    return fill
  }

  // MARK: Groups

  private mutating func group(
    _ items: [LottieShapeItem], _ transform: LottieTransform, named name: String, outer: [ShapeModifier]
  ) -> [CALayer] {
    let inner = draw(items, before: items.count, outer: outer)
    guard !inner.isEmpty else { return [] }
    if transform.isIdentity { return inner }
    guard takeLayer() else { return [] }
    let layer = container()
    if !name.isEmpty { layer.name = name }
    writer.write(transform, of: layer, in: time)
    writer.writeOpacity(transform.opacity, of: layer, in: time)
    for sublayer in inner.reversed() { layer.addSublayer(sublayer) }
    return [layer]
  }

  private mutating func copies(
    _ repeater: LottieRepeater, of items: [LottieShapeItem], before end: Int, outer: [ShapeModifier]
  ) -> [CALayer] {
    let most = repeater.largestCount
    let count = min(most, ShapeSources.maximumCopies)
    if most > count { ranShort = true }
    var result: [CALayer] = []
    for copy in 0..<count {
      let inner = draw(items, before: end, outer: outer)
      guard !inner.isEmpty, takeLayer() else { break }
      let layer = container()
      write(repeater, copy: copy, of: count, to: layer)
      for sublayer in inner.reversed() { layer.addSublayer(sublayer) }
      result.append(layer)
    }
    // Later copies are drawn above earlier ones, unless the repeater says below.
    return repeater.isBelow ? result : result.reversed()
  }

  private func write(_ repeater: LottieRepeater, copy: Int, of count: Int, to layer: CALayer) {
    let placement = repeater.placement(of: copy).map(keepsMixes: false) { TransformSample($0.transform) }
    writer.write(
      placement, "transform", of: layer, in: time, weight: 16, set: { layer.transform = $0.transform },
      value: { $0.transform })
    let part = count > 1 ? Double(copy) / Double(count - 1) : 0
    let opacity = Track(repeater.startOpacity).combined(with: Track(repeater.endOpacity), keepsMixes: true) {
      ($0 + ($1 - $0) * part) / 100
    }
    // A copy is visible while the number of copies exceeds its index.
    let shown = opacity.combined(with: Track(repeater.copies), keepsMixes: false) { $1 > Double(copy) ? $0 : 0 }
    writer.write(shown, "opacity", of: layer, in: time, set: { layer.opacity = Float($0) }, value: { $0 })
  }
}

extension LottieTransform {
  /// Whether the transform changes nothing.
  var isIdentity: Bool {
    guard !isAnimated, !opacity.isAnimated, opacity.start == 100, !is3D else { return false }
    return plane(at: 0) == .identity
  }
}

extension Affine {
  /// The map as a transform of Core Animation.
  var transform: CATransform3D {
    var result = CATransform3DIdentity
    (result.m11, result.m12, result.m21, result.m22) = (CGFloat(a), CGFloat(b), CGFloat(c), CGFloat(d))
    (result.m41, result.m42) = (CGFloat(tx), CGFloat(ty))
    return result
  }
}

extension AnimationWriter {
  /// Writes an opacity in percent to a layer.
  func writeOpacity(_ opacity: Animated<Double>, of layer: CALayer, in time: TimeMap) {
    write(
      Track(opacity.map { $0 / 100 }), "opacity", of: layer, in: time,
      set: { layer.opacity = Float(min(max($0, 0), 1)) }, value: { $0 })
  }
}

extension CAShapeLayer {
  /// A shape layer with exact edges at all times: most shapes of a Lottie file change in every frame anyway.
  static func withExactEdges() -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.drawsExactEdges = true
    return layer
  }
}
