// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A thread of its own, because a GL context belongs to a thread and neither tasks nor queues stay on one.
///
/// Work is handed over and waited for, one piece at a time, so a caller on any thread sees ordinary functions.
final class GPUThread: @unchecked Sendable {
  private let callers = NSLock()
  private let condition = NSCondition()
  private var work: (() -> Void)?
  private var isStopped = false

  init(name: String) {
    let thread = Thread { [self] in serve() }
    thread.name = name
    // Drivers compile shaders on the calling thread, deeply recursive; the usual 8 MiB are not given everywhere.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Runs `body` on the thread and returns what it returns or throws what it throws.
  ///
  /// - Precondition: Not called from the thread itself, nor after `stop()`.
  func run<Value, Failure: Error>(_ body: @escaping () throws(Failure) -> Value) throws(Failure) -> Value {
    callers.lock()
    defer { callers.unlock() }
    var outcome: Result<Value, Failure>?
    condition.lock()
    precondition(!isStopped, "the GPU thread was stopped")
    work = {
      do throws(Failure) {
        outcome = .success(try body())
      } catch {
        outcome = .failure(error)
      }
    }
    condition.broadcast()
    while work != nil { condition.wait() }
    condition.unlock()
    guard let outcome else { preconditionFailure("the GPU thread ended in the middle of its work") }
    return try outcome.get()
  }

  /// Ends the thread after the work that is under way.
  func stop() {
    callers.lock()
    defer { callers.unlock() }
    condition.lock()
    isStopped = true
    condition.broadcast()
    condition.unlock()
  }

  private func serve() {
    condition.lock()
    while !isStopped {
      guard let next = work else {
        condition.wait()
        continue
      }
      condition.unlock()
      next()
      condition.lock()
      work = nil
      condition.broadcast()
    }
    condition.unlock()
  }
}
