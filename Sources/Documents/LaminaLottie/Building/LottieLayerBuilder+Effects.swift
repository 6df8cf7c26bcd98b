// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics
internal import LaminaLayers

// Effects as filters and shadows of layers around a layer's content. The first effect belongs to the innermost layer,
// since After Effects passes the result of one effect to the next.

extension LottieLayerBuilder {
  /// The content of a layer, with its masks and effects.
  ///
  /// - Parameter effects: The layer's first effects.
  func treated(_ model: LottieLayer, effects: ArraySlice<LottieEffect>, _ place: Place) -> CALayer? {
    guard let effect = effects.last else { return content(model, place) }
    let before = effects.dropLast()
    guard let layer = treated(model, effects: before, place) else { return nil }
    // A single shadow is cast by the layer itself, and is clipped with the layer, as in players; a mask does not clip
    // it.
    let isPlain = before.isEmpty && model.masks.isEmpty
    switch effect {
    case .shadow(let shadow) where shadow.isAlone: return self.shadow(shadow, without: layer, place)
    case .shadow(let shadow):
      let result = isPlain ? layer : holder(of: layer)
      if result.masksToBounds {
        report(
          "unsupported-effect", model.path,
          "casts the shadow of a composition, which is cut at its edges, as in players")
      }
      write(shadow, of: result, place.time)
      return result
    case .blur(let radius):
      let result = holder(of: layer)
      blur(result, by: Track(radius), in: place.time)
      return result
    case .fill(let color, let opacity): return filled(layer, color, opacity, place)
    case .tint(let black, let white, let amount): return tinted(layer, black, white, amount, place)
    case .tritone(let tritone):
      let result = self.tritone(tritone, of: layer, place)
      guard effect.mixesOriginal, let original = treated(model, effects: before, place) else { return result }
      return mixed(result, original, tritone.original, place)
    }
  }

  /// A layer of the same size around another one, without clipping.
  private func holder(of layer: CALayer) -> CALayer {
    let result = container(layer.bounds.size)
    result.addSublayer(layer)
    return result
  }

  // MARK: Filters

  /// Blurs a layer by a standard deviation, in points.
  func blur(_ layer: CALayer, by radius: Track<Double>, in time: TimeMap) {
    let filter = CAFilter(type: "gaussianBlur")
    filter.name = "blur"
    layer.filters = [filter]
    writer.write(
      radius, "filters.blur.inputRadius", of: layer, in: time, set: { filter.setValue($0, forKey: "inputRadius") },
      value: { $0 })
  }

  /// Adds a colour matrix, which may be animated, to the filters of a layer.
  private func add(_ matrix: Track<NumberList>, named name: String, to layer: CALayer, _ time: TimeMap) {
    let filter = CAFilter(type: "colorMatrix")
    filter.name = name
    layer.filters = (layer.filters ?? []) + [filter]
    writer.write(
      matrix, "filters.\(name).inputColorMatrix", of: layer, in: time, weight: 20,
      set: { matrix in
        filter.setValue(CAColorMatrix(matrix.numbers.map(Float.init)), forKey: "inputColorMatrix")
      }, value: \.numbers)
  }

  private func filled(
    _ layer: CALayer, _ color: Animated<SIMD4<Double>>, _ opacity: Animated<Double>, _ place: Place
  ) -> CALayer {
    let result = holder(of: layer)
    let matrix = Track(color).combined(with: Track(opacity), keepsMixes: true) { color, opacity in
      NumberList(color, opacity: opacity)
    }
    add(matrix, named: "fill", to: result, place.time)
    return result
  }

  private func tinted(
    _ layer: CALayer, _ black: Animated<SIMD4<Double>>, _ white: Animated<SIMD4<Double>>, _ amount: Animated<Double>,
    _ place: Place
  ) -> CALayer {
    let result = holder(of: layer)
    let whole = Track(black).combined(with: Track(white), keepsMixes: true) { black, white in
      NumberList.byLuminance(scale: white - black, offset: black)
    }
    let amount = Track(amount)
    let matrix = whole.combined(with: amount, keepsMixes: whole.isFixed || amount.isFixed) { whole, amount in
      NumberList.mix(.identityMatrix, whole, amount)
    }
    add(matrix, named: "tint", to: result, place.time)
    return result
  }

