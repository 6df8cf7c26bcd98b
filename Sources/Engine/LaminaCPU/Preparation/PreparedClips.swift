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
    for (index, clip) in plan.clips.enumerated() {
      // A list that does not lead outward would be endless.
      let parent = clip.parent.index < index ? self[clip.parent] : nil
      links.initializeElement(
        at: index,
        to: PreparedClip(
          shape: PreparedShape(clip.shape), parent: parent, interior: interior(of: ClipHandle(index), in: plan),
          outer: outer(of: clip.shape)))
      if plan.gradients.holds(clip.gradient) {
        let gradient = PreparedGradient(plan.gradients[clip.gradient.index], of: plan, on: clip.shape, in: arena)
        links[index].gradient = UnsafePointer(arena.add(gradient))
      }
    }
  }

  /// Inner polygons contain pixels with a coverage of .999 or more; slightly farther inside, the coverage is 1, so the
  /// picture does not depend on the pixels that are measured.
  private func interior(of clip: ClipHandle, in plan: RenderPlan) -> PreparedPolygon {
    let polygon = plan.clipInteriors[clip]
    return PreparedPolygon(count: polygon.count, slack: -1.0 / 256, in: arena) { SIMD2<Float>(polygon[$0]) } ?? .nothing
  }

  private func outer(of shape: ShapeGeometry) -> PreparedPolygon {
    guard let octagon = ShapeOctagon(around: shape) else { return .everything }
    return PreparedPolygon(count: 8, slack: 1, in: arena) { octagon[$0] } ?? .everything
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
