// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The identity of a run of sublayers with everything in them, which neither changed nor moved against each other.
///
/// The copies of a tree whose layers are unchanged since the copy before share the object. So whatever was made of a
/// part, such as its draws, belongs to the next copy, too, if that copy has the part. A part holds no layer that looks
/// different at another time or can change unnoticed, none that changes again and again, and no mask, replicator,
/// emitter or problem.
package final class SnapshotPart: Sendable {
  /// The sublayers, each with the revision at which it was copied. A layer that is released and replaced by another one
  /// at the same address has another revision.
  let layers: [(layer: ObjectIdentifier, revision: UInt64)]
  /// The number of nodes.
  package let count: Int32

  /// The first sublayer.
  var head: ObjectIdentifier? { layers.first?.layer }

  /// The number of sublayers.
  package var sublayerCount: Int { layers.count }

  init(_ layers: ArraySlice<CALayer>, count: Int32) {
    self.layers = layers.map { (ObjectIdentifier($0), $0.revision) }
    self.count = count
  }

  /// Whether the sublayers from an index on are the ones of the part, unchanged.
  func isSame(as sublayers: [CALayer], from index: Int) -> Bool {
    guard layers.count <= sublayers.count - index else { return false }
    // Through buffers: this loop visits all sublayers of a tree.
    return layers.withUnsafeBufferPointer { layers in
      sublayers[index..<(index + layers.count)].withUnsafeBufferPointer { sublayers in
        for place in layers.indices {
          unowned(unsafe) let layer = sublayers[place]
          guard layers[place].layer == ObjectIdentifier(layer), layers[place].revision == layer.revision else {
            return false
          }
        }
        return true
      }
    }
  }

  /// Marks the layers as restless that changed since the copy of the part, and had changed shortly before it, too. They
  /// stay out of parts, so that only they are copied and recorded anew, and not their neighbours.
  ///
  /// - Parameter recent: The revision after which a layer changed recently.
  func noteRestless(in sublayers: [CALayer], from index: Int, recent: UInt64) {
    for (known, layer) in zip(layers, sublayers[index...])
    where known.layer == ObjectIdentifier(layer) && known.revision != layer.revision && known.revision > recent {
      layer.isRestless = true
    }
  }
}

extension TreeSnapshot {
  /// A part in its place in a copy.
  package struct PlacedPart: Sendable {
    package let part: SnapshotPart
    /// The first node of the part.
    package let first: Int32
    /// The index of its first content; the contents of a part are next to one another.
    let firstContent: Int32
    /// The number of its contents.
    let contentCount: Int32
    /// Whether the part was in the copy before.
    package let isTakenOver: Bool

    /// The node behind the part.
    package var end: Int32 { first + part.count }
  }
}

// Making parts, and taking over the nodes of parts of the copy before.

extension SnapshotBuilder {
  /// The sublayers of an open layer that were copied last and belong to no part yet.
  struct OpenRun {
    /// The first sublayer, and the first node and content of it.
    var sublayer: Int
    var node: Int
    var content: Int
    /// The nodes and the count of special layers in front of the sublayer that is being copied.
    var lastNode: Int
    var specials: Int
  }

  /// The size of parts in nodes: a balance of the work after a change and of the number of parts. To record a layer
  /// anew and to compare its draws costs twice as much as to take over a part, and typical films change one part in
  /// every second frame: layers that change again and again are in none.
  static func partSize(layers: Int) -> Int { min(max(Int(clamping: Double(layers).squareRoot()), 12), 128) }

  /// Fewer nodes are no part.
  private static let fewestNodes = 3

  /// Begins a run with the next sublayer of an open layer.
  mutating func beginRun(_ top: Int) {
    open[top].run = OpenRun(
      sublayer: open[top].next, node: nodes.count, content: contents.count, lastNode: nodes.count, specials: specials)
  }

