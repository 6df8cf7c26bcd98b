// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// A clip with a link to the next one outward.
struct PreparedClip: BitwiseCopyable {
  var shape: PreparedShape
  var parent: UnsafePointer<PreparedClip>?
  /// The gradient whose alpha multiplies.
  var gradient: UnsafePointer<PreparedGradient>?
  /// The pixels that the clip and all clips outward of it leave whole: their coverage is 1 exactly.
  var interior: PreparedPolygon
  /// The polygon outside of which the clip's coverage is 0.
  var outer: PreparedPolygon
  /// How its coverage counts, as `ClipRole.code` says: 0 for a plain clip.
  var role: Float
  /// Of a cover, the pixels outside of which its coverage is 0: minimum x, minimum y, maximum x, maximum y.
  var reach: SIMD4<Float>?
  /// Whether the list from this link outward has a role other than a plain clip.
  var hasCovers: Bool
}

/// The links of a list of clips that may cut some drawn pixels.
struct OpenClips: BitwiseCopyable {
  let innermost: UnsafePointer<PreparedClip>
  /// The first link outward that, with all links outward of it, cuts nothing; `nil` if none is known.
  let end: UnsafePointer<PreparedClip>?

  /// A whole list.
  init(_ innermost: UnsafePointer<PreparedClip>) { (self.innermost, end) = (innermost, nil) }

  /// The links that may cut pixels of a tile; `nil` where there are none.
  @inline(__always) init?(_ innermost: UnsafePointer<PreparedClip>, in tile: Tile) {
    let (minX, minY) = (Float(tile.x) + 0.5, Float(tile.y) + 0.5)
    let (maxX, maxY) = (minX + Float(tile.width - 1), minY + Float(tile.height - 1))
    var link: UnsafePointer<PreparedClip>? = innermost
    while let clip = link {
      if clip.pointee.interior.containsCentres(minX: minX, minY: minY, maxX: maxX, maxY: maxY) { break }
      link = clip.pointee.parent
    }
    if link == innermost { return nil }
    (self.innermost, end) = (innermost, link)
  }
}

/// The data that all passes of a plan share: its clips and its maps of colours.
///
/// Nothing in it changes once it is made.
final class PreparedClips: @unchecked Sendable {
  private let arena = Arena()
  private let links: UnsafeMutableBufferPointer<PreparedClip>
  private let colorMaps: UnsafeBufferPointer<ColorMap>

  init(_ plan: RenderPlan) {
    links = arena.room(for: plan.clips.count, of: PreparedClip.self)
    colorMaps = arena.add(plan.colorMaps)
    var known = [Int32](repeating: -1, count: plan.clipInteriors.count)
    for (index, clip) in plan.clips.enumerated() {
      // A list that does not lead outward would be endless.
      let parent = clip.parent.index < index ? self[clip.parent] : nil
      let areas = clip.role.isClip ? areas(of: ClipHandle(index), in: plan, &known) : nil
      let inside = areas?.interior ?? parent?.pointee.interior ?? .nothing
      // A box that ends at a link without an interior is drawn by a polygon of its own.
      let outside = areas?.outer ?? parent?.pointee.outer ?? .everything
      links.initializeElement(
        at: index,
        to: PreparedClip(
          shape: PreparedShape(clip.shape), parent: parent, interior: inside, outer: outside, role: clip.role.code,
          reach: reach(of: clip), hasCovers: clip.role != .clip || parent?.pointee.hasCovers == true))
      if plan.gradients.holds(clip.gradient) {
        let gradient = PreparedGradient(plan.gradients[clip.gradient.index], of: plan, on: clip.shape, in: arena)
        links[index].gradient = UnsafePointer(arena.add(gradient))
      }
    }
  }

  /// The pixels that a clip leaves whole, and the pixels outside of which it leaves nothing.
  ///
  /// Copies of a link have its interior: their polygons are made once.
  ///
  /// - Parameter known: For each interior, the first link with it; -1 for none.
  private func areas(
    of handle: ClipHandle, in plan: RenderPlan, _ known: inout [Int32]
  ) -> (interior: PreparedPolygon, outer: PreparedPolygon) {
    let place = plan.clipInteriors.place(of: handle)
    guard place >= 0 else { return (.nothing, .everything) }
    let shape = plan.clips[handle.index].shape
    guard known[place] < 0 else {
      let first = Int(known[place])
      let isSame = plan.clips[first].shape == shape
      return (links[first].interior, isSame ? links[first].outer : outer(of: shape))
    }
    known[place] = Int32(truncatingIfNeeded: handle.index)
    return (interior(of: plan.clipInteriors[handle]), outer(of: shape))
  }

  /// Inner polygons contain pixels with a coverage of .999 or more; slightly farther inside, the coverage is 1, so the
  /// picture does not depend on the pixels that are measured.
  private func interior(of polygon: ConvexPolygon) -> PreparedPolygon {
    var vertices: [SIMD2<Float>] = []
    vertices.reserveCapacity(ConvexPolygon.capacity)
    polygon.withVertices { for index in $0.indices { vertices.append(SIMD2<Float>($0[index])) } }
    return PreparedPolygon(count: vertices.count, slack: -1.0 / 256, in: arena) { vertices[$0] } ?? .nothing
  }

  private func outer(of shape: ShapeGeometry) -> PreparedPolygon {
    guard let octagon = ShapeOctagon(around: shape) else { return .everything }
    return PreparedPolygon(count: 8, slack: 1, in: arena) { octagon[$0] } ?? .everything
  }

  private func reach(of clip: ClipShape) -> SIMD4<Float>? {
    guard case .cover = clip.role, let extent = clip.shape.extent else { return nil }
    return extent + SIMD4(-1, -1, 1, 1)
  }

  /// A clip of the plan; `nil` for an index that does not exist, which an unchecked plan may contain.
  subscript(clip: ClipHandle) -> UnsafePointer<PreparedClip>? {
    guard clip.exists, clip.index < links.count, let start = links.baseAddress else { return nil }
    return UnsafePointer(start + clip.index)
  }

  /// The maps of colours at some places of the plan, as far as there are any.
  func colorMaps(_ range: Range<Int32>) -> UnsafeBufferPointer<ColorMap> {
    let places = range.clamped(to: 0..<Int32(colorMaps.count))
    return UnsafeBufferPointer(rebasing: colorMaps[Int(places.lowerBound)..<Int(places.upperBound)])
  }
}
