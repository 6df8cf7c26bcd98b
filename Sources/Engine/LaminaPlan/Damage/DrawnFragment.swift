// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import Synchronization

/// The identity of operations of a canvas that were recorded together and are taken over together, with the values that
/// follow from them alone. In two plans with the same fragment, they draw the same pixels, and are not compared.
///
/// The identity lasts as long as a reference to it.
package final class DrawnFragment: Sendable {
  /// The keys of all edges at which the operations end or are clipped; equal edges have equal keys. `nil` if there are
  /// too many.
  package let edges: [UInt32]?
  /// Whether an operation that is clipped has an alpha that is not known when a plan is made.
  package let hasUncertainClips: Bool
  /// The opaque shapes whose edges may lie on others.
  package let stacks: EdgeStacks
  private let isUnchanged = Atomic(false)
  private let lastAlone = Atomic(-1)
  /// A bit for each of the edges: tells in most cases that an edge is not among them.
  private let edgeBits: [UInt64]
  /// There are two to this power.
  private static let edgeDigits: UInt32 = 11
  /// The extents of the operations.
  let extents: [DrawExtent]
  /// The squares that each operation touches (``PixelCells``).
  let cells: [UInt64]
  /// The pixels that the operations may touch.
  let bounds: PixelRect

  /// - Parameters:
  ///   - draws: The operations.
  ///   - vertices: The vertices of their inner polygons.
  package init(
    _ draws: [DrawOperation], _ vertices: [SIMD2<Float>], edges: [UInt32]? = nil, hasUncertainClips: Bool = true,
    stacks: EdgeStacks = EdgeStacks(besides: nil)
  ) {
    (self.edges, self.hasUncertainClips, self.stacks) = (edges, hasUncertainClips, stacks)
    extents = draws.extents(vertices)
    cells = extents.map { PixelCells.bits($0.bounds) }
    bounds = extents.reduce(.empty) { $0.union($1.bounds) }
    var edgeBits = [UInt64](repeating: 0, count: edges?.isEmpty == false ? 1 << (Int(Self.edgeDigits) - 6) : 0)
    for key in edges ?? [] {
      let place = HashedBit(of: key, digits: Self.edgeDigits)
      edgeBits[place.word] |= place.bit
    }
    self.edgeBits = edgeBits
  }

  /// Whether one of some edges may be among those of the operations; `false` is certain.
  package func mayHave(_ keys: [UInt32]) -> Bool {
    guard !edgeBits.isEmpty else { return false }
    return edgeBits.withUnsafeBufferPointer { bits in
      keys.contains { key in
        let place = HashedBit(of: key, digits: Self.edgeDigits)
        return bits[place.word] & place.bit != 0
      }
    }
  }

  /// Whether no operation was changed at its edges in a canvas in which no other operation had one of these edges.
  package var isUnchangedAlone: Bool { isUnchanged.load(ordering: .relaxed) }

  package func noteUnchangedAlone() { isUnchanged.store(true, ordering: .relaxed) }

  /// Whether no other operation had one of the edges in the canvas of a walk over the tree.
  ///
  /// - Parameter walk: The number of the walk.
  package func wasAlone(in walk: Int) -> Bool { lastAlone.load(ordering: .relaxed) == walk }

  package func noteAlone(in walk: Int) { lastAlone.store(walk, ordering: .relaxed) }
}
