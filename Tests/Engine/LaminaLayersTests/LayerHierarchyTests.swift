// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaLayers
import Testing

/// Scope row 22.
@Suite struct LayerHierarchyTests {
  /// A layer with sublayers named a, b, c …
  static func makeTree(_ count: Int) -> (root: CALayer, layers: [CALayer]) {
    let root = CALayer()
    let layers = "abcdefgh".prefix(count).map { name in
      let layer = CALayer()
      layer.name = String(name)
      root.addSublayer(layer)
      return layer
    }
    return (root, layers)
  }

  static func names(_ layer: CALayer) -> String {
    (layer.sublayers ?? []).compactMap(\.name).joined()
  }

  static func makeLayer(named name: String) -> CALayer {
    let layer = CALayer()
    layer.name = name
    return layer
  }

  @Test func sublayersAreNilWithoutAny() {
    let root = CALayer()
    #expect(root.sublayers == nil && root.superlayer == nil)
    root.sublayers = []
    #expect(root.sublayers == nil)
  }

  @Test func addingAppends() {
    let (root, layers) = Self.makeTree(3)
    #expect(Self.names(root) == "abc")
    #expect(layers.allSatisfy { $0.superlayer === root })
    root.addSublayer(layers[0])
    #expect(Self.names(root) == "bca")
  }

  @Test func addingTakesALayerFromWhereItWas() {
    let (first, layers) = Self.makeTree(2)
    let second = CALayer()
    second.addSublayer(layers[0])
    #expect(Self.names(first) == "b" && Self.names(second) == "a" && layers[0].superlayer === second)
    second.mask = layers[1]
    #expect(first.sublayers == nil && second.mask === layers[1] && layers[1].superlayer === second)
    second.addSublayer(layers[1])
    #expect(second.mask == nil && Self.names(second) == "ab")
  }

  struct Insertion: Sendable, CustomTestStringConvertible {
    var name: String
    var act: @Sendable (CALayer, [CALayer], CALayer) -> Void
    var result: String
    var testDescription: String { name }
  }

  static let insertions: [Insertion] = [
    Insertion(name: "at 0", act: { root, _, new in root.insertSublayer(new, at: 0) }, result: "nabc"),
    Insertion(name: "at 2", act: { root, _, new in root.insertSublayer(new, at: 2) }, result: "abnc"),
    Insertion(name: "at the end", act: { root, _, new in root.insertSublayer(new, at: 3) }, result: "abcn"),
    Insertion(name: "beyond", act: { root, _, new in root.insertSublayer(new, at: .max) }, result: "abcn"),
    Insertion(name: "below b", act: { $0.insertSublayer($2, below: $1[1]) }, result: "anbc"),
    Insertion(name: "above b", act: { $0.insertSublayer($2, above: $1[1]) }, result: "abnc"),
    Insertion(name: "below nothing", act: { root, _, new in root.insertSublayer(new, below: nil) }, result: "nabc"),
    Insertion(name: "above nothing", act: { root, _, new in root.insertSublayer(new, above: nil) }, result: "abcn"),
    Insertion(name: "replacing b", act: { $0.replaceSublayer($1[1], with: $2) }, result: "anc"),
    Insertion(name: "moving a above b", act: { root, l, _ in root.insertSublayer(l[0], above: l[1]) }, result: "bac"),
    Insertion(name: "moving c below b", act: { root, l, _ in root.insertSublayer(l[2], below: l[1]) }, result: "acb"),
    Insertion(name: "moving b above b", act: { root, l, _ in root.insertSublayer(l[1], above: l[1]) }, result: "abc"),
    Insertion(name: "moving a to 2", act: { root, l, _ in root.insertSublayer(l[0], at: 2) }, result: "bca"),
    Insertion(name: "replacing a with c", act: { root, l, _ in root.replaceSublayer(l[0], with: l[2]) }, result: "cb"),
    Insertion(name: "replacing c with a", act: { root, l, _ in root.replaceSublayer(l[2], with: l[0]) }, result: "ba"),
    Insertion(name: "replacing a with a", act: { root, l, _ in root.replaceSublayer(l[0], with: l[0]) }, result: "abc"),
    Insertion(name: "removing b", act: { _, l, _ in l[1].removeFromSuperlayer() }, result: "ac"),
    Insertion(name: "removing nothing", act: { root, _, _ in root.removeFromSuperlayer() }, result: "abc"),
    Insertion(name: "set anew", act: { root, l, new in root.sublayers = [l[2], new, l[0]] }, result: "cna"),
    Insertion(name: "set twice", act: { root, l, new in root.sublayers = [new, l[0], new] }, result: "na"),
    Insertion(name: "emptied", act: { root, _, _ in root.sublayers = nil }, result: ""),
  ]

