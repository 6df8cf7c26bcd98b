// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
import LaminaGraphics
import LaminaSystem
import Synchronization

/// Cancels a picture that is no longer wanted, from any thread.
///
/// The worker is ended, since nothing less stops a driver or a library in the middle of a call; the next picture gets a
/// new worker, without a pause. Where the kernel has no process descriptors (Linux before 5.3), a picture that has
/// begun is finished.
public final class PictureCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var worker: OpenFile?
  }

  private let state = Locked(State())

  /// Makes a cancellation that is not cancelled yet.
  public init() {}

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the worker if one draws the picture; otherwise keeps any from beginning.
  public func cancel() {
    let worker = state.withLock { state in
      state.isCancelled = true
      return state.worker
    }
    if let worker { _ = lamina_process_end(worker.number, 0) }
  }

  /// Records the worker that is about to draw.
  ///
  /// - Returns: Whether it should draw; `false` after a cancellation.
  func begins(_ process: WorkerProcess) -> Bool {
    let descriptor = process.descriptor
    return state.withLock { state in
      state.worker = descriptor
      return !state.isCancelled
    }
  }

  /// Records that no worker draws any more.
  func ends() { state.withLock { $0.worker = nil } }
}
