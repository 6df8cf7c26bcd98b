// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The items of shape layers. JSON is nested at most `JSONScanner.maximumDepth` deep, which bounds the recursion here.

internal import LaminaScene

extension LottieDecoder {
  /// Decodes a list of items; hidden ones are left out.
  func shapeItems(_ list: JSONValue) throws(LottieProblem) -> [LottieShapeItem] {
    guard list.kind == .array else {
      throw LottieProblem(list, "is \(list.kind.name) where a list of shapes is wanted")
    }
    var result: [LottieShapeItem] = []
    for value in list.elements where value["hd"]?.flag != true {
      guard !ReadingTime.isOver else { throw LottieProblem(value, "comes when there is no time left", isFatal: true) }
      guard value.kind == .object else { throw LottieProblem(value, "is \(value.kind.name) where a shape is wanted") }
      guard let type = value["ty"]?.text, !type.isEmpty else {
        report("bad-value", value, "is a shape without a type; it is skipped")
        continue
      }
      guard let kind = try shapeKind(value, type) else { continue }
      result.append(LottieShapeItem(kind: kind, name: text(value, "nm") ?? ""))
    }
    return result
  }

  private func shapeKind(_ value: JSONValue, _ type: String) throws(LottieProblem) -> LottieShapeItem.Kind? {
    switch type {
    case "gr": return try group(value)
    case "sh":
      guard let path = value["ks"] else { throw LottieProblem(value, "'ks', the path, is missing") }
      let isReversed = number(value, "d", default: 1) == 3
      return .path(.bezier(try animated(path, "ks", bezier).map { isReversed ? $0.reversed : $0 }))
    case "rc", "el", "sr": return .path(try parametricPath(value, type))
    case "fl", "gf": return .fill(try fill(value, isGradient: type == "gf"))
    case "st", "gs": return .stroke(try stroke(value, isGradient: type == "gs"))
    case "tm":
      return .trim(
        LottieTrim(
          start: try animated(value["s"], default: 0, scalar), end: try animated(value["e"], default: 100, scalar),
          offset: try animated(value["o"], default: 0, scalar),
          isSequential: kind(value, "m", upTo: 2, default: 1, of: "way to trim several paths") == 2))
    case "rd": return .roundedCorners(try animated(value["r"], default: 0, scalar))
    case "mm": return .merge(MergeMode(rawValue: kind(value, "mm", upTo: 5, default: 1, of: "way to merge")) ?? .merge)
    case "rp": return .repeater(try repeater(value))
    // Decoded together with its group.
    case "tr": return nil
    default:
      let names = ["pb": "Pucker & Bloat", "tw": "Twist", "op": "Offset Paths", "zz": "Zig Zag", "no": "No Style"]
      report("unsupported-shape", value, "is '\(names[type] ?? String(type.prefix(20)))', which is not applied")
      return nil
    }
  }

  private func group(_ value: JSONValue) throws(LottieProblem) -> LottieShapeItem.Kind {
    guard let items = value["it"] else { throw LottieProblem(value, "'it', the group's shapes, is missing") }
    reportBlendMode(value, "group of shapes")
    var transform = LottieTransform()
    for item in items.elements where item["ty"]?.text == "tr" && item["hd"]?.flag != true {
      transform = try self.transform(item)
    }
    return .group(try shapeItems(items), transform)
  }

  private func parametricPath(_ value: JSONValue, _ type: String) throws(LottieProblem) -> LottiePath {
    let isReversed = number(value, "d", default: 1) == 3
    let position = try place(value["p"])
    if type != "sr" {
      guard let size = value["s"] else { throw LottieProblem(value, "'s', the size, is missing") }
      let animatedSize = try animated(size, "s", vector)
      if type == "el" { return .ellipse(position: position, size: animatedSize, reversed: isReversed) }
      return .rectangle(
        position: position, size: animatedSize, radius: try animated(value["r"], default: 0, scalar),
        reversed: isReversed)
    }
    return .star(
      LottieStar(
        isPolygon: kind(value, "sy", upTo: 2, default: 1, of: "kind of star") == 2, position: position,
        points: try animated(value["pt"], default: 5, scalar), rotation: try animated(value["r"], default: 0, scalar),
        outerRadius: try animated(value["or"], default: 0, scalar),
        innerRadius: try animated(value["ir"], default: 0, scalar),
        outerRoundness: try animated(value["os"], default: 0, scalar),
        innerRoundness: try animated(value["is"], default: 0, scalar), reversed: isReversed))
  }

