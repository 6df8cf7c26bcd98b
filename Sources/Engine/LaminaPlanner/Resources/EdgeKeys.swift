// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// The keys of the edges at which draws end or are clipped. Draws without a common key do not hide one another there.
struct EdgeKeys {
  private(set) var keys: [UInt32] = []
  /// Whether all edges of the added draws are among the keys.
  private(set) var isComplete = true
  /// The greatest number of links of a list that are visited.
  private static let mostRead = 64

  /// Adds the edges of draws.
  mutating func add(_ draws: [DrawOperation], in clips: ClipTable) {
    draws.forEachInPlace { draw in
      let (clip, outline) = draw.edges
      if outline != 0 { keys.append(outline) }
      if clip.exists { add(clip, around: draw.pointee.pixelBounds, in: clips) }
    }
  }

  /// Adds the edges of a list of clips, up to the links that cannot cut some pixels.
  private mutating func add(_ clip: ClipHandle, around bounds: PixelRect, in clips: ClipTable) {
    let centres = bounds.centres
    var (link, count) = (clip, 0)
    while link.exists, !clips.interiors.holds(centres, in: link) {
      guard count < Self.mostRead else {
        isComplete = false
        return
      }
      count += 1
      let shape = clips.shapes[link.index].shape
      if shape.softEdges != 0 {
        let key = shape.outlineHash
        // Neighbouring draws often lie in the same clips.
        if keys.last != key { keys.append(key) }
      }
      link = clips.shapes[link.index].parent
    }
  }
}

extension ShapeGeometry {
  /// A number of 31 bits that is the same for equal outlines, and not 0.
  var outlineHash: UInt32 {
    var sum = box.x.bitPattern &* 0x9E37_79B1
    sum ^= box.y.bitPattern &* 0x85EB_CA77 ^ box.z.bitPattern &* 0xC2B2_AE3D ^ box.w.bitPattern &* 0x27D4_EB2F
    sum ^= row0.x.bitPattern &* 0x1656_67B1 ^ row0.y.bitPattern &* 0x9E37_79B9
    sum ^= row0.w.bitPattern &* 0x85EB_CA6B ^ row1.w.bitPattern &* 0x119D_E1F3
    sum ^= row2.x.bitPattern &* 0x2C1B_3C6D ^ row2.y.bitPattern &* 0x297A_2D39
    return max((sum ^ sum >> 15 ^ sum >> 23) >> 1, 1)
  }
}

extension UnsafePointer<DrawOperation> {
  /// The innermost clip, and the hash of the outline at which a box ends inside its pixels and not along whole pixels;
  /// 0 for none.
  var edges: (clip: ClipHandle, outline: UInt32) {
    @inline(__always) get {
      guard let box else { return (pointee.innermostClip, 0) }
      let endsInside = box.pointee.shape.softEdges != 0 && !box.pointee.shape.holds(box.pointee.pixelBounds)
      return (box.pointee.clip, endsInside ? box.pointee.shape.outlineHash : 0)
    }
  }

  /// The innermost clip of an operation whose alpha is not known when a plan is made; none for other operations.
  @inline(__always) func uncertainClip(in resources: PlanResources) -> ClipHandle {
    guard let box else { return pointee.innermostClip }
    let clip = box.pointee.clip
    guard clip.exists, box.pointee.fill.w < 1 else { return .none }
    if box.pointee.image.exists {
      return !box.pointee.isInnerWhite && resources.images[box.pointee.image].isOpaque ? .none : clip
    }
    let hasMore = box.pointee.fill.w > 0 || box.pointee.borderWidth > 0
    return box.pointee.gradient.exists && !box.pointee.isInnerOpaque && hasMore ? clip : .none
  }

  /// The pixels of an operation that is opaque inside of edges that may lie on others; `nil` for other operations.
  @inline(__always) fileprivate func stackedBounds(_ images: [CGImage]) -> PixelRect? {
    guard let box, box.isOpaqueAndRound || box.isOpaqueCoverage(in: images) else { return nil }
    return box.pointee.pixelBounds
  }
}

extension [DrawOperation] {
  /// Whether an operation whose alpha is not known when a plan is made is clipped.
  func hasUncertainClips(in resources: PlanResources) -> Bool {
    withUnsafeBufferPointer { draws in
      guard let base = draws.baseAddress else { return false }
      return (base..<(base + draws.count)).contains { $0.uncertainClip(in: resources).exists }
    }
  }

  /// Adds the opaque shapes among the operations, whose edges may lie on others.
  func addStacked(to stacks: inout EdgeStacks, _ images: [CGImage]) {
    forEachInPlace { draw in
      if let box = draw.box, box.pointee.isInnerOpaque, box.pointee.clip.exists || box.pointee.shape.softEdges != 0 {
        stacks.addToSeries(box.pointee.pixelBounds)
      }
      if let bounds = draw.stackedBounds(images) { stacks.add(bounds) }
    }
  }
}

extension UnsafePointer<BoxOperation> {
  /// Whether it is opaque but for its edges, and has corners that are round.
  @inline(__always) fileprivate var isOpaqueAndRound: Bool {
    let radii = pointee.shape.radii
    return pointee.isInnerOpaque && (radii.x > 0 || radii.y > 0 || radii.z > 0 || radii.w > 0)
  }

  /// Whether it shows one opaque colour, as far as a picture of a text or a line covers it.
  @inline(__always) func isOpaqueCoverage(in images: [CGImage]) -> Bool {
    pointee.image.exists && pointee.tint.w >= 1 && pointee.opacity >= 1 && pointee.fill.w <= 0
      && pointee.borderWidth <= 0 && images[pointee.image.index].bytesPerPixel == 1
  }
}
