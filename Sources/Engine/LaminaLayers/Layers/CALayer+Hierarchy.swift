// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

// Adding, moving and removing layers, and freeing a tree without recursion.

extension CALayer {
  /// Whether `layer` may become a sublayer or the mask of this one: it is neither this layer nor above it.
  ///
  /// Used by readers of documents, which refuse layers on which the API would trap.
  ///
  /// - Complexity: O(1) for a layer with nothing inside, otherwise O(depth of this layer).
  package final func canAdopt(_ layer: CALayer) -> Bool {
    if layer === self { return false }
    // A layer without sublayers and mask has no descendants; this check keeps building a deep chain linear.
    if layer.sublayerStorage.isEmpty, layer.attachments?.mask == nil { return true }
    var ancestor = superlayerReference
    while let current = ancestor {
      if current === layer { return false }
      ancestor = current.superlayerReference
    }
    return true
  }

  private func checkAdoption(_ layer: CALayer) {
    // fatalError, as everywhere here: a release build does not print the message of a precondition.
    if !canAdopt(layer) {
      fatalError("a layer cannot become a sublayer or the mask of itself or of a layer inside it")
    }
  }

  /// Removes this layer from the layer of which it is a sublayer or the mask.
  final func detach() {
    if superlayerReference?.attachments?.mask !== self { happened(kCAOnOrderOut) }
    guard let superlayer = superlayerReference else { return }
    if let index = superlayer.sublayerStorage.lastIndex(where: { $0 === self }) {
      superlayerReference = nil
      superlayer.sublayerStorage.remove(at: index)
    } else {
      superlayer.replaceMask(with: nil)
    }
  }

  /// Notes the new superlayer. The layer counts as changed, since it may have the address of a released layer that was
  /// copied.
  private final func hang(in superlayer: CALayer) {
    superlayerReference = superlayer
    markChanged()
    // It may have been marked outside of the tree.
    LayerRevision.noteMark()
  }

  /// Moves `layer` to an index of the sublayers, counted after it has left its old place.
  final func insert(_ layer: CALayer, at index: Int) {
    checkAdoption(layer)
    layer.detach()
    layer.hang(in: self)
    mark(.needsLayout)
    if index >= sublayerStorage.count {
      sublayerStorage.append(layer)
    } else {
      sublayerStorage.insert(layer, at: index)
    }
    layer.happened(kCAOnOrderIn)
  }

  /// Moves `layer` right above or below `sibling`, or to the end of that side.
  final func insert(_ layer: CALayer, besides sibling: CALayer?, above: Bool) {
    guard let sibling else { return insert(layer, at: above ? .max : 0) }
    if sibling.superlayerReference !== self || attachments?.mask === sibling {
      fatalError("the sibling is not a sublayer of this layer")
    }
    if sibling === layer { return }
    checkAdoption(layer)
    layer.detach()
    guard let index = sublayerStorage.firstIndex(where: { $0 === sibling }) else { return }
    insert(layer, at: above ? index + 1 : index)
  }

  /// Puts `newLayer` in the place of `oldLayer`.
  final func replace(_ oldLayer: CALayer, with newLayer: CALayer) {
    if oldLayer.superlayerReference !== self || attachments?.mask === oldLayer {
      fatalError("the layer to replace is not a sublayer of this layer")
    }
    if newLayer === oldLayer { return }
    checkAdoption(newLayer)
    newLayer.detach()
    guard let index = sublayerStorage.firstIndex(where: { $0 === oldLayer }) else { return }
    oldLayer.superlayerReference = nil
    newLayer.hang(in: self)
    // The caller holds the old layer, so that it is not released while the list is changed.
    sublayerStorage[index] = newLayer
  }

  /// Makes `layers` the sublayers, without repetitions.
  final func replaceAllSublayers(with layers: [CALayer]) {
    for layer in layers { checkAdoption(layer) }
    let old = sublayerStorage
    sublayerStorage = []
    for layer in old { layer.superlayerReference = nil }
    sublayerStorage.reserveCapacity(layers.count)
    for layer in layers where layer.superlayerReference !== self || attachments?.mask === layer {
      layer.detach()
      layer.hang(in: self)
      sublayerStorage.append(layer)
    }
  }

  /// Makes `newMask` the mask.
  final func replaceMask(with newMask: CALayer?) {
    let old = attachments?.mask
    // A mask that holds its layer would be a retain cycle; it is noted, and reported when the layer is drawn.
    let isCycle = newMask.map { !canAdopt($0) } ?? false
    let newMask = isCycle ? nil : newMask
    if newMask === old, !isCycle, properties.extras?.hasCyclicMask != true { return }
    if let newMask {
      newMask.detach()
      newMask.hang(in: self)
    }
    old?.superlayerReference = nil
    attach(newMask, at: \.mask)
    writeExtras {
      $0.values.hasMask = newMask != nil
      $0.values.hasCyclicMask = isCycle
    }
  }

  /// Frees all layers inside without recursion: a release of a deep chain would overflow the stack.
  ///
  /// Layers that are also retained elsewhere only lose their superlayer.
  final func releaseDescendants() {
    var pending = takeDescendants()
    while var layer = pending.popLast() {
      if isKnownUniquelyReferenced(&layer) {
        pending.append(contentsOf: layer.takeDescendants())
      }
    }
  }

  private func takeDescendants() -> [CALayer] {
    var taken = sublayerStorage
    if taken.isEmpty, attachments?.mask == nil { return [] }
    sublayerStorage = []
    if let mask = attachments?.mask {
      taken.append(mask)
      attachments?.mask = nil
    }
    for layer in taken { layer.superlayerReference = nil }
    return taken
  }
}