  /// Adds the sublayer that was copied last to the run, unless it is large or special.
  mutating func extendRun(_ top: Int) {
    guard var run = open[top].run, nodes.count > run.lastNode else { return }
    if specials != run.specials || nodes.count - run.lastNode > partSize {
      endRun(top, upTo: run.lastNode, sublayers: open[top].next - 1)
      return beginRun(top)
    }
    run.lastNode = nodes.count
    open[top].run = run
    if nodes.count - run.node >= (nodes.known.isEmpty ? partSize : 2 * partSize) {
      endRun(top, upTo: nodes.count, sublayers: open[top].next)
      beginRun(top)
    }
  }

  /// Makes a part of a run.
  ///
  /// - Parameters:
  ///   - end: The node behind the run.
  ///   - sublayers: The number of sublayers up to its end.
  mutating func endRun(_ top: Int, upTo end: Int, sublayers: Int) {
    guard let run = open[top].run, end - run.node >= Self.fewestNodes else { return }
    // Parts do not hold others; the parts of a large sublayer behind the run stay behind it.
    var behind: [TreeSnapshot.PlacedPart] = []
    while let last = parts.last, Int(last.first) >= run.node {
      if Int(last.first) >= end { behind.append(last) }
      parts.removeLast()
    }
    // A large sublayer behind the run may have contents already.
    let contentEnd = nodes.lastContent(in: run.node..<end).map { $0 + 1 } ?? run.content
    parts.append(
      TreeSnapshot.PlacedPart(
        part: SnapshotPart(open[top].sublayers[run.sublayer..<sublayers], count: Int32(end - run.node)),
        first: Int32(run.node), firstContent: Int32(run.content), contentCount: Int32(contentEnd - run.content),
        isTakenOver: false))
    parts += behind.reversed()
  }

  /// Takes over the part of the copy before that begins with the next sublayer of an open layer.
  ///
  /// - Returns: `false` if there is none, or if the run before it would stay too small.
  mutating func takePart(_ top: Int) -> Bool {
    let next = open[top].next
    guard let run = open[top].run,
      let old = nodes.known.takePart(from: next, of: open[top].sublayers, recent: restlessSince)
    else { return false }
    let waiting = nodes.count - run.node
    guard waiting == 0 || waiting >= partSize / 4 || waiting + Int(old.part.count) > 2 * partSize else { return false }
    endRun(top, upTo: nodes.count, sublayers: next)
    let (first, firstContent) = (Int32(nodes.count), Int32(contents.count))
    let (shift, contentShift) = (first - old.first, firstContent - old.firstContent)
    nodes.append(old)
    if old.contentCount > 0 { contents += nodes.known.contents(of: old) }
    let isInPlace =
      shift == 0 && contentShift == 0 && nodes[Int(first)].parent == open[top].node
      && Int(nodes[Int(first)].siblingIndex) == next
    if !isInPlace { moveNodes(from: first, of: old, shift, contentShift, under: open[top].node, from: next) }
    parts.append(
      TreeSnapshot.PlacedPart(
        part: old.part, first: first, firstContent: firstContent, contentCount: old.contentCount, isTakenOver: true))
    takenNodes += Int(old.part.count)
    open[top].next = next + old.part.layers.count
    beginRun(top)
    return true
  }

  /// Lets the nodes of a part that was taken over refer to their places in this copy.
  ///
  /// - Parameters:
  ///   - first: The first node of the part.
  ///   - shift: The distance by which its nodes moved.
  ///   - contentShift: The distance by which its contents moved.
  ///   - parent: The node of the layer around the part.
  ///   - index: The index of its first sublayer.
  private mutating func moveNodes(
    from first: Int32, of old: TreeSnapshot.PlacedPart, _ shift: Int32, _ contentShift: Int32, under parent: Int32,
    from index: Int
  ) {
    var sibling = Int32(index)
    for index in Int(first)..<nodes.count {
      nodes[index].subtreeEnd += shift
      if nodes[index].content >= 0 { nodes[index].content += contentShift }
      if nodes[index].parent >= old.first {
        nodes[index].parent += shift
      } else {
        (nodes[index].parent, nodes[index].siblingIndex) = (parent, sibling)
        sibling += 1
      }
    }
  }
}
