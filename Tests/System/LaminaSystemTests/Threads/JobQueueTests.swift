// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaSystem
import Synchronization
import Testing

/// Queues of jobs with threads of their own.
@Suite struct JobQueueTests {
  private struct Refusal: Error, Equatable {}

  @Test("one thread runs all jobs, in the order in which they were added")
  func order() {
    let queue = JobQueue("test.queue")
    let seen = Locked<[(job: Int, thread: String?)]>([])
    for job in 0..<100 { queue.add { seen.withLock { $0.append((job, Thread.current.name)) } } }
    queue.end()
    #expect(queue.wait())
    let jobs = seen.withLock { $0 }
    #expect(jobs.map(\.job) == Array(0..<100))
    #expect(jobs.allSatisfy { $0.thread == "test.queue" })
  }

  @Test("several threads take jobs at the same time, and have numbers")
  func threads() {
    let queue = JobQueue("test.queue", threads: 3)
    let (arrived, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let names = Locked<Set<String?>>([])
    // Each job waits for the release, which comes when all three have begun.
    for _ in 0..<3 {
      queue.add {
        names.withLock { _ = $0.insert(Thread.current.name) }
        arrived.signal()
        release.wait()
      }
    }
    for _ in 0..<3 { arrived.wait() }
    for _ in 0..<3 { release.signal() }
    queue.end()
    #expect(queue.wait())
    #expect(names.withLock { $0 } == ["test.queue.0", "test.queue.1", "test.queue.2"])
  }

  @Test("a result or an error of a job comes back to the thread that waits for it")
  func results() {
    let queue = JobQueue("test.queue")
    #expect(queue.run { Thread.current.name } == "test.queue")
    #expect(throws: Refusal.self) { try queue.run { () throws(Refusal) in throw Refusal() } }
    #expect(queue.run { 2 } == 2)
  }

  @Test("an ended queue runs the jobs that it has, and takes no more")
  func end() {
    let queue = JobQueue("test.queue")
    let hold = DispatchSemaphore(value: 0)
    let count = Locked(0)
    queue.add { hold.wait() }
    for _ in 0..<5 { queue.add { count.withLock { $0 += 1 } } }
    queue.end()
    #expect(!queue.add { count.withLock { $0 += 100 } })
    #expect(!queue.wait(until: Date(timeIntervalSinceNow: 0.01)))
    hold.signal()
    #expect(queue.wait())
    #expect(count.withLock { $0 } == 5)
  }

  @Test("a queue that nobody holds any more ends after its jobs")
  func released() {
    let ended = DispatchSemaphore(value: 0)
    weak var released: JobQueue?
    do {
      let queue = JobQueue("test.queue")
      queue.add { ended.signal() }
      released = queue
    }
    #expect(ended.wait(timeout: .now() + 10) == .success)
    #expect(released == nil)
    #expect(JobQueue.start("test.job") { ended.signal() }.wait(until: Date(timeIntervalSinceNow: 10)))
    #expect(ended.wait(timeout: .now()) == .success)
  }
}
