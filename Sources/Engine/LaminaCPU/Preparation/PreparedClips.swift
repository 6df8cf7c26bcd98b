// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// A clip, and the next one outward.
struct PreparedClip: BitwiseCopyable {
  var shape: PreparedShape
  var parent: UnsafePointer<PreparedClip>?
  /// The gradient whose alpha multiplies.
  var gradient: UnsafePointer<PreparedGradient>?
  /// Pixels of which it and all outward of it take nothing: their coverage is 1 exactly.
  var interior: PreparedPolygon
  /// Beyond it, its coverage is 0.
  var outer: PreparedPolygon
}

/// The links of a list of clips that may cut something off what is drawn.
struct OpenClips: BitwiseCopyable {
  let innermost: UnsafePointer<PreparedClip>
  /// The first link outward that, with all outward of it, cuts nothing off; `nil` where none is known.
  let end: UnsafePointer<PreparedClip>?

  /// A whole list.
  init(_ innermost: UnsafePointer<PreparedClip>) { (self.innermost, end) = (innermost, nil) }

  /// Those that may cut something off the pixels of a tile; `nil` where there are none.
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

/// What all passes of a plan share: its clips, and its maps of colours.
///
/// Nothing in it changes once it is made.
final class PreparedClips: @unchecked Sendable {
  private let arena = Arena()
  private let links: UnsafeMutableBufferPointer<PreparedClip>
  private let colorMaps: UnsafeBufferPointer<ColorMatrix>

  init(_ plan: RenderPlan) {
    links = arena.room(for: plan.clips.count, of: PreparedClip.self)
    colorMaps = arena.add(plan.colorMatrices)
    for (index, clip) in plan.clips.enumerated() {
      // A list that does not lead outward would never end.
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

  /// Inner polygons count pixels of a coverage of .999; a little farther in it is 1, so that the picture does not
  /// depend on who asks for which pixels.
  private func interior(of clip: ClipHandle, in plan: RenderPlan) -> PreparedPolygon {
    let polygon = plan.clipInteriors[clip]
    return PreparedPolygon(count: polygon.count, slack: -1.0 / 256, in: arena) { SIMD2<Float>(polygon[$0]) } ?? .nothing
  }

  private func outer(of shape: ShapeGeometry) -> PreparedPolygon {
    guard let octagon = ShapeOctagon(around: shape) else { return .everything }
    return PreparedPolygon(count: 8, slack: 1, in: arena) { octagon[$0] } ?? .everything
  }

  /// A clip of the plan; a plan that nobody has checked may name one that is not there.
  subscript(clip: ClipHandle) -> UnsafePointer<PreparedClip>? {
    guard clip.exists, clip.index < links.count, let start = links.baseAddress else { return nil }
    return UnsafePointer(start + clip.index)
  }

  /// The maps of colours at some places of the plan, as far as there are any.
  func colorMaps(_ range: Range<Int32>) -> UnsafeBufferPointer<ColorMatrix> {
    let places = range.clamped(to: 0..<Int32(colorMaps.count))
    return UnsafeBufferPointer(rebasing: colorMaps[Int(places.lowerBound)..<Int(places.upperBound)])
  }
}
