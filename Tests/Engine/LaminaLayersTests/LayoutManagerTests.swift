// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

/// Layout managers; the manager of constraints is tested beside it, in ModuleNameTests.
@Suite struct LayoutManagerTests {
  private final class Column: CALayoutManager {
    var invalidated = 0
    func invalidateLayout(of layer: CALayer) {
      invalidated += 1
      layer.setNeedsLayout()
    }
    func layoutSublayers(of layer: CALayer) {
      for (index, sublayer) in (layer.sublayers ?? []).enumerated() {
        sublayer.frame = CGRect(x: 0, y: 10 * CGFloat(index), width: layer.bounds.width, height: 10)
      }
    }
  }

  @Test("a manager places the sublayers where neither a subclass nor the delegate does")
  func order() {
    final class Silent: CALayerDelegate {}
    final class Owner: CALayerDelegate {
      func layoutSublayers(of layer: CALayer) { layer.sublayers?.first?.position = CGPoint(x: 1, y: 2) }
    }
    let (root, first, second, column) = (CALayer(), CALayer(), CALayer(), Column())
    let (silent, owner) = (Silent(), Owner())
    root.bounds.size = CGSize(width: 40, height: 20)
    root.layoutManager = column
    #expect(column.invalidated == 1 && root.needsLayout())
    root.sublayers = [first, second]
    root.delegate = silent
    root.layoutIfNeeded()
    #expect(second.frame == CGRect(x: 0, y: 10, width: 40, height: 10))
    root.delegate = owner
    root.bounds.size.width = 60
    root.layoutIfNeeded()
    #expect(first.position == CGPoint(x: 1, y: 2) && second.frame.width == 40)
    root.delegate = nil
    root.setNeedsLayout()
    root.setNeedsLayout()
    #expect(column.invalidated == 3)
    root.layoutIfNeeded()
    #expect(first.frame == CGRect(x: 0, y: 0, width: 60, height: 10))
  }
}
