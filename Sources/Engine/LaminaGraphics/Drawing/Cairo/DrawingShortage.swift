// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CCairo
internal import Glibc
import LaminaGeometry
import LaminaSystem
import Synchronization

/// Records shortages of memory during drawing.
///
/// Cairo reports a shortage by persistent error states: an object in such a state does nothing more, and reports it
/// only when asked. The wrappers check the state when they are done with an object. Code that uses the result of
/// drawing calls ``watch(repeats:_:)`` on the thread that draws, and discards results that may be incomplete.
///
/// Some code of Cairo and HarfBuzz goes on without the memory it could not get, and leaves no error state. There,
/// `errno` of the C library is checked: a failed allocation sets it, and nothing resets it. This is only a suspicion:
/// the C library also sets it where its heap cannot grow in place, and then takes memory from elsewhere. So suspect
/// work is done once more, and if it is suspect again, its result counts as complete as long as the system has memory.
package enum DrawingShortage {
  private final class Note: Sendable {
    let isMet = Atomic(false)
    let isSuspected = Atomic(false)
  }

  private static let note = ThreadScoped<Note>()
  /// How often memory was short: values that were cached before may be in an error state.
  private static let count = Atomic(0)

  /// Does work on this thread, and reports shortages of memory in it.
  ///
  /// - Parameters:
  ///   - repeats: Whether the work may be done a second time, where its result is suspected to be incomplete.
  ///   - work: The work.
  /// - Returns: The result of the work, and whether memory was short.
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

  /// Records that memory was short.
  static func meet() {
    count.add(1, ordering: .relaxed)
    note.value?.isMet.store(true, ordering: .relaxed)
  }

  /// Does one call of a library, and marks its result as suspect where the C library was out of memory.
  static func during<Value>(_ call: () -> Value) -> Value {
    errno = 0
    let value = call()
    if errno == ENOMEM { note.value?.isSuspected.store(true, ordering: .relaxed) }
    return value
  }

  /// Does work that may be repeated: a second time where the first result is suspected to be incomplete.
  static func twiceIfSuspected<Value>(_ call: () -> Value) -> Value {
    errno = 0
    let first = call()
    guard errno == ENOMEM else { return first }
    errno = 0
    let second = call()
    if errno == ENOMEM, !hasMemory { meet() }
    return second
  }

  /// Whether the system has memory now: as much as texts and paths need at once.
  private static var hasMemory: Bool {
    let count = 1 << 22
    let place = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let place, place != MAP_FAILED else { return false }
    munmap(place, count)
    return true
  }

  /// Records a shortage where a status reports it.
  ///
  /// - Returns: Whether the status reports a shortage.
  @discardableResult
  static func check(_ status: cairo_status_t) -> Bool {
    guard status == CAIRO_STATUS_NO_MEMORY else { return false }
    meet()
    return true
  }

  /// A number that changes when memory was short.
  static var era: Int { count.load(ordering: .relaxed) }
}
