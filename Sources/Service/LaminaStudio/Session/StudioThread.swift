// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import LaminaGraphics
import LaminaServe
import LaminaSystem

/// The one thread that reads scenes and draws them; whoever wants something of a scene asks it.
///
/// Layers belong to one thread, and so does a renderer. Questions are answered in the order in which they come; what
/// takes long is asked in parts, so that pictures come in between.
final class StudioThread: Sendable {
  private let queue = JobQueue("lamina.studio")
  private let desk: ThreadBound<StudioDesk>

  /// Starts the thread.
  init(_ settings: StudioSettings) {
    desk = queue.run { ThreadBound(StudioDesk(settings)) }
  }

  /// Asks, and waits for the answer.
  func ask<Value: Sendable>(_ work: @escaping @Sendable (StudioDesk) throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let isTaken = queue.add { [desk] in continuation.resume(with: Result { try work(desk.value) }) }
      if !isTaken {
        continuation.resume(throwing: Problem(.serviceUnavailable, .unavailable, "the studio is ending"))
      }
    }
  }

  /// Ends the thread when what it was asked before is answered.
  func end() {
    queue.add { [desk] in desk.end() }
    queue.end()
  }
}
#endif
