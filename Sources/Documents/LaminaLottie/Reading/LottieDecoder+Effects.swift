// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Effects and layer styles. Drop shadows, blurs, fills, tints and tritones are drawn, as well as the drop shadow style.
// Other effects and unsupported options are reported in a diagnostic.

extension LottieDecoder {
  func readEffects(_ value: JSONValue, into layer: inout LottieLayer) throws(LottieProblem) {
    for effect in value["ef"]?.elements ?? [] where effect["en"]?.flag != false {
      guard var read = try self.effect(effect) else { continue }
      guard layer.effects.count < LottieEffect.maximumCount else {
        report(
          "effect-limit", effect, "is one effect more than the \(LottieEffect.maximumCount) that are drawn of a layer")
        break
      }
      if read.mixesOriginal, layer.effects.count(where: \.mixesOriginal) >= LottieEffect.maximumMixes {
        report(
          "effect-limit", effect,
          "mixes the layer with its original after \(LottieEffect.maximumMixes) effects that do; it is drawn without")
        read.dropOriginal()
      }
      layer.effects.append(read)
    }
    for style in value["sy"]?.elements ?? [] {
      guard style["ty"]?.number == 1, layer.effects.count < LottieEffect.maximumCount else {
        let name = text(style, "nm") ?? "\(style["ty"]?.number ?? 0)"
        report("unsupported-style", style, "is the layer style '\(name.prefix(60))', which is not drawn")
        continue
      }
      layer.effects.append(.shadow(try shadowStyle(style)))
    }
  }

  private func effect(_ effect: JSONValue) throws(LottieProblem) -> LottieEffect? {
    let values = EffectValues(effect)
    switch effect["ty"]?.number {
    case 20: return try tint(values)
    case 21: return try fill(values)
    case 23: return try tritone(values)
    case 25: return .shadow(try shadowEffect(values))
    case 29: return try blur(values)
    default:
      reportEffect(effect)
      return nil
    }
  }

  /// Controls, and effects that only expressions read, have no look of their own and are not reported.
  private func reportEffect(_ effect: JSONValue) {
    let type = effect["ty"]?.number ?? -1
    let isControl = (0...5).contains(type) || (effect["mn"]?.text ?? "").hasSuffix("Control")
    guard !isControl || type == -1 else { return }
    let name = text(effect, "nm") ?? "of type \(type)"
    report("unsupported-effect", effect, "is the effect '\(name.prefix(60))', which is not drawn")
  }

  /// A switch or a choice of an effect, at its first frame; changes are reported.
  private func choice(_ value: JSONValue?, default standard: Double) throws(LottieProblem) -> Double {
    let property = try animated(value, default: standard, scalar)
    if property.isAnimated, let value {
      report("unsupported-effect", value, "is a choice that changes; its first value is taken for all frames")
    }
    return property.start
  }

  /// A fraction that effects store as a number up to 1, 100 or 255.
  private func share(_ value: JSONValue?, of whole: Double, default standard: Double) throws(LottieProblem)
    -> Animated<Double>
  {
    try animated(value, default: standard, scalar).map { min(max($0 / whole, 0), 1) }
  }

  /// The values are the blurriness, the dimensions (1: both, 2: along x, 3: along y), and whether pixels at the edges
  /// are repeated.
  private func blur(_ values: EffectValues) throws(LottieProblem) -> LottieEffect {
    let blurriness = try animated(values[0], default: 0, scalar)
    if let value = values[1], try choice(value, default: 1) != 1 {
      report("unsupported-effect", value, "blurs along one axis; it is drawn along both")
    }
    if let value = values[2], try choice(value, default: 0) != 0 {
      report("unsupported-effect", value, "repeats the pixels at the layer's edges, which fade out instead")
    }
    let factor = LottieEffect.sigmaOfBlurriness
    if let value = values[0], blurriness.keyframes.contains(where: { $0.value * factor > LottieEffect.maximumBlur }) {
      report(
        "bad-value", value, "blurs by more than \(LottieEffect.maximumBlur / factor), which is the most that is drawn")
    }
    return .blur(blurriness.map { min(max($0 * factor, 0), LottieEffect.maximumBlur) })
  }

  /// The values are the mask to fill, whether all masks are filled, the colour, whether the mask is inverted, the
  /// feather along x and y, and the opacity (0...1).
  private func fill(_ values: EffectValues) throws(LottieProblem) -> LottieEffect {
    for (index, what) in [(0, "fills one mask alone"), (3, "fills what is outside a mask")] {
      if let value = values[index], try choice(value, default: 0) != 0 {
        report("unsupported-effect", value, "\(what); the whole layer is filled")
      }
    }
    for index in [4, 5] {
      if let value = values[index], try choice(value, default: 0) != 0 {
        report("unsupported-effect", value, "feathers the fill, whose edge is the layer's instead")
      }
    }
    return .fill(
      color: try animated(values[2], default: SIMD4(1, 0, 0, 1), color),
      opacity: try share(values[6], of: 1, default: 1))
  }

