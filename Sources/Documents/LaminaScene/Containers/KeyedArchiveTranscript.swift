// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

/// A keyed archive's layer tree as markup: the archive holds the same keys and values as a document does, so that the
/// reader of documents can make the layers, with all its checks.
///
/// One walk with an explicit stack. An object that contains itself is left out, and a layer appears in the tree once.
/// The number of objects written is limited, since an archive may refer to one object in a million places.
///
/// - Conformance: caml.md 2.4
struct KeyedArchiveTranscript {
  private(set) var text = "<caml>"
  private(set) var diagnostics: [Diagnostic] = []
  private let archive: KeyedArchive
  private let limits: SceneLimits
  /// The objects whose elements are not yet closed.
  private var open: Set<Int> = []
  private var layers: Set<Int> = []
  private var objectCount = 0
  private var reported: Set<String> = []

  /// The next parts to write, the last one first.
  private enum Task {
    /// An object, as an element with a name, and with its class in `type` where that is another name.
    case object(Int, name: String, key: String?)
    case item(Int)
    case entry(key: String, value: Int)
    case text(String)
    case close(Int)
  }

  /// Writes the tree of an archive's root layer.
  init(_ archive: KeyedArchive, limits: SceneLimits) throws(ArchiveProblem) {
    self.archive = archive
    self.limits = limits
    // Applications archive the dictionary of a package; an archived layer by itself is read too.
    let root = archive.entries(archive.root)?.first { $0.key == "rootLayer" }?.value ?? archive.root
    guard let name = archive.className(of: root), name.hasPrefix("CA"), name.hasSuffix("Layer") else {
      throw .badObjects(reason: "holds no layer: its root is \(archive.className(of: root) ?? "no object")")
    }
    var tasks = [Task.object(root, name: name, key: nil)]
    var steps = 0
    while let task = tasks.popLast() {
      steps += 1
      if steps % ReadingTime.stride == 0, ReadingTime.isOver { throw .badObjects(reason: "takes too long") }
      guard text.utf8.count <= limits.effectiveDocumentBytes else {
        throw .badObjects(reason: "holds more than the \(limits.effectiveDocumentBytes) bytes a document may have")
      }
      switch task {
      case .object(let object, let name, let key): try write(object, name, key, &tasks)
      case .item(let item): tasks += tasksOf(item)
      case .entry(let key, let value): writeProperty(key, value, &tasks)
      case .text(let piece): text += piece
      case .close(let object): open.remove(object)
      }
    }
    text += "</caml>"
  }

  private mutating func write(_ object: Int, _ name: String, _ key: String?, _ tasks: inout [Task])
    throws(ArchiveProblem)
  {
    objectCount += 1
    guard objectCount <= limits.elements else {
      throw .badObjects(reason: "has more than \(limits.elements) objects, the limit")
    }
    let className = archive.className(of: object) ?? "CALayer"
    if !open.insert(object).inserted {
      return report("circle", "an object of class \(shortened(className)) holds itself")
    }
    if className.hasSuffix("Layer"), !layers.insert(object).inserted {
      open.remove(object)
      return report("bad-reference", "a layer stands in the tree twice; the first place counts")
    }
    text += "<\(name)"
    if name != className { text += " type=\"\(className)\"" }
    if let key { text += " key=\"\(ValueText.escaped(key))\"" }
    var inside: [(key: String, value: Int)] = []
    for (key, value) in properties(of: object, className) where !archive.isNull(value) {
      if let plain = archive.plainValue(value), !plain.isElement, !Self.elementKeys.contains(key) {
        if isName(key) { text += " \(key)=\"\(ValueText.escaped(plain.text))\"" }
      } else {
        inside.append((key, value))
      }
    }
    text += ">"
    tasks.append(.close(object))
    tasks.append(.text("</\(name)>"))
    if let animations = archive.value("CALayerAnimations", of: object).flatMap(archive.items), !animations.isEmpty {
      tasks += animationTasks(animations, of: object)
    }
    for (key, value) in inside.reversed() { tasks.append(.entry(key: key, value: value)) }
  }

  /// The keys and values of an object, by their names in documents.
  private mutating func properties(of object: Int, _ className: String) -> [(key: String, value: Int)] {
    let all = archive.list.entries(of: object).sorted { $0.key < $1.key }.filter { !Self.isSkipped($0.key) }
      .map { (key: $0.key, value: archive.resolved($0.value)) }
    guard className == "CAFilter" else { return all }
    var result: [(key: String, value: Int)] = []
    for (key, value) in all {
      switch key {
      case "CAFilterType": result.append(("filter", value))
      case "CAFilterName": result.append(("name", value))
      case "CAFilterEnabled": result.append(("enabled", value))
      case "CAFilterInputs" where archive.isNull(value): continue
      case "CAFilterInputs":
        guard let inputs = archive.entries(value) else {
          report("unsupported-object", "the inputs of a filter are no dictionary, and are not read")
          continue
        }
        result += inputs
      default: result.append((key, value))
      }
    }
    return result
  }

