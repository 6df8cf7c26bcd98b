// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Dispatch
import Foundation
import HTTPTypes
import LaminaGraphics
import LaminaServe
import Synchronization

/// The one thread that reads scenes and draws them; whoever wants something of a scene asks it.
///
/// Layers belong to one thread, and so does a renderer. Questions are answered in the order in which they come; what
/// takes long is asked in parts, so that pictures come in between.
final class StudioThread: Sendable {
  /// A question.
  typealias Job = @Sendable (StudioDesk) -> Void

  private struct State {
    var jobs: [Job] = []
    var isEnding = false
  }

  private let state = Locked(State())
  private let wake = DispatchSemaphore(value: 0)

  /// Starts the thread.
  init(_ settings: StudioSettings) {
    let thread = Thread { [self] in run(StudioDesk(settings)) }
    thread.name = "lamina-studio"
    // What draws does not recurse by depth; texts and pictures go through libraries that take some.
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func run(_ desk: StudioDesk) {
    while true {
      wake.wait()
      let (job, isEnding) = state.withLock { state in
        (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isEnding)
      }
      if let job { job(desk) } else if isEnding { return }
    }
  }

  /// Asks, and waits for the answer.
  func ask<Value: Sendable>(_ work: @escaping @Sendable (StudioDesk) throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let isTaken = state.withLock { state in
        guard !state.isEnding else { return false }
        state.jobs.append { desk in continuation.resume(with: Result { try work(desk) }) }
        return true
      }
      if isTaken {
        wake.signal()
      } else {
        continuation.resume(throwing: Problem(.serviceUnavailable, .unavailable, "the studio is ending"))
      }
    }
  }

  /// Ends the thread when what it was asked before is answered.
  func end() {
    state.withLock { $0.isEnding = true }
    wake.signal()
  }
}
#endif
