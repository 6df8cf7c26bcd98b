// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Contexts of software OpenGL ES take turns, all that a process has.
///
/// Before Mesa's llvmpipe reads or writes a texture, it looks through what the frames of every context of the process
/// refer to (`llvmpipe_flush_resource`), while the threads of those contexts add to that and free it. Processes with
/// several renderers crashed there, seldom. Little is lost by turns, since a frame of one context keeps all processors
/// busy.
enum ContextTurns {
  private static let lock = NSRecursiveLock()

  /// Does something while no other context does anything.
  static func take<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