  /// Uses two matrices, since results are clamped to 0...1. The first stores luminance up to one half in red, and
  /// luminance above it in green. The second adds red times the difference of the middle and dark colours, and green
  /// times the difference of the bright and middle colours.
  private func tritone(_ tritone: LottieTritone, of layer: CALayer, _ place: Place) -> CALayer {
    let result = holder(of: layer)
    let halves = NumberList.byLuminance(scale: SIMD4(2, 2, 0, 0), offset: SIMD4(0, -1, 0, 0))
    add(.fixed(halves), named: "halves", to: result, place.time)
    let upper = Track(tritone.middle).combined(with: Track(tritone.bright), keepsMixes: true) { middle, bright in
      NumberList.byColumns(middle, bright - middle, SIMD4())
    }
    let matrix = upper.combined(with: Track(tritone.dark), keepsMixes: true) { upper, dark in
      let middle = SIMD4(upper.numbers[0], upper.numbers[5], upper.numbers[10], 0)
      let bright = SIMD4(upper.numbers[1], upper.numbers[6], upper.numbers[11], 0)
      return NumberList.byColumns(middle - dark, bright, dark)
    }
    add(matrix, named: "tones", to: result, place.time)
    return result
  }

  /// The sum of a filtered picture and its original, weighted by the original's share.
  private func mixed(_ layer: CALayer, _ original: CALayer, _ share: Animated<Double>, _ place: Place) -> CALayer {
    let result = container(layer.bounds.size)
    let (below, above) = (holder(of: layer), holder(of: original))
    above.compositingFilter = "plusL"
    writer.writeOpacity(share.map { 100 * (1 - $0) }, of: below, in: place.time)
    writer.writeOpacity(share.map { 100 * $0 }, of: above, in: place.time)
    result.sublayers = [below, above]
    // The filter isolates the sum of these two from the content behind them.
    add(.fixed(.identityMatrix), named: "sum", to: result, place.time)
    return result
  }

  // MARK: Shadows

  /// The shadow of a layer that is not drawn itself: its shape in one colour, blurred and moved.
  private func shadow(_ shadow: LottieShadow, without layer: CALayer, _ place: Place) -> CALayer {
    let moved = filled(layer, shadow.color, shadow.opacity.map { min(max($0, 0), 1) }, place)
    writer.write(
      offset(of: shadow), "position", of: moved, in: place.time, weight: 2, set: { moved.position = CGPoint($0) },
      value: { CGPoint($0) })
    let result = holder(of: moved)
    blur(result, by: Track(shadow.radius.map { min(max($0, 0), LottieEffect.maximumBlur) }), in: place.time)
    return result
  }

  /// Writes a shadow to a layer.
  private func write(_ shadow: LottieShadow, of layer: CALayer, _ time: TimeMap) {
    writer.write(
      Track(shadow.opacity), "shadowOpacity", of: layer, in: time, set: { layer.shadowOpacity = Float($0) },
      value: { $0 })
    writer.write(
      Track(shadow.color), "shadowColor", of: layer, in: time, weight: 4,
      set: { layer.shadowColor = CGColor(lottie: $0) }, value: { CGColor(lottie: $0) })
    writer.write(
      Track(shadow.radius), "shadowRadius", of: layer, in: time, set: { layer.shadowRadius = CGFloat($0) },
      value: { $0 })
    writer.write(
      offset(of: shadow), "shadowOffset", of: layer, in: time, weight: 2,
      set: { layer.shadowOffset = CGSize(width: $0.x, height: $0.y) }, value: { CGSize(width: $0.x, height: $0.y) })
  }

  private func offset(of shadow: LottieShadow) -> Track<SIMD3<Double>> {
    Track(shadow.angle).combined(with: Track(shadow.distance), keepsMixes: false) { angle, distance in
      SIMD3(cos(angle * .pi / 180), sin(angle * .pi / 180), 0) * distance
    }
  }
}

// Colour matrices have rows for red, green, blue and alpha; the last column is added.
extension NumberList {
  fileprivate static let identityMatrix = NumberList(numbers: (0..<20).map { $0 % 6 == 0 ? 1 : 0 })

  /// The weights of red, green and blue in luminance (Rec. 709), for effects and for luma mattes.
  static let luminance = [0.2126, 0.7152, 0.0722]

  /// Replaces all colours by one, and multiplies alpha by an opacity.
  fileprivate init(_ color: SIMD4<Double>, opacity: Double) {
    numbers = [Double](repeating: 0, count: 20)
    for row in 0..<3 { numbers[5 * row + 4] = color[row] }
    numbers[18] = opacity
  }

  /// Replaces each colour by its luminance times a factor plus an offset.
  fileprivate static func byLuminance(scale: SIMD4<Double>, offset: SIMD4<Double>) -> NumberList {
    var result = identityMatrix
    for row in 0..<3 {
      for column in 0..<3 { result.numbers[5 * row + column] = scale[row] * luminance[column] }
      result.numbers[5 * row + 4] = offset[row]
    }
    return result
  }

  /// Makes a matrix from the colours that red and green are multiplied by, and the colour that is added.
  fileprivate static func byColumns(_ red: SIMD4<Double>, _ green: SIMD4<Double>, _ offset: SIMD4<Double>) -> NumberList
  {
    var result = identityMatrix
    for row in 0..<3 {
      result.numbers.replaceSubrange(5 * row..<5 * row + 5, with: [red[row], green[row], 0, 0, offset[row]])
    }
    return result
  }
}
