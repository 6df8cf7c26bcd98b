// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Lamina
import LaminaLayers
import LaminaScene

/// The layers of a tree in pre-order, as columns: compact, so that trees of many thousands of layers load at once.
struct TreeReport: Encodable, Sendable {
  /// The marks of a layer in the list.
  struct Marks: OptionSet {
    let rawValue: Int
    static let hidden = Marks(rawValue: 1)
    static let mask = Marks(rawValue: 2)
    static let animated = Marks(rawValue: 4)
    static let masked = Marks(rawValue: 8)
    static let filtered = Marks(rawValue: 16)
    static let states = Marks(rawValue: 32)
    static let edited = Marks(rawValue: 64)
    /// Hidden by the page, not by the document.
    static let hiddenHere = Marks(rawValue: 128)
    /// Not shown because one of its superlayers is hidden.
    static let inHidden = Marks(rawValue: 256)
  }

  var revision: Int
  /// The names of the classes; `kinds` are indices into it.
  var classes: [String] = []
  var kinds: [Int] = []
  /// The names of the layers; empty for a layer without a name.
  var names: [String] = []
  /// The number of each layer's superlayer, or of the layer that it masks; -1 for the root.
  var parents: [Int] = []
  /// The index of each layer among its siblings; -1 for a mask.
  var places: [Int] = []
  var marks: [Int] = []
  /// The number of layers that are not listed.
  var left: Int
  var isolated: String?
  var hidden: [String]
  var edits: [SceneEdit]

  /// Lists the layers of a scene.
  init(_ open: OpenScene) throws {
    let table = try open.table()
    (revision, left, isolated) = (open.revision, table.left, open.isolated)
    hidden = open.hidden.sorted()
    edits = open.edits
    let edited = Set(open.edits.map(\.layer).compactMap(table.number(at:)))
    let hiddenHere = Set(open.hidden.compactMap(table.number(at:)))
    var classNumbers: [String: Int] = [:]
    for (number, place) in table.places.enumerated() {
      let layer = place.layer
      let className = LayerKeyTable.of(layer).className
      if classNumbers[className] == nil {
        classNumbers[className] = classes.count
        classes.append(className)
      }
      kinds.append(classNumbers[className] ?? 0)
      names.append(String((layer.name ?? "").prefix(200)))
      parents.append(place.parent)
      places.append(place.index)
      var mark: Marks = []
      if layer.isHidden { mark.insert(.hidden) }
      if place.parent >= 0, !Marks(rawValue: marks[place.parent]).isDisjoint(with: [.hidden, .inHidden]) {
        mark.insert(.inHidden)
      }
      if place.index < 0 { mark.insert(.mask) }
      if !layer.addedAnimations.isEmpty { mark.insert(.animated) }
      if layer.mask != nil { mark.insert(.masked) }
      if layer.filters?.isEmpty == false || layer.backgroundFilters?.isEmpty == false || layer.compositingFilter != nil
      {
        mark.insert(.filtered)
      }
      if layer.states?.isEmpty == false { mark.insert(.states) }
      if edited.contains(number) { mark.insert(.edited) }
      if hiddenHere.contains(number) { mark.insert(.hiddenHere) }
      marks.append(mark.rawValue)
    }
  }
}
#endif
