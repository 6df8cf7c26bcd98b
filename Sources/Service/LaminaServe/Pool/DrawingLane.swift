// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import LaminaWorkers
import NIOCore

/// A thread whose worker draws one picture after another, and which encodes them. Both operations block, so they run
/// neither on the event loops of the network nor on the threads of Swift's tasks.
final class DrawingLane: @unchecked Sendable {
  // Unchecked because the renderer is used only on the lane's own thread.
  private let renderer: IsolatedRenderer
  private let pool: DrawingPool
  /// Whether the lane's worker draws with a GPU.
  let usesGPU: Bool
  let index: Int

  init(_ index: Int, _ settings: WorkerSettings, of pool: DrawingPool) {
    (self.index, self.pool) = (index, pool)
    renderer = IsolatedRenderer(settings)
    usesGPU = settings.usesGPU
  }

  func start() {
    JobQueue.start("lamina.lane") { [self] in
      prepare()
      while let job = pool.next(for: self) {
        let (result, isLost) = draw(job)
        pool.finished(job, by: self, knows: !isLost)
        job.finish(result)
        // Done before the lane takes another picture, so that no picture waits for the pause after a loss.
        if isLost { prepare() }
      }
    }
  }

  /// Starts the worker.
  private func prepare() {
    do throws(IsolationError) {
      try renderer.start()
      pool.started(self, gaps: renderer.gaps)
    } catch {
      pool.cannotStart(self, error)
    }
  }

  /// The maximum number of times that a picture is drawn again after its worker was killed, and that a worker which
  /// does not start is tried again.
  private static let (mostKills, mostStarts) = (2, 10)

  /// Draws a picture, and draws it again if its worker was killed from outside, which is not the document's fault.
  private func drawUnlessKilled(_ job: DrawingJob) throws(IsolationError) -> IsolatedPicture {
    var (kills, starts) = (0, 0)
    while true {
      do throws(IsolationError) {
        return try renderer.draw(job.order, cancellation: job.cancellation)
      } catch {
        switch error {
        case .crashed(_, SIGKILL, _) where kills < Self.mostKills: kills += 1
        case .cannotStart where starts < Self.mostStarts: starts += 1
        default: throw error
        }
        pool.lost(self, error, lastWords: renderer.lastWords)
      }
    }
  }

  private func draw(_ job: DrawingJob) -> (Result<DrawnPicture, DrawingFailure>, isLost: Bool) {
    let waited = job.begun.duration(to: .now).seconds
    var watch = Stopwatch()
    do throws(IsolationError) {
      let picture = try drawUnlessKilled(job)
      let worked = watch.lap()
      let bytes: [UInt8]
      do throws(GraphicsError) {
        bytes = try job.encoding.encode(picture.image)
      } catch {
        return (.failure(.encoding(error)), false)
      }
      return (
        .success(
          DrawnPicture(
            body: ByteBuffer(bytes: bytes), format: job.encoding.format, width: picture.image.width,
            height: picture.image.height,
            diagnostics: picture.diagnostics, renderer: picture.renderer, timings: picture.timings,
            statistics: picture.statistics, lane: index, waited: waited, worked: worked, encoded: watch.lap())), false
      )
    } catch {
      if error.isLoss { pool.lost(self, error, lastWords: renderer.lastWords) }
      if case .cancelled = error { return (.failure(.isolation(error)), true) }
      return (.failure(.isolation(error)), error.isLoss)
    }
  }
}

/// An encoded picture with the facts about it.
struct DrawnPicture: Sendable {
  /// The bytes of a file.
  var body: ByteBuffer
  /// The format of the bytes.
  var format: PictureFormat
  /// The sides, in pixels.
  var width: Int
  var height: Int
  /// Diagnostics of the document's content that the picture does not show.
  var diagnostics: [Diagnostic]
  /// The renderer.
  var renderer: String
  /// The durations of the steps of drawing, by the worker's clock.
  var timings: RenderTimings
  /// The renderer's counters, as the worker reports them.
  var statistics: RenderStatistics
  /// The index of the lane whose worker drew the picture, from 0.
  var lane: Int
  /// The times that the picture waited for a worker, was with a worker, and took to encode, in seconds.
  var waited = 0.0
  var worked = 0.0
  var encoded = 0.0
}
#endif
