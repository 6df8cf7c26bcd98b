// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Lamina
import LaminaLayers
import LaminaPlan

/// The numbers of the layers of a tree: in pre-order, a mask before the sublayers, the root 0.
struct LayerTable {
  /// The maximum number of layers that get a number.
  static let most = 500_000

  /// A layer and its place in the tree.
  struct Place {
    var layer: CALayer
    /// The number of its superlayer, or of the layer that it masks; -1 for the root.
    var parent: Int
    /// Its index among its siblings; -1 for a mask.
    var index: Int
    var depth: Int
  }

  private(set) var places: [Place] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// The number of layers that were left out because there are too many.
  private(set) var left = 0

  /// Numbers the layers of a tree.
  init(_ root: CALayer) {
    var open = [Place(layer: root, parent: -1, index: 0, depth: 0)]
    while let place = open.popLast() {
      guard places.count < Self.most else {
        left += 1
        continue
      }
      // A layer that masks itself or one of its superlayers would cause an endless loop.
      guard numbers[ObjectIdentifier(place.layer)] == nil else { continue }
      let number = places.count
      numbers[ObjectIdentifier(place.layer)] = number
      places.append(place)
      for (index, sublayer) in (place.layer.sublayers ?? []).enumerated().reversed() {
        open.append(Place(layer: sublayer, parent: number, index: index, depth: place.depth + 1))
      }
      if let mask = place.layer.mask {
        open.append(Place(layer: mask, parent: number, index: -1, depth: place.depth + 1))
      }
    }
  }

  /// The number of a layer.
  func number(of layer: CALayer) -> Int? { numbers[ObjectIdentifier(layer)] }

  /// The layers from the root to the layer with a number.
  func way(to number: Int) -> [CALayer] {
    var way: [CALayer] = []
    var current = number
    while places.indices.contains(current) {
      way.append(places[current].layer)
      current = places[current].parent
    }
    return way.reversed()
  }

  /// The address of a layer, which stays valid when the document is read again: indices from the root, `m` for a mask.
  func address(of number: Int) -> String {
    var parts: [String] = []
    var current = number
    while places.indices.contains(current), places[current].parent >= 0 {
      parts.append(places[current].index < 0 ? "m" : "\(places[current].index)")
      current = places[current].parent
    }
    return parts.reversed().joined(separator: ".")
  }

  /// The number of the layer at an address.
  func number(at address: String) -> Int? {
    var layer = places[0].layer
    for part in address.split(separator: ".") {
      if part == "m" {
        guard let mask = layer.mask else { return nil }
        layer = mask
      } else {
        let sublayers = layer.sublayers ?? []
        guard let index = Int(part), sublayers.indices.contains(index) else { return nil }
        layer = sublayers[index]
      }
    }
    return number(of: layer)
  }

  /// The title of a layer for people: its name, or its class and index.
  func title(of number: Int) -> String {
    let place = places[number]
    if let name = place.layer.name { return name }
    let className = LayerKeyTable.of(place.layer).className
    return place.index < 0 ? "mask" : place.parent < 0 ? className : "\(className)[\(place.index)]"
  }

  /// The titles from the root to a layer, as in diagnostics.
  func path(of number: Int) -> String {
    var parts: [String] = []
    var current = number
    while places.indices.contains(current), parts.count < 64 {
      parts.append(title(of: current))
      current = places[current].parent
    }
    return parts.reversed().joined(separator: "/")
  }

  /// The number of each snapshot node's layer; -1 if the layer is not in the tree.
  ///
  /// During a transition, a node with the old and the new layer below it takes the place of the layer; nodes of
  /// replicator copies have the number of the original layer.
  ///
  /// - Complexity: O(n) in the number of nodes.
  func numbers(of snapshot: TreeSnapshot) -> [Int] {
    var layers: [CALayer?] = []
    layers.reserveCapacity(snapshot.nodes.count)
    for (index, node) in snapshot.nodes.enumerated() {
      guard node.parent >= 0 else {
        layers.append(places.first?.layer)
        continue
      }
      let parent = Int(node.parent)
      let isStage =
        snapshot.nodes[parent].effects >= 0
        && snapshot.effects[Int(snapshot.nodes[parent].effects)].isIsolated
      if snapshot.nodes[parent].mask == Int32(index) {
        layers.append(layers[parent]?.mask)
      } else if isStage {
        layers.append(layers[parent])
      } else {
        let sublayers = layers[parent]?.sublayers ?? []
        let place = Int(node.siblingIndex)
        layers.append(sublayers.indices.contains(place) ? sublayers[place] : nil)
      }
    }
    return layers.map { $0.flatMap(number) ?? -1 }
  }
}
#endif
