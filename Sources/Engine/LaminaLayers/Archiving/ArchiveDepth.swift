// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// Coders call objects from inside objects, so a deep archive, or one that holds itself, would overflow the stack.
struct ArchiveDepth {
  /// How many objects are being coded inside one another.
  private var depth = 0
  /// Whether that became too much: nothing more is coded until the outermost object is done, since an archive may hold
  /// itself in many places.
  private var isBroken = false
  /// The lowest address that the thread's stack may reach.
  private var stackEnd: UInt?

  /// More than this is no tree of layers, however large the stack.
  private static let maximumDepth = 100_000
  /// What coders and overrides may need of the stack for one object.
  private static let reserve: UInt = 256 << 10

  /// Codes an object, unless that goes too deep.
  ///
  /// - Returns: Whether it was coded.
  static func code(with coder: NSCoder, _ body: () -> Void) -> Bool {
    let state = TransactionState.current
    guard state.archiveDepth.enter() else {
      // Once only: those around it are incomplete for the same reason.
      if !state.archiveDepth.isBroken { fail(coder) }
      state.archiveDepth.isBroken = state.archiveDepth.depth > 0
      return false
    }
    body()
    return state.archiveDepth.leave()
  }

  private static func fail(_ coder: NSCoder) {
    CALayer.archiveFailureHandler(.tooDeep)
    if let archiver = coder as? NSKeyedArchiver {
      archiver.error = ArchiveError.tooDeep
    } else if coder.decodingFailurePolicy == .setErrorAndReturn {
      coder.failWithError(ArchiveError.tooDeep)
    }
  }

  private mutating func enter() -> Bool {
    if isBroken { return false }
    var here = 0
    let place = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    let end = stackEnd ?? Self.threadStackEnd(from: place)
    stackEnd = end
    guard depth < Self.maximumDepth, place > end &+ Self.reserve else { return false }
    depth += 1
    return true
  }

  /// - Returns: Whether all inside was coded.
  private mutating func leave() -> Bool {
    depth -= 1
    let isWhole = !isBroken
    if depth == 0 { isBroken = false }
    return isWhole
  }

  /// The lowest address that this thread's stack may reach; where that cannot be known, a mebibyte from here.
  private static func threadStackEnd(from place: UInt) -> UInt {
    typealias Attributes = @convention(c) (pthread_t, UnsafeMutableRawPointer) -> Int32
    typealias Stack =
      @convention(c) (UnsafeRawPointer, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UInt>) -> Int32
    typealias End = @convention(c) (UnsafeMutableRawPointer) -> Int32
    let unknown = place &- (1 << 20)
    // Glibc's headers show this function to C programs alone that ask for it.
    guard let attributesOf = dlsym(nil, "pthread_getattr_np"), let stackOf = dlsym(nil, "pthread_attr_getstack"),
      let end = dlsym(nil, "pthread_attr_destroy")
    else { return unknown }
    let attributes = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
    defer { attributes.deallocate() }
    guard unsafeBitCast(attributesOf, to: Attributes.self)(pthread_self(), attributes) == 0 else { return unknown }
    defer { _ = unsafeBitCast(end, to: End.self)(attributes) }
    var (start, size): (UInt, UInt) = (0, 0)
    guard unsafeBitCast(stackOf, to: Stack.self)(attributes, &start, &size) == 0 else { return unknown }
    return start
  }
}
