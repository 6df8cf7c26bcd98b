// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

// The draws in front, as covers of the edges that they reach.

extension SharedEdges {
  /// Remembers a box as a cover of the edges that it reaches.
  ///
  /// - Parameter own: The edge at which the box ends; -1 for none.
  mutating func remember(
    _ box: UnsafePointer<BoxOperation>, _ alphas: CoverAlphas, _ index: Int, _ outline: FittedOutline, _ own: Int,
    _ shapes: [ClipShape]
  ) {
    let isCut = box.pointee.outer == box.pointee.pixelBounds.quad
    let equal = outline.equal.map { place in list[..<place].allSatisfy { isOpen($0) } ? list[place].edge : -1 }
    let edge = equal ?? own
    var cover = EdgeCover(
      draw: Int32(truncatingIfNeeded: index), next: -1, bounds: box.pointee.pixelBounds, shape: -1,
      alphas: alphas, borderWidth: box.pointee.borderWidth, isEdge: true, own: Int32(truncatingIfNeeded: edge),
      outward: listEdge(at: equal == nil ? 0 : (outline.equal ?? 0) + 1), parts: parts.count..<parts.count)
    if edge >= 0 {
      cover.cut = cut(outwardOf: equal == nil ? -1 : outline.equal ?? -1)
      if isCut { cover.isCut = addCut(of: box, in: nil) }
      cover.parts = cover.parts.lowerBound..<parts.count
      add(&cover, outline.shape, to: edge)
    }
    (cover.isEdge, cover.isCut) = (false, false)
    let first = parts.count
    for (index, place) in list.enumerated() where !isOpen(place) {
      guard parts.count - first <= Self.mostParts else { break }
      let shape = self.outline(of: place, in: shapes)
      if parts.count == first {
        if isCut { cover.isCut = addCut(of: box, in: shape) }
        if let divisor = outline.divisor { parts.append((divisor, .divisor)) }
      }
      if place.edge >= 0, place.edge != edge {
        cover.parts = first..<parts.count
        cover.cut = cut(outwardOf: index)
        add(&cover, outline.shape, to: place.edge)
      }
      // The alpha of a gradient in the list is not known here.
      guard place.clip != list[list.count - 1].clip, !place.hasGradient else { break }
      cover.inward = (Int32(truncatingIfNeeded: place.edge), parts.count)
      parts.append((shape, .part))
      if let divisor = divisor(of: place) { parts.append((divisor, .divisor)) }
    }
  }

  /// The first link outward of a place that has no antialiased edge; -1 for none.
  private func cut(outwardOf place: Int) -> Int32 {
    list.dropFirst(place + 1).first { $0.edge < 0 }?.cut ?? -1
  }

  /// Adds the pixels of a box on the sides on which whole pixels cut it inside a clip and inside the pass.
  ///
  /// - Returns: Whether they cut it.
  private mutating func addCut(of box: UnsafePointer<BoxOperation>, in clip: ShapeGeometry?) -> Bool {
    let bounds = box.pointee.pixelBounds
    let low = SIMD4(bounds.minX, bounds.minY, -bounds.maxX, -bounds.maxY)
    var sides = low .> SIMD4(region.minX, region.minY, -region.maxX, -region.maxY)
    func keepSides(of extent: SIMD4<Float>) {
      sides .&= SIMD4<Float>(low) .> SIMD4(extent.x, extent.y, -extent.z, -extent.w) + 1.0 / 64
    }
    if let extent = box.pointee.shape.extent { keepSides(of: extent) }
    if let extent = clip?.extent { keepSides(of: extent) }
    guard any(sides) else { return false }
    parts.append((ShapeGeometry(bounds, alongSides: sides), .part))
    return true
  }

  private mutating func add(_ cover: inout EdgeCover, _ shape: ShapeGeometry, to edge: Int) {
    if cover.shape < 0 {
      cover.shape = Int32(truncatingIfNeeded: shapes.count)
      shapes.append(shape)
    }
    cover.next = lastCovers[edge]
    lastCovers[edge] = Int32(truncatingIfNeeded: covers.count)
    covers.append(cover)
  }

  /// The number of an outline's edge.
  mutating func edge(of shape: ShapeGeometry) -> Int {
    if let edge = outlines.number(of: shape) { return edge }
    outlines.add(shape)
    lastCovers.append(-1)
    return lastCovers.count - 1
  }
}
