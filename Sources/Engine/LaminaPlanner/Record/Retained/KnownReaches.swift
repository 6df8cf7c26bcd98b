// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaLayers

/// The extents of subtrees that may be out of sight, kept as long as nothing in a subtree changes. The extent of a
/// subtree stays known wherever the subtree is moved, and the extents of runs of sublayers wherever their superlayer is
/// moved or scrolled. So the rows of a list that scrolls are measured once.
struct KnownReaches {
  /// The extent of each measured subtree, in the space of the subtree's root.
  private var boxes: [Int32: SIMD4<Double>] = [:]
  private var runs: [Int32: SublayerReaches] = [:]

  /// The approximate memory that the extents take; bytes.
  var bytes: Int {
    boxes.count * MemoryLayout<(Int32, SIMD4<Double>)>.stride + runs.values.reduce(0) { $0 + $1.bytes }
  }

  /// The extent of a subtree: minimum x, y, maximum x, y, or NaN if the extent is unknown; `nil` if the subtree was not
  /// measured.
  func reach(of root: Int32) -> SIMD4<Double>? { boxes[root] }

  mutating func keep(_ box: SIMD4<Double>, of root: Int32) { boxes[root] = box }

  /// The extents of the sublayers of a layer, run by run; `nil` if no run was ever measured.
  subscript(sublayersOf node: Int32) -> SublayerReaches? {
    get { runs[node] }
    _modify { yield &runs[node] }
  }

  /// Updates the nodes after layers were replaced by others, and drops the extents of the owner's runs, which are then
  /// measured again.
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

  /// Forgets the extents of subtrees in which something changed.
  ///
  /// - Parameters:
  ///   - changed: The layers that changed, and all their ancestors.
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

/// The extents of runs of a layer's sublayers, in the space of the sublayers.
struct SublayerReaches {
  /// The number of sublayers that are measured together.
  private static let runLength = 16

  /// The sublayers, in the order of the tree.
  private var sublayers: [Int32]
  /// The extent of each run: minimum x, y, maximum x, y, or NaN if the extent is unknown; `nil` if it is still to be
  /// measured.
  private var boxes: [SIMD4<Double>?]

  init(_ sublayers: [Int32]) {
    self.sublayers = sublayers
    boxes = Array(repeating: nil, count: (sublayers.count + Self.runLength - 1) / Self.runLength)
  }

  var count: Int { boxes.count }

  var bytes: Int {
    sublayers.count * MemoryLayout<Int32>.stride + boxes.count * MemoryLayout<SIMD4<Double>?>.stride
  }

  /// The same extents with updated nodes, after layers outside of these sublayers were replaced by others.
  func moved(by edit: SnapshotEdit) -> SublayerReaches {
    var result = self
    result.sublayers = sublayers.compactMap(edit.moved)
    return result
  }

  /// The sublayers in a range of runs.
  func sublayers(of runs: Range<Int>) -> ArraySlice<Int32> {
    sublayers[(Self.runLength * runs.lowerBound)..<min(Self.runLength * runs.upperBound, sublayers.count)]
  }

  subscript(run: Int) -> SIMD4<Double>? {
    get { boxes[run] }
    set { boxes[run] = newValue }
  }

  /// Forgets the extent of the run that contains a sublayer, so that it is measured again.
  mutating func forget(_ sublayer: Int32) {
    let place = sublayers.place(of: sublayer)
    if place < sublayers.count, sublayers[place] == sublayer { boxes[place / Self.runLength] = nil }
  }
}
