// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaScene

// Layers: their content, transforms, times, masks and mattes.

extension LottieDecoder {
  /// Decodes a list of layers.
  func layers(_ list: JSONValue) throws(LottieProblem) -> [LottieLayer] {
    guard list.kind == .array else {
      throw LottieProblem(list, "is \(list.kind.name) where a list of layers is wanted")
    }
    var result: [LottieLayer] = []
    for value in list.elements {
      guard !ReadingTime.isOver else { throw LottieProblem(value, "comes when there is no time left", isFatal: true) }
      guard value.kind == .object else { throw LottieProblem(value, "is \(value.kind.name) where a layer is wanted") }
      result.append(try layer(value))
    }
    return result
  }

  private func layer(_ value: JSONValue) throws(LottieProblem) -> LottieLayer {
    let type = try required(value, "ty")
    var layer = LottieLayer(path: value.path, name: text(value, "nm") ?? "")
    layer.index = whole(value, "ind")
    layer.parent = whole(value, "parent")
    layer.inPoint = number(value, "ip", default: frames.lowerBound)
    layer.outPoint = number(value, "op", default: frames.upperBound)
    layer.startTime = number(value, "st", default: 0)
    layer.stretch = number(value, "sr", default: 1)
    if layer.stretch == 0 {
      report("bad-value", value["sr"] ?? value, "is a time stretch of 0; it counts as 1")
      layer.stretch = 1
    }
    layer.isHidden = flag(value, "hd")
    layer.isAutoOriented = flag(value, "ao")
    layer.is3D = flag(value, "ddd")
    layer.isMatte = flag(value, "td")
    layer.matteParent = whole(value, "tp")
    if let matte = whole(value, "tt"), matte != 0 {
      layer.matte = LottieMatte(rawValue: matte)
      if layer.matte == nil { report("bad-value", value["tt"] ?? value, "is a matte of the unknown kind \(matte)") }
    }
    layer.blendMode = blendMode(value)
    if value["mb"]?.flag == true, type != 3 {
      report("unsupported-layer", value["mb"] ?? value, "blurs a layer along its motion; it is drawn sharp")
    }
    if let transform = value["ks"] { layer.transform = try self.transform(transform) }
    try readMasks(value, into: &layer)
    layer.content = try content(value, type: Int(exactly: type) ?? -1)
    try readEffects(value, into: &layer)
    return layer
  }

  private func content(_ value: JSONValue, type: Int) throws(LottieProblem) -> LottieLayer.Content {
    switch type {
    case 0:
      guard let id = reference(value, to: "composition") else { return .none }
      return .composition(
        id: id, width: number(value, "w", default: 0), height: number(value, "h", default: 0),
        remap: try remap(value))
    case 1:
      return .solid(
        color: solidColor(value), width: number(value, "sw", default: 0), height: number(value, "sh", default: 0))
    case 2, 9:
      guard let id = reference(value, to: type == 9 ? "video" : "picture") else { return .none }
      return .image(id: id, remap: try remap(value))
    case 3: return .none
    case 4:
      guard let shapes = value["shapes"] else { throw LottieProblem(value, "'shapes' is missing") }
      return .shapes(try shapeItems(shapes))
    case 5: return try text(layer: value)
    default:
      let names = [
        6: "an audio layer", 7: "a place for a video", 8: "a sequence of pictures", 10: "a place for a picture",
        13: "a camera", 15: "a data layer",
      ]
      report(
        "unsupported-layer", value, "is \(names[type] ?? "a layer of the unknown type \(type)"), which draws nothing")
      return .none
    }
  }

  /// The time of a layer's content, in seconds, if it is animated.
  private func remap(_ value: JSONValue) throws(LottieProblem) -> Animated<Double>? {
    try value["tm"].map { value throws(LottieProblem) in try animated(value, default: 0, scalar) }
  }

  /// The asset of a layer; `nil`, with a report, if it is not specified.
  private func reference(_ value: JSONValue, to what: String) -> String? {
    if let id = value["refId"]?.identifier { return id }
    report("missing-asset", value, "shows a \(what), and 'refId' does not say which; it is left out")
    return nil
  }

