// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaLayers

/// Makes the layers that an ``ElementTable`` describes.
///
/// One walk over the elements in document order, with an explicit stack of the open objects: a document may be nested
/// more deeply than any call stack. A layer joins its superlayer when it is complete. As every layer is made from its
/// own element, and references to layers are refused, no cycle can arise.
///
/// No function here throws: elements that cannot be read are reported, and the rest is made.
struct LayerBuilder {
  /// An open object.
  private enum Part {
    /// A layer, whose elements are its properties.
    case layer(CALayer, LayerClasses.LayerClass)
    /// The list of sublayers of the layer below it on the stack.
    case sublayers
    /// The mask of the layer below it on the stack.
    case mask
  }

  private struct Frame {
    var part: Part
    /// The index after the last element inside.
    var end: Int
  }

  private let source: ValueSource
  private let properties: PropertyApplier
  private var stack: [Frame] = []
  /// The layers that have an `id`, by their elements: states may refer to them.
  private var identified: [Int: CALayer] = [:]
  /// The elements that are read when all layers have been made, and the layers that they belong to.
  private var later: [(element: Int, layer: CALayer)] = []

  /// Makes a builder.
  init(source: ValueSource) {
    self.source = source
    properties = PropertyApplier(source: source)
  }

  private var table: ElementTable { source.table }

  /// Makes the tree of a root object, whose element is `root`.
  mutating func build(_ root: Int, as rootClass: LayerClasses.LayerClass) -> CALayer {
    let layer = open(root, as: rootClass)
    var element = root + 1
    let end = table.end(of: root)
    var steps = 0
    while element < end {
      steps += 1
      if steps % ReadingTime.stride == 0, ReadingTime.isOver { break }
      close(upTo: element)
      element = take(element)
    }
    close(upTo: end)
    readLater()
    return layer
  }

  /// Reads the elements that refer to layers.
  private mutating func readLater() {
    let states = StateReader(source: source, layers: identified)
    for (element, layer) in later where !ReadingTime.isOver {
      switch table.nameNumber(of: element) {
      case ReservedName.states.rawValue: states.readStates(element, of: layer)
      case ReservedName.stateTransitions.rawValue: states.readTransitions(element, of: layer)
      case ReservedName.animations.rawValue: AnimationReader.read(element, into: layer, from: source)
      default: break
      }
    }
  }

  /// Makes a layer with its attributes and puts it on the stack.
  private mutating func open(_ element: Int, as layerClass: LayerClasses.LayerClass, isProperty: Bool = false)
    -> CALayer
  {
    let layer = layerClass.make()
    properties.applyAttributes(of: element, to: layer, as: layerClass, isProperty: isProperty)
    if table.attribute(ReservedName.id.rawValue, of: element) != nil { identified[element] = layer }
    stack.append(Frame(part: .layer(layer, layerClass), end: table.end(of: element)))
    return layer
  }

  /// Reads one element, whole or only its start, and returns the next one to read.
  private mutating func take(_ element: Int) -> Int {
    switch stack.last?.part {
    case .layer(let layer, let layerClass): takeProperty(element, of: layer, layerClass)
    case .sublayers, .mask: takeLayer(element)
    case nil: table.end(of: element)
    }
  }

  private mutating func takeProperty(_ element: Int, of layer: CALayer, _ layerClass: LayerClasses.LayerClass) -> Int {
    switch table.nameNumber(of: element) {
    case ReservedName.sublayers.rawValue:
      StrayParts(source: source).reportAttributes(of: element)
      stack.append(Frame(part: .sublayers, end: table.end(of: element)))
      return element + 1
    case ReservedName.mask.rawValue:
      return takeMask(element)
    case ReservedName.states.rawValue, ReservedName.stateTransitions.rawValue, ReservedName.animations.rawValue:
      StrayParts(source: source).reportAttributes(of: element)
      later.append((element, layer))
      return table.end(of: element)
    case ReservedName.style.rawValue:
      layer.style = StyleReader(source: source).read(element, of: layer)
      return table.end(of: element)
    default:
      properties.applyElement(element, to: layer, as: layerClass)
      return table.end(of: element)
    }
  }

  /// Reads a mask: `<mask type="CALayer" …/>` is the layer itself, `<mask>` contains it.
  private mutating func takeMask(_ element: Int) -> Int {
    if source.isNull(element) { return table.end(of: element) }
    let type = source.text(of: .type, in: element)
    if type == nil, table.attribute(ReservedName.bounds.rawValue, of: element) == nil,
      table.attribute(ReservedName.object.rawValue, of: element) == nil
    {
      stack.append(Frame(part: .mask, end: table.end(of: element)))
      return element + 1
    }
    guard let layerClass = layerClass(of: element, named: type ?? "CALayer") else { return table.end(of: element) }
    _ = open(element, as: layerClass, isProperty: true)
    return element + 1
  }

  private mutating func takeLayer(_ element: Int) -> Int {
    guard let layerClass = layerClass(of: element, named: table.name(of: element)) else {
      return table.end(of: element)
    }
    _ = open(element, as: layerClass)
    return element + 1
  }

  /// The class of an element in the place of a layer; `nil`, with a report, where it is no layer.
  func layerClass(of element: Int, named name: String) -> LayerClasses.LayerClass? {
    if let reference = source.text(of: .object, in: element) {
      refuseReference(element, to: reference)
      return nil
    }
    if let known = LayerClasses.named(name) { return known }
    guard looksLikeLayer(element, named: name) else {
      source.log.report(.warning, "unknown-element", about: name, at: table.offset(of: element)) {
        "<\(shortened(name))> is no layer and is skipped"
      }
      return nil
    }
    source.log.report(.warning, "unknown-class", about: name, at: table.offset(of: element)) {
      "the class \(shortened(name)) is not known; it is drawn as CALayer"
    }
    return LayerClasses.plain
  }

  private func looksLikeLayer(_ element: Int, named name: String) -> Bool {
    name.hasSuffix("Layer")
      || [ReservedName.bounds, .position].contains { table.attribute($0.rawValue, of: element) != nil }
      || table.children(of: element).contains { table.nameNumber(of: $0) == ReservedName.sublayers.rawValue }
  }

  /// Reports a reference to a layer: a layer has one place in the tree, where it is written.
  private func refuseReference(_ element: Int, to id: String) {
    let target = source.element(withID: id)
    let reason =
      switch target {
      case nil: "does not exist"
      case let target? where target < element && element < table.end(of: target): "contains this place"
      default: "has its place elsewhere"
      }
    source.log.report(.warning, "bad-reference", about: id, at: table.offset(of: element)) {
      "the layer '\(shortened(id))' \(reason); this reference to it is ignored"
    }
  }

  /// Takes all objects off the stack that end before an element, and adds each layer to its superlayer.
  private mutating func close(upTo element: Int) {
    while let frame = stack.last, frame.end <= element {
      stack.removeLast()
      if case .layer(let layer, _) = frame.part { place(layer, endingAt: frame.end) }
    }
  }

  private func place(_ layer: CALayer, endingAt end: Int) {
    guard let owner = stack.last(where: { if case .layer = $0.part { true } else { false } }),
      case .layer(let superlayer, _) = owner.part, superlayer.canAdopt(layer)
    else { return }
    switch stack.last?.part {
    case .sublayers:
      superlayer.addSublayer(layer)
    case .mask, .layer:
      if superlayer.mask != nil {
        source.log.report(.warning, "second-mask", about: "", at: table.offset(of: end - 1)) {
          "a layer has more than one mask; the first counts"
        }
      } else {
        superlayer.mask = layer
      }
    case nil:
      break
    }
  }
}
