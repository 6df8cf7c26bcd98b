// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem

// Taking over fragments. The parts of a snapshot are recorded apart, like chunks, and the recordings are kept. In the
// next frame the recording of a part that is the same, in the same place, is appended instead of a new one.

extension TreeRecorder {
  /// Pushes the sublayers of a layer as parts of the snapshot and layers between them, outside of surfaces of their
  /// own, copies of replicators and spaces. Layers of parts that were visited before are not looked at.
  ///
  /// - Parameter end: The node behind the layer's subtree.
  /// - Returns: `false` if there are no parts among the sublayers, or if the sublayers need to be sorted; then nothing
  ///   is pushed.
  mutating func pushParts(of node: Int32, end: Int32) -> Bool {
    let parts = snapshot.parts
    guard fragments != nil, walk.depth == 0, walk.chains.isEmpty, walk.replicas.isEmpty, !chunks.isInside,
      walk.open[walk.open.count - 1].inherited.sublayerSpace < 0
    else { return false }
    var (next, high) = (0, parts.count)
    while next < high {
      let middle = (next + high) / 2
      if parts[middle].first <= node { next = middle + 1 } else { high = middle }
    }
    guard next < parts.count, parts[next].first < end else { return false }
    let (start, depth) = (walk.pending.count, nodes[Int(node + 1)].properties.zPosition)
    var (child, isOfOneDepth, hasParts) = (node + 1, true, false)
    while child < end, isOfOneDepth {
      // Parts inside of other sublayers are pushed when these are entered.
      while next < parts.count, parts[next].first < child { next += 1 }
      if next < parts.count, parts[next].first == child {
        isOfOneDepth = self.depth(of: parts[next]) == depth
        walk.push(part: next, after: start)
        (child, next, hasParts) = (parts[next].end, next + 1, true)
      } else {
        isOfOneDepth = nodes[Int(child)].properties.zPosition == depth && !properties(at: Int(child)).leavesPlane
        walk.push(.layer(child))
        child = nodes[Int(child)].subtreeEnd
      }
    }
    guard isOfOneDepth, hasParts else {
      walk.drop(after: start)
      return false
    }
    walk.turn(after: start)
    return true
  }

  /// The depth of the sublayers of a part; `nil` if they have several, or do not lie in their plane.
  private mutating func depth(of part: TreeSnapshot.PlacedPart) -> CGFloat? {
    guard let fragment = fragments?.fragment(of: part.part) else { return nil }
    if let known = fragment.depth { return known }
    let depth = nodes[Int(part.first)].properties.zPosition
    var node = part.first
    while node < part.end {
      guard nodes[Int(node)].properties.zPosition == depth, !properties(at: Int(node)).leavesPlane else {
        // It is not entered as a part.
        fragment.forget()
        return nil
      }
      node = nodes[Int(node)].subtreeEnd
    }
    fragment.depth = depth
    return depth
  }

  /// Enters consecutive parts of the snapshot. All threads record the parts of which nothing is taken over.
  mutating func enterParts(_ parts: Range<Int>) {
    guard let layer = walk.open.last else { return }
    let place = ChunkPlace(layer, clips: resources.clips, walk: walk, surfaceRegion: surfaceRegion, budgets: budgets)
    var next = parts.lowerBound
    while next < parts.upperBound {
      let end = min(next + chunks.partsRecordedTogether, parts.upperBound)
      enter(snapshot.parts[next..<end], at: place)
      next = end
      if meter.isOver { return }
    }
  }

  private mutating func enter(_ parts: ArraySlice<TreeSnapshot.PlacedPart>, at place: ChunkPlace) {
    var (shown, missing): ([(part: TreeSnapshot.PlacedPart, fragment: PlanFragment)], [[Int32]]) = ([], [])
    for part in parts {
      guard let fragment = fragments?.fragment(of: part.part) else { return }
      if !fragment.isRecorded(at: place) {
        // A recording made elsewhere would keep the pictures of every part that was ever in sight.
        fragment.forget()
        if isOutOfSight(part, fragment, place) { continue }
        missing.append(siblings(of: part))
      }
      shown.append((part, fragment))
    }
    // A shadow that was found by an earlier recording of these layers can only be found by the recorder that made it.
    let isKnown = casts.hold(layersIn: (parts.first?.first ?? 0)..<(parts.last?.end ?? 0))
    var recorded = isKnown || missing.isEmpty ? [] : recordTogether(missing.map { $0[...] }[...], at: place) ?? []
    recorded.reverse()
    for (part, fragment) in shown {
      let firstDraw = list.draws.count
      if let known = fragment.recorded {
        append(known, of: fragment, at: part.first, inside: place.inheritedClips)
      } else if let chunk = recorded.popLast() {
        let firstRaster = list.rasters.count
        append(chunk)
        countPictures(of: chunk.resources)
        if chunk.canBeTaken(in: place) {
          fragment.keep(chunk, at: place, first: part.first)
          fragments?.wait(fragment, firstRaster: firstRaster)
        }
      } else {
        enterOneByOne(siblings(of: part))
        fragment.forget()
      }
      if let known = fragment.recorded, known.list.steps.isEmpty {
        list.noteFragment(fragment.identity, from: firstDraw)
      }
      if list.isLong { flatten() }
    }
  }

  /// Appends the recording of a fragment.
  ///
  /// - Parameters:
  ///   - node: The first node of its part.
  ///   - outerClips: The clips around its layers, outermost first.
  private mutating func append(
    _ known: RecordedChunk, of fragment: PlanFragment, at node: Int32, inside outerClips: [ClipHandle]
  ) {
    var places = resources.append(known.resources, inheriting: outerClips, after: casts.nextNumber)
    places.nodeShift = node - fragment.first
    fragment.move(to: places)
    list.append(known.list, with: fragment.draws, at: places)
    countPictures(of: known.resources, isNew: false)
    list.answer(lastRasters: fragment.answers)
    fragments?.takenOver += Int(fragment.part.count)
  }

  /// Whether no layer of a part shows, as far as that is known without a visit.
  private mutating func isOutOfSight(
    _ part: TreeSnapshot.PlacedPart, _ fragment: PlanFragment, _ place: ChunkPlace
  ) -> Bool {
    let inherited = place.layer.inherited
    guard inherited.targetFromLayer.isAffine, measuresReach else { return false }
    let reach = fragment.reach ?? self.reach(of: siblings(of: part))
    fragment.reach = reach
    return inherited.targetFromLayer.misses(reach, inherited.limit)
  }

  /// The sublayers of a part.
  private func siblings(of part: TreeSnapshot.PlacedPart) -> [Int32] {
    var (siblings, node): ([Int32], Int32) = ([], part.first)
    while node < part.end {
      siblings.append(node)
      node = nodes[Int(node)].subtreeEnd
    }
    return siblings
  }

  /// Enters sublayers where they cannot be recorded apart.
  private mutating func enterOneByOne(_ siblings: [Int32]) {
    var waiting = siblings.reversed().map { TreeWalk.PendingLayer.layer($0) }
    walk.exchange(&waiting)
    goOn()
    walk.exchange(&waiting)
  }
}
