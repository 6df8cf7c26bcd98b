// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan
import LaminaShaders
import LaminaSystem
import Synchronization

// Building a pass on several threads. Boxes and shadows are built independently of one another; only how their
// instances become draws depends on the order. So threads build pieces of the pass, each with a builder of its own and
// with records at places that were reserved for the piece, and note the steps that depend on the order. Then one thread
// takes these steps, piece by piece, as if it had built the pass alone: the draws are the same for any number of
// threads.

/// A step of building a pass that depends on the draws before it.
enum BuildStep {
  /// Instances for the current runs.
  case run(BoxRun)
  /// The end of the current runs.
  case flush
  /// A draw of its own.
  case batch(DrawBatch)
}

/// Operations that are built together.
struct BuildPiece {
  let part: DrawList.Part
  let places: Range<Int>
  /// The most bytes that their records take.
  let recordBytes: Int
}

extension UnsafePointer<BoxOperation> {
  /// The most bytes that the records of a box take: its own and one of its fill, or those of its picture and of that as
  /// an opaque interior.
  fileprivate var recordBytes: Int {
    let picture = MemoryLayout<PictureRecord>.size + MemoryLayout<InteriorRecord>.size
    return MemoryLayout<BoxRecord>.size + MemoryLayout<FillRecord>.size + (pointee.image.exists ? picture : 0)
  }
}

/// A piece that was built, as ranges in the lists of a thread.
private struct BuiltPiece {
  let thread: Int
  let steps: Range<Int>
  let instances: Range<Int>
  let interiors: InlineArray<6, Range<Int>>
}

/// A thread that builds pieces, one after the other.
private final class BuilderThread: @unchecked Sendable {
  // Unchecked because only one thread at a time uses it: `ForkJoin` gives each number to one thread.
  var builder: GPURenderer.FrameBuilder

  init(_ builder: GPURenderer.FrameBuilder) { self.builder = builder }
}

extension GPURenderer.FrameBuilder {
  /// The most operations of a run that are built together. Their opaque interiors do not hide those of the ones before.
  static let pieceLength = 256
  /// Passes with fewer operations are built by one thread: others would join too late.
  static let fewestForThreads = 1024

  /// Adds operations on several threads.
  ///
  /// - Returns: `false` if they are too few or not all boxes and shadows; then nothing was added.
  mutating func addOnThreads(_ parts: [DrawList.Part], from first: Int, _ meter: LimitMeter) -> Bool {
    guard let pieces = pieces(of: parts) else { return false }
    let workers = makeWorkers(for: pieces)
    let count = min(pieces.reduce(0) { $0 + $1.places.count }, 8192)
    for (number, worker) in workers.enumerated() {
      worker.builder.lists = lists.takeLists(ofThread: number, expecting: count)
    }
    let results = build(pieces, by: workers, meter) { $0.build($1, by: $2, from: first, meter) }
    for (piece, result) in zip(pieces, results) where !meter.isOutOfTime("drawing") {
      if let result {
        let other = workers[result.thread].builder
        join((other.steps ?? [])[result.steps], result.instances, result.interiors, of: other.lists)
      } else {
        // Its records did not find room in the reserved places.
        add(piece, from: first, meter)
      }
    }
    for (number, worker) in workers.enumerated() { lists.giveBack(&worker.builder.lists, ofThread: number) }
    return true
  }

  /// Writes the records of operations that become items on several threads.
  ///
  /// - Parameter count: The number of all operations of the pass.
  /// - Returns: For each operation of the pass, the place of its record, if it has one already; empty if the operations
  ///   are too few, or not all boxes and shadows.
  mutating func addRecordsOnThreads(_ parts: [DrawList.Part], of count: Int, _ meter: LimitMeter) -> [Int32?] {
    guard let pieces = pieces(of: parts) else { return [] }
    let results = build(pieces, by: makeWorkers(for: pieces), meter) { builder, piece, _ in
      builder.addRecords(of: piece)
    }
    var places = [Int32?](repeating: nil, count: count)
    for (piece, result) in zip(pieces, results) {
      guard let result else { continue }
      for (place, record) in zip(piece.places, result) {
        places[piece.part.run.first + piece.part.offset(place)] = record
      }
    }
    return places
  }

  /// Makes builders that note steps, with empty lists.
  private func makeWorkers(for pieces: [BuildPiece]) -> [BuilderThread] {
    (0..<min(threads, pieces.count)).map { _ in
      var worker = self
      (worker.steps, worker.lists, worker.keptPieces) = ([], FrameLists(), nil)
      return BuilderThread(worker)
    }
  }

