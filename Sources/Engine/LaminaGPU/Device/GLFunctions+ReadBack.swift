// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// Reading back without waiting: buffers that pixels are packed into, and fences behind them.
struct GLReadBackFunctions {
  let fenceSync: @convention(c) (GLenum, GLbitfield) -> OpaquePointer?
  let clientWaitSync: @convention(c) (OpaquePointer, GLbitfield, GLuint64) -> GLenum
  let deleteSync: @convention(c) (OpaquePointer) -> Void
  let mapBufferRange: @convention(c) (GLenum, Int, Int, GLbitfield) -> UnsafeMutableRawPointer?
  let unmapBuffer: @convention(c) (GLenum) -> GLboolean
  let flush: @convention(c) () -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    fenceSync = try loader.function("glFenceSync")
    clientWaitSync = try loader.function("glClientWaitSync")
    deleteSync = try loader.function("glDeleteSync")
    mapBufferRange = try loader.function("glMapBufferRange")
    unmapBuffer = try loader.function("glUnmapBuffer")
    flush = try loader.function("glFlush")
  }
}
