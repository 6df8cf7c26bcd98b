// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import QuartzCore
import Testing

/// Layers placed by their constraints.
@Suite struct ConstraintTests {
  private static func constraint(
    _ attribute: CAConstraintAttribute, _ name: String, _ source: CAConstraintAttribute, _ scale: CGFloat = 1,
    _ offset: CGFloat = 0
  ) -> CAConstraint {
    CAConstraint(attribute: attribute, relativeTo: name, attribute: source, scale: scale, offset: offset)
  }

  /// A layer with a manager of constraints, and sublayers by name.
  private static func page(_ names: [String]) -> (CALayer, [CALayer]) {
    let page = CALayer()
    page.bounds = CGRect(x: 10, y: 20, width: 200, height: 100)
    page.layoutManager = CAConstraintLayoutManager()
    let layers = names.map { name in
      let layer = CALayer()
      layer.name = name
      layer.frame = CGRect(x: 1, y: 2, width: 30, height: 40)
      page.addSublayer(layer)
      return layer
    }
    return (page, layers)
  }

  @Test("the listing of the documentation: two halves of a layer")
  func halves() {
    let (page, layers) = Self.page(["left", "right"])
    for (layer, edge) in zip(layers, [CAConstraintAttribute.minX, .maxX]) {
      layer.addConstraint(CAConstraint(attribute: .height, relativeTo: "superlayer", attribute: .height))
      layer.addConstraint(CAConstraint(attribute: .midY, relativeTo: "superlayer", attribute: .midY))
      layer.addConstraint(
        CAConstraint(attribute: .width, relativeTo: "superlayer", attribute: .width, scale: 0.5, offset: 0))
      layer.addConstraint(CAConstraint(attribute: edge, relativeTo: "superlayer", attribute: edge))
    }
    for width in [200.0, 320, 0] {
      page.bounds.size.width = width
      page.layoutIfNeeded()
      #expect(layers[0].frame == CGRect(x: 10, y: 20, width: width / 2, height: 100))
      #expect(layers[1].frame == CGRect(x: 10 + width / 2, y: 20, width: width / 2, height: 100))
    }
  }

  @Test("any two parts of an axis say the frame, one keeps the length, the length alone keeps the start")
  func pairs() {
    let wanted = CGRect(x: 60, y: 45, width: 80, height: 24)
    let axes: [[(CAConstraintAttribute, CGFloat)]] = [
      [(.minX, wanted.minX), (.midX, wanted.midX), (.maxX, wanted.maxX), (.width, wanted.width)],
      [(.minY, wanted.minY), (.midY, wanted.midY), (.maxY, wanted.maxY), (.height, wanted.height)],
    ]
    for (axis, parts) in axes.enumerated() {
      let origin: CAConstraintAttribute = axis == 0 ? .minX : .minY
      let start: CGFloat = axis == 0 ? 10 : 20
      for (index, one) in parts.enumerated() {
        for two in parts[(index + 1)...] {
          let (page, layers) = Self.page(["a"])
          layers[0].constraints = [one, two].map { Self.constraint($0.0, "superlayer", origin, 1, $0.1 - start) }
          page.layoutIfNeeded()
          let frame = layers[0].frame
          let (min, length) = axis == 0 ? (frame.minX, frame.width) : (frame.minY, frame.height)
          #expect(abs(min - (axis == 0 ? wanted.minX : wanted.minY)) < 1e-9, "\(one.0) \(two.0)")
          #expect(abs(length - (axis == 0 ? wanted.width : wanted.height)) < 1e-9, "\(one.0) \(two.0)")
        }
        let (page, layers) = Self.page(["a"])
        layers[0].constraints = [Self.constraint(one.0, "superlayer", origin, 1, one.1 - start)]
        page.layoutIfNeeded()
        let frame = layers[0].frame
        let (min, length) = axis == 0 ? (frame.minX, frame.width) : (frame.minY, frame.height)
        let old: CGFloat = axis == 0 ? 30 : 40
        #expect(length == (index == 3 ? one.1 : old))
        #expect(min == [one.1, one.1 - old / 2, one.1 - old, axis == 0 ? 1 : 2][index])
      }
    }
  }