  /// The animations of a layer: the archive has two parallel arrays, one of them with the keys.
  private func animationTasks(_ animations: [Int], of layer: Int) -> [Task] {
    let keys = archive.value("CALayerAnimationKeys", of: layer).flatMap(archive.items) ?? []
    var tasks = [Task.text("</animations>")]
    for (index, animation) in animations.enumerated().reversed() {
      let key = keys.indices.contains(index) ? archive.text(keys[index]) : nil
      tasks.append(.object(animation, name: "animation", key: key))
    }
    tasks.append(.text("<animations>"))
    return tasks
  }

  /// Writes a property that is not an attribute.
  private mutating func writeProperty(_ key: String, _ value: Int, _ tasks: inout [Task]) {
    guard isName(key) else { return }
    if let plain = archive.plainValue(value) {
      text += Self.element(key, plain, isTyped: true)
    } else if let items = archive.items(value) {
      if items.isEmpty { return }
      text += "<\(key)>"
      tasks.append(.text("</\(key)>"))
      tasks += items.reversed().map(Task.item)
    } else if let entries = archive.entries(value) {
      tasks += dictionaryTasks(entries, of: value, name: key)
    } else if let className = archive.className(of: value), isClass(className) {
      tasks.append(.object(value, name: key, key: nil))
    } else {
      let className = archive.className(of: value) ?? "unknown class"
      report(
        "unsupported-object", "'\(shortened(key))' is an object of class \(shortened(className)), which is not read")
    }
  }

  /// The tasks that write one item of an array.
  private mutating func tasksOf(_ item: Int) -> [Task] {
    objectCount += 1
    if let plain = archive.plainValue(item) { return [.text(Self.element(plain.type, plain, isTyped: false))] }
    // Beyond the limit, one more object ends the walk.
    if objectCount > limits.elements { return [.object(item, name: "NSArray", key: nil)] }
    if let items = archive.items(item) {
      guard !open.contains(item) else { return [] }
      open.insert(item)
      return [.close(item), .text("</NSArray>")] + items.reversed().map(Task.item) + [.text("<NSArray>")]
    }
    if let entries = archive.entries(item) { return dictionaryTasks(entries, of: item, name: "NSDictionary") }
    guard let className = archive.className(of: item), isClass(className) else {
      let className = archive.className(of: item) ?? "unknown class"
      report("unsupported-object", "a list holds an object of class \(shortened(className)), which is not read")
      return []
    }
    return [.object(item, name: className, key: nil)]
  }

  private mutating func dictionaryTasks(_ entries: [(key: String, value: Int)], of object: Int, name: String) -> [Task]
  {
    guard open.insert(object).inserted else { return [] }
    return [.close(object), .text("</\(name)>")]
      + entries.reversed().map { Task.entry(key: $0.key, value: $0.value) } + [.text("<\(name)>")]
  }

  private static func element(_ name: String, _ value: KeyedArchive.PlainValue, isTyped: Bool) -> String {
    let type = isTyped ? " type=\"\(value.type)\"" : ""
    let opacity = value.opacity.map { " opacity=\"\(ValueText.number($0))\"" } ?? ""
    let attribute = value.isSource ? "src" : "value"
    return "<\(name)\(type)\(opacity) \(attribute)=\"\(ValueText.escaped(value.text))\"/>"
  }

  /// The keys whose values are elements even where they are plain: as attributes they have another meaning, or
  /// documents give their types.
  private static let elementKeys: Set<String> = ["string", "font", "type", "fromValue", "toValue", "byValue"]

  /// Whether a key only serves the archiver.
  private static func isSkipped(_ key: String) -> Bool {
    ["$class", "__CACodingContents", "CALayerAnimations", "CALayerAnimationKeys", "delegate"].contains(key)
  }

  /// Whether a key can be the name of an element or an attribute: keys come from the archive and become part of markup.
  private mutating func isName(_ key: String) -> Bool {
    let letters = key.unicodeScalars
    let isName =
      letters.first.map { $0.isASCII && ($0.properties.isAlphabetic || $0 == "_") } ?? false
      && letters.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "_-.".contains(Character($0)))
      }
    if !isName { report("unknown-attribute", "the key '\(shortened(key))' is no property and is skipped") }
    return isName
  }

  private func isClass(_ name: String) -> Bool {
    name.hasPrefix("CA") && !name.hasSuffix("Proxy")
      && name.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) }
  }

  private mutating func report(_ code: String, _ message: String) {
    guard reported.count < 50, reported.insert(code + message).inserted else { return }
    diagnostics.append(Diagnostic(code: code, message: message))
  }
}
