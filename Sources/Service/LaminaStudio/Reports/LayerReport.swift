// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene

/// The facts about one layer at one moment: its properties with their model values, their presented values, and the
/// sources of these.
struct LayerReport: Encodable, Sendable {
  /// One property.
  struct Property: Encodable, Sendable {
    var key: String
    var group: String
    /// The model value, and the presented value, in short form.
    var model: String
    var shown: String
    /// The value as text for editing; `nil` where it cannot be edited.
    var text: String?
    var unit: String?
    /// The words that are valid values.
    var words: [String]?
    /// `number`, `bool`, `color`, `text`, `word` or `other`.
    var kind: String
    /// The source of the value: `default`, `document`, `edit` or `state NAME`; `animations` are the key paths that
    /// change it.
    var source: String
    var animations: [String]
    /// How the page overrides the value: `hidden` or `alone`; `nil` where it does not.
    var page: String?
    /// Whether the value differs from that of a new layer.
    var isSet: Bool
    /// Whether the presented value differs from the model value.
    var isMoving: Bool
    /// The colour as `#rrggbb` or `#rrggbbaa`: the model value, and the presented value.
    var swatch: String?
    var shownSwatch: String?
  }

  /// A filter of the layer.
  struct Filter: Encodable, Sendable {
    /// An input that the type has, or that was set.
    struct Input: Encodable, Sendable {
      var key: String
      /// The value as text for editing; `nil` where it has no text.
      var text: String?
      /// The presented value; `nil` where it equals the model value.
      var shown: String?
      var isSet: Bool
    }

    /// `filters` or `backgroundFilters`.
    var list: String
    var type: String
    var name: String
    var isOn: Bool
    /// Whether the filter's type is one that Lamina draws.
    var isKnown: Bool
    var inputs: [Input]
    /// A short description of the filter.
    var text: String
  }

  var number: Int
  var address: String
  var revision: Int
  var time: Double
  var title: String
  var path: String
  var className: String
  var properties: [Property] = []
  var filters: [Filter] = []
  /// The types of filters that can be added.
  var filterTypes = FilterType.allCases.map(\.rawValue)
  /// The lists of filters that were set in the page.
  var editedLists: [String] = []
  /// The corners of the layer's extent, in pixels of the picture.
  var corners: [[Double]]
  /// The time in the layer's own time space.
  var localTime: Double
  var diagnostics: [String]
  var edits: [SceneEdit]

  /// Examines a layer.
  init(_ number: Int, _ moment: PlannedMoment) throws {
    let table = moment.table
    let way = table.way(to: number)
    let layer = table.places[number].layer
    self.number = number
    address = table.address(of: number)
    (revision, time) = (moment.revision, moment.order.time)
    title = table.title(of: number)
    path = table.path(of: number)
    className = LayerKeyTable.of(layer).className
    corners = moment.corners(of: number)
    localTime = CALayer.localTime(in: way, at: moment.order.time)
    let layerPath = path
    diagnostics = (try moment.open.loaded().diagnostics + moment.plan.diagnostics)
      .filter { $0.layerPath == layerPath }.map { "\($0.message) [\($0.code)]" }
    let address = address
    edits = moment.open.edits.filter { $0.layer == address }
    let shown = CALayer.presented(way, at: moment.order.time) ?? layer
    describe(layer, shown, moment.open)
  }

