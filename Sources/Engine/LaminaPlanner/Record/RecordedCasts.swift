// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The place in which a layer is recorded to find the shadow of all its drawings.
struct CastPlace {
  let node: Int32
  /// The number of layers with recorded shadows that enclose this one.
  let depth: Int
  /// Whether the layer's superspace is y-up.
  private let isFlipped: Bool
  private let delay: Double
  private let surfaceFromLayer: Homography
  private let wanted: PixelRect

  init(node: Int32, depth: Int, _ room: ShadowSurface, under parent: Inherited) {
    (self.node, self.depth, isFlipped, delay) = (node, depth, parent.isFlipped, parent.delay)
    (surfaceFromLayer, wanted) = (room.grid.surfaceFromLayer, room.wanted)
  }

  /// The greatest difference of offsets that does not show in pixels; pixels.
  private static let slack = 1e-6

  /// The number of pixels by which the recording at another place has to be moved to equal a recording at this place;
  /// `nil` if the two recordings differ in other ways.
  fileprivate func shift(from other: CastPlace) -> SIMD2<Double>? {
    let (map, known) = (surfaceFromLayer, other.surfaceFromLayer)
    guard isFlipped == other.isFlipped, delay == other.delay, map.isAffine, known.isAffine else { return nil }
    let scale = (map.x * map.x + map.y * map.y).sum().squareRoot()
    let turn = (map.x - known.x) * (map.x - known.x) + (map.y - known.y) * (map.y - known.y)
    guard turn.sum().squareRoot() <= 1e-10 * scale else { return nil }
    let offset = SIMD2(map.translation.x - known.translation.x, map.translation.y - known.translation.y)
    let shift = offset.rounded(.toNearestOrEven)
    guard abs(offset.x - shift.x) <= Self.slack, abs(offset.y - shift.y) <= Self.slack,
      max(abs(shift.x), abs(shift.y)) < 0x1p24
    else { return nil }
    let (right, down) = (Int32(clamping: shift.x), Int32(clamping: shift.y))
    let pixels = PixelRect(
      minX: wanted.minX &- right, minY: wanted.minY &- down, maxX: wanted.maxX &- right, maxY: wanted.maxY &- down)
    return other.wanted.contains(pixels) ? shift : nil
  }
}

/// The recordings that were made to find shadows, to be used again if a layer is drawn again.
struct RecordedCasts {
  /// One recording.
  private struct Entry {
    let place: CastPlace
    let cast: Int32
    /// Whether shadows in the recording are omitted because they are nested too deeply at its place.
    let isCut: Bool
  }

  private var entries: [Int32: [Entry]] = [:]
  private var count: Int32 = 0
  /// The number of shadows that were omitted because they were nested too deeply.
  private(set) var ends = 0

  /// The number of places of a layer that are searched; a layer that is drawn at more places is recorded anew.
  private static let longestSearch = 64

  /// Notes that a shadow was omitted because it was nested too deeply.
  mutating func noteEnd() { ends += 1 }

  /// Adds a recording.
  ///
  /// - Returns: The number of the recording.
  mutating func add(_ place: CastPlace, isCut: Bool) -> Int32 {
    count += 1
    note(place.node..<(place.node + 1))
    entries[place.node, default: []].append(Entry(place: place, cast: count - 1, isCut: isCut))
    return count - 1
  }

  /// The range from the first recorded node to the last.
  private var span: Range<Int32> = 0..<0

  /// Whether recordings of some of the layers may exist.
  func hold(layersIn nodes: Range<Int32>) -> Bool { span.overlaps(nodes) }

  private mutating func note(_ nodes: Range<Int32>) {
    guard !nodes.isEmpty else { return }
    span = span.isEmpty ? nodes : min(span.lowerBound, nodes.lowerBound)..<max(span.upperBound, nodes.upperBound)
  }

  /// The number of recordings, which is also the number of the next one.
  var nextNumber: Int32 { count }

  /// Adds the recordings of a chunk.
  mutating func append(_ chunk: RecordedCasts) {
    let shift = count
    note(chunk.span)
    for (node, added) in chunk.entries {
      entries[node, default: []] += added.map { Entry(place: $0.place, cast: $0.cast + shift, isCut: $0.isCut) }
    }
    count += chunk.count
    ends += chunk.ends
  }

  /// Finds a recording that is the same at a place, apart from a movement by whole pixels.
  mutating func find(_ place: CastPlace) -> (cast: Int32, shift: SIMD2<Double>)? {
    for entry in (entries[place.node] ?? []).suffix(Self.longestSearch) {
      // A shadow omitted for its depth is drawn where the layer is less deep; a drawn one is omitted where it is
      // deeper.
      let isAsDeep = entry.isCut ? entry.place.depth == place.depth : entry.place.depth >= place.depth
      guard isAsDeep, let shift = place.shift(from: entry.place) else { continue }
      if entry.isCut { noteEnd() }
      return (entry.cast, shift)
    }
    return nil
  }
}
