// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaSystem

/// The operations of one pass, ready to draw: every number that does not depend on the pixel is computed.
///
/// Operations are prepared in chunks, each by one thread into its own arena; no operations are counted or numbered
/// before, and nothing changes afterwards.
final class PreparedPass: @unchecked Sendable {
  let region: PixelRect
  /// Premultiplied, 0...255.
  let clear: PixelColor
  /// Back to front.
  let operations: UnsafeBufferPointer<PreparedOperation>
  /// The memory that the operations point to.
  private let arenas: [Arena]
  private let images: PreparedImages
  private let clips: PreparedClips

  /// Prepares the operations of a pass of a plan.
  ///
  /// - Parameters:
  ///   - images: The pictures, which keep their bytes in place; retained by the pass.
  ///   - clips: All clips of the plan; retained by the pass.
  ///   - shadowCorners: The tables of shadows' corners that the renderer keeps.
  ///   - threads: The number of threads that prepare a large pass.
  ///   - needed: The pixels that are drawn; operations that touch none of them are left out.
  ///   - meter: Once it reports that the picture exceeds its limits, operations are missing, and none may be read.
  ///   - source: Returns the pixels of an earlier pass, if there are any.
  init(
    _ index: Int, of plan: RenderPlan, images: PreparedImages, clips: PreparedClips,
    shadowCorners: ShadowCornerTables, threads: Int, needed: PixelRegion? = nil, meter: LimitMeter,
    source: @escaping @Sendable (PassHandle) -> PixelSource?
  ) {
    let pass = plan.passes[index]
    region = pass.region
    clear = (pass.clear.sanitized * 255)
    self.images = images
    self.clips = clips
    let draws = pass.draws
    let selection = PreparationSelection(
      needed.map { plan.draws(of: index, touching: $0) }, count: draws.count)
    arenas = (0..<max(1, selection.chunks.count)).map { _ in Arena() }
    let places = arenas[0].room(for: selection.count, of: PreparedOperation.self)
    operations = UnsafeBufferPointer(places)
    let work = Chunks(
      plan: plan, draws: draws, selection: selection, places: places, arenas: arenas,
      surroundings: PassSurroundings(
        region: pass.region, images: images, clips: clips, shadowCorners: shadowCorners, source: source))
    let pieces = WorkPieces(selection.chunks.indices)
    ForkJoin.perform(max(1, min(threads, selection.chunks.count / 4))) { _ in
      while !meter.isOutOfTime("drawing"), let chunk = pieces.next() { work.prepare(chunk) }
    }
  }

  /// The number of operations that draw something.
  var drawnCount: Int { operations.reduce(0) { $0 + ($1.kind == .nothing ? 0 : 1) } }

  /// Whether the pass continues an earlier pass in its target, whose pixels must then stay until they are read.
  func goesOn(in target: PixelTarget) -> Bool {
    operations.contains { $0.kind == .composite && $0.composite.pointee.source.base == UnsafeRawPointer(target.base) }
  }

  /// The data that the threads share: each thread writes only to the arenas and places of its chunks.
  private struct Chunks: @unchecked Sendable {
    let plan: RenderPlan
    let draws: [DrawOperation]
    let selection: PreparationSelection
    let places: UnsafeMutableBufferPointer<PreparedOperation>
    let arenas: [Arena]
    let surroundings: PassSurroundings

    func prepare(_ chunk: Int) {
      var preparation = ChunkPreparation(surroundings, in: arenas[chunk])
      // Read in place, since an array copies each accessed operation.
      let draws = draws.span
      for place in selection.chunks[chunk] {
        places.initializeElement(at: place, to: preparation.prepare(draws[selection[place]], of: plan))
      }
    }
  }
}

/// The operations of a pass that are prepared, divided into chunks.
private struct PreparationSelection: Sendable {
  /// Ranges of the selection; each chunk is prepared by one thread.
  let chunks: [Range<Int>]
  let count: Int
  /// For each index in the selection, the index in the whole list; `nil` if all operations are selected.
  private let chosen: [Int32]?

  private static let chunkLength = 256

  /// - Parameters:
  ///   - chosen: The selected operations of the whole list; `nil` selects all.
  ///   - count: The number of operations of the whole list.
  init(_ chosen: [Int32]?, count: Int) {
    self.chosen = chosen
    let count = chosen?.count ?? count
    self.count = count
    chunks = stride(from: 0, to: count, by: Self.chunkLength).map { $0..<min($0 + Self.chunkLength, count) }
  }

  /// The index in the whole list of an index in the selection.
  subscript(place: Int) -> Int { chosen.map { Int($0[place]) } ?? place }
}
