// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Threads that wait for work and do it together with the thread that brings it.
///
/// They are started when first needed and end with their owner. Unlike a dispatch queue, the pool runs on
/// exactly as many threads as asked for, whatever thread it is called from.
final class WorkerPool {
  /// The number of threads that work, the caller's included.
  let threads: Int
  private let room = Room()
  private var isStarted = false

  init(threads: Int) {
    self.threads = max(1, threads)
  }

  deinit { room.close() }

  /// Runs `work` on up to `limit` threads at once and returns when all have finished.
  ///
  /// `work` shares out what there is to do by itself: a thread that comes late finds nothing left.
  func run(limit: Int, _ work: @escaping @Sendable () -> Void) {
    let helpers = min(limit, threads) - 1
    guard helpers > 0 else { return work() }
    start()
    room.open(work, helpers: helpers)
    work()
    room.finish()
  }

  private func start() {
    guard !isStarted else { return }
    isStarted = true
    for index in 1..<threads {
      let thread = Thread { [room] in
        while room.workOnce() {}
      }
      thread.name = "lamina-cpu-\(index)"
      thread.start()
    }
  }

  /// Where work is left for the threads; guarded by one lock.
  private final class Room: @unchecked Sendable {
    private let condition = NSCondition()
    private var work: (@Sendable () -> Void)?
    /// How many more threads may take it.
    private var places = 0
    /// How many threads are at it.
    private var busy = 0
    private var isClosed = false

    func open(_ work: @escaping @Sendable () -> Void, helpers: Int) {
      condition.withLock {
        self.work = work
        places = helpers
        condition.broadcast()
      }
    }

    /// Takes back what nobody took, and waits for those who did.
    func finish() {
      condition.withLock {
        places = 0
        while busy > 0 { condition.wait() }
        work = nil
      }
    }

    func close() {
      condition.withLock {
        isClosed = true
        condition.broadcast()
      }
    }

    /// Waits for work and does it.
    ///
    /// - Returns: Whether there may be more.
    func workOnce() -> Bool {
      let taken: (@Sendable () -> Void)? = condition.withLock {
        while !isClosed, places == 0 { condition.wait() }
        guard !isClosed else { return nil }
        places -= 1
        busy += 1
        return work
      }
      guard let taken else { return false }
      taken()
      condition.withLock {
        busy -= 1
        condition.broadcast()
      }
      return true
    }
  }
}
