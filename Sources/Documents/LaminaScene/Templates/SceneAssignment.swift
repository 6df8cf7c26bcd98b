// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import LaminaGraphics
package import LaminaLayers
import LaminaSystem

extension Scene {
  /// Replaces one value of the scene, for documents that serve as templates.
  ///
  ///     try scene.assign("title.string", "Hello")
  ///     try scene.assign("photo.contents", "me.jpg")
  ///
  /// - Parameters:
  ///   - target: The name of a layer, a dot, and a key path. All layers of that name are changed; names may contain
  ///     dots.
  ///   - value: A value in the form that documents use, where colours may also have alpha or be written as `#rrggbb`; a
  ///     file for a picture; `none` for no value.
  ///   - limits: The limits of a picture. Its file may lie anywhere: the caller chose it, not the document.
  /// - Throws: `SceneError.badAssignment`, with similar names for a layer or a key path that does not exist.
  public func assign(_ target: String, _ value: String, limits: SceneLimits = SceneLimits()) throws(SceneError) {
    var restoration = SceneRestoration()
    try assign(target, value, limits: limits, restoration: &restoration)
  }

  /// Replaces one value of the scene, and notes the previous value, for callers that draw the scene again with other
  /// values.
  package func assign(
    _ target: String, _ value: String, limits: SceneLimits, restoration: inout SceneRestoration
  ) throws(SceneError) {
    func failure(_ reason: String) -> SceneError { .badAssignment("\(target)=\(value)", reason: reason) }
    let names = layersByName()
    guard let (layers, path) = split(target, among: names) else {
      throw failure(unknownLayer(target, among: names))
    }
    for layer in layers {
      restoration.note(path, of: layer)
      try converting(to: { failure($0.reason) }) { () throws(ValueProblem) in
        try Self.assign(path, value, to: layer, limits: limits, videos: videos)
      }
    }
  }

  /// Replaces one value of one layer.
  ///
  /// - Parameters:
  ///   - path: A key path of the layer.
  ///   - value: A value as in ``assign(_:_:limits:)``.
  ///   - layer: The layer.
  ///   - limits: The limits of a picture.
  ///   - videos: The opener of videos in place of pictures; without one, no videos are shown.
  /// - Throws: The reason why the value cannot be set, as a sentence.
  package static func assign(
    _ path: String, _ value: String, to layer: CALayer, limits: SceneLimits = SceneLimits(), videos: VideoOpener? = nil
  ) throws(ValueProblem) {
    let keyPath = try converting(to: { ValueProblem("\($0)") }) { () throws(KeyPathError) in
      try LayerKeyPath(path, for: layer)
    }
    let typed = try converting(to: { ValueProblem("'\(shortened(value))' \($0.reason)") }) { () throws(ValueProblem) in
      try typedValue(value, as: keyPath.type, limits: limits, videos: videos)
    }
    try converting(to: { ValueProblem("\($0)") }) { () throws(KeyPathError) in try keyPath.write(typed, layer) }
  }

  /// All layers that have a name, by name; masks and layers inside masks included.
  func layersByName() -> [String: [CALayer]] {
    var result: [String: [CALayer]] = [:]
    var pending = [root]
    while let layer = pending.popLast() {
      if let name = layer.name { result[name, default: []].append(layer) }
      if let mask = layer.mask { pending.append(mask) }
      pending += (layer.sublayers ?? []).reversed()
    }
    return result
  }

  /// The layers with the longest name at the start of a target, and the key path after the dot.
  private func split(_ target: String, among names: [String: [CALayer]]) -> ([CALayer], String)? {
    var end = target.endIndex
    while let dot = target[..<end].lastIndex(of: ".") {
      if let layers = names[String(target[..<dot])] { return (layers, String(target[target.index(after: dot)...])) }
      end = dot
    }
    return nil
  }

  private func unknownLayer(_ target: String, among names: [String: [CALayer]]) -> String {
    guard let dot = target.firstIndex(of: "."), dot != target.startIndex else {
      return "it takes a layer's name, a dot and a key path"
    }
    let name = String(target[..<dot])
    let near = NearNames.suggestion(NearNames.nearest(to: name, in: names.keys))
    if !near.isEmpty { return "no layer is named '\(shortened(name))'\(near)" }
    let some = names.keys.sorted().prefix(8).map { "'\(shortened($0))'" }.joined(separator: ", ")
    return "no layer is named '\(shortened(name))'; " + (some.isEmpty ? "none has a name" : "there are \(some)")
  }