  @Test("operations", arguments: insertions)
  func operations(_ insertion: Insertion) {
    let (root, layers) = Self.makeTree(3)
    let new = Self.makeLayer(named: "n")
    insertion.act(root, layers, new)
    #expect(Self.names(root) == insertion.result)
    for layer in layers + [new] {
      let isInside = root.sublayers?.contains { $0 === layer } == true
      #expect((layer.superlayer === root) == isInside)
    }
  }

  @Test func settingSublayersTakesAMaskOutOfItsPlace() {
    let root = CALayer()
    let mask = Self.makeLayer(named: "m")
    root.mask = mask
    root.sublayers = [mask]
    #expect(root.mask == nil && Self.names(root) == "m" && mask.superlayer === root)
  }

  @Test func masks() {
    let layer = CALayer()
    let mask = CALayer()
    layer.mask = mask
    #expect(mask.superlayer === layer && layer.sublayers == nil)
    #expect(layer.properties.extras?.hasMask == true)
    mask.removeFromSuperlayer()
    #expect(layer.mask == nil && mask.superlayer == nil)
    #expect(layer.properties.extras?.hasMask == false)
    layer.mask = mask
    layer.mask = CALayer()
    #expect(mask.superlayer == nil)
  }

  @Test func aDyingLayerLeavesNoReferenceBehind() {
    let kept = CALayer()
    let keptMask = CALayer()
    do {
      let root = CALayer()
      let middle = CALayer()
      root.addSublayer(middle)
      middle.addSublayer(kept)
      middle.mask = keptMask
      #expect(kept.superlayer === middle)
    }
    #expect(kept.superlayer == nil && keptMask.superlayer == nil)
  }

  @Test func adoptionIsCheckedWithoutTrapping() {
    let (root, layers) = Self.makeTree(1)
    let leaf = CALayer()
    layers[0].addSublayer(leaf)
    let mask = CALayer()
    leaf.mask = mask
    #expect(!root.canAdopt(root) && !leaf.canAdopt(root) && !leaf.canAdopt(layers[0]) && !mask.canAdopt(leaf))
    #expect(root.canAdopt(leaf) && leaf.canAdopt(CALayer()) && !mask.canAdopt(root))
  }

  @Test func addingASelfOrAnAncestorTraps() async {
    await #expect(processExitsWith: .failure) {
      let layer = CALayer()
      layer.addSublayer(layer)
    }
    await #expect(processExitsWith: .failure) {
      let (root, child, leaf) = (CALayer(), CALayer(), CALayer())
      root.addSublayer(child)
      child.addSublayer(leaf)
      leaf.insertSublayer(root, at: 0)
    }
    await #expect(processExitsWith: .failure) {
      let (root, child) = (CALayer(), CALayer())
      root.addSublayer(child)
      child.sublayers = [CALayer(), root]
    }
  }

  @Test func strangersAsSiblingsTrap() async {
    await #expect(processExitsWith: .failure) {
      let root = CALayer()
      root.insertSublayer(CALayer(), above: CALayer())
    }
    await #expect(processExitsWith: .failure) {
      let root = CALayer()
      root.replaceSublayer(CALayer(), with: CALayer())
    }
  }

  @Test("a trap says what is wrong")
  func trapMessage() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let layer = CALayer()
      layer.addSublayer(layer)
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("a layer cannot become a sublayer or the mask of itself or of a layer inside it"))
  }

  @Test func aMillionLevelsAreFreed() {
    weak var last: CALayer?
    do {
      let root = CALayer()
      var tip = root
      for _ in 0..<1_000_000 {
        let next = CALayer()
        tip.addSublayer(next)
        tip = next
      }
      last = tip
    }
    #expect(last == nil)
  }

  @Test func deepChainsOfMasksAndOfParentsBuiltBottomUpAreFreed() {
    weak var last: CALayer?
    do {
      var top = CALayer()
      last = top
      for index in 0..<300_000 {
        let next = CALayer()
        if index % 2 == 0 { next.mask = top } else { next.addSublayer(top) }
        top = next
      }
    }
    #expect(last == nil)
  }

  @Test func aSubtreeHeldElsewhereSurvives() {
    let leaf = CALayer()
    let held = CALayer()
    held.addSublayer(leaf)
    do {
      let root = CALayer()
      root.addSublayer(held)
    }
    #expect(held.superlayer == nil && leaf.superlayer === held)
  }

  @Test func aHundredThousandSiblings() {
    let root = CALayer()
    for _ in 0..<100_000 { root.addSublayer(CALayer()) }
    #expect(root.sublayers?.count == 100_000)
    root.sublayers = root.sublayers?.reversed()
    #expect(root.sublayers?.count == 100_000)
  }
}