  @Test("chains of siblings are followed in any order and to any length")
  func chains() {
    let count = 20_000
    let (page, layers) = Self.page((0..<count).map { "layer \($0)" })
    // Each hangs on the next, so the first is known last.
    for (index, layer) in layers.enumerated() {
      layer.constraints = [
        index == count - 1
          ? Self.constraint(.minX, "superlayer", .minX) : Self.constraint(.minX, "layer \(index + 1)", .maxX, 1, 1),
        Self.constraint(.width, index == count - 1 ? "superlayer" : "layer \(index + 1)", .width),
      ]
    }
    page.layoutIfNeeded()
    #expect(layers[count - 1].frame == CGRect(x: 10, y: 2, width: 200, height: 40))
    #expect(layers[0].frame.minX == 10 + 201 * CGFloat(count - 1) && layers[0].frame.width == 200)
  }

  @Test("what cannot be: circles, strangers, more than two, numbers that are none")
  func unfit() {
    let (page, layers) = Self.page(["a", "b", "c", "d", "superlayer"])
    layers[0].constraints = [Self.constraint(.minX, "b", .maxX)]
    layers[1].constraints = [Self.constraint(.minX, "a", .maxX), Self.constraint(.width, "b", .width, 2, 0)]
    layers[2].constraints = [
      Self.constraint(.minX, "nobody", .maxX), Self.constraint(.maxX, "superlayer", .maxX, .nan, 0),
      Self.constraint(.minY, "superlayer", .minY, 1, .infinity),
    ]
    layers[3].constraints = [
      Self.constraint(.minX, "superlayer", .minX), Self.constraint(.minX, "superlayer", .maxX),
      Self.constraint(.maxX, "superlayer", .maxX), Self.constraint(.width, "superlayer", .width, 0, 1),
    ]
    page.layoutIfNeeded()
    #expect(layers.allSatisfy { $0.frame.minX.isFinite && $0.frame.width.isFinite })
    #expect(layers[1].frame.width == 30)
    #expect(layers[2].frame == CGRect(x: 1, y: 2, width: 30, height: 40))
    #expect(layers[3].frame.minX == 10 && layers[3].frame.width == 200)
    // Laying out again changes nothing that the circle does not move.
    let before = layers[3].frame
    page.setNeedsLayout()
    page.layoutIfNeeded()
    #expect(layers[3].frame == before)
  }

  @Test("a relation may go across axes and by a scale")
  func across() {
    let (page, layers) = Self.page(["a", "b"])
    layers[0].constraints = [Self.constraint(.height, "b", .width, 0.5, 3)]
    layers[1].constraints = [Self.constraint(.width, "superlayer", .width, 0.25, 0)]
    page.layoutIfNeeded()
    #expect(layers[0].frame == CGRect(x: 1, y: 2, width: 30, height: 28) && layers[1].frame.width == 50)
  }

  @Test("constraints are a property by key, which takes constraints alone")
  func key() {
    let layer = CALayer()
    layer.setValue([Self.constraint(.minX, "superlayer", .maxX)], forKey: "constraints")
    #expect(layer.constraints?.first?.sourceAttribute == .maxX)
    #expect((layer.value(forKey: "constraints") as? [CAConstraint])?.count == 1)
    let constraints = LayerKeyTable.of(layer).key("constraints")
    #expect(constraints?.set(.object(["a word"]), on: layer) == false && layer.constraints?.count == 1)
    #expect(constraints?.set(.none, on: layer) == true && layer.constraints == nil)
  }

  @Test("a manager of constraints prefers the size of the bounds") func preferredSize() {
    let layer = CALayer()
    layer.bounds.size = CGSize(width: 8, height: 6)
    layer.layoutManager = CAConstraintLayoutManager()
    #expect(layer.preferredFrameSize() == CGSize(width: 8, height: 6))
  }
}
