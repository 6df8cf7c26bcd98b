// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaSystem
import Synchronization
import Testing

/// Work that several threads take in pieces is done once, whoever comes.
@Suite struct ForkJoinTests {
  /// Counts, from any thread.
  private final class Counts: Sendable {
    private let counts: Mutex<[Int]>

    init(_ count: Int) { counts = Mutex([Int](repeating: 0, count: count)) }

    var all: [Int] { counts.withLock { $0 } }
    func add(_ index: Int) { counts.withLock { $0[index] += 1 } }
  }

  /// Does pieces of work by so many threads, some of which do the same inside.
  private static func work(_ threads: Int, pieces: Int, depth: Int = 0) {
    let (done, callers) = (Counts(pieces), Counts(threads))
    let next = Atomic(0)
    ForkJoin.perform(threads) { number in
      callers.add(number)
      while true {
        let piece = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard piece < pieces else { break }
        done.add(piece)
        if depth > 0, piece % 7 == 0 { work(3, pieces: 20, depth: depth - 1) }
      }
    }
    #expect(done.all.allSatisfy { $0 == 1 })
    // The caller has the first number, and each other one has come at most once.
    #expect(callers.all.first == 1 && callers.all.allSatisfy { $0 <= 1 })
  }

  @Test("every piece is done once, every number is given once, also from many threads and inside of one another")
  func pieces() async {
    ForkJoin.perform(0) { _ in Issue.record("nobody asked for work") }
    Self.work(1, pieces: 100)
    await withTaskGroup(of: Void.self) { group in
      for caller in 0..<8 {
        group.addTask { for round in 0..<50 { Self.work(2 + (caller + round) % 5, pieces: 60, depth: 2) } }
      }
    }
  }

  @Test("others come while one is at it, and what they wrote is seen afterwards")
  func help() {
    // Waits until another thread has come, which a pool that never starts one would not do.
    let arrived = DispatchSemaphore(value: 0)
    var values = [Int](repeating: 0, count: 4)
    values.withUnsafeMutableBufferPointer { values in
      nonisolated(unsafe) let values = values
      ForkJoin.perform(4) { number in
        values[number] = number + 1
        if number == 0 { for _ in 1..<4 { arrived.wait() } } else { arrived.signal() }
      }
    }
    #expect(values == [1, 2, 3, 4])
  }
}
