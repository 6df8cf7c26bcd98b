// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
import LaminaGraphics
import LaminaSystem
import Synchronization

/// Says to a worker, from any thread, that nobody wants its picture any more.
///
/// The worker is ended, since nothing less stops a driver or a library in the middle of a call; the next picture gets
/// another one, without a pause. Where the kernel holds no processes by descriptors (Linux before 5.3), a picture that
/// has begun is finished.
public final class PictureCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var worker: OpenFile?
  }

  private let state = Locked(State())

  /// Nobody has left yet.
  public init() {}

  /// Whether somebody has.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the worker, where one draws; otherwise none will begin.
  public func cancel() {
    let worker = state.withLock { state in
      state.isCancelled = true
      return state.worker
    }
    if let worker { _ = lamina_process_end(worker.number, 0) }
  }

  /// Notes who draws.
  ///
  /// - Returns: Whether it is to draw at all.
  func begins(_ process: WorkerProcess) -> Bool {
    let descriptor = process.descriptor
    return state.withLock { state in
      state.worker = descriptor
      return !state.isCancelled
    }
  }

  /// Notes that nobody draws any more.
  func ends() { state.withLock { $0.worker = nil } }
}
