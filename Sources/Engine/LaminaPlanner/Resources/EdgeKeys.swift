// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The keys of the edges at which draws end or are clipped. Draws without a common key do not hide one another there.
struct EdgeKeys {
  private(set) var keys: [UInt64] = []
  /// Whether all edges of the added draws are among the keys.
  private(set) var isComplete = true
  /// The greatest number of links of a list that are visited.
  private static let mostRead = 64

  /// Adds the edges of draws.
  mutating func add(_ draws: Span<DrawOperation>, _ range: Range<Int>, in clips: ClipTable) {
    for index in range {
      let clip: ClipHandle
      switch draws[index] {
      case .box(let box):
        clip = box.clip
        if box.shape.softEdges != 0, !box.shape.holds(box.pixelBounds) { keys.append(box.shape.edgeKey) }
      case .shadow(let shadow): clip = shadow.clip
      case .composite(let composite): clip = composite.clip
      case .particles(let run): clip = run.clip
      case .surface(let surface): clip = surface.clip
      }
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
        let key = shape.edgeKey
        // Neighbouring draws often lie in the same clips.
        if keys.last != key { keys.append(key) }
      }
      link = clips.shapes[link.index].parent
    }
  }

  mutating func removeAll() { keys.removeAll(keepingCapacity: true) }
}

extension ShapeGeometry {
  /// A number that is the same for equal outlines, and never 0.
  fileprivate var edgeKey: UInt64 {
    var sum = UInt64(softEdges)
    func mix(_ values: SIMD4<Float>) {
      // Zeros of both signs are equal.
      let bits = unsafeBitCast(values + SIMD4<Float>.zero, to: SIMD2<UInt64>.self)
      sum = (sum ^ bits.x) &* 0x9E37_79B9_7F4A_7C15
      sum ^= sum >> 29
      sum = (sum ^ bits.y) &* 0xBF58_476D_1CE4_E5B9
      sum ^= sum >> 32
    }
    mix(row0)
    mix(row1)
    mix(row2)
    mix(box)
    mix(radii)
    mix(SIMD4(corner, 0, 0, 0))
    return sum | 1
  }
}
