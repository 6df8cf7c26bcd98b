// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Dispatch

/// Runs a service for a command that waits until it ends.
enum RunningService {
  /// Runs a service, and waits for its end.
  ///
  /// - Parameter name: The name of the service in messages.
  /// - Throws: ``CommandFailure`` if it ended by an error.
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

  /// A result that one thread stores before the other reads it, as the semaphore ensures.
  private final class Outcome: @unchecked Sendable {
    var failure: CommandFailure?
  }
}
