// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Lamina
import LaminaLayers
import LaminaPlan

/// The layers of a tree by number: in pre-order, a mask before the sublayers, the root 0.
struct LayerTable {
  /// More layers than this have no numbers.
  static let most = 500_000

  /// One layer, and where it stands.
  struct Place {
    var layer: CALayer
    /// The number of the layer that it is in, or -1.
    var parent: Int
    /// Which of its superlayer's sublayers it is; -1 for a mask.
    var index: Int
    var depth: Int
  }

  private(set) var places: [Place] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// How many layers have no number, because there are too many.
  private(set) var left = 0

  /// Counts the layers of a tree.
  init(_ root: CALayer) {
    var open = [Place(layer: root, parent: -1, index: 0, depth: 0)]
    while let place = open.popLast() {
      guard places.count < Self.most else {
        left += 1
        continue
      }
      // A layer that masks itself, or one above it, would go on for ever.
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

  /// The layers from the root to one.
  func way(to number: Int) -> [CALayer] {
    var way: [CALayer] = []
    var current = number
    while places.indices.contains(current) {
      way.append(places[current].layer)
      current = places[current].parent
    }
    return way.reversed()
  }

  /// Where a layer stands, in a way that outlives reading the document again: indices from the root, `m` for a mask.
  func address(of number: Int) -> String {
    var parts: [String] = []
    var current = number
    while places.indices.contains(current), places[current].parent >= 0 {
      parts.append(places[current].index < 0 ? "m" : "\(places[current].index)")
      current = places[current].parent
    }
    return parts.reversed().joined(separator: ".")
  }

  /// The number of the layer that stands somewhere.
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

  /// What a person calls a layer: its name, or its class and place.
  func title(of number: Int) -> String {
    let place = places[number]
    if let name = place.layer.name { return name }
    let className = LayerKeyTable.of(place.layer).className
    return place.index < 0 ? "mask" : place.parent < 0 ? className : "\(className)[\(place.index)]"
  }

  /// Names from the root to a layer, as diagnostics have them.
  func path(of number: Int) -> String {
    var parts: [String] = []
    var current = number
    while places.indices.contains(current), parts.count < 64 {
      parts.append(title(of: current))
      current = places[current].parent
    }
    return parts.reversed().joined(separator: "/")
  }

  /// The layers that the nodes of a snapshot are made of, by number; -1 where that is none of the tree.
  ///
  /// A layer in a transition is a stage with the layer before and now on it; copies of replicators are the layers that
  /// they copy.
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
