// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import LaminaWorkers
import NIOCore
import Synchronization

/// The reason why a picture could not be made.
enum DrawingFailure: Error, Sendable {
  /// The worker failed, or was lost.
  case isolation(IsolationError)
  /// The picture cannot be encoded in the requested format.
  case encoding(GraphicsError)
  /// The queue is full; it may have room again after `retryAfter` seconds.
  case full(retryAfter: Int)
  /// The picture waited longer for a worker than allowed.
  case waitedTooLong(seconds: Double)
  /// The service is shutting down.
  case ending
  /// No worker draws with the requested kind of renderer.
  case noSuchRenderer(asked: String, there: String)
}

/// A picture to be drawn by a lane, and the continuation that waits for it.
final class DrawingJob: Sendable {
  /// The picture.
  let order: PictureOrder
  /// The renderer that the request chooses.
  let drawing: PictureParameters.Drawing
  /// The file format and its options.
  let encoding: PictureEncoding
  /// The name of the document; a worker that drew it before is preferred. `nil` for a document that is drawn once.
  var document: String? { order.identity }
  /// The time of the request.
  let begun = ContinuousClock.now
  /// Cancels the drawing.
  let cancellation = PictureCancellation()
  private let waiter: Locked<CheckedContinuation<Result<DrawnPicture, DrawingFailure>, Never>?>

  init(
    _ order: PictureOrder, _ drawing: PictureParameters.Drawing, _ encoding: PictureEncoding,
    _ waiter: CheckedContinuation<Result<DrawnPicture, DrawingFailure>, Never>
  ) {
    (self.order, self.drawing, self.encoding) = (order, drawing, encoding)
    self.waiter = Locked(waiter)
  }

  /// Resumes the waiting continuation; only the first call has an effect.
  func finish(_ result: Result<DrawnPicture, DrawingFailure>) {
    let waiter = waiter.withLock { waiter in
      defer { waiter = nil }
      return waiter
    }
    waiter?.resume(returning: result)
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
