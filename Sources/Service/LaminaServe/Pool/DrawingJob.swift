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

/// Why there is no picture.
enum DrawingFailure: Error, Sendable {
  /// What the worker, or whoever watches over it, says.
  case isolation(IsolationError)
  /// The picture cannot be encoded so.
  case encoding(GraphicsError)
  /// As many wait as may; another one may be taken after so many seconds.
  case full(retryAfter: Int)
  /// It waited longer for a worker than it may.
  case waitedTooLong(seconds: Double)
  /// The service ends.
  case ending
  /// No worker of the kind that is asked for.
  case noSuchRenderer(asked: String, there: String)
}

/// One picture to be drawn by a lane, and whoever waits for it.
final class DrawingJob: Sendable {
  /// The picture.
  let order: PictureOrder
  /// What draws it.
  let drawing: PictureParameters.Drawing
  /// What it is handed over as.
  let encoding: PictureEncoding
  /// The name of the document; a worker that drew it before is preferred. `nil` where nobody will ask for it again.
  var document: String? { order.identity }
  /// When it was asked for.
  let begun = ContinuousClock.now
  /// Ends the work on it.
  let cancellation = PictureCancellation()
  private let waiter: Locked<CheckedContinuation<Result<DrawnPicture, DrawingFailure>, Never>?>

  init(
    _ order: PictureOrder, _ drawing: PictureParameters.Drawing, _ encoding: PictureEncoding,
    _ waiter: CheckedContinuation<Result<DrawnPicture, DrawingFailure>, Never>
  ) {
    (self.order, self.drawing, self.encoding) = (order, drawing, encoding)
    self.waiter = Locked(waiter)
  }

  /// Tells whoever waits; only the first call does anything.
  func finish(_ result: Result<DrawnPicture, DrawingFailure>) {
    let waiter = waiter.withLock { waiter in
      defer { waiter = nil }
      return waiter
    }
    waiter?.resume(returning: result)
  }
}

/// A picture as it is handed over, and what there is to say of it.
struct DrawnPicture: Sendable {
  /// The bytes of a file.
  var body: ByteBuffer
  /// What they are.
  var format: PictureFormat
  /// The sides, in pixels.
  var width: Int
  var height: Int
  /// What the document asks for and the picture does not show.
  var diagnostics: [Diagnostic]
  /// What drew.
  var renderer: String
  /// How long the steps of drawing took, by the worker's clock.
  var timings: RenderTimings
  /// What the renderer counted, by the worker's word.
  var statistics: RenderStatistics
  /// Whose worker drew: one of the lanes, from 0.
  var lane: Int
  /// How long the picture waited for a worker, how long one had it, and how long it was encoded. Seconds.
  var waited = 0.0
  var worked = 0.0
  var encoded = 0.0
}
#endif
