// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Lamina
import LaminaExport
import LaminaGraphics
import LaminaLayers
import LaminaScene
import LaminaServe

/// A value that somebody set in the page.
struct SceneEdit: Codable, Sendable, Equatable {
  /// Where the layer stands (``LayerTable/address(of:)``).
  var layer: String
  /// The key path.
  var key: String
  /// As documents write it; of ``EffectEdit/keys`` as that takes it.
  var value: String
  /// What a person called the layer then, and its class: another layer at its place does not get the value.
  var title: String?
  var className: String?
}

/// Which state a scene is shown in.
struct SceneState: Codable, Sendable, Equatable {
  /// Its name; `nil` for the scene as it is written.
  var name: String?
  /// The state that it comes from, where the way is shown.
  var from: String?
}

/// A scene that is being looked at: what was read, and what was changed since.
final class OpenScene {
  let entry: SceneList.Entry
  private let settings: StudioSettings
  /// The scene; `nil` where the document cannot be read.
  private(set) var scene: Scene?
  /// Why there is none.
  private(set) var failure: SceneError?
  /// Rises with everything that changes the tree.
  private(set) var revision = 1
  private(set) var state = SceneState()
  /// What was set, each key path of a layer once, in the order in which it was set first.
  private(set) var edits: [SceneEdit] = []
  /// The layers that are not shown, and the one that alone is, by address.
  private(set) var hidden: Set<String> = []
  private(set) var isolated: String?
  /// What the layers that the page hides were before, and whether they are hidden because another is shown alone.
  private var shownBefore: [(layer: CALayer, isHidden: Bool, isAlone: Bool)] = []
  private var knownTable: LayerTable?
  /// What the files looked like when they were read.
  private(set) var stamp: FileStamp

  init(_ entry: SceneList.Entry, _ settings: StudioSettings) {
    (self.entry, self.settings) = (entry, settings)
    stamp = FileStamp(entry.path)
    read()
  }

  /// The scene, or why there is none.
  func loaded() throws(Problem) -> Scene {
    if let scene { return scene }
    throw Problem(
      .unprocessableContent, .documentFailed, failure.map { "\($0)" } ?? "\(entry.name) cannot be read")
  }

  /// The layers of the tree by number.
  func table() throws(Problem) -> LayerTable {
    if let knownTable { return knownTable }
    let table = LayerTable(try loaded().root)
    knownTable = table
    return table
  }

  /// Says that the tree looks otherwise.
  private func change() { revision += 1 }

