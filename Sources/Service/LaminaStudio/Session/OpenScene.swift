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

/// A value that was set in the page.
struct SceneEdit: Codable, Sendable, Equatable {
  /// The address of the layer (``LayerTable/address(of:)``).
  var layer: String
  /// The key path.
  var key: String
  /// The value in the notation of documents; for ``EffectEdit/keys`` in the notation of ``EffectEdit``.
  var value: String
  /// The layer's title at that time, and its class: another layer at its address does not get the value.
  var title: String?
  var className: String?
}

/// The state in which a scene is shown.
struct SceneState: Codable, Sendable, Equatable {
  /// The name of the state; `nil` for the scene as written.
  var name: String?
  /// The state that the scene comes from, if a transition is shown.
  var from: String?
}

/// An open scene: the document as read, and the changes since.
final class OpenScene {
  let entry: SceneList.Entry
  private let settings: StudioSettings
  /// The scene; `nil` where the document cannot be read.
  private(set) var scene: Scene?
  /// The error of reading the document.
  private(set) var failure: SceneError?
  /// A number that increases with every change of the tree.
  private(set) var revision = 1
  private(set) var state = SceneState()
  /// The edits: one for each key path of a layer, in the order of their last change.
  private(set) var edits: [SceneEdit] = []
  /// The addresses of hidden layers, and of the layer that is shown alone.
  private(set) var hidden: Set<String> = []
  private(set) var isolated: String?
  /// The original `isHidden` of layers that the page hides, and whether they are hidden because another one is shown
  /// alone.
  private var shownBefore: [(layer: CALayer, isHidden: Bool, isAlone: Bool)] = []
  private var knownTable: LayerTable?
  /// The state of the files when they were read.
  private(set) var stamp: FileStamp

  init(_ entry: SceneList.Entry, _ settings: StudioSettings) {
    (self.entry, self.settings) = (entry, settings)
    stamp = FileStamp(entry.path)
    read()
  }

  /// The scene; fails with the error of reading it.
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

  /// Marks the tree as changed.
  private func change() { revision += 1 }

  /// Changes layers without implicit animations: layers that were committed, as on entering a state, would animate to
  /// their new values.
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

  /// The edits that could not be applied again after the document was last read.
  private(set) var dropped: [SceneEdit] = []

  /// Reads the document again if its files have changed, and applies the edits whose layers are still the same.
  ///
  /// - Returns: Whether the document was read again.
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

  /// Reads the document again and applies the edits.
  private func readWithEdits() {
    read()
    // The edits are kept if the document cannot be read now, since it may be repaired.
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
    // Layers that the page hides must not affect the value.
    showParts(hidden: [], isolated: nil)
    defer { showParts(hidden: hidden, isolated: isolated) }
    try converting(to: { Problem.badParameter(edit.key, $0.reason) }) { () throws(ValueProblem) in
      try assign(edit, to: layer)
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

  /// Reverts the edits of a layer, or of all layers.
  func revert(layer: String?, key: String?) {
    edits.removeAll { (layer == nil || $0.layer == layer) && (key == nil || $0.key == key) }
    readWithEdits()
  }

  /// Hides layers, and shows one layer alone.
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

  /// The original `isHidden` of a layer that the page hides, and whether it is hidden because another one is shown
  /// alone; `nil` for other layers.
  func hiddenBefore(_ layer: CALayer) -> (isHidden: Bool, isAlone: Bool)? {
    shownBefore.first { $0.layer === layer }.map { ($0.isHidden, $0.isAlone) }
  }

  /// Calls a function with the tree as it would be written, with layers visible that only the page hides.
  func withoutHiding<Value, Failure: Error>(_ body: (Scene) throws(Failure) -> Value) throws -> Value {
    let scene = try loaded()
    showParts(hidden: [], isolated: nil)
    defer { showParts(hidden: hidden, isolated: isolated) }
    return try body(scene)
  }

  /// The text of the document, and its name in messages; `nil` if the document is not text.
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

/// Recognizes Lottie files by their names.
enum LottieFile {
  /// Whether a file is JSON rather than an archive.
  static func isText(_ path: String) -> Bool { path.hasSuffix(".json") }
}
#endif
