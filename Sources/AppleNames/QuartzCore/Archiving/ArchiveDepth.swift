// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaLayers

/// A guard against deep archives: coders call objects recursively, so a deep archive, or one that contains itself,
/// would overflow the stack.
///
/// Each thread has one.
final class ArchiveDepth {
  /// The number of nested objects that are being coded.
  private var depth = 0
  /// Whether the limit was reached: then no object is coded until the outermost one is done, since an archive may
  /// contain itself in many places.
  private var isBroken = false
  /// The lowest address that the thread's stack may reach.
  private var stackEnd: UInt?

  /// The maximum depth of a tree of layers, however large the stack.
  private static let maximumDepth = 100_000
  /// The part of the stack that coders and overrides may need for one object.
  private static let reserve: UInt = 256 << 10

  /// Codes an object, unless it is nested too deeply.
  ///
  /// - Returns: Whether it was coded.
  static func code(with coder: NSCoder, _ body: () -> Void) -> Bool {
    let state = current
    guard state.enter() else {
      // Once only: the objects around it are incomplete for the same reason.
      if !state.isBroken {
        CALayer.archiveFailureHandler(.tooDeep)
        coder.fail(ArchiveError.tooDeep)
      }
      state.isBroken = state.depth > 0
      return false
    }
    body()
    return state.leave()
  }

  private static var current: ArchiveDepth {
    let (values, key) = (Thread.current.threadDictionary, "lamina.archive")
    if let found = values[key] as? ArchiveDepth { return found }
    let made = ArchiveDepth()
    values[key] = made
    return made
  }

  private func enter() -> Bool {
    if isBroken { return false }
    var here = 0
    let place = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    let end = stackEnd ?? Self.threadStackEnd(from: place)
    stackEnd = end
    guard depth < Self.maximumDepth, place > end &+ Self.reserve else { return false }
    depth += 1
    return true
  }

  /// - Returns: Whether all objects inside were coded.
  private func leave() -> Bool {
    depth -= 1
    let isWhole = !isBroken
    if depth == 0 { isBroken = false }
    return isWhole
  }

  /// Returns the lowest address that this thread's stack may reach; where it is unknown, a mebibyte below `place`.
  private static func threadStackEnd(from place: UInt) -> UInt {
    typealias Attributes = @convention(c) (pthread_t, UnsafeMutableRawPointer) -> Int32
    typealias Stack =
      @convention(c) (UnsafeRawPointer, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UInt>) -> Int32
    typealias End = @convention(c) (UnsafeMutableRawPointer) -> Int32
    let unknown = place &- (1 << 20)
    // Glibc's headers declare this function only for C programs that define a macro for it.
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
