// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// Functions for reading back without waiting: buffers that pixels are packed into, and fences.
struct GLReadBackFunctions {
  @Counted var fenceSync: @convention(c) (GLenum, GLbitfield) -> OpaquePointer?
  @Counted var clientWaitSync: @convention(c) (OpaquePointer, GLbitfield, GLuint64) -> GLenum
  @Counted var deleteSync: @convention(c) (OpaquePointer) -> Void
  @Counted var mapBufferRange: @convention(c) (GLenum, Int, Int, GLbitfield) -> UnsafeMutableRawPointer?
  @Counted var unmapBuffer: @convention(c) (GLenum) -> GLboolean
  @Counted var flush: @convention(c) () -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    _fenceSync = try loader.counted("glFenceSync")
    _clientWaitSync = try loader.counted("glClientWaitSync")
    _deleteSync = try loader.counted("glDeleteSync")
    _mapBufferRange = try loader.counted("glMapBufferRange")
    _unmapBuffer = try loader.counted("glUnmapBuffer")
    _flush = try loader.counted("glFlush")
  }
}