  /// Reads a value of a type from its text.
  private static func typedValue(
    _ text: String, as type: LayerValueType, limits: SceneLimits, videos: VideoOpener?
  ) throws(ValueProblem) -> LayerValue {
    var scanner = ValueScanner(text)
    if text == "none" {
      switch type {
      case .color, .path, .image, .numbers, .colors: return .none
      default: break
      }
    }
    switch type {
    case .number(_, let allowsInfinity):
      return .number(
        allowsInfinity ? try ValueGrammar.numberOrInfinity(&scanner) : try ValueGrammar.number(&scanner))
    case .bool: return .bool(try ValueGrammar.bool(&scanner))
    case .point: return .point(try ValueGrammar.point(&scanner))
    case .size: return .size(try ValueGrammar.size(&scanner))
    case .rect: return .rect(try ValueGrammar.rect(&scanner))
    case .color: return .color(try ValueGrammar.color(&scanner))
    case .transform: return .transform(try ValueGrammar.transform(&scanner))
    case .path: return .path(try ValueGrammar.path(&scanner))
    case .image: return .image(try picture(text, limits: limits, videos: videos))
    case .string: return .string(text)
    case .word(let known):
      guard known.contains(text) else { throw ValueProblem("is none of \(known.joined(separator: ", "))") }
      return .string(text)
    case .numbers: return .numbers(try ValueGrammar.numbers(&scanner))
    case .colors: return .colors(try colors(text))
    case .object(let name): throw ValueProblem("cannot be given as text: the property takes \(name)")
    }
  }

  /// Reads one colour, or several with `;` or `,` between them.
  private static func colors(_ text: String) throws(ValueProblem) -> [CGColor] {
    var result: [CGColor] = []
    for part in text.split(whereSeparator: { $0 == ";" || $0 == "," }) {
      var scanner = ValueScanner(String(part))
      result.append(try ValueGrammar.color(&scanner))
    }
    return result
  }

  private static func picture(
    _ path: String, limits: SceneLimits, videos: VideoOpener?
  ) throws(ValueProblem) -> CGImage {
    if let video = try CGImage.video(at: path, opener: videos) { return video }
    do {
      return try ImageDecoder(maximumPixels: limits.imagePixels, maximumFileBytes: limits.imageFileBytes)
        .decode(contentsOf: path, opening: open).image
    } catch {
      throw ValueProblem("is no picture that can be drawn: \(error)")
    }
  }

  private static func open(_ path: String) -> Int32 {
    do throws(DocumentFileProblem) {
      return try DocumentAccess.files.open(path, .withoutWaiting)
    } catch {
      return -error.code
    }
  }
}

/// The values of properties of a scene before others were assigned.
package struct SceneRestoration {
  private var values: [(layer: CALayer, key: LayerKey, value: LayerValue)] = []
  /// Whether all values can be restored: not so for a property on which others depend, or one of an object that layers
  /// share.
  package private(set) var isWhole = true

  /// Properties whose setters change more than their getters return, and the name, by which layers are found.
  private static let others: Set = ["bounds", "frame", "name"]

  /// Makes an empty restoration.
  package init() {}

  /// Notes the whole property that a key path belongs to.
  fileprivate mutating func note(_ path: String, of layer: CALayer) {
    let name = String(path.prefix { $0 != "." })
    guard isWhole, !Self.others.contains(name), let key = LayerKeyTable.of(layer).key(name), key.isWritten else {
      isWhole = false
      return
    }
    if case .object = key.type {
      isWhole = false
    } else {
      values.append((layer, key, key.value(of: layer)))
    }
  }

  /// Restores the values, the latest first.
  ///
  /// - Returns: Whether every property has its previous value.
  package func restore() -> Bool {
    guard isWhole else { return false }
    for (layer, key, value) in values.reversed() {
      guard key.set(value, on: layer), key.value(of: layer) == value else { return false }
    }
    return true
  }
}
