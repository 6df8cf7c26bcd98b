// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import LaminaGraphics
import LaminaServe
import LaminaSystem

/// The single thread that reads scenes and draws them; other threads send it questions.
///
/// Layers belong to one thread, and so does a renderer. Questions are answered in the order of their arrival; long
/// tasks are split into several questions, so that pictures can be drawn in between.
final class StudioThread: Sendable {
  private let queue = JobQueue("lamina.studio")
  private let desk: ThreadBound<StudioDesk>

  /// Starts the thread.
  init(_ settings: StudioSettings) {
    desk = queue.run { ThreadBound(StudioDesk(settings)) }
  }

  /// Asks a question and waits for the answer.
  func ask<Value: Sendable>(_ work: @escaping @Sendable (StudioDesk) throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let isTaken = queue.add { [desk] in continuation.resume(with: Result { try work(desk.value) }) }
      if !isTaken {
        continuation.resume(throwing: Problem(.serviceUnavailable, .unavailable, "the studio is ending"))
      }
    }
  }

  /// Ends the thread after all earlier questions are answered.
  func end() {
    queue.end { [desk] in desk.end() }
  }
}
#endif
