// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The lock by which all contexts of software OpenGL ES in a process take turns.
///
/// Before Mesa's llvmpipe reads or writes a texture, it searches the resources that the frames of every context of the
/// process refer to (`llvmpipe_flush_resource`), while the threads of the other contexts add and free resources.
/// Processes with several renderers occasionally crashed there. Taking turns costs little time, since a frame of one
/// context keeps all processors busy.
enum ContextTurns {
  private static let lock = NSRecursiveLock()

  /// Runs `body` while no other context is in use.
  static func take<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
