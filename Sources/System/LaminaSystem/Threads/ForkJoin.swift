// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CLanes
internal import Foundation
internal import Synchronization

/// Work that several threads do together: it is divided among the calling thread and others, and ends when all of them
/// have done their part. The process has one set of such threads, which are started when first needed and kept.
///
/// Not Dispatch's: while work waits, its pool on Linux opens `/proc/THREAD/stat` of each of its threads once a second,
/// and ends the process where it may not, as in an isolated worker.
package enum ForkJoin {
  private static let threads = ForkJoinThreads()

  /// Does work on this thread and on up to `count - 1` others.
  ///
  /// The work divides itself, as by ``WorkPieces``: a thread that is busy elsewhere when this one is done does not join
  /// any more, and a late one finds nothing left.
  ///
  /// - Parameter work: Called at most `count` times, each time with another number from `0..<count`; this thread has
  ///   number 0.
  package static func perform(_ count: Int, _ work: (Int) -> Void) {
    guard count > 1 else { return count == 1 ? work(0) : () }
    withoutActuallyEscaping(work) { work in
      let shared = JoinableWork(LentClosure(work), count)
      threads.offer(shared)
      work(0)
      threads.withdraw(shared)
      shared.body.takeBack()
    }
  }

  /// Does something that calls ``perform(_:_:)`` again and again. Meanwhile threads without work look for the next one
  /// for a moment before they sleep: to wake a thread takes longer than many a pass.
  ///
  /// - Parameter count: The greatest number of threads of the calls; with 1, no thread looks for work.
  package static func whileBusy<Value, Failure: Error>(
    with count: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard count > 1 else { return try body() }
    threads.busyCallers.add(1, ordering: .relaxed)
    defer { threads.busyCallers.subtract(1, ordering: .relaxed) }
    return try body()
  }
}

/// One call of ``ForkJoin/perform(_:_:)``. Unchecked because the threads' condition guards what changes, and the call
/// waits for all threads that joined.
private final class JoinableWork: @unchecked Sendable {
  let body: LentClosure<Int>
  let count: Int
  var next = 1
  /// How many other threads are at it; atomic for the caller, who looks at it without the lock.
  let running = Atomic(0)

  init(_ body: LentClosure<Int>, _ count: Int) { (self.body, self.count) = (body, count) }
}

/// The threads, and the works that they may join.
private final class ForkJoinThreads: @unchecked Sendable {
  /// More threads are not started, whoever asks.
  private static let most = 256
  /// How long a thread looks for work before it sleeps, nanoseconds.
  private static let longestLook: UInt64 = 100_000

  /// How many callers of ``ForkJoin/whileBusy(_:)`` there are.
  let busyCallers = Atomic(0)
  /// Guards all that follows, and the numbers of works.
  private let condition = NSCondition()
  /// Works that another thread may join.
  private var works: [JoinableWork] = []
  /// How many threads may still join works; atomic for threads that look at it without the lock.
  private let places = Atomic(0)
  private var threads = 0
  /// Threads without work, whether they sleep or look for it.
  private var idle = 0

  func offer(_ work: JoinableWork) {
    condition.withLock {
      works.append(work)
      let open = places.add(work.count - 1, ordering: .relaxed).newValue
      for _ in 0..<max(min(open - idle, Self.most - threads), 0) {
        threads += 1
        idle += 1
        let thread = Thread { [self] in
          lanes_name_thread("lamina.helper")
          serve()
        }
        // The usual size of a process's first thread.
        thread.stackSize = 8 << 20
        thread.start()
      }
      condition.broadcast()
    }
  }

  /// Lets no other thread join, and waits for those that have.
  func withdraw(_ work: JoinableWork) {
    condition.withLock {
      guard let place = works.firstIndex(where: { $0 === work }) else { return }
      works.remove(at: place)
      places.subtract(work.count - work.next, ordering: .relaxed)
    }
    lookFor { work.running.load(ordering: .relaxed) == 0 }
    condition.withLock {
      while work.running.load(ordering: .relaxed) > 0 { condition.wait() }
    }
  }

  private func serve() {
    while true {
      lookFor { places.load(ordering: .relaxed) > 0 }
      let (work, number) = condition.withLock { take() }
      work.body.call(number)
      condition.withLock {
        idle += 1
        if work.running.subtract(1, ordering: .relaxed).newValue == 0 { condition.broadcast() }
      }
    }
  }

  /// Waits for a work and joins it, with the lock held.
  private func take() -> (JoinableWork, Int) {
    while true {
      guard let work = works.first else {
        condition.wait()
        continue
      }
      let number = work.next
      work.next += 1
      if work.next == work.count { works.removeFirst() }
      work.running.add(1, ordering: .relaxed)
      places.subtract(1, ordering: .relaxed)
      idle -= 1
      return (work, number)
    }
  }

  /// Waits awake until something holds, as long as there will be more work soon, and no longer than a thread takes to
  /// wake up.
  private func lookFor(_ holds: () -> Bool) {
    guard busyCallers.load(ordering: .relaxed) > 0 else { return }
    let start = DispatchTime.now().uptimeNanoseconds
    while busyCallers.load(ordering: .relaxed) > 0 {
      for _ in 0..<32 {
        if holds() { return }
        lanes_wait_hint()
      }
      if DispatchTime.now().uptimeNanoseconds &- start > Self.longestLook { return }
    }
  }
}