  private mutating func describe(_ layer: CALayer, _ shown: CALayer, _ open: OpenScene) {
    let table = LayerKeyTable.of(layer)
    let fresh = layer.properties.kind.makeLayer()
    let edited = Set(edits.map(\.key))
    let byState = Self.stateValues(of: layer, open)
    let animated = Self.animations(of: layer)
    let before = open.hiddenBefore(layer)
    let left: Set = ["name", "sublayers", "mask", "emitterCells", "filters", "backgroundFilters"]
    for key in table.keysInWritingOrder where key.isWritten && !left.contains(key.name) {
      var (value, current) = (key.value(of: layer), key.value(of: shown))
      // A layer that the page hides has the document's value as its model value, and is presented as hidden.
      let page = key.name == "hidden" ? before : nil
      if let page { (value, current) = (.bool(page.isHidden), .bool(true)) }
      let isSet = value != key.value(of: fresh)
      let names = animated.filter { $0.key == key.name || $0.key.hasPrefix(key.name + ".") }.map { path, name in
        name == path ? path : "\(path) (\(name))"
      }
      let isEdited = edited.contains { $0 == key.name || $0.hasPrefix(key.name + ".") }
      if key.name == "compositingFilter" {
        addBlend(layer, shown, isEdited ? "edit" : isSet ? "document" : "default")
        continue
      }
      properties.append(
        Property(
          key: key.name, group: PropertyGroup.of(key.name), model: SceneOutline.text(of: value, of: key),
          shown: SceneOutline.text(of: current, of: key), text: ValueWords.edited(value, as: key.type),
          unit: PropertyGroup.unit(of: key.name), words: key.type.words, kind: key.type.kind,
          source: isEdited ? "edit" : byState[key.name].map { "state \($0)" } ?? (isSet ? "document" : "default"),
          animations: names, page: page.map { $0.isAlone ? "alone" : "hidden" }, isSet: isSet,
          isMoving: value != current,
          swatch: Self.swatch(of: value), shownSwatch: Self.swatch(of: current)))
    }
    for list in ["filters", "backgroundFilters"] {
      let now = EffectEdit.filters(list, of: shown)
      for (index, filter) in EffectEdit.filters(list, of: layer).enumerated() {
        filters.append(Self.report(filter, shown: now.indices.contains(index) ? now[index] : filter, list))
      }
      if edited.contains(where: { $0 == list || $0.hasPrefix(list + ".") }) { editedLists.append(list) }
    }
  }

  /// Adds `compositingFilter`, whose value is an object, by the name of its blend mode.
  private mutating func addBlend(_ layer: CALayer, _ shown: CALayer, _ source: String) {
    let (name, now) = (EffectEdit.blendName(of: layer), EffectEdit.blendName(of: shown))
    properties.append(
      Property(
        key: "compositingFilter", group: PropertyGroup.of("compositingFilter"), model: name, shown: now, text: name,
        unit: nil, words: EffectEdit.blendNames, kind: "word", source: source, animations: [], isSet: name != "none",
        isMoving: name != now))
  }

  private static func report(_ filter: CAFilter, shown: CAFilter, _ list: String) -> Filter {
    let set = Set(filter.setValues.keys)
    let keys = filter.inputKeys + set.subtracting(filter.inputKeys).sorted()
    let inputs = keys.map { key in
      func text(_ filter: CAFilter) -> String? {
        filter.value(forKey: key).flatMap { FilterEdit.text(of: $0, key) }
      }
      let (model, now) = (text(filter), text(shown))
      return Filter.Input(key: key, text: model, shown: model == now ? nil : now, isSet: set.contains(key))
    }
    return Filter(
      list: list, type: filter.type, name: filter.name, isOn: filter.isEnabled,
      isKnown: FilterType(rawValue: filter.type) != nil, inputs: inputs, text: text(ofFilter: filter))
  }

  // MARK: Sources of values

  /// The keys that the scene's state sets on a layer, with the name of the state.
  private static func stateValues(of layer: CALayer, _ open: OpenScene) -> [String: String] {
    guard let name = open.state.name, let scene = open.scene else { return [:] }
    var result: [String: String] = [:]
    for holder in scene.layersWithStates {
      for element in holder.states?.first(where: { $0.name == name })?.elements ?? [] where element.target === layer {
        result[String(element.keyPath.prefix { $0 != "." })] = name
      }
    }
    return result
  }

  /// The key paths that a layer's animations change, with the names of the animations.
  private static func animations(of layer: CALayer) -> [(key: String, name: String)] {
    var result: [(String, String)] = []
    for (key, animation) in layer.addedAnimations {
      var open: [CAAnimation] = [animation]
      while let next = open.popLast() {
        if let property = next as? CAPropertyAnimation, let path = property.keyPath {
          result.append((path, key ?? path))
        }
        if let group = next as? CAAnimationGroup { open += group.animations ?? [] }
      }
    }
    return result
  }

  // MARK: Words

  /// A property's value in short form, for sentences.
  static func shortValue(of property: String, in layer: CALayer) -> String {
    switch property {
    case "filters": (layer.filters ?? []).map(text(ofFilter:)).joined(separator: ", ")
    case "backgroundFilters": (layer.backgroundFilters ?? []).map(text(ofFilter:)).joined(separator: ", ")
    case "compositingFilter": layer.compositingFilter.map(text(ofFilter:)) ?? "none"
    case "mask": layer.mask.map { $0.name ?? LayerKeyTable.of($0).className } ?? "none"
    case "animations": layer.addedAnimations.compactMap(\.key).joined(separator: ", ")
    default:
      LayerKeyTable.of(layer).key(property).map { SceneOutline.text(of: $0.value(of: layer), of: $0) } ?? ""
    }
  }

