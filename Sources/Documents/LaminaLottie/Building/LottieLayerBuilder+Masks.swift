// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics
internal import LaminaLayers

// Masks and mattes as `mask` trees. A single additive mask is a shape layer. Several masks are composited into a mask
// layer in sequence, each with the Porter-Duff operator of its mode. Core Animation ignores the mask of a mask, so
// layers that may have one are put inside a plain layer.

extension LottieLayerBuilder {
  /// The mask layer for a list of masks.
  func maskLayer(_ masks: [LottieMask], _ place: Place) -> CALayer {
    if masks.count == 1, let mask = masks.first, let simple = simpleMask(mask, place) {
      guard mask.isFeathered else { return simple }
      let result = container(place.size)
      result.addSublayer(feathered(simple, mask, place))
      return result
    }
    let result = container(place.size)
    var isFirst = true
    for mask in masks {
      // A first mask that subtracts or intersects acts on the whole layer.
      if isFirst, mask.mode != .add, mask.mode != .lighten { result.addSublayer(surroundings()) }
      if isFirst, mask.mode == .difference { result.sublayers = nil }
      isFirst = false
      let layer = feathered(shape(of: mask, inverted: mask.isInverted, place), mask, place)
      switch mask.mode {
      case .add, .none: break
      case .subtract: layer.compositingFilter = "destOut"
      case .intersect: layer.compositingFilter = "destIn"
      case .lighten: layer.compositingFilter = "maximum"
      case .darken: layer.compositingFilter = "minimum"
      case .difference: layer.compositingFilter = "xor"
      }
      result.addSublayer(layer)
    }
    return result
  }

  /// A mask that a single shape layer can represent; `nil` if it needs several.
  private func simpleMask(_ mask: LottieMask, _ place: Place) -> CALayer? {
    switch mask.mode {
    case .add, .lighten, .intersect, .darken, .difference:
      if mask.mode == .difference, mask.isInverted { return nil }
      return shape(of: mask, inverted: mask.isInverted, place)
    case .subtract:
      // Partial subtraction differs from an inverted mask with partial opacity.
      guard mask.opacity.keyframes.allSatisfy({ $0.value >= 100 }) else { return nil }
      return shape(of: mask, inverted: !mask.isInverted, place)
    case .none: return nil
    }
  }

  /// A mask's shape with a soft edge, if the mask has one.
  ///
  /// The blur works within the bounds of a layer around the shape, as the operators do. There is no blur with different
  /// radii along the axes, so both get the mean.
  private func feathered(_ shape: CALayer, _ mask: LottieMask, _ place: Place) -> CALayer {
    guard mask.isFeathered else { return shape }
    let result = container(place.size)
    (result.bounds, result.position) = (shape.bounds, shape.position)
    result.addSublayer(shape)
    // The soft edge is four standard deviations wide.
    let track = Track(mask.feather).map { min(max(($0.x + $0.y) / 2, 0), LottieEffect.maximumBlur) / 4 }
    blur(result, by: track, in: place.time)
    return result
  }

  /// The shape of one mask.
  private func shape(of mask: LottieMask, inverted: Bool, _ place: Place) -> CALayer {
    let layer = CAShapeLayer.withExactEdges()
    layer.anchorPoint = .zero
    // Operators act on transparent areas only inside the layer's bounds.
    layer.bounds = CGRect(x: -1e5, y: -1e5, width: 2e5, height: 2e5)
    layer.position = layer.bounds.origin
    layer.fillRule = .evenOdd
    let shapes = ShapeBuilder(writer: writer, time: place.time, size: place.size, budget: 0)
    let paths = LottiePath.bezier(mask.shape).track(roundedBy: [])
    shapes.writePath(inverted ? paths.map { $0.withSurroundings } : paths, of: layer)
    writer.writeOpacity(mask.opacity, of: layer, in: place.time)
    let grows = mask.expansion.keyframes.contains { $0.value > 0 }
    guard grows || mask.expansion.keyframes.contains(where: { $0.value < 0 }) else { return layer }
    return expanded(layer, mask, paths, inverted: inverted, place)
  }

