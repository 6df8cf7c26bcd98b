// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The parts of the copy before that the next copy may take over.
struct KnownParts {
  /// The parts in the order of their nodes.
  private var parts: [TreeSnapshot.PlacedPart] = []
  /// Whether a part was taken over, or cannot be any more.
  private var areGone: [Bool] = []
  /// The indices of parts by their first layers.
  private var indices: [ObjectIdentifier: Int] = [:]
  private var contents: [LayerContent] = []
  /// The parts before this index are gone.
  private var next = 0

  /// Makes a store without parts.
  init() {}

  init(of snapshot: TreeSnapshot) {
    (parts, contents) = (snapshot.parts, snapshot.contents)
    areGone = Array(repeating: false, count: parts.count)
    indices.reserveCapacity(parts.count)
    for (index, part) in parts.enumerated() {
      if let head = part.part.layers.first { indices[head.layer] = index }
    }
  }

  /// Whether the copy before has no parts.
  var isEmpty: Bool { parts.isEmpty }

  /// The part that begins with a sublayer, if the part is unchanged. It is asked for once: a layer that is copied
  /// several times finds the part once.
  mutating func takePart(from index: Int, of sublayers: [CALayer]) -> TreeSnapshot.PlacedPart? {
    unowned(unsafe) let layer = sublayers[index]
    guard let found = indices[ObjectIdentifier(layer)], !areGone[found] else { return nil }
    areGone[found] = true
    return parts[found].part.isSame(as: sublayers, from: index) ? parts[found] : nil
  }

  /// The contents of a part.
  func contents(of part: TreeSnapshot.PlacedPart) -> ArraySlice<LayerContent> {
    contents[Int(part.firstContent)..<Int(part.firstContent + part.contentCount)]
  }

  /// The first node from an index on that belongs to a part that may still be taken over; `Int.max` if there is none.
  mutating func firstNode(from index: Int) -> Int {
    while next < parts.count, areGone[next] || Int(parts[next].first) < index { next += 1 }
    return next < parts.count ? Int(parts[next].first) : .max
  }
}
