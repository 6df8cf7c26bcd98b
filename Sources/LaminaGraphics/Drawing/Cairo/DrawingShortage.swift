internal import CCairo
internal import Glibc
import LaminaGeometry
import Synchronization

/// Notes that Cairo had no memory for something that it was to draw.
///
/// Cairo reports that by states that stay: an object that has met it does nothing more, and says so only when it is asked. The wrappers
/// ask when they are done with an object. Whoever makes something of what was drawn watches, on the thread that draws, and throws away
/// what may lack a part.
///
/// Some of Cairo's own code, and HarfBuzz's, goes on without what it could not get, and leaves no state: there the C library's word is
/// taken. An allocation that fails sets `errno`, and nothing sets it back.
package enum DrawingShortage {
  private final class Note: Sendable {
    let isMet = Atomic(false)
  }

  private static let note = ThreadScoped<Note>()
  /// How often memory was short: what was kept before may be in such a state.
  private static let count = Atomic(0)

  /// Does work on this thread.
  ///
  /// - Returns: What it came to, and whether memory was short.
  package static func watch<Value>(_ work: () -> Value) -> (value: Value, isShort: Bool) {
    let own = Note()
    let value = note.withValue(own, work)
    return (value, own.isMet.load(ordering: .relaxed))
  }

  /// Notes that memory was short.
  static func meet() {
    count.add(1, ordering: .relaxed)
    note.value?.isMet.store(true, ordering: .relaxed)
  }

  /// Does what a library does in one call, and notes memory that it did not get.
  static func during<Value>(_ call: () -> Value) -> Value {
    errno = 0
    let value = call()
    if errno == ENOMEM { meet() }
    return value
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
