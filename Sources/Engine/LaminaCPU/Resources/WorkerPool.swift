// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CLanes
import Foundation
import Synchronization

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

  /// Does work that calls `run` again and again. Meanwhile threads that have nothing to do look for the next work for a
  /// moment before they sleep: to wake one takes longer than many a pass.
  func whileBusy<Result>(_ body: () throws(CPURendererError) -> Result) throws(CPURendererError) -> Result {
    guard threads > 1 else { return try body() }
    room.staysAwake.store(true, ordering: .relaxed)
    defer { room.staysAwake.store(false, ordering: .relaxed) }
    return try body()
  }

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

  /// Where work is left for the threads; guarded by one lock. The counts are atomic for those who look at them without
  /// it.
  private final class Room: @unchecked Sendable {
    /// Whether there will be more work soon.
    let staysAwake = Atomic(false)
    private let condition = NSCondition()
    private var work: (@Sendable () -> Void)?
    /// How many more threads may take it.
    private let places = Atomic(0)
    /// How many threads are at it.
    private let busy = Atomic(0)
    private var isClosed = false

    func open(_ work: @escaping @Sendable () -> Void, helpers: Int) {
      condition.withLock {
        self.work = work
        places.store(helpers, ordering: .relaxed)
        condition.broadcast()
      }
    }

    /// Takes back what nobody took, and waits for those who did.
    func finish() {
      condition.withLock { places.store(0, ordering: .relaxed) }
      lookFor { busy.load(ordering: .relaxed) == 0 }
      condition.withLock {
        while busy.load(ordering: .relaxed) > 0 { condition.wait() }
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
      lookFor { places.load(ordering: .relaxed) > 0 }
      let taken: (@Sendable () -> Void)? = condition.withLock {
        while !isClosed, places.load(ordering: .relaxed) == 0 { condition.wait() }
        guard !isClosed else { return nil }
        places.subtract(1, ordering: .relaxed)
        busy.add(1, ordering: .relaxed)
        return work
      }
      guard let taken else { return false }
      taken()
      condition.withLock {
        busy.subtract(1, ordering: .relaxed)
        condition.broadcast()
      }
      return true
    }

    /// Waits awake until something is so, as long as there will be more work soon, and no longer than a thread takes to
    /// wake up.
    private func lookFor(_ isSo: () -> Bool) {
      let start = DispatchTime.now().uptimeNanoseconds
      while staysAwake.load(ordering: .relaxed) {
        for _ in 0..<32 {
          if isSo() { return }
          lanes_wait_hint()
        }
        if DispatchTime.now().uptimeNanoseconds &- start > Self.longestLook { return }
      }
    }

    /// Nanoseconds.
    private static let longestLook: UInt64 = 100_000
  }
}
