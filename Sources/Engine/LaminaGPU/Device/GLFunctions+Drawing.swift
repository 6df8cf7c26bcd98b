// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// Functions for textures and render targets.
struct GLTextureFunctions {
  @Counted var activeTexture: @convention(c) (GLenum) -> Void
  @Counted var bindTexture: @convention(c) (GLenum, GLuint) -> Void
  @Counted var texParameteri: @convention(c) (GLenum, GLenum, GLint) -> Void
  @Counted var texStorage2D: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei) -> Void
  @Counted var texStorage3D: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei) -> Void
  @Counted var texSubImage2D:
    @convention(c) (GLenum, GLint, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, UnsafeRawPointer?) -> Void
  @Counted var texSubImage3D:
    @convention(c) (GLenum, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei, GLenum, GLenum, UnsafeRawPointer?)
      -> Void
  @Counted var copyTexSubImage2D: @convention(c) (GLenum, GLint, GLint, GLint, GLint, GLint, GLsizei, GLsizei) -> Void
  @Counted var copyTexSubImage3D:
    @convention(c) (GLenum, GLint, GLint, GLint, GLint, GLint, GLint, GLsizei, GLsizei) -> Void
  @Counted var bindFramebuffer: @convention(c) (GLenum, GLuint) -> Void
  @Counted var framebufferTexture2D: @convention(c) (GLenum, GLenum, GLenum, GLuint, GLint) -> Void
  @Counted var framebufferTextureLayer: @convention(c) (GLenum, GLenum, GLuint, GLint, GLint) -> Void
  @Counted var framebufferRenderbuffer: @convention(c) (GLenum, GLenum, GLenum, GLuint) -> Void
  @Counted var checkFramebufferStatus: @convention(c) (GLenum) -> GLenum
  @Counted var invalidateFramebuffer: @convention(c) (GLenum, GLsizei, UnsafePointer<GLenum>) -> Void
  @Counted var bindRenderbuffer: @convention(c) (GLenum, GLuint) -> Void
  @Counted var renderbufferStorage: @convention(c) (GLenum, GLenum, GLsizei, GLsizei) -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    _activeTexture = try loader.counted("glActiveTexture")
    _bindTexture = try loader.counted("glBindTexture")
    _texParameteri = try loader.counted("glTexParameteri")
    _texStorage2D = try loader.counted("glTexStorage2D")
    _texStorage3D = try loader.counted("glTexStorage3D")
    _texSubImage2D = try loader.counted("glTexSubImage2D")
    _texSubImage3D = try loader.counted("glTexSubImage3D")
    _copyTexSubImage2D = try loader.counted("glCopyTexSubImage2D")
    _copyTexSubImage3D = try loader.counted("glCopyTexSubImage3D")
    _bindFramebuffer = try loader.counted("glBindFramebuffer")
    _framebufferTexture2D = try loader.counted("glFramebufferTexture2D")
    _framebufferTextureLayer = try loader.counted("glFramebufferTextureLayer")
    _framebufferRenderbuffer = try loader.counted("glFramebufferRenderbuffer")
    _checkFramebufferStatus = try loader.counted("glCheckFramebufferStatus")
    _invalidateFramebuffer = try loader.counted("glInvalidateFramebuffer")
    _bindRenderbuffer = try loader.counted("glBindRenderbuffer")
    _renderbufferStorage = try loader.counted("glRenderbufferStorage")
  }
}

/// Functions for buffers and vertex arrays, and the only draw call.
struct GLVertexFunctions {
  @Counted var bindBuffer: @convention(c) (GLenum, GLuint) -> Void
  @Counted var bindBufferRange: @convention(c) (GLenum, GLuint, GLuint, Int, Int) -> Void
  @Counted var bufferData: @convention(c) (GLenum, Int, UnsafeRawPointer?, GLenum) -> Void
  @Counted var copyBufferSubData: @convention(c) (GLenum, GLenum, Int, Int, Int) -> Void
  @Counted var bindVertexArray: @convention(c) (GLuint) -> Void
  @Counted var enableVertexAttribArray: @convention(c) (GLuint) -> Void
  @Counted var vertexAttribFormat: @convention(c) (GLuint, GLint, GLenum, GLboolean, GLuint) -> Void
  @Counted var vertexAttribIFormat: @convention(c) (GLuint, GLint, GLenum, GLuint) -> Void
  @Counted var vertexAttribBinding: @convention(c) (GLuint, GLuint) -> Void
  @Counted var vertexBindingDivisor: @convention(c) (GLuint, GLuint) -> Void
  @Counted var bindVertexBuffer: @convention(c) (GLuint, GLuint, Int, GLsizei) -> Void
  @Counted var drawArraysInstanced: @convention(c) (GLenum, GLint, GLsizei, GLsizei) -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    _bindBuffer = try loader.counted("glBindBuffer")
    _bindBufferRange = try loader.counted("glBindBufferRange")
    _bufferData = try loader.counted("glBufferData")
    _copyBufferSubData = try loader.counted("glCopyBufferSubData")
    _bindVertexArray = try loader.counted("glBindVertexArray")
    _enableVertexAttribArray = try loader.counted("glEnableVertexAttribArray")
    _vertexAttribFormat = try loader.counted("glVertexAttribFormat")
    _vertexAttribIFormat = try loader.counted("glVertexAttribIFormat")
    _vertexAttribBinding = try loader.counted("glVertexAttribBinding")
    _vertexBindingDivisor = try loader.counted("glVertexBindingDivisor")
    _bindVertexBuffer = try loader.counted("glBindVertexBuffer")
    _drawArraysInstanced = try loader.counted("glDrawArraysInstanced")
  }
}

