// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The fragments of a plan whose records stay on the device from frame to frame, each with the instances that refer to
/// them. A frame whose pixels all change, as behind a moving background, then builds only the layers that changed.
///
/// A fragment is kept when it is drawn whole again, and there is room. Its records get a place in the *kept area*,
/// which all frames leave free in their memory of records, behind the data that all records share; `RecordRing` copies
/// to each region the part that it does not hold yet. Places are given one behind the other, and all anew when half of
/// them are unused, or when something else changes that records name by place (``Inputs``). Confined to the device's
/// thread.
final class KeptPieces {
  /// The places and values, besides operations, on which records and instances depend.
  struct Inputs: Equatable {
    var strategy: RenderStrategy
    var pictures: PlacedPictures
    var gradients: [Int32]
    /// The generation of the tables of shadow corners.
    var shadows: Int
  }

  /// How a pass is drawn: other ways need other records.
  enum Way: Equatable {
    case draws(usesDepth: Bool)
    case tiles
  }

  /// The records and instances of a fragment.
  final class Piece {
    fileprivate let fragment: DrawnFragment
    /// Held, so that no other operations can have their address.
    fileprivate let draws: [DrawOperation]
    fileprivate let way: Way
    /// Of its records.
    fileprivate let bytes: Int
    fileprivate var frame: Int
    /// What a builder has built of the operations, at depths of ``DepthCode``; empty for tiles.
    let built: BuiltRun
    /// For tiles, the place of the record of each operation.
    let records: [Int32]

    fileprivate init(
      _ run: DrawList.Run, _ fragment: DrawnFragment, _ way: Way, bytes: Int, frame: Int, _ built: BuiltRun,
      _ records: [Int32]
    ) {
      (self.fragment, draws, self.way, self.bytes, self.frame) = (fragment, run.draws, way, bytes, frame)
      (self.built, self.records) = (built, records)
    }

