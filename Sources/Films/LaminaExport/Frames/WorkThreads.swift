// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Threads that run pieces of work in the order in which they were added.
///
/// The caller limits the amount of waiting work; in a farm the depth does so.
final class WorkThreads: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [@Sendable () -> Void] = []
  private var isStopped = false

  init(count: Int, name: String) {
    for index in 0..<max(1, count) {
      let thread = Thread { [self] in serve() }
      thread.name = "\(name).\(index)"
      thread.start()
    }
  }

  /// Adds a piece of work.
  func add(_ work: @escaping @Sendable () -> Void) {
    condition.withLock {
      waiting.append(work)
      condition.signal()
    }
  }

  /// Ends the threads once all added work is done.
  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }

  private func serve() {
    while true {
      let work: (@Sendable () -> Void)? = condition.withLock {
        while waiting.isEmpty, !isStopped { condition.wait() }
        return waiting.isEmpty ? nil : waiting.removeFirst()
      }
      guard let work else { return }
      work()
    }
  }
}
