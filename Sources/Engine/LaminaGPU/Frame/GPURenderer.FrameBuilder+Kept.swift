// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaPlan
import LaminaSystem

// Fragments whose records stay on the device: their instances are taken over, and get the depths of their place.

extension GPURenderer.FrameBuilder {
  /// Notes the fragments of a pass that is drawn whole.
  ///
  /// - Returns: Whether at least half of the operations are in fragments that are kept, or will be from now on: then
  ///   one thread adds what is left sooner than several would build all.
  func keepsMost(of parts: [DrawList.Part], _ way: KeptPieces.Way) -> Bool {
    guard let keptPieces else { return false }
    var (all, kept) = (0, 0)
    for part in parts {
      all += part.places.count
      if let fragment = part.run.fragment, keptPieces.note(part.run, fragment, way) { kept += part.places.count }
    }
    return kept > 0 && 2 * kept >= all
  }

  /// Adds the operations of a part from what is kept of its fragment.
  ///
  /// - Parameter first: The first operation of the pass that is drawn.
  /// - Returns: `false` if nothing is kept of it; then nothing was added.
  mutating func addKept(_ part: DrawList.Part, from first: Int, _ meter: LimitMeter) -> Bool {
    let way = KeptPieces.Way.draws(usesDepth: usesDepth)
    guard part.run.first >= first, let piece = keptPiece(of: part, way, meter) else { return false }
    let (built, lists) = (piece.built, piece.built.lists)
    let interiors = InlineArray<6, Range<Int>> { 0..<lists.interiors[$0].count }
    join(
      built.steps[...], 0..<lists.instances.count, interiors, of: lists,
      at: DepthCode(first: part.run.first, step: depthStep))
    return true
  }

  /// The records of operations that become items, as far as they are kept.
  ///
  /// - Parameter count: The number of all operations of the pass.
  /// - Returns: For each operation of the pass, the place of its record, if it is kept; empty if none is.
  mutating func keptRecords(of parts: [DrawList.Part], of count: Int, _ meter: LimitMeter) -> [Int32?] {
    guard keepsMost(of: parts, .tiles) else { return [] }
    var places = [Int32?](repeating: nil, count: count)
    for part in parts {
      guard let piece = keptPiece(of: part, .tiles, meter) else { continue }
      for (place, record) in zip(part.places, piece.records) { places[part.run.first + place] = record }
    }
    return places
  }

  /// What is kept of a part, or is kept from now on; `nil` if the part is no fragment that stays.
  private mutating func keptPiece(
    of part: DrawList.Part, _ way: KeptPieces.Way, _ meter: LimitMeter
  ) -> KeptPieces.Piece? {
    guard let keptPieces, let fragment = part.run.fragment else { return nil }
    if let known = keptPieces.piece(of: fragment) { return known }
    guard keptPieces.isStaying(fragment), let bytes = recordBytes(of: part, part.places),
      let memory = keptPieces.memory(bytes)
    else { return nil }
    // Its depths are those of a pass of its own.
    var list = DrawList()
    list.append(part.run)
    let alone = list.parts(of: nil)[0]
    var apart = self
    (apart.keptPieces, apart.lists, apart.steps) = (nil, FrameLists(), [])
    (apart.records, apart.depthStep) = (RecordTable(in: memory), DepthCode.step)
    var places: [Int32] = []
    switch way {
    case .tiles: places = apart.addRecords(of: BuildPiece(part: alone, places: alone.places, recordBytes: bytes))
    case .draws: apart.add(BuildPiece(part: alone, places: alone.places, recordBytes: bytes), from: 0, meter)
    }
    let written = apart.records.memory
    guard written.isInReservedPlace(of: memory), !meter.isOutOfTime("drawing") else { return nil }
    let built = BuiltRun(lists: apart.lists, steps: apart.steps ?? [])
    return keptPieces.keep(part.run, fragment, way, in: written, built, places)
  }
}
