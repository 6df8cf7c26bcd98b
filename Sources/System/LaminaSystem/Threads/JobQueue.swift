// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CLanes
package import Foundation

/// Jobs on threads of their own, which take them in the order in which they were added, until the queue ends.
///
/// A queue with one thread suits work that belongs to a thread: contexts of OpenGL, layers, restrictions of the kernel.
/// The number of waiting jobs has no bound; whoever adds them keeps it low. A queue that nobody holds any more ends.
///
/// Not Dispatch's queues: they change threads from job to job, and while jobs wait, their pool on Linux reads
/// `/proc/THREAD/stat`, which ends an isolated worker.
package final class JobQueue: Sendable {
  private let jobs: Jobs

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - name: The name of the threads, of which the system keeps 15 characters; where there are several, a point and
  ///     their number follow.
  ///   - threads: How many threads take jobs; at least 1.
  package init(_ name: String, threads: Int = 1) {
    jobs = Jobs(threads: max(1, threads))
    for index in 0..<max(1, threads) {
      let thread = Thread { [jobs] in
        lanes_name_thread(threads > 1 ? "\(name).\(index)" : name)
        jobs.run()
      }
      // The usual size of a process's first thread. Compilers of shaders recurse deeply, and not every system gives as
      // much to other threads.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  deinit { end() }

  /// Runs one job on a thread of its own, which ends after it.
  @discardableResult
  package static func start(_ name: String, _ job: @escaping @Sendable () -> Void) -> JobQueue {
    let queue = JobQueue(name)
    queue.add(job)
    queue.end()
    return queue
  }

  /// Adds a job.
  ///
  /// - Returns: Whether it will run: `false` where the queue was ended before.
  @discardableResult
  package func add(_ job: @escaping @Sendable () -> Void) -> Bool { jobs.add(job) }

  /// Runs a job on a thread of the queue, and waits for its result.
  ///
  /// - Precondition: The caller is no job of this queue, and the queue was not ended.
  package func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    // The caller waits until the job has ended, so that both never touch these at once.
    nonisolated(unsafe) var outcome: Result<Value, Failure>?
    let isDone = DispatchSemaphore(value: 0)
    withoutActuallyEscaping(body) { body in
      let job = LentClosure<Void> {
        do throws(Failure) {
          outcome = .success(try body())
        } catch {
          outcome = .failure(error)
        }
      }
      let isAdded = jobs.add {
        job.call(())
        isDone.signal()
      }
      precondition(isAdded, "the queue was ended")
      isDone.wait()
      job.takeBack()
    }
    guard let outcome else { preconditionFailure("a job ended without a result") }
    return try outcome.get()
  }

  /// Ends the threads after all jobs that were added, and after one more.
  package func end(after job: (@Sendable () -> Void)? = nil) { jobs.end(after: job) }

  /// Waits until the threads of a queue that was ended have run all jobs.
  ///
  /// - Parameter limit: When waiting ends at the latest; `nil` for never.
  /// - Returns: Whether all jobs have run.
  @discardableResult
  package func wait(until limit: Date? = nil) -> Bool { jobs.wait(until: limit) }
}

/// The waiting jobs of one queue, which its threads hold. Unchecked because its condition guards them.
private final class Jobs: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [@Sendable () -> Void] = []
  private var isEnded = false
  /// Threads that have not ended.
  private var threads: Int

  init(threads: Int) { self.threads = threads }

  func add(_ job: @escaping @Sendable () -> Void) -> Bool {
    condition.withLock {
      guard !isEnded else { return false }
      waiting.append(job)
      condition.signal()
      return true
    }
  }

  func end(after job: (@Sendable () -> Void)?) {
    condition.withLock {
      if let job, !isEnded { waiting.append(job) }
      isEnded = true
      condition.broadcast()
    }
  }

  func wait(until limit: Date?) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while threads > 0 {
      guard let limit else {
        condition.wait()
        continue
      }
      if !condition.wait(until: limit) { return threads == 0 }
    }
    return true
  }

  func run() {
    while let job = next() { job() }
    condition.withLock {
      threads -= 1
      condition.broadcast()
    }
  }

  private func next() -> (@Sendable () -> Void)? {
    condition.withLock {
      while waiting.isEmpty, !isEnded { condition.wait() }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }
}