  private func fill(_ value: JSONValue, isGradient: Bool) throws(LottieProblem) -> LottieFill {
    reportBlendMode(value, "fill")
    return LottieFill(
      paint: try paint(value, isGradient: isGradient), opacity: try animated(value["o"], default: 100, scalar),
      isEvenOdd: kind(value, "r", upTo: 2, default: 1, of: "fill rule") == 2)
  }

  private func stroke(_ value: JSONValue, isGradient: Bool) throws(LottieProblem) -> LottieStroke {
    var dashes: [Animated<Double>] = []
    var offset = Animated(0.0)
    for dash in value["d"]?.elements ?? [] {
      let length = try animated(dash["v"], default: 0, scalar)
      let name = text(dash, "n") ?? "d"
      if name == "o" { offset = length } else { dashes.append(length) }
      if !["d", "g", "o"].contains(name) {
        report(
          "bad-value", dash, "is the unknown part '\(name.prefix(20))' of a dash pattern; its length is taken in turn")
      }
    }
    reportBlendMode(value, "stroke")
    return LottieStroke(
      paint: try paint(value, isGradient: isGradient), opacity: try animated(value["o"], default: 100, scalar),
      width: try animated(value["w"], default: 1, scalar),
      cap: kind(value, "lc", upTo: 3, default: 2, of: "line cap"),
      join: kind(value, "lj", upTo: 3, default: 2, of: "line join"),
      miterLimit: try animated(value["ml2"], default: number(value, "ml", default: 4), scalar), dashes: dashes,
      dashOffset: offset)
  }

  /// Reports blend modes of items inside a layer, which are not supported.
  private func reportBlendMode(_ value: JSONValue, _ what: String) {
    guard let mode = whole(value, "bm"), mode != 0 else { return }
    report(
      "unsupported-blend-mode", value["bm"] ?? value,
      "is the blend mode \(mode) of a \(what), which is drawn in the normal one: only whole layers are blended")
  }

  private func paint(_ value: JSONValue, isGradient: Bool) throws(LottieProblem) -> LottiePaint {
    guard isGradient else { return .color(try animated(value["c"], default: SIMD4(0, 0, 0, 1), color)) }
    guard let gradient = resolved(value["g"]), let stops = gradient["k"] else {
      throw LottieProblem(value, "'g', the gradient's colours, is missing")
    }
    let count = max(whole(gradient, "p") ?? 0, 0)
    let form = LottieGradient.Form(rawValue: kind(value, "t", upTo: 3, default: 1, of: "kind of gradient")) ?? .linear
    try reportHighlight(value, of: form)
    let numbers = try animated(stops, "g.k", numberList)
    guard numbers.keyframes.allSatisfy({ $0.value.numbers.count >= 4 * count }) else {
      throw LottieProblem(gradient, "has fewer than four numbers for each of its \(count) colours")
    }
    return .gradient(
      LottieGradient(
        form: form, start: try place(value["s"]), end: try place(value["e"]),
        stops: numbers, colorCount: count))
  }

  /// Reports a highlight of a radial gradient and an angle of a conic one, which are not supported.
  private func reportHighlight(_ value: JSONValue, of form: LottieGradient.Form) throws(LottieProblem) {
    func isSet(_ value: JSONValue?) throws(LottieProblem) -> Bool {
      try animated(value, default: 0, scalar).keyframes.contains { $0.value != 0 }
    }
    switch form {
    case .linear: break
    case .radial:
      guard let length = value["h"], try isSet(length) else { return }
      report("unsupported-gradient", length, "moves a radial gradient's middle, which is drawn at its centre")
      if let angle = value["a"], try isSet(angle) {
        report("unsupported-gradient", angle, "moves a radial gradient's middle aside, which is drawn at its centre")
      }
    case .conic:
      if let angle = value["a"], try isSet(angle) {
        report("unsupported-gradient", angle, "turns a conic gradient, which is drawn from its start to its end")
      }
    }
  }

  private func repeater(_ value: JSONValue) throws(LottieProblem) -> LottieRepeater {
    guard let transform = value["tr"] else {
      throw LottieProblem(value, "'tr', the transform of the copies, is missing")
    }
    let placing = try self.transform(transform)
    if placing.isSkewed || placing.is3D {
      report(
        "unsupported-shape", transform, "leans copies or turns them in space; they are moved, scaled and turned only")
    }
    return LottieRepeater(
      copies: try animated(value["c"], default: 0, scalar), offset: try animated(value["o"], default: 0, scalar),
      isBelow: kind(value, "m", upTo: 2, default: 1, of: "order of copies") == 2, transform: placing,
      startOpacity: try animated(transform["so"], default: 100, scalar),
      endOpacity: try animated(transform["eo"], default: 100, scalar))
  }
}