  /// Changes layers and adds no animations: those that were committed, as entering a state does, would move to their
  /// new values.
  private func quietly<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    return try body()
  }

  // MARK: Reading

  private func read() { quietly { readDocument() } }

  private func readDocument() {
    knownTable = nil
    shownBefore = []
    do throws(SceneError) {
      if entry.path.hasPrefix("@") {
        scene = settings.ownScene(entry.path)
        if scene == nil { throw .notFound(path: entry.path) }
      } else {
        let request = settings.request
        scene = try DocumentReader(
          limits: request.limits, videos: .ffmpeg, lottieMotion: request.lottieMotion
        ).read(entry.path)
      }
      failure = nil
      if state.name != nil || state.from != nil {
        do throws(SceneError) {
          try scene?.setState(state.name, from: state.from)
        } catch {
          state = SceneState()
        }
      }
    } catch {
      (scene, failure) = (nil, error)
    }
    change()
  }

  /// What was set, and is not set any more since the document was read again.
  private(set) var dropped: [SceneEdit] = []

  /// Reads the document again where its files have changed, and sets what was set in the page where the layer is still
  /// the same.
  ///
  /// - Returns: Whether it was read.
  func readAgainIfChanged() -> Bool {
    guard !entry.path.hasPrefix("@") else { return false }
    let now = FileStamp(entry.path)
    guard now != stamp else { return false }
    stamp = now
    let before = edits
    readWithEdits()
    dropped = before.filter { !edits.contains($0) }
    return true
  }

  /// Reads the document again and sets what was set.
  private func readWithEdits() {
    read()
    // A document that cannot be read now may be mended.
    guard scene != nil, let table = try? table() else { return }
    edits.removeAll { edit in
      guard let number = table.number(at: edit.layer) else { return true }
      let layer = table.places[number].layer
      if let title = edit.title, title != table.title(of: number) { return true }
      if let className = edit.className, className != LayerKeyTable.of(layer).className { return true }
      do throws(ValueProblem) {
        try assign(edit, to: layer)
        return false
      } catch {
        return true
      }
    }
    showParts()
  }

  /// Shows the scene in a state.
  func enter(_ state: SceneState) throws(Problem) {
    let scene = try loaded()
    for name in [state.name, state.from].compactMap({ $0 }) where !name.isEmpty && !scene.stateNames.contains(name) {
      throw .badParameter("state", "\(SceneError.unknownState(name, known: scene.stateNames))")
    }
    self.state = state
    readWithEdits()
  }

  // MARK: Changing

  /// Sets a value of a layer.
  func set(_ edit: SceneEdit) throws(Problem) {
    let table = try table()
    guard let number = table.number(at: edit.layer) else {
      throw Problem(.notFound, .notFound, "the layer is no longer there")
    }
    let layer = table.places[number].layer
    var edit = edit
    (edit.title, edit.className) = (table.title(of: number), LayerKeyTable.of(layer).className)
    // What the page hides is no part of what is set.
    showParts(hidden: [], isolated: nil)
    defer { showParts(hidden: hidden, isolated: isolated) }
    do throws(ValueProblem) {
      try assign(edit, to: layer)
    } catch {
      throw .badParameter(edit.key, error.reason)
    }
    edits.removeAll { $0.layer == edit.layer && $0.key == edit.key }
    edits.append(edit)
    change()
  }

  private func assign(_ edit: SceneEdit, to layer: CALayer) throws(ValueProblem) {
    try quietly { () throws(ValueProblem) in
      if EffectEdit.keys.contains(edit.key) { return try EffectEdit.set(edit.key, edit.value, of: layer) }
      let name = String(edit.key.prefix { $0 != "." })
      let key = LayerKeyTable.of(layer).key(name)
      let before = key?.value(of: layer)
      try Scene.assign(edit.key, edit.value, to: layer, limits: settings.request.limits, videos: .ffmpeg)
      guard let key, let before, let problem = PropertyRange.problem(with: key.value(of: layer), of: name) else {
        return
      }
      key.set(before, on: layer)
      throw ValueProblem("'\(ValueWords.cut(edit.value))' \(problem)")
    }
  }

  /// Takes back what was set of a layer, or of all.
  func revert(layer: String?, key: String?) {
    edits.removeAll { (layer == nil || $0.layer == layer) && (key == nil || $0.key == key) }
    readWithEdits()
  }

  /// Hides layers, and shows one alone.
  func show(hidden: Set<String>, isolated: String?) throws(Problem) {
    _ = try loaded()
    (self.hidden, self.isolated) = (hidden, isolated)
    showParts()
  }

  private func showParts() {
    showParts(hidden: hidden, isolated: isolated)
    change()
  }

  private func showParts(hidden: Set<String>, isolated: String?) {
    quietly { showPartsAtOnce(hidden: hidden, isolated: isolated) }
  }

  private func showPartsAtOnce(hidden: Set<String>, isolated: String?) {
    for (layer, isHidden, _) in shownBefore.reversed() { layer.isHidden = isHidden }
    shownBefore = []
    guard !hidden.isEmpty || isolated != nil, let table = try? table() else { return }
    for address in hidden {
      if let number = table.number(at: address) { hide(table.places[number].layer) }
    }
    guard let isolated, let number = table.number(at: isolated) else { return }
    let way = table.way(to: number)
    for (layer, inside) in zip(way, way.dropFirst()) where layer.mask !== inside {
      for sublayer in layer.sublayers ?? [] where sublayer !== inside { hide(sublayer, isAlone: true) }
    }
  }

  private func hide(_ layer: CALayer, isAlone: Bool = false) {
    shownBefore.append((layer, layer.isHidden, isAlone))
    layer.isHidden = true
  }

  /// What a layer that the page hides is without that, and whether it is hidden because another is shown alone; `nil`
  /// for any other layer.
  func hiddenBefore(_ layer: CALayer) -> (isHidden: Bool, isAlone: Bool)? {
    shownBefore.first { $0.layer === layer }.map { ($0.isHidden, $0.isAlone) }
  }

  /// Does something with the tree as it would be written, without what the page alone hides.
  func withoutHiding<Value, Failure: Error>(_ body: (Scene) throws(Failure) -> Value) throws -> Value {
    let scene = try loaded()
    showParts(hidden: [], isolated: nil)
    defer { showParts(hidden: hidden, isolated: isolated) }
    return try body(scene)
  }

  /// The text of the document, and what messages call it; `nil` for what is no text.
  func source() throws(Problem) -> (name: String, text: String)? {
    guard !entry.path.hasPrefix("@") else { return nil }
    do throws(SceneError) {
      let limits = settings.request.limits
      if LottieFile.isText(entry.path) {
        guard let data = FileManager.default.contents(atPath: entry.path) else { return nil }
        return (entry.path, String(decoding: data.prefix(limits.documentBytes), as: UTF8.self))
      }
      return try SceneReader(limits: limits).source(of: entry.path)
    } catch {
      throw Problem(.unprocessableContent, .documentFailed, "\(error)")
    }
  }
}

/// What can be told of a Lottie file by its name.
enum LottieFile {
  /// Whether a file is JSON rather than an archive.
  static func isText(_ path: String) -> Bool { path.hasSuffix(".json") }
}
#endif
