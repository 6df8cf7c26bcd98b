// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// Runs functions with a large stack, for recursive walks over syntax trees as deep as chains of ten thousand calls.
enum DeepStack {
  /// The size of the stack in bytes; only the used part occupies memory.
  private static let size = 1 << 30

  /// Runs a function on a new thread and waits for it.
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
