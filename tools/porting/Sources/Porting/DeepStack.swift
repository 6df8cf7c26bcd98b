// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// A stack for trees as deep as chains of ten thousand calls are, which the walks over them go down.
enum DeepStack {
  /// Bytes of addresses; only what is used becomes memory.
  private static let size = 1 << 30

  /// Runs a function on a thread of its own and waits for it.
  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let slot = Slot<Result>()
    let thread = Thread {
      slot.result = body()
      slot.done.signal()
    }
    thread.stackSize = size
    thread.start()
    slot.done.wait()
    guard let result = slot.result else { fatalError("a thread ended without its result") }
    return result
  }

  /// Written before the signal and read after it.
  private final class Slot<Result: Sendable>: @unchecked Sendable {
    var result: Result?
    let done = DispatchSemaphore(value: 0)
  }
}
