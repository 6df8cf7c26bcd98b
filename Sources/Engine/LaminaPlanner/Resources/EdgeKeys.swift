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
    let draws = draws.span
    for index in draws.indices {
      // In place: passing the draw on copies it.
      let (clip, outline) = draws[index].edges
      if outline != 0 { keys.append(outline) }
      if clip.exists { add(clip, around: draws[index].pixelBounds, in: clips) }
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

extension DrawOperation {
  /// The innermost clip, and the hash of the outline at which a box ends inside its pixels and not along whole pixels;
  /// 0 for none.
  var edges: (clip: ClipHandle, outline: UInt32) {
    @inline(__always) get {
      switch self {
      case .box(let box):
        (box.clip, box.shape.softEdges != 0 && !box.shape.holds(box.pixelBounds) ? box.shape.outlineHash : 0)
      case .shadow(let shadow): (shadow.clip, 0)
      case .composite(let composite): (composite.clip, 0)
      case .particles(let run): (run.clip, 0)
      case .surface(let surface): (surface.clip, 0)
      }
    }
  }
}

extension DrawOperation {
  /// The innermost clip of an operation whose alpha is not known when a plan is made; none for other operations.
  @inline(__always) func uncertainClip(in resources: PlanResources) -> ClipHandle {
    switch self {
    case .box(let box):
      guard box.clip.exists, box.fill.w < 1 else { return .none }
      if box.image.exists {
        return !box.isInnerWhite && resources.images[box.image].isOpaque ? .none : box.clip
      }
      let isUncertain = box.gradient.exists && !box.isInnerOpaque && (box.fill.w > 0 || box.borderWidth > 0)
      return isUncertain ? box.clip : .none
    case .shadow(let shadow): return shadow.clip
    case .composite(let composite): return composite.clip
    case .particles(let run): return run.clip
    case .surface(let surface): return surface.clip
    }
  }
}

extension [DrawOperation] {
  /// Whether an operation whose alpha is not known when a plan is made is clipped.
  func hasUncertainClips(in resources: PlanResources) -> Bool {
    withUnsafeBufferPointer { draws in
      guard let base = draws.baseAddress else { return false }
      // Few draws are clipped; for the others, nothing but the handle of the clip is read.
      return (base..<(base + draws.count)).contains { $0.pointee.innermostClip.exists && $0.isUncertain(in: resources) }
    }
  }
}

extension [DrawOperation] {
  /// Adds the opaque shapes among the operations, whose edges may lie on others.
  func addStacked(to stacks: inout EdgeStacks, _ images: [CGImage]) {
    let draws = span
    for index in draws.indices {
      // In place: passing the draw on copies it.
      if let bounds = draws[index].stackedBounds(images) { stacks.add(bounds) }
    }
  }
}

// Not inlined, since the operation would be copied before it is known whether this is called.
extension UnsafePointer<DrawOperation> {
  /// Whether the operation is clipped and has an alpha that is not known when a plan is made.
  @inline(never) fileprivate func isUncertain(in resources: PlanResources) -> Bool {
    pointee.uncertainClip(in: resources).exists
  }
}

extension DrawOperation {
  /// The pixels of an operation that is opaque inside of edges that may lie on others; `nil` for other operations.
  @inline(__always) fileprivate func stackedBounds(_ images: [CGImage]) -> PixelRect? {
    switch self {
    case .box(let box): box.isOpaqueAndRound || box.isOpaqueCoverage(in: images) ? box.pixelBounds : nil
    case .shadow, .composite, .particles, .surface: nil
    }
  }
}

extension BoxOperation {
  /// Whether it is opaque but for its edges, and has corners that are round.
  @inline(__always) fileprivate var isOpaqueAndRound: Bool {
    isInnerOpaque && (shape.radii.x > 0 || shape.radii.y > 0 || shape.radii.z > 0 || shape.radii.w > 0)
  }

  /// Whether it shows one opaque colour, as far as a picture of a text or a line covers it.
  @inline(__always) func isOpaqueCoverage(in images: [CGImage]) -> Bool {
    image.exists && tint.w >= 1 && opacity >= 1 && fill.w <= 0 && borderWidth <= 0
      && images[image.index].bytesPerPixel == 1
  }
}