  /// A filter with its inputs, in short form.
  static func text(ofFilter item: Any) -> String {
    guard let filter = item as? CAFilter else { return (item as? String) ?? "\(type(of: item))" }
    let inputs = filter.setValues.sorted { $0.key < $1.key }.map { name, value in "\(name) \(short(value))" }
    return ([filter.type] + (inputs.isEmpty ? [] : [inputs.joined(separator: ", ")])).joined(separator: ": ")
      + (filter.isEnabled ? "" : " (switched off)")
  }

  private static func short(_ value: Any) -> String {
    switch value {
    case let number as NSNumber: plain(number.doubleValue)
    case let number as Double: plain(number)
    case let number as Int: "\(number)"
    case let text as String: text
    case let color as CGColor: ValueWords.hex(color)
    default: "\(type(of: value))"
    }
  }

  private static func plain(_ number: Double) -> String {
    EditableText.text(of: .number(number), as: .number(.double)) ?? "\(number)"
  }

  private static func swatch(of value: LayerValue) -> String? {
    if case .color(let color) = value { return ValueWords.hex(color) }
    return nil
  }
}

extension LayerValueType {
  /// The words that are valid values.
  fileprivate var words: [String]? {
    if case .word(let words) = self { words } else { nil }
  }

  /// The kind of field by which the page edits a value.
  fileprivate var kind: String {
    switch self {
    case .number: "number"
    case .bool: "bool"
    case .color: "color"
    case .word: "word"
    case .point, .size, .rect, .transform, .path, .string, .numbers, .colors: "text"
    case .image, .object: "other"
    }
  }
}

/// The groups in which the page shows properties, and the units of their numbers.
enum PropertyGroup {
  private static let groups: [(name: String, keys: Set<String>)] = [
    (
      "Geometry",
      [
        "bounds", "position", "anchorPoint", "anchorPointZ", "zPosition", "transform", "sublayerTransform",
        "geometryFlipped", "doubleSided", "autoresizingMask", "contentsScale",
      ]
    ),
    (
      "Appearance",
      [
        "hidden", "opacity", "allowsGroupOpacity", "backgroundColor", "borderColor", "borderWidth", "cornerRadius",
        "cornerCurve", "maskedCorners", "masksToBounds", "opaque", "allowsEdgeAntialiasing", "edgeAntialiasingMask",
      ]
    ),
    (
      "Contents",
      [
        "contents", "contentsGravity", "contentsRect", "contentsCenter", "magnificationFilter", "minificationFilter",
        "minificationFilterBias",
      ]
    ),
    ("Shadow", ["shadowColor", "shadowOpacity", "shadowOffset", "shadowRadius", "shadowPath"]),
    ("Effects", ["shouldRasterize", "rasterizationScale", "compositingFilter", "drawsAsynchronously"]),
    (
      "Timing",
      [
        "beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration", "autoreverses", "fillMode",
      ]
    ),
  ]

  /// The group of a key; keys that a subclass adds form a group of their own.
  static func of(_ key: String) -> String { groups.first { $0.keys.contains(key) }?.name ?? "Class" }

  private static let units: [String: String] = [
    "bounds": "pt", "position": "pt", "zPosition": "pt", "anchorPointZ": "pt", "borderWidth": "pt",
    "cornerRadius": "pt",
    "shadowOffset": "pt", "shadowRadius": "pt", "shadowPath": "pt", "path": "pt", "lineWidth": "pt", "fontSize": "pt",
    "emitterPosition": "pt", "emitterSize": "pt", "emitterDepth": "pt", "emitterZPosition": "pt", "tileSize": "px",
    "contentsScale": "px/pt", "rasterizationScale": "px/pt", "beginTime": "s", "duration": "s", "timeOffset": "s",
    "repeatDuration": "s", "instanceDelay": "s", "lineDashPhase": "pt", "lineDashPattern": "pt",
  ]

  /// The unit of a property's numbers.
  static func unit(of key: String) -> String? { units[key] }
}
#endif