  private func solidColor(_ value: JSONValue) -> SIMD4<Double> {
    guard let text = text(value, "sc") else { return SIMD4(0, 0, 0, 1) }
    let written = text.drop { $0 == "#" }
    let digits: [Double] = written.compactMap(\.hexDigitValue).map { Double($0) }
    switch digits.count == written.count ? digits.count : 0 {
    case 3: return SIMD4(digits[0] / 15, digits[1] / 15, digits[2] / 15, 1)
    case 6, 8:
      func byte(_ index: Int) -> Double { (16 * digits[2 * index] + digits[2 * index + 1]) / 255 }
      return SIMD4(byte(0), byte(1), byte(2), digits.count == 8 ? byte(3) : 1)
    default:
      report("bad-value", value["sc"] ?? value, "is '\(text.prefix(40))' where a colour is wanted; black is taken")
      return SIMD4(0, 0, 0, 1)
    }
  }

  /// Core Animation's name of the blend mode; `nil` for normal mode.
  private func blendMode(_ value: JSONValue) -> String? {
    let names = [
      "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "hardLight", "softLight",
      "difference", "exclusion", "hue", "saturation", "color", "luminosity",
    ]
    guard let mode = whole(value, "bm"), mode != 0 else { return nil }
    if mode >= 1, mode <= names.count { return names[mode - 1] + "BlendMode" }
    if mode == 16 { return "plusL" }
    report(
      "unsupported-blend-mode", value["bm"] ?? value, "is the blend mode \(mode), which is drawn as the normal one")
    return nil
  }

  /// Decodes a transform of a layer or of a group of shapes.
  func transform(_ value: JSONValue) throws(LottieProblem) -> LottieTransform {
    var result = LottieTransform()
    result.anchor = try place(value["a"])
    result.position = try position(value)
    result.scale = try animated(value["s"], default: SIMD3(100, 100, 100), scale)
    result.rotation = try animated(value["r"] ?? value["rz"], default: 0, scalar)
    result.rotationX = try animated(value["rx"], default: 0, scalar)
    result.rotationY = try animated(value["ry"], default: 0, scalar)
    result.orientation = try animated(value["or"], default: SIMD3(), vector)
    result.skew = try animated(value["sk"], default: 0, scalar)
    result.skewAxis = try animated(value["sa"], default: 0, scalar)
    result.opacity = try animated(value["o"], default: 100, scalar)
    return result
  }

  private func position(_ value: JSONValue) throws(LottieProblem) -> LottieTransform.Position {
    if value["p"] == nil, let x = value["px"], let y = value["py"] {
      return try split(x, y, value["pz"])
    }
    if let position = resolved(value["p"]), position["k"] == nil, let x = position["x"], let y = position["y"] {
      return try split(x, y, position["z"])
    }
    return .point(try place(value["p"]))
  }

  private func split(_ x: JSONValue, _ y: JSONValue, _ z: JSONValue?) throws(LottieProblem) -> LottieTransform.Position
  {
    .split(
      x: try animated(x, default: 0, scalar), y: try animated(y, default: 0, scalar),
      z: try animated(z, default: 0, scalar))
  }

  private func readMasks(_ value: JSONValue, into layer: inout LottieLayer) throws(LottieProblem) {
    if value["hasMask"]?.flag == false { return }
    for mask in value["masksProperties"]?.elements ?? [] {
      let name = text(mask, "mode") ?? "a"
      guard let mode = LottieMask.Mode(rawValue: name) else {
        report("unsupported-mask", mask, "is a mask of the unknown mode '\(name.prefix(20))'; it is left out")
        continue
      }
      guard mode != .none else { continue }
      guard let shape = mask["pt"] else { throw LottieProblem(mask, "'pt', the mask's path, is missing") }
      layer.masks.append(
        LottieMask(
          mode: mode, isInverted: flag(mask, "inv"), shape: try animated(shape, "pt", bezier),
          opacity: try animated(mask["o"], default: 100, scalar),
          expansion: try animated(mask["x"], default: 0, scalar),
          feather: try feather(mask)))
    }
  }
}
