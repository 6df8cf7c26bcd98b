// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import Synchronization

/// Draws of a canvas that were recorded together and are taken over together: in two plans with the same fragment, they
/// draw the same pixels, and are not compared.
package struct DrawnFragment: Sendable {
  /// The identity of a recording, which lasts as long as a reference to it, and the values that follow from the
  /// recording alone.
  package final class Identity: Sendable {
    /// The keys of all edges at which the draws end or are clipped; equal edges have equal keys. `nil` if there are too
    /// many.
    package let edges: [UInt32]?
    private let isUnchanged = Atomic(false)

    package init(edges: [UInt32]?) { self.edges = edges }

    /// Whether no draw was changed at its edges in a canvas in which no other draw had one of these edges.
    package var isUnchangedAlone: Bool { isUnchanged.load(ordering: .relaxed) }

    private let bounds = Mutex<PixelRect?>(nil)

    /// The pixels that the draws may touch.
    ///
    /// - Parameter draws: The draws of the fragment in a canvas.
    func bounds(of draws: Slice<UnsafeBufferPointer<DrawOperation>>) -> PixelRect {
      bounds.withLock { known in
        let all = known ?? draws.reduce(.empty) { $0.union($1.pixelBounds) }
        known = all
        return all
      }
    }

    package func noteUnchangedAlone() { isUnchanged.store(true, ordering: .relaxed) }
  }

  package let identity: Identity
  /// The draws in the canvas, or in the list that they were recorded in.
  package var draws: Range<Int>

  package init(identity: Identity, draws: Range<Int>) { (self.identity, self.draws) = (identity, draws) }

  /// A stretch of each of two lists of draws.
  typealias Stretches = (old: Range<Int>, new: Range<Int>)

  /// The stretches between common fragments, in ascending order.
  ///
  /// - Parameters:
  ///   - counts: The numbers of draws of the two canvases.
  static func stretches(
    between old: [DrawnFragment], _ new: [DrawnFragment], counts: (old: Int, new: Int)
  ) -> [Stretches] {
    var places: [ObjectIdentifier: Range<Int>] = [:]
    places.reserveCapacity(old.count)
    for fragment in old { places[ObjectIdentifier(fragment.identity)] = fragment.draws }
    var (stretches, end): ([Stretches], (old: Int, new: Int)) = ([], (0, 0))
    func add(upTo next: (old: Int, new: Int)) {
      if end.old < next.old || end.new < next.new { stretches.append((end.old..<next.old, end.new..<next.new)) }
    }
    for fragment in new {
      // A fragment that changed its place among the others is compared by its draws.
      guard let before = places[ObjectIdentifier(fragment.identity)], before.lowerBound >= end.old else { continue }
      add(upTo: (before.lowerBound, fragment.draws.lowerBound))
      end = (before.upperBound, fragment.draws.upperBound)
    }
    add(upTo: counts)
    return stretches
  }
}