  /// A mask that is expanded by a stroke that adds to it, or contracted by a stroke that subtracts from it.
  ///
  /// The subtracting stroke is put inside a mask, so that it does not affect previous masks.
  private func expanded(
    _ layer: CAShapeLayer, _ mask: LottieMask, _ paths: Track<BezierList>, inverted: Bool, _ place: Place
  ) -> CALayer {
    let result = container(place.size)
    (result.bounds, result.position) = (layer.bounds, layer.position)
    result.opacity = layer.opacity
    layer.opacity = 1
    layer.removeAllAnimations()
    let shapes = ShapeBuilder(writer: writer, time: place.time, size: place.size, budget: 0)
    shapes.writePath(inverted ? paths.map { $0.withSurroundings } : paths, of: layer)
    writer.writeOpacity(mask.opacity, of: result, in: place.time)
    let holder = container(place.size)
    (holder.bounds, holder.position) = (layer.bounds, layer.position)
    holder.addSublayer(layer)
    result.addSublayer(holder)
    if let stroke = stroke(of: mask, paths, sign: inverted ? -1 : 1, layer.bounds, place) { result.addSublayer(stroke) }
    if let stroke = stroke(of: mask, paths, sign: inverted ? 1 : -1, layer.bounds, place) {
      stroke.compositingFilter = "destOut"
      let rest = container(place.size)
      (rest.bounds, rest.position) = (layer.bounds, layer.position)
      rest.addSublayer(surroundings())
      rest.addSublayer(stroke)
      holder.mask = rest
    }
    return result
  }

  /// A stroke along a mask for its expansion (`sign` 1) or contraction (-1). Its width is 0 while the mask moves in the
  /// other direction; `nil` if the mask never moves in this direction.
  private func stroke(
    of mask: LottieMask, _ paths: Track<BezierList>, sign: Double, _ bounds: CGRect, _ place: Place
  ) -> CAShapeLayer? {
    let reaches = mask.expansion.keyframes.map { sign * $0.value }
    let overshoots = mask.expansion.overshoots
    guard overshoots || reaches.contains(where: { $0 > 0 }) else { return nil }
    let stroke = CAShapeLayer.withExactEdges()
    stroke.anchorPoint = .zero
    (stroke.bounds, stroke.position) = (bounds, bounds.origin)
    stroke.fillColor = nil
    stroke.strokeColor = CGColor(straight: SIMD4(0, 0, 0, 1))
    stroke.lineJoin = .round
    let shapes = ShapeBuilder(writer: writer, time: place.time, size: place.size, budget: 0)
    shapes.writePath(paths, of: stroke)
    // The width is clamped at 0, which keyframes on both sides of 0 cannot express.
    let staysOnOneSide = !overshoots && reaches.allSatisfy { $0 >= 0 }
    writer.write(
      Track(mask.expansion).map(keepsMixes: staysOnOneSide) { max(2 * sign * $0, 0) }, "lineWidth", of: stroke,
      in: place.time, set: { stroke.lineWidth = CGFloat($0) }, value: { $0 })
    return stroke
  }

  /// A layer that is opaque everywhere.
  private func surroundings() -> CALayer {
    let layer = CALayer()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 0, width: 2e5, height: 2e5)
    layer.position = CGPoint(x: -1e5, y: -1e5)
    layer.backgroundColor = CGColor(straight: SIMD4(0, 0, 0, 1))
    return layer
  }

  // MARK: Mattes

  /// A layer seen through a matte.
  ///
  /// - Parameter matte: The matte; `nil` if it draws nothing.
  func masked(_ layer: CALayer, by matte: CALayer?, _ kind: LottieMatte, _ place: Place) -> CALayer {
    let result = container(place.size)
    result.addSublayer(layer)
    let mask = container(place.size)
    if kind.isLuma {
      addLuminance(of: matte, to: mask, inverted: kind.isInverted)
    } else if kind.isInverted {
      mask.addSublayer(surroundings())
      if let matte {
        // The operator applies to the whole matte, including its parents.
        let hole = container(place.size)
        hole.addSublayer(matte)
        hole.compositingFilter = "destOut"
        mask.addSublayer(hole)
      }
    } else if let matte {
      mask.addSublayer(matte)
    }
    result.mask = mask
    return result
  }

  /// Adds a layer whose alpha is the luminance of a matte over black.
  private func addLuminance(of matte: CALayer?, to mask: CALayer, inverted: Bool) {
    let picture = CALayer()
    picture.anchorPoint = .zero
    picture.addSublayer(surroundings())
    if let matte { picture.addSublayer(matte) }
    let filter = CAFilter(type: "colorMatrix")
    // The matrix has rows for red, green, blue and alpha; the last column is added.
    var numbers = [Float](repeating: 0, count: 20)
    for (column, weight) in NumberList.luminance.map(Float.init).enumerated() {
      numbers[15 + column] = inverted ? -weight : weight
    }
    numbers[19] = inverted ? 1 : 0
    filter.setValue(CAColorMatrix(numbers), forKey: "inputColorMatrix")
    picture.filters = [filter]
    mask.addSublayer(picture)
  }
}
