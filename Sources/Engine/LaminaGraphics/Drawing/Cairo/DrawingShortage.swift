// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CCairo
internal import Glibc
import LaminaGeometry
import Synchronization

/// Notes that Cairo had no memory for something that it was to draw.
///
/// Cairo reports that by states that stay: an object that has met it does nothing more, and says so only when it is
/// asked. The wrappers ask when they are done with an object. Whoever makes something of what was drawn watches, on the
/// thread that draws, and throws away what may lack a part.
///
/// Some of Cairo's own code, and HarfBuzz's, goes on without what it could not get, and leaves no state: there the C
/// library is heard. An allocation that fails sets `errno`, and nothing sets it back. It is a suspicion and no more:
/// the C library sets it as well where its heap cannot grow in place, and then takes memory from elsewhere. So what is
/// suspected is done once more, and what is suspected again lacks nothing as long as there is memory to be had.
package enum DrawingShortage {
  private final class Note: Sendable {
    let isMet = Atomic(false)
    let isSuspected = Atomic(false)
  }

  private static let note = ThreadScoped<Note>()
  /// How often memory was short: what was kept before may be in such a state.
  private static let count = Atomic(0)

  /// Does work on this thread.
  ///
  /// - Parameters:
  ///   - repeats: Whether it may be done a second time, where it is suspected to lack a part.
  ///   - work: What is done.
  /// - Returns: What it came to, and whether memory was short.
  package static func watch<Value>(repeats: Bool, _ work: () -> Value) -> (value: Value, isShort: Bool) {
    let (first, note) = watchOnce(work)
    if note.isMet.load(ordering: .relaxed) { return (first, true) }
    guard note.isSuspected.load(ordering: .relaxed) else { return (first, false) }
    guard repeats else { return (first, !hasMemory) }
    let (second, again) = watchOnce(work)
    let isSuspected = again.isSuspected.load(ordering: .relaxed)
    return (second, again.isMet.load(ordering: .relaxed) || isSuspected && !hasMemory)
  }

  private static func watchOnce<Value>(_ work: () -> Value) -> (value: Value, note: Note) {
    let own = Note()
    return (note.withValue(own, work), own)
  }

  /// Notes that memory was short.
  static func meet() {
    count.add(1, ordering: .relaxed)
    note.value?.isMet.store(true, ordering: .relaxed)
  }

  /// Does what a library does in one call, and suspects that it lacks a part where the C library was out of memory.
  static func during<Value>(_ call: () -> Value) -> Value {
    errno = 0
    let value = call()
    if errno == ENOMEM { note.value?.isSuspected.store(true, ordering: .relaxed) }
    return value
  }

  /// Does what may be done twice: a second time where it is suspected to lack a part.
  static func twiceIfSuspected<Value>(_ call: () -> Value) -> Value {
    errno = 0
    let first = call()
    guard errno == ENOMEM else { return first }
    errno = 0
    let second = call()
    if errno == ENOMEM, !hasMemory { meet() }
    return second
  }

  /// Whether the system gives memory now: as much as texts and paths take at once.
  private static var hasMemory: Bool {
    let count = 1 << 22
    let place = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let place, place != MAP_FAILED else { return false }
    munmap(place, count)
    return true
  }

  /// Notes it where a state says so.
  ///
  /// - Returns: Whether it does.
  @discardableResult
  static func check(_ status: cairo_status_t) -> Bool {
    guard status == CAIRO_STATUS_NO_MEMORY else { return false }
    meet()
    return true
  }

  /// A number that is another one after memory was short.
  static var era: Int { count.load(ordering: .relaxed) }
}
