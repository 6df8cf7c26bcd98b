// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGeometry
internal import LaminaGraphics
internal import LaminaScene

// Decodes JSON values to the typed model: missing required values are errors; malformed optional values are reported in
// diagnostics and replaced by their defaults. Both contain the path of the value.

/// The reason why a value or a document cannot be used.
struct LottieProblem: Error {
  var value: JSONValue
  var reason: String
  /// Whether the error stops the import even if the value is optional.
  var isFatal = false

  init(_ value: JSONValue, _ reason: String, isFatal: Bool = false) {
    self.value = value
    self.reason = reason
    self.isFatal = isFatal
  }
}

/// Decodes a JSON text to the typed model.
final class LottieDecoder {
  private(set) var log: LottieLog
  /// The composition's first and last frame, which are the default for layers.
  private(set) var frames = 0.0..<1.0

  /// The values of slots by name, which properties refer to.
  private(set) var slots: [String: JSONValue] = [:]

  /// The motion of positions along spatial curves.
  let motion: LottieMotion

  init(file: String, motion: LottieMotion) {
    self.motion = motion
    log = LottieLog(file: file)
  }

  // MARK: Values

  /// Reports a feature or a value that is not used as specified.
  func report(_ code: String, _ value: JSONValue, _ message: @autoclosure () -> String) {
    log.report(code, value, message())
  }

  /// A required number.
  func required(_ value: JSONValue, _ key: StaticString) throws(LottieProblem) -> Double {
    guard let found = value[key] else { throw LottieProblem(value, "'\(key)' is missing") }
    guard let number = found.scalar else {
      throw LottieProblem(found, "'\(key)' is \(found.kind.name) where a number is wanted")
    }
    return number
  }

  /// An optional number.
  func number(_ value: JSONValue, _ key: StaticString, default standard: Double) -> Double {
    optional(value, key, "a number", \.scalar) ?? standard
  }

  /// An optional whole number.
  func whole(_ value: JSONValue, _ key: StaticString) -> Int? {
    optional(value, key, "a whole number") { found in
      // Some writers put numbers in quotes.
      let number = found.scalar ?? found.text.flatMap { Double($0) }
      return number.flatMap { abs($0) < 1e9 ? Int(clamping: $0) : nil }
    }
  }

  /// An optional flag; `false` by default.
  func flag(_ value: JSONValue, _ key: StaticString) -> Bool {
    optional(value, key, "true or false", \.flag) ?? false
  }

  /// An optional text.
  func text(_ value: JSONValue, _ key: StaticString) -> String? {
    optional(value, key, "a text", \.text)
  }

  /// An optional value; one of another type is reported.
  private func optional<Value>(
    _ value: JSONValue, _ key: StaticString, _ type: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let found = value[key], found.kind != .null else { return nil }
    let result = read(found)
    if result == nil { wrongType(found, type) }
    return result
  }

  /// One of several kinds, which are numbered from 1; unknown numbers are reported.
  ///
  /// - Parameters:
  ///   - standard: The kind if the document specifies none, or an unknown one.
  ///   - what: The name of the choice, for messages.
  func kind(_ value: JSONValue, _ key: StaticString, upTo count: Int, default standard: Int, of what: String) -> Int {
    guard let kind = whole(value, key) else { return standard }
    if (1...count).contains(kind) { return kind }
    report("bad-value", value[key] ?? value, "is the unknown \(what) \(kind); it is drawn as \(standard)")
    return standard
  }

  func wrongType(_ value: JSONValue, _ wanted: String) {
    report("bad-value", value, "is \(value.kind.name) where \(wanted) is wanted; the default is taken")
  }

  // MARK: The document

  /// Decodes a document.
  func composition(_ root: JSONValue) throws(LottieProblem) -> LottieComposition {
    guard root.kind == .object else {
      throw LottieProblem(root, "the document is \(root.kind.name) where an object is wanted")
    }
    var result = LottieComposition()
    result.name = text(root, "nm")
    result.width = try required(root, "w")
    result.height = try required(root, "h")
    result.inPoint = try required(root, "ip")
    result.outPoint = try required(root, "op")
    result.frameRate = try required(root, "fr")
    guard result.width > 0, result.height > 0, max(result.width, result.height) <= 1e6 else {
      throw LottieProblem(root, "its size is \(result.width) x \(result.height); each side is above 0, up to 1000000")
    }
    guard result.frameRate > 0, result.frameRate <= 1e5 else {
      throw LottieProblem(root["fr"] ?? root, "the frame rate is \(result.frameRate); it is above 0, up to 100000")
    }
    guard result.outPoint > result.inPoint, result.outPoint - result.inPoint <= 1e8, abs(result.inPoint) <= 1e9 else {
      throw LottieProblem(
        root["op"] ?? root,
        "it ends at frame \(result.outPoint) and begins at \(result.inPoint): there is nothing between")
    }
    frames = result.inPoint..<result.outPoint
    readSlots(root["slots"])
    guard let layers = root["layers"] else { throw LottieProblem(root, "'layers' is missing") }
    result.fonts = fonts(root["fonts"])
    result.layers = try self.layers(layers)
    try readAssets(root["assets"], into: &result)
    result.markers = markers(root["markers"])
    result.glyphs = try glyphs(root["chars"])
    return result
  }

