// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

/// Frames of sublayers after their superlayer changes its size.
@Suite struct ResizingTests {
  private static let margins: [CAAutoresizingMask] = [.layerMinXMargin, .layerWidthSizable, .layerMaxXMargin]
  private static let vertical: [CAAutoresizingMask] = [.layerMinYMargin, .layerHeightSizable, .layerMaxYMargin]

  /// The three parts of the superlayer's width and of its height.
  private static func parts(of layer: CALayer, in size: CGSize) -> [[CGFloat]] {
    let frame = layer.frame
    return [
      [frame.minX, frame.width, size.width - frame.maxX], [frame.minY, frame.height, size.height - frame.maxY],
    ]
  }

  @Test("the change goes in equal parts to what gives way, and to nothing else", arguments: 0..<64)
  func shares(_ bits: UInt32) {
    let mask = CAAutoresizingMask(rawValue: bits)
    let (root, layer) = (CALayer(), CALayer())
    root.bounds = CGRect(x: 7, y: -3, width: 100, height: 80)
    layer.frame = CGRect(x: 20, y: 10, width: 50, height: 30)
    layer.autoresizingMask = mask
    root.addSublayer(layer)
    let before = Self.parts(of: layer, in: root.bounds.size)
    root.bounds.size = CGSize(width: 130, height: 74)
    let after = Self.parts(of: layer, in: root.bounds.size)
    for (axis, (flags, change)) in [(Self.margins, CGFloat(30)), (Self.vertical, -6)].enumerated() {
      let count = flags.count(where: mask.contains)
      for (part, flag) in flags.enumerated() {
        // Where nothing gives way the frame stays, so that the space behind it takes the change.
        let share = mask.contains(flag) ? change / CGFloat(count) : count == 0 && part == 2 ? change : 0
        #expect(abs(after[axis][part] - before[axis][part] - share) < 1e-9)
      }
    }
  }

  @Test("a length ends at nothing, and margins take what it cannot")
  func negative() {
    let (root, layer) = (CALayer(), CALayer())
    root.bounds.size = CGSize(width: 100, height: 100)
    layer.frame = CGRect(x: 40, y: 40, width: 10, height: 10)
    layer.autoresizingMask = [.layerWidthSizable, .layerMinXMargin, .layerHeightSizable]
    root.addSublayer(layer)
    root.bounds.size = CGSize(width: 60, height: 40)
    #expect(layer.frame == CGRect(x: 10, y: 40, width: 0, height: 0))
  }

  @Test("only a new size counts, not a new origin, and sizes that are no numbers do nothing")
  func origins() {
    final class Witness: CALayer {
      var sizes: [CGSize] = []
      override func resizeSublayers(withOldSize size: CGSize) {
        sizes.append(size)
        super.resizeSublayers(withOldSize: size)
      }
    }
    let (root, layer) = (Witness(), CALayer())
    root.bounds.size = CGSize(width: 10, height: 10)
    layer.frame = CGRect(x: 1, y: 1, width: 5, height: 5)
    layer.autoresizingMask = [.layerWidthSizable, .layerMaxYMargin]
    root.addSublayer(layer)
    root.bounds.origin = CGPoint(x: 5, y: 5)
    root.bounds = root.bounds
    #expect(root.sizes.isEmpty)
    root.bounds.size.width = .nan
    root.bounds.size.width = .infinity
    #expect(layer.frame == CGRect(x: 1, y: 1, width: 5, height: 5) && root.sizes.count == 2)
    root.frame = CGRect(x: 0, y: 0, width: 30, height: 10)
    #expect(root.sizes.count == 3)
  }

  @Test("sublayers resize theirs, to any depth, and masks stay")
  func deep() {
    let root = CALayer()
    root.bounds.size = CGSize(width: 50, height: 50)
    var inner = root
    for _ in 0..<20_000 {
      let next = CALayer()
      next.frame = CGRect(x: 10, y: 20, width: 30, height: 20)
      next.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
      inner.addSublayer(next)
      inner = next
    }
    let mask = CALayer()
    mask.frame = CGRect(x: 0, y: 0, width: 5, height: 5)
    mask.autoresizingMask = [.layerWidthSizable]
    inner.mask = mask
    root.bounds.size = CGSize(width: 57, height: 45)
    #expect(inner.frame == CGRect(x: 10, y: 20, width: 37, height: 15) && mask.frame.width == 5)
  }

  @Test("a class that resizes itself is asked, and turned layers are resized by their frame")
  func overrides() {
    final class Square: CALayer {
      override func resize(withOldSuperlayerSize size: CGSize) {
        let side = superlayer.map { min($0.bounds.width, $0.bounds.height) } ?? 0
        bounds.size = CGSize(width: side, height: side)
      }
    }
    let (root, square, turned) = (CALayer(), Square(), CALayer())
    root.bounds.size = CGSize(width: 100, height: 100)
    turned.frame = CGRect(x: 10, y: 10, width: 40, height: 20)
    turned.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    turned.autoresizingMask = .layerWidthSizable
    root.addSublayer(square)
    root.addSublayer(turned)
    let before = turned.frame
    root.bounds.size = CGSize(width: 120, height: 90)
    #expect(square.bounds.size == CGSize(width: 90, height: 90))
    #expect(abs(turned.frame.width - before.width - 20) < 1e-9 && abs(turned.frame.minX - before.minX) < 1e-9)
    #expect(abs(turned.frame.height - before.height) < 1e-9)
  }

  @Test("the size that is preferred is the frame's, or what the manager says, seen from the superlayer")
  func preferred() {
    final class Manager: CALayoutManager {
      func preferredSize(of layer: CALayer) -> CGSize { CGSize(width: 30, height: 10) }
    }
    let layer = CALayer()
    layer.bounds.size = CGSize(width: 8, height: 6)
    #expect(layer.preferredFrameSize() == CGSize(width: 8, height: 6))
    layer.transform = CATransform3DMakeScale(2, 3, 1)
    #expect(layer.preferredFrameSize() == CGSize(width: 16, height: 18))
    layer.layoutManager = Manager()
    #expect(layer.preferredFrameSize() == CGSize(width: 60, height: 30))
    layer.transform = CATransform3DIdentity
    #expect(layer.preferredFrameSize() == CGSize(width: 30, height: 10))
  }
}
