// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Dispatch

/// What serves until somebody ends it, for a command that waits that long.
enum RunningService {
  /// Runs something that serves, and waits for its end.
  ///
  /// - Parameter name: What messages call it.
  /// - Throws: ``CommandFailure`` where it ended by an error.
  static func wait(for name: String, _ serve: @escaping @Sendable () async throws -> Void) throws {
    let (outcome, ended) = (Outcome(), DispatchSemaphore(value: 0))
    Task {
      do {
        try await serve()
      } catch let failure as CommandFailure {
        outcome.failure = failure
      } catch {
        outcome.failure = CommandFailure(.noDevice, "\(name) ended: \(error)")
      }
      ended.signal()
    }
    ended.wait()
    if let failure = outcome.failure { throw failure }
  }

  /// Set by one thread before the other looks.
  private final class Outcome: @unchecked Sendable {
    var failure: CommandFailure?
  }
}