  private func readSlots(_ value: JSONValue?) {
    guard let value, value.kind != .null else { return }
    guard value.kind == .object else { return wrongType(value, "an object of slots") }
    for slot in value.elements {
      guard let name = slot.key, let content = slot["p"] else {
        report("bad-value", slot, "is a slot without 'p', its value")
        continue
      }
      if slots[name] == nil { slots[name] = content }
    }
  }

  private func readAssets(_ list: JSONValue?, into result: inout LottieComposition) throws(LottieProblem) {
    for asset in list?.elements ?? [] {
      guard let id = asset["id"]?.identifier else {
        report("bad-value", asset, "is an asset without 'id'; it is skipped")
        continue
      }
      if result.assets[id] != nil {
        report("bad-value", asset, "is the second asset '\(id)'; it takes the first one's place")
      }
      let content = resolved(asset)
      if let layers = content["layers"] {
        result.assets[id] = .composition(try self.layers(layers))
      } else if let name = text(content, "p") {
        // The folder of an embedded picture is ignored.
        let isEmbedded = name.hasPrefix("data:")
        let folder = isEmbedded ? "" : text(content, "u") ?? ""
        let names = isEmbedded ? [name] : Self.fileNames(folder: folder, name: name)
        result.assets[id] = .image(
          LottieImage(
            width: number(content, "w", default: 0), height: number(content, "h", default: 0), source: names[0],
            otherSources: Array(names.dropFirst()), path: asset.path))
      } else if content["t"]?.number != 3 {
        report("unsupported-asset", asset, "is an asset that is neither a composition nor a picture; it is skipped")
      }
    }
  }

  /// The possible names of a picture's file, the most likely one first.
  ///
  /// Leading slashes stand for the document's own folder or archive. Repeated slashes and backslashes count as one
  /// slash. A folder that is part of both values is used once. The name as it is written comes last, since it may be an
  /// absolute path inside the folder.
  static func fileNames(folder: String, name: String) -> [String] {
    func plain(_ text: String) -> String {
      text.split { $0 == "/" || $0 == "\\" }.joined(separator: "/")
    }
    let written = folder.isEmpty || folder.hasSuffix("/") ? folder + name : folder + "/" + name
    // A URL is not a path.
    if written.contains("://") { return [written] }
    let (inner, outer) = (plain(folder), plain(name))
    let joined = inner.isEmpty ? outer : inner + "/" + outer
    var names = [joined]
    if !inner.isEmpty, outer.hasPrefix(inner + "/") { names.append(outer) }
    if written != joined { names.append(written) }
    return names
  }

  private func markers(_ list: JSONValue?) -> [LottieMarker] {
    (list?.elements ?? []).compactMap { marker in
      guard let time = marker["tm"]?.number else { return nil }
      return LottieMarker(
        name: text(marker, "cm") ?? "", time: time, duration: number(marker, "dr", default: 0))
    }
  }

  private func fonts(_ value: JSONValue?) -> [String: LottieFont] {
    var result: [String: LottieFont] = [:]
    for font in value?["list"]?.elements ?? [] {
      guard let name = text(font, "fName") else { continue }
      result[name] = LottieFont(
        family: text(font, "fFamily") ?? name, style: text(font, "fStyle") ?? "Regular",
        ascent: font["ascent"].map { _ in number(font, "ascent", default: 100) })
    }
    return result
  }

  private func glyphs(_ list: JSONValue?) throws(LottieProblem) -> LottieGlyphs {
    var result = LottieGlyphs()
    for glyph in list?.elements ?? [] {
      guard let character = text(glyph, "ch") else { continue }
      if let composition = glyph["data"]?["refId"] {
        report("unsupported-text", composition, "shows a letter by a composition, which is not drawn")
      }
      var outline: [Bezier] = []
      var pending = glyph["data"]?["shapes"]?.elements ?? []
      while let item = pending.popLast() {
        if let inner = item["it"] { pending += inner.elements }
        guard item["ty"]?.text == "sh", let shape = item["ks"] else { continue }
        outline.append(try animated(shape, "ks", bezier).start)
      }
      let key = LottieGlyphs.Key(
        character: character, family: text(glyph, "fFamily") ?? "", style: text(glyph, "style") ?? "")
      result.glyphs[key] = LottieGlyphs.Glyph(width: number(glyph, "w", default: 0), outline: outline)
    }
    return result
  }
}
