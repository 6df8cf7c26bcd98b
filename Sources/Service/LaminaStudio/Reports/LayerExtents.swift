// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner

/// The boxes that people perceive as the extents of layers in a picture.
///
/// The extent of a layer is its bounds, if it draws them or clips its content to them. Layers of animation formats
/// often have no size, or the size of the whole picture, and draw a path elsewhere: their extent is the area that they
/// draw, sublayers included.
struct LayerExtents {
  /// An axis-aligned box in pixels of the picture, by its least and its greatest corner.
  private struct Box {
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)

    init() {}
    init(_ corners: [SIMD2<Double>]) {
      for corner in corners {
        low.replace(with: corner, where: corner .< low)
        high.replace(with: corner, where: corner .> high)
      }
    }

    var isEmpty: Bool { !(low.x < high.x && low.y < high.y) }
    var corners: [SIMD2<Double>] { [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)] }

    mutating func add(_ other: Box) {
      low.replace(with: other.low, where: other.low .< low)
      high.replace(with: other.high, where: other.high .> high)
    }
    mutating func cut(to other: Box) {
      low.replace(with: other.low, where: other.low .> low)
      high.replace(with: other.high, where: other.high .< high)
    }
    /// Whether the box lies inside another one, with a tolerance of one pixel.
    func isInside(_ other: Box) -> Bool {
      low.x >= other.low.x - 1 && low.y >= other.low.y - 1 && high.x <= other.high.x + 1 && high.y <= other.high.y + 1
    }
  }

  private let snapshot: TreeSnapshot
  private let places: LayerPlaces
  /// The area that each node draws with its descendants.
  private let drawn: [Box]

  /// - Complexity: O(n) in the number of layers.
  init(_ snapshot: TreeSnapshot, _ places: LayerPlaces) {
    (self.snapshot, self.places) = (snapshot, places)
    var drawn = Array(repeating: Box(), count: snapshot.nodes.count)
    // Superlayers precede their sublayers and their masks.
    for index in snapshot.nodes.indices.reversed() {
      let node = snapshot.nodes[index]
      var box = drawn[index]
      if Self.drawsBounds(node, snapshot) { box.add(Box(places.corners(of: index))) }
      if let path = Self.pathBox(node, snapshot) { box.add(Box(Self.corners(of: path, index, places))) }
      if node.properties.flags.contains(.masksToBounds) { box.cut(to: Box(places.corners(of: index))) }
      if drawn.indices.contains(Int(node.mask)) { box.cut(to: drawn[Int(node.mask)]) }
      drawn[index] = box
      let parent = Int(node.parent)
      guard parent >= 0, snapshot.nodes[parent].mask != Int32(index), !node.properties.flags.contains(.hidden),
        !box.isEmpty
      else { continue }
      drawn[parent].add(box)
    }
    self.drawn = drawn
  }

  /// Whether a layer draws content that fills its bounds.
  private static func drawsBounds(_ node: TreeSnapshot.Node, _ snapshot: TreeSnapshot) -> Bool {
    let properties = node.properties
    if properties.backgroundColor.map({ $0.straight.w > 0 }) == true || properties.contents != nil { return true }
    if properties.borderWidth > 0 { return true }
    guard snapshot.contents.indices.contains(Int(node.content)) else { return false }
    switch snapshot.contents[Int(node.content)] {
    case .gradient, .tiles, .text, .emitter: return true
    case .shape, .replicator: return false
    }
  }

  private static func pathBox(_ node: TreeSnapshot.Node, _ snapshot: TreeSnapshot) -> CGRect? {
    guard snapshot.contents.indices.contains(Int(node.content)),
      case .shape(let shape) = snapshot.contents[Int(node.content)]
    else { return nil }
    return shape.box
  }

  private static func corners(of box: CGRect, _ node: Int, _ places: LayerPlaces) -> [SIMD2<Double>] {
    guard let map = places.targetFromLayer(node), !box.isNull else { return [] }
    let sides = SIMD2(Double(places.canvas.width), Double(places.canvas.height))
    var polygon = map.image(
      ofBoxFrom: SIMD2(Double(box.minX), Double(box.minY)), to: SIMD2(Double(box.maxX), Double(box.maxY)))
    polygon.clip(to: ConvexPolygon(boxFrom: -sides, to: sides * 2))
    return polygon.vertices.filter { $0 - $0 == .zero }
  }

  /// The corners of the extent of a node's layer, in pixels of the picture.
  func corners(of index: Int) -> [SIMD2<Double>] {
    guard snapshot.nodes.indices.contains(index) else { return [] }
    let node = snapshot.nodes[index]
    let corners = places.corners(of: index)
    let (bounds, drawn) = (Box(corners), drawn[index])
    guard !drawn.isEmpty else { return corners }
    let isMasked = node.mask >= 0
    if !bounds.isEmpty, !isMasked {
      let keepsInside = node.properties.flags.contains(.masksToBounds)
      if keepsInside || Self.drawsBounds(node, snapshot) { return corners }
    }
    if let path = Self.pathBox(node, snapshot), !isMasked {
      let outline = Self.corners(of: path, index, places)
      if !Box(outline).isEmpty, drawn.isInside(Box(outline)) { return outline }
    }
    return !bounds.isEmpty && drawn.isInside(bounds) && !isMasked ? corners : drawn.corners
  }
}
#endif
