// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaLayers

/// How far subtrees reach that may be out of sight, as long as nothing in them changes: each wherever it is moved, and
/// runs of sublayers wherever the layer that they are in is moved or scrolled to. So the rows of a list that scrolls
/// are measured once.
struct KnownReaches {
  /// In the spaces of the subtrees' own roots.
  private var boxes: [Int32: SIMD4<Double>] = [:]
  private var runs: [Int32: SublayerReaches] = [:]

  /// About how much memory it takes.
  var bytes: Int {
    boxes.count * MemoryLayout<(Int32, SIMD4<Double>)>.stride + runs.values.reduce(0) { $0 + $1.bytes }
  }

  /// How far a subtree reaches: minimum x, y, maximum x, y, no numbers where that cannot be said; `nil` where it was
  /// not measured.
  func reach(of root: Int32) -> SIMD4<Double>? { boxes[root] }

  mutating func keep(_ box: SIMD4<Double>, of root: Int32) { boxes[root] = box }

  /// How far the sublayers of a layer reach, run by run; `nil` where that was never asked.
  subscript(sublayersOf node: Int32) -> SublayerReaches? {
    get { runs[node] }
    _modify { yield &runs[node] }
  }

  /// Follows layers that came in the place of others: how far the runs of their siblings reach is measured again.
  mutating func follow(_ edit: SnapshotEdit) {
    runs[edit.owner] = nil
    guard edit.shift != 0 || !edit.removed.isEmpty else { return }
    boxes = boxes.reduce(into: [:]) { boxes, entry in
      if let node = edit.moved(entry.key) { boxes[node] = entry.value }
    }
    runs = runs.reduce(into: [:]) { runs, entry in
      if let node = edit.moved(entry.key) { runs[node] = entry.value.moved(by: edit) }
    }
  }

  /// Forgets subtrees in which something changed.
  ///
  /// - Parameters:
  ///   - changed: The layers that changed, and all above them.
  ///   - nodes: The nodes of the snapshot.
  mutating func forget(_ changed: [Int32], _ nodes: [TreeSnapshot.Node]) {
    guard !boxes.isEmpty || !runs.isEmpty else { return }
    let nodes = nodes.span
    for node in changed {
      boxes[node] = nil
      runs[nodes[Int(node)].parent]?.forget(node)
    }
  }
}

/// How far runs of a layer's sublayers reach, in the space that these lie in.
struct SublayerReaches {
  /// How many sublayers are measured together.
  private static let runLength = 16

  /// In the order in which they stand.
  private var sublayers: [Int32]
  /// Minimum x, y, maximum x, y, no numbers where that cannot be said; `nil` where it is to be measured.
  private var boxes: [SIMD4<Double>?]

  init(_ sublayers: [Int32]) {
    self.sublayers = sublayers
    boxes = Array(repeating: nil, count: (sublayers.count + Self.runLength - 1) / Self.runLength)
  }

  var count: Int { boxes.count }

  var bytes: Int {
    sublayers.count * MemoryLayout<Int32>.stride + boxes.count * MemoryLayout<SIMD4<Double>?>.stride
  }

  /// The same where layers came in the place of others that are not among these.
  func moved(by edit: SnapshotEdit) -> SublayerReaches {
    var result = self
    result.sublayers = sublayers.compactMap(edit.moved)
    return result
  }

  /// The sublayers of some runs.
  func sublayers(of runs: Range<Int>) -> ArraySlice<Int32> {
    sublayers[(Self.runLength * runs.lowerBound)..<min(Self.runLength * runs.upperBound, sublayers.count)]
  }

  subscript(run: Int) -> SIMD4<Double>? {
    get { boxes[run] }
    set { boxes[run] = newValue }
  }

  /// Has the run of a sublayer measured again.
  mutating func forget(_ sublayer: Int32) {
    let place = sublayers.place(of: sublayer)
    if place < sublayers.count, sublayers[place] == sublayer { boxes[place / Self.runLength] = nil }
  }
}
