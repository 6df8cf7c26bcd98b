// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The keys of the edges at which draws end or are clipped. Draws without a common key do not hide one another there.
struct EdgeKeys {
  private(set) var keys: [UInt32] = []
  /// Whether all edges of the added draws are among the keys.
  private(set) var isComplete = true
  /// The greatest number of links of a list that are visited.
  private static let mostRead = 64

  /// Adds the edges of draws.
  mutating func add(_ draws: Span<DrawOperation>, _ range: Range<Int>, in clips: ClipTable) {
    for index in range {
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
