// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Effects and layer styles. Of effects, a drop shadow is drawn; of styles too. The others are named in a diagnostic.

extension LottieDecoder {
  func readEffects(_ value: JSONValue, into layer: inout LottieLayer) throws(LottieProblem) {
    for effect in value["ef"]?.elements ?? [] {
      if effect["en"]?.flag == false { continue }
      guard effect["ty"]?.number == 25 else {
        reportEffect(effect)
        continue
      }
      layer.shadows.append(try shadowEffect(effect))
    }
    for style in value["sy"]?.elements ?? [] {
      guard style["ty"]?.number == 1 else {
        let name = text(style, "nm") ?? "\(style["ty"]?.number ?? 0)"
        report("unsupported-style", style, "is the layer style '\(name.prefix(60))', which is not drawn")
        continue
      }
      layer.shadows.append(try shadowStyle(style))
    }
    if layer.shadows.count > 1 {
      report(
        "unsupported-effect", value, "has \(layer.shadows.count) shadows; a layer casts one, and the first is drawn")
    }
  }

  /// Controls and what only expressions read are no effects to miss.
  private func reportEffect(_ effect: JSONValue) {
    let type = effect["ty"]?.number ?? -1
    let isControl = (0...5).contains(type) || (effect["mn"]?.text ?? "").hasSuffix("Control")
    guard !isControl || type == -1 else { return }
    let name = text(effect, "nm") ?? "of type \(type)"
    report("unsupported-effect", effect, "is the effect '\(name.prefix(60))', which is not drawn")
  }

  /// The values of the effect stand in a list, in the order of After Effects: colour, opacity (0...255), direction,
  /// distance, softness.
  private func shadowEffect(_ effect: JSONValue) throws(LottieProblem) -> LottieShadow {
    let values = (effect["ef"]?.elements ?? []).map { $0["v"] }
    func at(_ index: Int) -> JSONValue? { index < values.count ? values[index] : nil }
    return LottieShadow(
      opacity: try animated(at(1), default: 127.5, scalar).map { $0 / 255 },
      color: try animated(at(0), default: SIMD4(0, 0, 0, 1), color),
      // Its 0 degrees point up.
      angle: try animated(at(2), default: 0, scalar).map { $0 - 90 },
      distance: try animated(at(3), default: 0, scalar),
      // After Effects' softness is no standard deviation; the players divide it by 5.
      radius: try animated(at(4), default: 0, scalar).map { $0 / 5 })
  }

  private func shadowStyle(_ style: JSONValue) throws(LottieProblem) -> LottieShadow {
    LottieShadow(
      opacity: try animated(style["o"], default: 75, scalar).map { $0 / 100 },
      color: try animated(style["c"], default: SIMD4(0, 0, 0, 1), color),
      angle: try animated(style["a"], default: 120, scalar),
      distance: try animated(style["d"], default: 5, scalar),
      // As with the effect; the players halve the style's size.
      radius: try animated(style["s"], default: 5, scalar).map { $0 / 2 })
  }
}
