// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import Synchronization
import LaminaWorkers

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
  /// What is drawn.
  let request: PictureRequest
  /// What draws it.
  let drawing: PictureParameters.Drawing
  /// What it is handed over as.
  let encoding: PictureEncoding
  /// What names the document; a worker that drew it before is preferred. `nil` where nobody will ask for it again.
  let document: String?
  /// When it was asked for.
  let begun = ContinuousClock.now
  /// Ends the work on it.
  let cancellation = PictureCancellation()
  private let waiter: Locked<CheckedContinuation<Result<DrawnPicture, DrawingFailure>, Never>?>

  init(
    _ request: PictureRequest, _ parameters: PictureParameters, document: String?,
    _ waiter: CheckedContinuation<Result<DrawnPicture, DrawingFailure>, Never>
  ) {
    (self.request, drawing, encoding) = (request, parameters.drawing, parameters.encoding)
    self.document = document
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
#endif
