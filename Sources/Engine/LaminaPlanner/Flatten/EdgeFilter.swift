// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The antialiased edges of a pass as hashes, which tell at little cost that a draw shares its edge with no other draw
/// and with no clip.
struct EdgeFilter {
  /// For each draw, the hash of the outline at which it ends itself, 0 for none, and a bit for draws with clips.
  private var entries: [UInt32]
  private static let clipBit: UInt32 = 1 << 31
  /// A bit for each hash that was added, and a bit for each that was added again. Two hashes in a hundred share a bit
  /// with another one.
  private var bits: [SIMD2<UInt64>]
  /// There are two to this power of each.
  private let digits: UInt32
  /// A bit for each link whose edges were added.
  private var links: [UInt64] = []
  /// Whether an edge may be shared.
  private(set) var isNeeded = false

  init(of draws: [DrawOperation], in clips: ClipTable) {
    entries = Array(repeating: 0, count: draws.count)
    let digits = UInt32(Int.bitWidth - min(draws.count, 1 << 20).leadingZeroBitCount)
    bits = Array(repeating: .zero, count: 1 << Int(digits))
    self.digits = digits + 6
    var (last, index) = (ClipHandle.none, 0)
    draws.forEachInPlace { draw in
      let (clip, hash) = draw.edges
      if clip.exists, clip != last {
        isNeeded = true
        addEdges(of: clip, in: clips)
        last = clip
      }
      entries[index] = clip.exists ? hash | Self.clipBit : hash
      if hash != 0 { add(hash) }
      index += 1
    }
  }

  /// Whether a draw ends at edges that others may share.
  @inline(__always) func isNeeded(forDraw index: Int) -> Bool {
    entries[index] & Self.clipBit != 0 || mayShareOutline(ofDraw: index)
  }

  /// Whether a draw ends at an outline of its own that others may share.
  @inline(__always) func mayShareOutline(ofDraw index: Int) -> Bool {
    let hash = entries[index] & ~Self.clipBit
    guard hash != 0 else { return false }
    let place = HashedBit(of: hash, digits: digits)
    return bits[place.word].y & place.bit != 0
  }

  @inline(__always) private mutating func add(_ hash: UInt32) {
    let place = HashedBit(of: hash, digits: digits)
    let known = bits[place.word].x & place.bit
    bits[place.word].x |= place.bit
    bits[place.word].y |= known
    if known != 0 { isNeeded = true }
  }

  /// Adds the edges of a list of clips, as far as they were not added with another list.
  private mutating func addEdges(of clip: ClipHandle, in clips: ClipTable) {
    if links.isEmpty { links = Array(repeating: 0, count: clips.shapes.count / 64 + 1) }
    var link = clip
    while link.exists {
      let (word, bit) = (link.index / 64, 1 as UInt64 &<< UInt64(link.index % 64))
      guard links[word] & bit == 0 else { return }
      links[word] |= bit
      if clips.shapes[link.index].isEdge { add(clips.shapes[link.index].shape.outlineHash) }
      link = clips.shapes[link.index].parent
    }
  }
}
