// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// Helper threads for work that is divided into pieces. They are kept from one call to the next.
///
/// Dispatch is not used: while work waits, its pool on Linux opens `/proc/THREAD/stat` of each of its threads once a
/// second, and terminates the process where this is not permitted, as in an isolated worker.
package final class HelperThreads: @unchecked Sendable {
  private static let shared = HelperThreads()
  /// The greatest number of threads, whatever the demand.
  private static let most = 256

  /// Guards all members below, and the counters of each `Work`.
  private let condition = NSCondition()
  /// Works that another thread may join.
  private var works: [Work] = []
  private var threads = 0
  private var idle = 0

  /// Does work on this thread and on up to `count - 1` others. Each call gets another number from `0..<count`.
  ///
  /// A thread that is still busy elsewhere when the calling thread has finished does not join any more. So `work` must
  /// take its pieces from a shared supply, on whichever threads run it.
  package static func perform(_ count: Int, _ work: (Int) -> Void) {
    guard count > 1 else { return count == 1 ? work(0) : () }
    withoutActuallyEscaping(work) { work in
      let common = Work(work, count)
      shared.offer(common)
      work(0)
      shared.withdraw(common)
    }
  }

  /// One call of ``perform(_:_:)``. Unchecked because its mutable state is guarded by the threads' condition, and the
  /// call waits for all threads that joined.
  private final class Work: @unchecked Sendable {
    let body: (Int) -> Void
    let count: Int
    var next = 1
    var running = 0

    init(_ body: @escaping (Int) -> Void, _ count: Int) { (self.body, self.count) = (body, count) }
  }

  private func offer(_ work: Work) {
    condition.lock()
    defer { condition.unlock() }
    works.append(work)
    let places = works.reduce(0) { $0 + $1.count - $1.next }
    for _ in 0..<max(min(places - idle, Self.most - threads), 0) {
      threads += 1
      let thread = Thread { [self] in serve() }
      thread.name = "lamina-helper"
      // The usual stack size of the first thread of a process.
      thread.stackSize = 8 << 20
      thread.start()
    }
    condition.broadcast()
  }

  /// Lets no more threads join, and waits for the threads that have joined.
  private func withdraw(_ work: Work) {
    condition.lock()
    defer { condition.unlock() }
    works.removeAll { $0 === work }
    while work.running > 0 { condition.wait() }
  }

  private func serve() {
    condition.lock()
    while true {
      guard let work = works.first else {
        idle += 1
        condition.wait()
        idle -= 1
        continue
      }
      let number = work.next
      work.next += 1
      if work.next == work.count { works.removeFirst() }
      work.running += 1
      condition.unlock()
      work.body(number)
      condition.lock()
      work.running -= 1
      if work.running == 0 { condition.broadcast() }
    }
  }
}
