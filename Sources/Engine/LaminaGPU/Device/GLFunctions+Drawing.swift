// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// Textures, and targets made of them.
struct GLTextureFunctions {
  let activeTexture: @convention(c) (GLenum) -> Void
  let bindTexture: @convention(c) (GLenum, GLuint) -> Void
  let texParameteri: @convention(c) (GLenum, GLenum, GLint) -> Void
  let texStorage2D: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei) -> Void
  let texStorage3D: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei) -> Void
  let texSubImage2D:
    @convention(c) (GLenum, GLint, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, UnsafeRawPointer?) -> Void
  let texSubImage3D:
    @convention(c) (GLenum, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei, GLenum, GLenum, UnsafeRawPointer?)
      -> Void
  let copyTexSubImage2D: @convention(c) (GLenum, GLint, GLint, GLint, GLint, GLint, GLsizei, GLsizei) -> Void
  let copyTexSubImage3D: @convention(c) (GLenum, GLint, GLint, GLint, GLint, GLint, GLint, GLsizei, GLsizei) -> Void
  let bindFramebuffer: @convention(c) (GLenum, GLuint) -> Void
  let framebufferTexture2D: @convention(c) (GLenum, GLenum, GLenum, GLuint, GLint) -> Void
  let framebufferTextureLayer: @convention(c) (GLenum, GLenum, GLuint, GLint, GLint) -> Void
  let framebufferRenderbuffer: @convention(c) (GLenum, GLenum, GLenum, GLuint) -> Void
  let checkFramebufferStatus: @convention(c) (GLenum) -> GLenum
  let invalidateFramebuffer: @convention(c) (GLenum, GLsizei, UnsafePointer<GLenum>) -> Void
  let bindRenderbuffer: @convention(c) (GLenum, GLuint) -> Void
  let renderbufferStorage: @convention(c) (GLenum, GLenum, GLsizei, GLsizei) -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    activeTexture = try loader.function("glActiveTexture")
    bindTexture = try loader.function("glBindTexture")
    texParameteri = try loader.function("glTexParameteri")
    texStorage2D = try loader.function("glTexStorage2D")
    texStorage3D = try loader.function("glTexStorage3D")
    texSubImage2D = try loader.function("glTexSubImage2D")
    texSubImage3D = try loader.function("glTexSubImage3D")
    copyTexSubImage2D = try loader.function("glCopyTexSubImage2D")
    copyTexSubImage3D = try loader.function("glCopyTexSubImage3D")
    bindFramebuffer = try loader.function("glBindFramebuffer")
    framebufferTexture2D = try loader.function("glFramebufferTexture2D")
    framebufferTextureLayer = try loader.function("glFramebufferTextureLayer")
    framebufferRenderbuffer = try loader.function("glFramebufferRenderbuffer")
    checkFramebufferStatus = try loader.function("glCheckFramebufferStatus")
    invalidateFramebuffer = try loader.function("glInvalidateFramebuffer")
    bindRenderbuffer = try loader.function("glBindRenderbuffer")
    renderbufferStorage = try loader.function("glRenderbufferStorage")
  }
}

