// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Dispatch
import Foundation
import Lamina

/// Memory that all processors fill piece by piece: a lower bound for the time of any renderer.
final class MemoryFill {
  private let memory: UnsafeMutableRawBufferPointer
  private let pieceBytes: Int
  private let pieces: Int

  /// More than caches hold, so that a piece is not cached when it is filled again.
  private static let bytes = 256 << 20

  /// - Parameter pieceBytes: The number of bytes that are filled at a time.
  init(pieceBytes: Int) {
    self.pieceBytes = max(1, pieceBytes)
    pieces = max(1, Self.bytes / self.pieceBytes)
    memory = .allocate(byteCount: pieces * self.pieceBytes, alignment: 4096)
    // The first fill makes the system map the pages, so that later ones measure only memory.
    memory.initializeMemory(as: UInt8.self, repeating: 1)
  }

  deinit { memory.deallocate() }

  /// The time for filling one piece, in seconds; piece numbers wrap around.
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
