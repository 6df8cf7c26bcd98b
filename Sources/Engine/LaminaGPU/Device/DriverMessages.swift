// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// The errors that a driver reports by its debug output: messages about errors and about behaviour that the standard
/// leaves undefined.
///
/// Messages of compilers are left out, since programs that do not compile are reported as errors with the whole log,
/// and so is advice about speed.
final class DriverMessages {
  /// The driver's `GLDEBUGPROCKHR`.
  typealias Callback =
    @convention(c) (GLenum, GLenum, GLuint, GLenum, GLsizei, UnsafePointer<CChar>?, UnsafeRawPointer?) -> Void

  private var waiting: [String] = []

  /// Receives the messages of the current context.
  ///
  /// - Returns: `nil` where the driver has no debug output.
  init?(_ gl: GLFunctions) {
    guard let listen = gl.extensions.debugMessageCallback else { return nil }
    gl.state.enable(GLenum(GL_DEBUG_OUTPUT_KHR))
    // On this thread, inside the call that caused the message.
    gl.state.enable(GLenum(GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR))
    listen(Self.note, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Stops receiving; must be called before this object is released.
  func end(_ gl: GLFunctions) {
    gl.extensions.debugMessageCallback?(nil, nil)
  }

  /// The first message since the last one was taken; the others follow from it and are dropped.
  func takeFirst() -> String? {
    guard let first = waiting.first else { return nil }
    waiting = []
    return first
  }

  private static let note: Callback = { source, type, _, _, _, text, listener in
    let isWrong = [GLenum(GL_DEBUG_TYPE_ERROR_KHR), GLenum(GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR_KHR)].contains(type)
    guard isWrong, source != GLenum(GL_DEBUG_SOURCE_SHADER_COMPILER_KHR), let listener, let text else { return }
    Unmanaged<DriverMessages>.fromOpaque(listener).takeUnretainedValue().waiting.append(String(cString: text))
  }
}