/// Buffers, vertex arrays, and the one draw call.
struct GLVertexFunctions {
  let bindBuffer: @convention(c) (GLenum, GLuint) -> Void
  let bindBufferRange: @convention(c) (GLenum, GLuint, GLuint, Int, Int) -> Void
  let bufferData: @convention(c) (GLenum, Int, UnsafeRawPointer?, GLenum) -> Void
  let bindVertexArray: @convention(c) (GLuint) -> Void
  let enableVertexAttribArray: @convention(c) (GLuint) -> Void
  let vertexAttribFormat: @convention(c) (GLuint, GLint, GLenum, GLboolean, GLuint) -> Void
  let vertexAttribIFormat: @convention(c) (GLuint, GLint, GLenum, GLuint) -> Void
  let vertexAttribBinding: @convention(c) (GLuint, GLuint) -> Void
  let vertexBindingDivisor: @convention(c) (GLuint, GLuint) -> Void
  let bindVertexBuffer: @convention(c) (GLuint, GLuint, Int, GLsizei) -> Void
  let drawArraysInstanced: @convention(c) (GLenum, GLint, GLsizei, GLsizei) -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    bindBuffer = try loader.function("glBindBuffer")
    bindBufferRange = try loader.function("glBindBufferRange")
    bufferData = try loader.function("glBufferData")
    bindVertexArray = try loader.function("glBindVertexArray")
    enableVertexAttribArray = try loader.function("glEnableVertexAttribArray")
    vertexAttribFormat = try loader.function("glVertexAttribFormat")
    vertexAttribIFormat = try loader.function("glVertexAttribIFormat")
    vertexAttribBinding = try loader.function("glVertexAttribBinding")
    vertexBindingDivisor = try loader.function("glVertexBindingDivisor")
    bindVertexBuffer = try loader.function("glBindVertexBuffer")
    drawArraysInstanced = try loader.function("glDrawArraysInstanced")
  }
}

/// Shaders, programs, and what is in them.
struct GLShaderFunctions {
  typealias Log =
    @convention(c) (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void

  let createShader: @convention(c) (GLenum) -> GLuint
  let deleteShader: @convention(c) (GLuint) -> Void
  let shaderSource:
    @convention(c) (GLuint, GLsizei, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<GLint>?) -> Void
  let compileShader: @convention(c) (GLuint) -> Void
  let getShaderiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>) -> Void
  let getShaderInfoLog: Log
  let attachShader: @convention(c) (GLuint, GLuint) -> Void
  let linkProgram: @convention(c) (GLuint) -> Void
  let getProgramiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>) -> Void
  let getProgramInfoLog: Log
  let useProgram: @convention(c) (GLuint) -> Void
  let getUniformLocation: @convention(c) (GLuint, UnsafePointer<CChar>) -> GLint
  let uniform1i: @convention(c) (GLint, GLint) -> Void
  let getUniformBlockIndex: @convention(c) (GLuint, UnsafePointer<CChar>) -> GLuint
  let uniformBlockBinding: @convention(c) (GLuint, GLuint, GLuint) -> Void
  let getProgramInterfaceiv: @convention(c) (GLuint, GLenum, GLenum, UnsafeMutablePointer<GLint>) -> Void
  let getProgramResourceName:
    @convention(c) (GLuint, GLenum, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?)
      -> Void
  let getProgramResourceiv:
    @convention(c) (
      GLuint, GLenum, GLuint, GLsizei, UnsafePointer<GLenum>?, GLsizei, UnsafeMutablePointer<GLsizei>?,
      UnsafeMutablePointer<GLint>?
    ) -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    createShader = try loader.function("glCreateShader")
    deleteShader = try loader.function("glDeleteShader")
    shaderSource = try loader.function("glShaderSource")
    compileShader = try loader.function("glCompileShader")
    getShaderiv = try loader.function("glGetShaderiv")
    getShaderInfoLog = try loader.function("glGetShaderInfoLog")
    attachShader = try loader.function("glAttachShader")
    linkProgram = try loader.function("glLinkProgram")
    getProgramiv = try loader.function("glGetProgramiv")
    getProgramInfoLog = try loader.function("glGetProgramInfoLog")
    useProgram = try loader.function("glUseProgram")
    getUniformLocation = try loader.function("glGetUniformLocation")
    uniform1i = try loader.function("glUniform1i")
    getUniformBlockIndex = try loader.function("glGetUniformBlockIndex")
    uniformBlockBinding = try loader.function("glUniformBlockBinding")
    getProgramInterfaceiv = try loader.function("glGetProgramInterfaceiv")
    getProgramResourceName = try loader.function("glGetProgramResourceName")
    getProgramResourceiv = try loader.function("glGetProgramResourceiv")
  }
}
