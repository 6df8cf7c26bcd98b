// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// The operations of one pass, ready to draw: every number that does not depend on the pixel is worked out.
///
/// Operations are prepared in chunks, each by one thread into an arena of its own; nothing is counted or numbered before, and nothing
/// changes once it is made.
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

  /// How many operations are prepared in one go.
  private static let chunk = 256

  /// Prepares the operations of `pass`.
  ///
  /// - Parameters:
  ///   - images: Keeps the pictures' bytes in place; kept in turn by this.
  ///   - clips: All clips of the plan; kept by this.
  ///   - pool: Prepares a large pass together.
  ///   - needed: The pixels that are drawn; operations that touch none of them are left out.
  ///   - meter: Where it says that the picture costs too much, operations are missing, and nothing must be read.
  ///   - source: Returns the pixels of an earlier pass, where there are any.
  init(
    _ pass: RenderPass, of plan: RenderPlan, images: PreparedImages, clips: PreparedClips,
    pool: WorkerPool, needed: PixelRegion? = nil, meter: LimitMeter,
    source: @escaping @Sendable (PassHandle) -> PixelSource?
  ) {
    region = pass.region
    clear = (pass.clear.sanitized * 255)
    self.images = images
    self.clips = clips
    let draws = pass.draws
    let chunks = (draws.count + Self.chunk - 1) / Self.chunk
    arenas = (0..<max(1, chunks)).map { _ in Arena() }
    let places = arenas[0].room(for: draws.count, of: PreparedOperation.self)
    operations = UnsafeBufferPointer(places)
    let work = Chunks(
      plan: plan, draws: draws, needed: needed, places: places, arenas: arenas,
      surroundings: PassSurroundings(region: pass.region, images: images, clips: clips, source: source))
    let queue = WorkQueue(0..<chunks)
    pool.run(limit: chunks / 4) {
      while !meter.isOutOfTime("drawing"), let chunk = queue.next() { work.prepare(chunk) }
    }
  }

  /// How many operations draw something.
  var drawnCount: Int { operations.reduce(0) { $0 + ($1.kind == .nothing ? 0 : 1) } }

  /// What the threads share: each writes to the arenas and places of its chunks alone.
  private struct Chunks: @unchecked Sendable {
    let plan: RenderPlan
    let draws: [DrawOperation]
    let needed: PixelRegion?
    let places: UnsafeMutableBufferPointer<PreparedOperation>
    let arenas: [Arena]
    let surroundings: PassSurroundings

    func prepare(_ chunk: Int) {
      var preparation = ChunkPreparation(surroundings, in: arenas[chunk])
      // Read in place: an array copies the operation that it is asked for, and most are only asked where they lie.
      let draws = draws.span
      for index in (chunk * PreparedPass.chunk)..<min((chunk + 1) * PreparedPass.chunk, draws.count) {
        if let needed, !needed.intersects(draws[index].pixelBounds) {
          places.initializeElement(at: index, to: .nothing)
          preparation.skip()
        } else {
          places.initializeElement(at: index, to: preparation.prepare(draws[index], of: plan))
        }
      }
    }
  }
}