    /// Whether a run consists of its operations: also their handles are the same then.
    fileprivate func isOf(_ run: DrawList.Run) -> Bool {
      run.draws.withUnsafeBufferPointer { own in draws.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress } }
    }
  }

  /// The kept area: bytes of a frame's memory of records; empty while nothing is kept.
  private(set) var area = 0..<0
  /// The bytes of the shared data in front of it in the current frame.
  private(set) var shared = 0
  /// What the kept area holds, up to ``end``.
  private(set) var content = FrameMemory()
  /// The end of the places that were given.
  private(set) var end = 0
  /// Changes whenever all places are given anew.
  private(set) var generation = 0

  /// The most bytes of a frame's records.
  private let limit: Int
  /// The most bytes of the kept area.
  private let mostBytes: Int
  private var pieces: [ObjectIdentifier: Piece] = [:]
  private var inputs: Inputs?
  /// The fragments that the frame before drew whole, and those that this one draws whole.
  private var seen: Set<ObjectIdentifier> = []
  private var seenNow: Set<ObjectIdentifier> = []
  private var frame = 0
  /// Whether the frame that used pieces last has not ended: it failed then, with what it had placed.
  private var isOpen = false
  /// The bytes for which there was no room, those for which there will be room in this frame, and those of pieces that
  /// are drawn no more.
  private var (missing, promised, unused) = (0, 0, 0)
  /// The number of frames since one used pieces.
  private var idle = 0
  /// The bytes that the records of an operation usually take.
  private static let usualBytes = 256
  /// After this many frames without a use, everything is freed.
  private static let framesOfUse = 64

  /// - Parameter limit: The most bytes of a frame's records.
  init(limit: Int) {
    self.limit = limit
    mostBytes = min(16 << 20, limit / 4 / FrameMemory.unit * FrameMemory.unit)
  }

  /// Begins a frame.
  ///
  /// - Parameters:
  ///   - isWhole: Whether all operations of all passes are drawn.
  ///   - shared: The bytes of the data that all records of the frame share.
  /// - Returns: Whether the frame may use pieces, and keep others.
  func begin(_ plan: RenderPlan, isWhole: Bool, _ inputs: Inputs, shared: Int) -> Bool {
    self.shared = shared
    if isOpen { forget() }
    let canKeep =
      isWhole && !plan.clips.contains { $0.gradient.exists }
      && plan.passes.last?.draws.runs.contains { $0.fragment != nil } ?? false
    guard canKeep else {
      idle += 1
      if idle == Self.framesOfUse { forget() }
      return false
    }
    (frame, idle, promised, isOpen) = (frame + 1, 0, 0, true)
    if self.inputs != inputs {
      // Where they change in each frame, nothing is worth keeping.
      forget()
      (self.inputs, isOpen) = (inputs, true)
    }
    let used = end - area.lowerBound
    let wanted = Self.rounded(min(2 * (used - unused + missing), mostBytes))
    if missing > 0 && wanted > area.count || 2 * unused > used || shared > area.lowerBound && !area.isEmpty {
      place(wanted, behind: shared)
    }
    missing = 0
    return true
  }

  /// Gives all places anew, in an area of some bytes.
  private func place(_ bytes: Int, behind shared: Int) {
    // Room for more shared data in later frames.
    let start = Self.rounded(2 * shared + 1)
    let fits = bytes > 0 && 2 * (start + bytes) <= limit
    (area, end, pieces, unused) = (fits ? start..<start + bytes : 0..<0, fits ? start : 0, [:], 0)
    content = area.isEmpty ? FrameMemory() : FrameMemory(from: start, capacity: bytes)
    generation += 1
  }

  /// Keeps nothing any more.
  func forget() {
    (pieces, inputs, area, end) = ([:], nil, 0..<0, 0)
    (seen, seenNow, missing, unused, isOpen) = ([], [], 0, 0, false)
    content = FrameMemory()
    generation += 1
  }

  /// Whether the current frame leaves room for the kept area behind its shared data.
  var hasRoom: Bool { !area.isEmpty && shared <= area.lowerBound }

  private static func rounded(_ bytes: Int) -> Int {
    (bytes + FrameMemory.unit - 1) / FrameMemory.unit * FrameMemory.unit
  }

  /// Notes a fragment that is drawn whole.
  ///
  /// - Returns: Whether it is kept, or there is room to keep it from now on.
  func note(_ run: DrawList.Run, _ fragment: DrawnFragment, _ way: Way) -> Bool {
    let identifier = ObjectIdentifier(fragment)
    seenNow.insert(identifier)
    if let piece = pieces[identifier] {
      piece.frame = frame
      if piece.way == way, piece.isOf(run) { return true }
      // Its layers, clips, pictures or gradients have other places now, and may have again in the next frame.
      pieces[identifier] = nil
      unused += piece.bytes
      seen.remove(identifier)
      return false
    }
    guard seen.contains(identifier) else { return false }
    let bytes = run.draws.count * Self.usualBytes
    guard end + promised + bytes <= area.upperBound else {
      missing += bytes
      return false
    }
    promised += bytes
    return true
  }

  /// The piece of a fragment that was noted.
  func piece(of fragment: DrawnFragment) -> Piece? { pieces[ObjectIdentifier(fragment)] }

  /// Whether a fragment was drawn whole in the frame before, too.
  func isStaying(_ fragment: DrawnFragment) -> Bool { !area.isEmpty && seen.contains(ObjectIdentifier(fragment)) }

  /// Memory for the records of a fragment, if there is room.
  ///
  /// - Parameter bytes: The most bytes that they take.
  func memory(_ bytes: Int) -> FrameMemory? {
    end + bytes <= area.upperBound ? content.part(from: end, capacity: bytes) : nil
  }

  /// Keeps a piece whose records were written to the memory that was lent last.
  func keep(
    _ run: DrawList.Run, _ fragment: DrawnFragment, _ way: Way, in memory: FrameMemory, _ built: BuiltRun,
    _ records: [Int32]
  ) -> Piece {
    let piece = Piece(run, fragment, way, bytes: memory.count - end, frame: frame, built, records)
    end = memory.count
    pieces[ObjectIdentifier(fragment)] = piece
    return piece
  }

  /// Ends a frame that drew its passes whole: forgets the pieces that it did not draw.
  func endFrame() {
    for (identifier, piece) in pieces where piece.frame != frame {
      pieces[identifier] = nil
      unused += piece.bytes
    }
    (seen, seenNow, isOpen) = (seenNow, [], false)
  }
}

/// What a builder has built of operations, apart from others: steps, and the instances that they take.
struct BuiltRun {
  var lists = FrameLists()
  var steps: [BuildStep] = []
}

/// Depths of a piece that is kept: the places of its operations from its first one on, as whole numbers. The depth of
/// an instance follows from the place of the fragment in its pass.
struct DepthCode {
  /// The step between depths with which a builder makes the depth 1 and a code: `1 - code * step`.
  static let step: Float = -1
  /// The place of the first operation in its pass.
  let first: Int
  /// The step between depths of the pass.
  let step: Float

  /// The depth of an instance, clip space.
  @inline(__always) func depth(_ coded: Float) -> Float { 1 - Float(2 * first + Int(clamping: coded - 1)) * step }
}
