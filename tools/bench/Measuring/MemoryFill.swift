// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Dispatch
import Foundation
import Lamina

/// Memory to be filled piece by piece by all processors: what no renderer can be faster than.
final class MemoryFill {
  private let memory: UnsafeMutableRawBufferPointer
  private let pieceBytes: Int
  private let pieces: Int

  /// More than caches hold, so that a piece is not in them when its turn comes again.
  private static let bytes = 256 << 20

  /// - Parameter pieceBytes: How much is filled at a time.
  init(pieceBytes: Int) {
    self.pieceBytes = max(1, pieceBytes)
    pieces = max(1, Self.bytes / self.pieceBytes)
    memory = .allocate(byteCount: pieces * self.pieceBytes, alignment: 4096)
    // The first fill makes the system map the pages; only later ones are about memory.
    memory.initializeMemory(as: UInt8.self, repeating: 1)
  }

  deinit { memory.deallocate() }

  /// Seconds for filling one piece; pieces begin anew after the last.
  func seconds(piece: Int) -> Double {
    guard let base = memory.baseAddress else { return 0 }
    let start = Int(bitPattern: base) + piece % pieces * pieceBytes
    let (threads, bytes, value) = (ThreadCount.available, pieceBytes, Int32(piece & 0xFF))
    var stopwatch = Stopwatch()
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      let (from, to) = (thread * bytes / threads, (thread + 1) * bytes / threads)
      if let share = UnsafeMutableRawPointer(bitPattern: start + from), to > from { memset(share, value, to - from) }
    }
    return stopwatch.lap()
  }
}