  /// Calls `body` for each piece, on several threads, with a builder that writes records to places reserved for
  /// the piece, and with the number of the thread.
  ///
  /// - Returns: The results; `nil` for a piece whose records did not find room, or for which there was no time.
  private mutating func build<Result: Sendable>(
    _ pieces: [BuildPiece], by workers: [BuilderThread], _ meter: LimitMeter,
    _ body: (inout Self, BuildPiece, Int) -> Result
  ) -> [Result?] {
    let memory = records.reserve(pieces.map(\.recordBytes))
    let upcoming = WorkPieces(pieces.indices)
    let results = Locked([Result?](repeating: nil, count: pieces.count))
    ForkJoin.perform(workers.count) { number in
      let worker = workers[number]
      while let next = upcoming.next(), !meter.isOutOfTime("drawing") {
        worker.builder.records = RecordTable(in: memory[next])
        let result = body(&worker.builder, pieces[next], number)
        guard worker.builder.records.memory.isInReservedPlace(of: memory[next]) else { continue }
        results.withLock { $0[next] = result }
      }
    }
    return results.withLock { $0 }
  }

  /// Divides operations into pieces.
  ///
  /// - Returns: `nil` if there are too few for several threads, not all are boxes and shadows, or the tables of the
  ///   shadows find no room.
  private mutating func pieces(of parts: [DrawList.Part]) -> [BuildPiece]? {
    guard threads > 1, parts.reduce(0, { $0 + $1.places.count }) >= Self.fewestForThreads else { return nil }
    var pieces: [BuildPiece] = []
    for part in parts {
      for start in stride(from: part.places.lowerBound, to: part.places.upperBound, by: Self.pieceLength) {
        let places = start..<min(start + Self.pieceLength, part.places.upperBound)
        guard let bytes = recordBytes(of: part, places) else { return nil }
        pieces.append(BuildPiece(part: part, places: places, recordBytes: bytes))
      }
    }
    return pieces
  }

  /// The most bytes that the records of some operations take; `nil` if not all are boxes, and shadows whose corner
  /// tables have room. The tables are placed, so that threads only look them up.
  mutating func recordBytes(of part: DrawList.Part, _ places: Range<Int>) -> Int? {
    read(part.run) { builder, operations in
      guard let base = operations.baseAddress else { return nil }
      var bytes = 0
      for place in places {
        let operation = base + part.offset(place)
        if let box = operation.box {
          bytes += box.recordBytes
        } else if let shadow = operation.shadow, builder.findTables(of: shadow) {
          bytes += MemoryLayout<ShadowRecord>.size
        } else {
          return nil
        }
      }
      return bytes
    }
  }

  /// Builds a piece apart from the ones before it.
  private mutating func build(
    _ piece: BuildPiece, by thread: Int, from order: Int, _ meter: LimitMeter
  ) -> BuiltPiece {
    let (firstStep, first, interiors) = (steps?.count ?? 0, lists.instances.count, lists.interiors)
    add(piece, from: order, meter)
    let lists = lists
    return BuiltPiece(
      thread: thread, steps: firstStep..<(steps?.count ?? 0), instances: first..<lists.instances.count,
      interiors: InlineArray { interiors[$0].count..<lists.interiors[$0].count })
  }

  /// Adds the records of a piece.
  ///
  /// - Returns: Their places.
  mutating func addRecords(of piece: BuildPiece) -> [Int32] {
    read(piece.part.run) { builder, operations in
      guard let base = operations.baseAddress else { return [] }
      return piece.places.map { place in
        let operation = base + piece.part.offset(place)
        if let box = operation.box { return builder.addRecord(of: box) }
        return operation.shadow.map { builder.instance(of: $0, depth: 0).instance.record } ?? -1
      }
    }
  }

  /// Adds the operations of a piece.
  mutating func add(_ piece: BuildPiece, from first: Int, _ meter: LimitMeter) {
    read(piece.part.run) { $0.add(piece.part, piece.places, $1, from: first, format: .rgba8, meter) { _ in false } }
  }

  /// Takes the steps of operations that another builder has built.
  ///
  /// - Parameters:
  ///   - instances: Their instances in the lists of the other builder.
  ///   - interiors: Their opaque interiors there, by kind.
  ///   - depths: The depths of instances that have codes; `nil` if they have depths.
  mutating func join(
    _ steps: ArraySlice<BuildStep>, _ instances: Range<Int>, _ interiors: InlineArray<6, Range<Int>>,
    of other: FrameLists, at depths: DepthCode? = nil
  ) {
    for kind in interiors.indices {
      lists.interiors[kind].append(other.interiors[kind], interiors[kind], at: depths)
    }
    // Where runs end they are sorted, up to the end of the list, so instances behind them must not be there yet.
    let isOfRuns = steps.allSatisfy { if case .run = $0 { true } else { false } }
    let shift = lists.instances.count - instances.lowerBound
    if isOfRuns { lists.instances.append(other.instances, instances, at: depths) }
    for step in steps {
      let first = lists.instances.count
      switch step {
      case .run(let run) where isOfRuns:
        let moved = (run.instances.lowerBound + shift)..<(run.instances.upperBound + shift)
        addRun(of: moved, program: run.program, area: run.area, bounds: run.bounds)
      case .run(let run):
        lists.instances.append(other.instances, run.instances, at: depths)
        addRun(from: first, program: run.program, area: run.area, bounds: run.bounds)
      case .flush: flushRuns()
      case .batch(var batch):
        lists.instances.append(other.instances, batch.instances, at: depths)
        batch.instances = first..<lists.instances.count
        batches.append(batch)
      }
    }
  }
}