  /// The values are the colours for black and for white, and the amount (0...100).
  private func tint(_ values: EffectValues) throws(LottieProblem) -> LottieEffect {
    .tint(
      black: try animated(values[0], default: SIMD4(0, 0, 0, 1), color),
      white: try animated(values[1], default: SIMD4(1, 1, 1, 1), color),
      amount: try share(values[2], of: 100, default: 100))
  }

  /// The values are the bright, the middle and the dark colour, and the share of the original layer (0...100).
  private func tritone(_ values: EffectValues) throws(LottieProblem) -> LottieEffect {
    .tritone(
      LottieTritone(
        bright: try animated(values[0], default: SIMD4(1, 1, 1, 1), color),
        middle: try animated(values[1], default: SIMD4(127.0 / 255, 100.0 / 255, 50.0 / 255, 1), color),
        dark: try animated(values[2], default: SIMD4(0, 0, 0, 1), color),
        original: try share(values[3], of: 100, default: 0)))
  }

  /// The values are colour, opacity (0...255), direction, distance, softness, and whether only the shadow is drawn.
  private func shadowEffect(_ values: EffectValues) throws(LottieProblem) -> LottieShadow {
    LottieShadow(
      opacity: try animated(values[1], default: 127.5, scalar).map { $0 / 255 },
      color: try animated(values[0], default: SIMD4(0, 0, 0, 1), color),
      // Its 0 degrees point upwards.
      angle: try animated(values[2], default: 0, scalar).map { $0 - 90 },
      distance: try animated(values[3], default: 0, scalar),
      // After Effects' softness is not a standard deviation; players divide it by 5.
      radius: try animated(values[4], default: 0, scalar).map { $0 / 5 },
      isAlone: try choice(values[5], default: 0) != 0)
  }

  private func shadowStyle(_ style: JSONValue) throws(LottieProblem) -> LottieShadow {
    let color = try animated(style["c"], default: SIMD4(0, 0, 0, 1), self.color)
    try reportOptions(ofShadow: style, color)
    return LottieShadow(
      opacity: try animated(style["o"], default: 75, scalar).map { $0 / 100 },
      color: color,
      angle: try animated(style["a"], default: 120, scalar),
      distance: try animated(style["d"], default: 5, scalar),
      // The size of the style is not a standard deviation either; players halve it.
      radius: try animated(style["s"], default: 5, scalar).map { $0 / 2 })
  }

  /// Reports options of a shadow style that are not drawn.
  private func reportOptions(ofShadow style: JSONValue, _ color: Animated<SIMD4<Double>>) throws(LottieProblem) {
    func isSet(_ key: StaticString, _ standards: Set<Double>) throws(LottieProblem) -> JSONValue? {
      let property = try animated(style[key], default: standards.first ?? 0, scalar)
      return property.keyframes.contains { !standards.contains($0.value) } ? style[key] : nil
    }
    if let value = try isSet("ch", [0]) {
      report("unsupported-style", value, "spreads a shadow, which is as wide as the layer")
    }
    if let value = try isSet("no", [0]) {
      report("unsupported-style", value, "adds noise to a shadow, which is drawn even")
    }
    if let value = try isSet("lc", [1]) {
      report("unsupported-style", value, "lets a shadow show through its layer, which is not done")
    }
    // The first mode is the normal one. Black looks the same in Multiply, which is After Effects' default.
    let isBlack = color.keyframes.allSatisfy { SIMD3($0.value.x, $0.value.y, $0.value.z).max() <= 0 }
    if !isBlack, let value = try isSet("bm", [0, 1]) {
      report("unsupported-style", value, "blends a shadow with what is below, which is drawn in the normal mode")
    }
  }

  /// The width of a mask's soft edge.
  func feather(_ mask: JSONValue) throws(LottieProblem) -> Animated<SIMD3<Double>> {
    let feather = try animated(mask["f"], default: SIMD3(), vector)
    guard let value = mask["f"] else { return feather }
    // A single number applies to both axes.
    let isSingle = value["k"]?.kind == .number
    let result = isSingle ? feather.map { SIMD3($0.x, $0.x, 0) } : feather
    if result.keyframes.contains(where: { $0.value.x != $0.value.y }) {
      report("unsupported-mask", value, "softens a mask along x more or less than along y; both have the mean")
    }
    if result.keyframes.contains(where: { max($0.value.x, $0.value.y) > LottieEffect.maximumBlur }) {
      report(
        "bad-value", value, "softens a mask over more than \(LottieEffect.maximumBlur) points, the most that is drawn")
    }
    return result
  }
}

/// The values of an effect, a list in After Effects' order.
private struct EffectValues {
  private let values: [JSONValue?]

  init(_ effect: JSONValue) {
    values = (effect["ef"]?.elements ?? []).map { $0["v"] }
  }

  subscript(_ index: Int) -> JSONValue? { index < values.count ? values[index] : nil }
}
