// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaSystem

/// The operations of one pass, ready to draw: every number that does not depend on the pixel is worked out.
///
/// Operations are prepared in chunks, each by one thread into an arena of its own; nothing is counted or numbered
/// before, and nothing changes once it is made.
final class PreparedPass: @unchecked Sendable {
  let region: PixelRect
  /// Premultiplied, 0...255.
  let clear: PixelColor
  /// Back to front.
  let operations: UnsafeBufferPointer<PreparedOperation>
  /// What the operations point to.
  private let arenas: [Arena]
  private let images: PreparedImages
  private let clips: PreparedClips

  /// Prepares the operations of `pass`.
  ///
  /// - Parameters:
  ///   - images: Keeps the pictures' bytes in place; kept in turn by this.
  ///   - clips: All clips of the plan; kept by this.
  ///   - threads: How many threads prepare a large pass.
  ///   - needed: The pixels that are drawn; operations that touch none of them are left out.
  ///   - meter: Where it says that the picture costs too much, operations are missing, and nothing must be read.
  ///   - source: Returns the pixels of an earlier pass, where there are any.
  init(
    _ pass: RenderPass, of plan: RenderPlan, images: PreparedImages, clips: PreparedClips,
    threads: Int, needed: PixelRegion? = nil, meter: LimitMeter,
    source: @escaping @Sendable (PassHandle) -> PixelSource?
  ) {
    region = pass.region
    clear = (pass.clear.sanitized * 255)
    self.images = images
    self.clips = clips
    let draws = pass.draws
    let selection = PreparationSelection(of: draws, touching: needed)
    arenas = (0..<max(1, selection.chunks.count)).map { _ in Arena() }
    let places = arenas[0].room(for: selection.count, of: PreparedOperation.self)
    operations = UnsafeBufferPointer(places)
    let work = Chunks(
      plan: plan, draws: draws, selection: selection, places: places, arenas: arenas,
      surroundings: PassSurroundings(region: pass.region, images: images, clips: clips, source: source))
    let pieces = WorkPieces(selection.chunks.indices)
    ForkJoin.perform(max(1, min(threads, selection.chunks.count / 4))) { _ in
      while !meter.isOutOfTime("drawing"), let chunk = pieces.next() { work.prepare(chunk) }
    }
  }

  /// How many operations draw something.
  var drawnCount: Int { operations.reduce(0) { $0 + ($1.kind == .nothing ? 0 : 1) } }

  /// Whether it goes on from an earlier pass in that one's pixels, which then have to stay until they are read.
  func goesOn(in target: PixelTarget) -> Bool {
    operations.contains { $0.kind == .composite && $0.composite.pointee.source.base == UnsafeRawPointer(target.base) }
  }

  /// What the threads share: each writes to the arenas and places of its chunks alone.
  private struct Chunks: @unchecked Sendable {
    let plan: RenderPlan
    let draws: [DrawOperation]
    let selection: PreparationSelection
    let places: UnsafeMutableBufferPointer<PreparedOperation>
    let arenas: [Arena]
    let surroundings: PassSurroundings

    func prepare(_ chunk: Int) {
      var preparation = ChunkPreparation(surroundings, in: arenas[chunk])
      // Read in place: an array copies the operation that it is asked for.
      let draws = draws.span
      for place in selection.chunks[chunk] {
        places.initializeElement(at: place, to: preparation.prepare(draws[selection[place]], of: plan))
      }
    }
  }
}

/// Which operations of a pass are prepared, and in which chunks.
private struct PreparationSelection: Sendable {
  /// Places of the selection; each chunk is prepared by one thread.
  let chunks: [Range<Int>]
  let count: Int
  /// For each place of the selection, that in the whole list; `nil` if all are selected.
  private let chosen: [Int32]?

  private static let chunkLength = 256

  /// - Parameter needed: The pixels that are drawn; operations that touch none of them are left out. `nil` selects all.
  init(of draws: [DrawOperation], touching needed: PixelRegion?) {
    if let needed {
      var chosen: [Int32] = []
      // Read in place: most operations are only asked where they lie.
      let draws = draws.span
      for index in draws.indices where needed.intersects(draws[index].pixelBounds) { chosen.append(Int32(index)) }
      (self.chosen, count) = (chosen, chosen.count)
    } else {
      (chosen, count) = (nil, draws.count)
    }
    let count = count
    chunks = stride(from: 0, to: count, by: Self.chunkLength).map { $0..<min($0 + Self.chunkLength, count) }
  }

  /// The place of the whole list that a place of the selection has.
  subscript(place: Int) -> Int { chosen.map { Int($0[place]) } ?? place }
}