/// Functions for shaders, programs and their contents.
struct GLShaderFunctions {
  typealias Log =
    @convention(c) (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void

  @Counted var createShader: @convention(c) (GLenum) -> GLuint
  @Counted var deleteShader: @convention(c) (GLuint) -> Void
  @Counted var shaderSource:
    @convention(c) (GLuint, GLsizei, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<GLint>?) -> Void
  @Counted var compileShader: @convention(c) (GLuint) -> Void
  @Counted var getShaderiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>) -> Void
  @Counted var getShaderInfoLog: Log
  @Counted var attachShader: @convention(c) (GLuint, GLuint) -> Void
  @Counted var linkProgram: @convention(c) (GLuint) -> Void
  @Counted var getProgramiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>) -> Void
  @Counted var getProgramInfoLog: Log
  @Counted var programParameteri: @convention(c) (GLuint, GLenum, GLint) -> Void
  @Counted var getProgramBinary:
    @convention(c) (
      GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLenum>, UnsafeMutableRawPointer?
    ) -> Void
  @Counted var programBinary: @convention(c) (GLuint, GLenum, UnsafeRawPointer?, GLsizei) -> Void
  @Counted var useProgram: @convention(c) (GLuint) -> Void
  @Counted var getUniformLocation: @convention(c) (GLuint, UnsafePointer<CChar>) -> GLint
  @Counted var uniform1i: @convention(c) (GLint, GLint) -> Void
  @Counted var getUniformBlockIndex: @convention(c) (GLuint, UnsafePointer<CChar>) -> GLuint
  @Counted var uniformBlockBinding: @convention(c) (GLuint, GLuint, GLuint) -> Void
  @Counted var getProgramInterfaceiv: @convention(c) (GLuint, GLenum, GLenum, UnsafeMutablePointer<GLint>) -> Void
  @Counted var getProgramResourceName:
    @convention(c) (GLuint, GLenum, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?)
      -> Void
  @Counted var getProgramResourceiv:
    @convention(c) (
      GLuint, GLenum, GLuint, GLsizei, UnsafePointer<GLenum>?, GLsizei, UnsafeMutablePointer<GLsizei>?,
      UnsafeMutablePointer<GLint>?
    ) -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    _createShader = try loader.counted("glCreateShader")
    _deleteShader = try loader.counted("glDeleteShader")
    _shaderSource = try loader.counted("glShaderSource")
    _compileShader = try loader.counted("glCompileShader")
    _getShaderiv = try loader.counted("glGetShaderiv")
    _getShaderInfoLog = try loader.counted("glGetShaderInfoLog")
    _attachShader = try loader.counted("glAttachShader")
    _linkProgram = try loader.counted("glLinkProgram")
    _getProgramiv = try loader.counted("glGetProgramiv")
    _getProgramInfoLog = try loader.counted("glGetProgramInfoLog")
    _programParameteri = try loader.counted("glProgramParameteri")
    _getProgramBinary = try loader.counted("glGetProgramBinary")
    _programBinary = try loader.counted("glProgramBinary")
    _useProgram = try loader.counted("glUseProgram")
    _getUniformLocation = try loader.counted("glGetUniformLocation")
    _uniform1i = try loader.counted("glUniform1i")
    _getUniformBlockIndex = try loader.counted("glGetUniformBlockIndex")
    _uniformBlockBinding = try loader.counted("glUniformBlockBinding")
    _getProgramInterfaceiv = try loader.counted("glGetProgramInterfaceiv")
    _getProgramResourceName = try loader.counted("glGetProgramResourceName")
    _getProgramResourceiv = try loader.counted("glGetProgramResourceiv")
  }
}
