// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina

// Changes of trees between two frames: a value here and there, layers that come, go and move, and now and then
// an effect that makes passes.

extension RandomTree {
  /// Changes one to three things in a tree.
  package mutating func change(_ root: CALayer) {
    for _ in 0..<(1 + Int(next() % 3)) {
      let layers = root.descendants
      guard let layer = layers.isEmpty ? nil : element(of: layers) else {
        root.addSublayer(branch())
        continue
      }
      switch next() % 4 {
      case 0: changeTree(at: layer, in: root)
      case 1: changeEffect(of: layer)
      default: changeValue(of: layer)
      }
    }
  }

  private mutating func changeTree(at layer: CALayer, in root: CALayer) {
    guard let parent = layer.superlayer else { return }
    let count = parent.sublayers?.count ?? 0
    switch next() % 5 {
    case 0: layer.removeFromSuperlayer()
    case 1: parent.insertSublayer(branch(), at: UInt32(next() % UInt64(count + 1)))
    case 2: parent.insertSublayer(branch(), above: layer)
    case 3:
      layer.removeFromSuperlayer()
      parent.insertSublayer(layer, at: UInt32(next() % UInt64(max(count, 1))))
    default: layer.isHidden.toggle()
    }
  }

  private mutating func changeValue(of layer: CALayer) {
    switch next() % 9 {
    case 0: layer.position.x += number(-6, 6)
    case 1: layer.bounds.size.width = number(4, 60)
    case 2: layer.backgroundColor = color()
    case 3: layer.cornerRadius = number(0, 20)
    case 4: layer.opacity = Float(number(0.1, 1))
    case 5: layer.borderWidth = number(0, 5)
    case 6: layer.transform = CATransform3DRotate(layer.transform, number(-0.5, 0.5), 0, 0, 1)
    case 7: layer.masksToBounds.toggle()
    default: addContents(to: layer)
    }
  }

  private mutating func changeEffect(of layer: CALayer) {
    switch next() % 7 {
    case 0:
      layer.shadowOpacity = layer.shadowOpacity > 0 ? 0 : Float(number(0.3, 1))
      layer.shadowRadius = number(0, 6)
    case 1:
      guard layer.mask == nil else { return layer.mask = nil }
      let mask = branch()
      mask.frame = layer.bounds.insetBy(dx: 2, dy: 2)
      layer.mask = mask
    case 2: layer.filters = layer.filters == nil ? [blur(number(0.5, 6))] : nil
    case 3: layer.backgroundFilters = layer.backgroundFilters == nil ? [blur(number(0.5, 6))] : nil
    case 4: layer.compositingFilter = layer.compositingFilter == nil ? "multiplyBlendMode" : nil
    case 5:
      layer.shouldRasterize.toggle()
      layer.rasterizationScale = element(of: [0.5, 1, 2])
    default: layer.allowsGroupOpacity.toggle()
    }
  }

  private func blur(_ radius: Double) -> CAFilter {
    let filter = CAFilter(type: "gaussianBlur")
    filter.setValue(radius, forKey: "inputRadius")
    return filter
  }
}

extension CALayer {
  /// All layers below it but masks, in pre-order.
  fileprivate var descendants: [CALayer] { (sublayers ?? []).flatMap { [$0] + $0.descendants } }
}

extension CALayer {
  /// The layer and all below it, masks left out, in pre-order.
  package var all: [CALayer] { [self] + (sublayers ?? []).flatMap(\.all) }
}

extension RandomTree {
  /// Changes a tree: mostly values, now and then which layers there are.
  package mutating func changeCalmly(_ root: CALayer, _ step: Int) {
    if step % 5 == 4 { return change(root) }
    let layers = root.all
    let layer = element(of: layers)
    switch next() % 6 {
    case 0: layer.position.x += number(-3, 3)
    case 1: layer.backgroundColor = color()
    case 2: layer.cornerRadius = number(0, 9)
    case 3: layer.opacity = Float(number(0.2, 1))
    case 4: (layer as? CATextLayer)?.string = "line \(next() % 9)"
    default: if chance(0.3) { addContents(to: layer) } else { layer.borderWidth = number(0, 3) }
    }
  }
}
