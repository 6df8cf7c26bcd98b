// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// The OpenGL ES 3.1 functions Lamina calls, by what they are about, found while the program runs.
struct GLFunctions {
  let state: GLStateFunctions
  let objects: GLObjectFunctions
  let textures: GLTextureFunctions
  let vertices: GLVertexFunctions
  let shaders: GLShaderFunctions
  let readBack: GLReadBackFunctions
  let compute: GLComputeFunctions
  let extensions: GLExtensionFunctions

  init(_ loader: FunctionLoader, extensionNames: Set<String>) throws(GPUError) {
    state = try GLStateFunctions(loader)
    objects = try GLObjectFunctions(loader)
    textures = try GLTextureFunctions(loader)
    vertices = try GLVertexFunctions(loader)
    shaders = try GLShaderFunctions(loader)
    readBack = try GLReadBackFunctions(loader)
    compute = try GLComputeFunctions(loader)
    extensions = GLExtensionFunctions(loader, names: extensionNames)
  }
}

/// Fixed state, clearing, reading back.
struct GLStateFunctions {
  let getError: @convention(c) () -> GLenum
  let enable: @convention(c) (GLenum) -> Void
  let disable: @convention(c) (GLenum) -> Void
  let viewport: @convention(c) (GLint, GLint, GLsizei, GLsizei) -> Void
  let scissor: @convention(c) (GLint, GLint, GLsizei, GLsizei) -> Void
  let depthMask: @convention(c) (GLboolean) -> Void
  let depthFunc: @convention(c) (GLenum) -> Void
  let blendFunc: @convention(c) (GLenum, GLenum) -> Void
  let blendEquation: @convention(c) (GLenum) -> Void
  let clearColor: @convention(c) (GLfloat, GLfloat, GLfloat, GLfloat) -> Void
  let clear: @convention(c) (GLbitfield) -> Void
  let finish: @convention(c) () -> Void
  let pixelStorei: @convention(c) (GLenum, GLint) -> Void
  let readPixels: @convention(c) (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, UnsafeMutableRawPointer?) -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    getError = try loader.function("glGetError")
    enable = try loader.function("glEnable")
    disable = try loader.function("glDisable")
    viewport = try loader.function("glViewport")
    scissor = try loader.function("glScissor")
    depthMask = try loader.function("glDepthMask")
    depthFunc = try loader.function("glDepthFunc")
    blendFunc = try loader.function("glBlendFunc")
    blendEquation = try loader.function("glBlendEquation")
    clearColor = try loader.function("glClearColor")
    clear = try loader.function("glClear")
    finish = try loader.function("glFinish")
    pixelStorei = try loader.function("glPixelStorei")
    readPixels = try loader.function("glReadPixels")
  }
}

/// Makes and deletes objects.
struct GLObjectFunctions {
  typealias Generate = @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>) -> Void
  typealias Delete = @convention(c) (GLsizei, UnsafePointer<GLuint>) -> Void

  let genTextures: Generate
  let deleteTextures: Delete
  let genBuffers: Generate
  let deleteBuffers: Delete
  let genFramebuffers: Generate
  let deleteFramebuffers: Delete
  let genRenderbuffers: Generate
  let deleteRenderbuffers: Delete
  let genVertexArrays: Generate
  let deleteVertexArrays: Delete
  let createProgram: @convention(c) () -> GLuint
  let deleteProgram: @convention(c) (GLuint) -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    genTextures = try loader.function("glGenTextures")
    deleteTextures = try loader.function("glDeleteTextures")
    genBuffers = try loader.function("glGenBuffers")
    deleteBuffers = try loader.function("glDeleteBuffers")
    genFramebuffers = try loader.function("glGenFramebuffers")
    deleteFramebuffers = try loader.function("glDeleteFramebuffers")
    genRenderbuffers = try loader.function("glGenRenderbuffers")
    deleteRenderbuffers = try loader.function("glDeleteRenderbuffers")
    genVertexArrays = try loader.function("glGenVertexArrays")
    deleteVertexArrays = try loader.function("glDeleteVertexArrays")
    createProgram = try loader.function("glCreateProgram")
    deleteProgram = try loader.function("glDeleteProgram")
  }
}

/// What a driver may or may not have.
struct GLExtensionFunctions {
  /// Texture, target, level and place of the source, the same of what it is copied to, and the size.
  typealias CopyImage =
    @convention(c) (
      GLuint, GLenum, GLint, GLint, GLint, GLint, GLuint, GLenum, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei
    ) -> Void

  let getGraphicsResetStatus: (@convention(c) () -> GLenum)?
  let objectLabel: (@convention(c) (GLenum, GLuint, GLsizei, UnsafePointer<CChar>?) -> Void)?
  let pushDebugGroup: (@convention(c) (GLenum, GLuint, GLsizei, UnsafePointer<CChar>?) -> Void)?
  let popDebugGroup: (@convention(c) () -> Void)?
  /// Sends the driver's debug output to a function; `nil` where it has none.
  let debugMessageCallback: (@convention(c) (DriverMessages.Callback?, UnsafeRawPointer?) -> Void)?
  /// Between draws of blend equations that overlap; `nil` where the driver has no such equations.
  let blendBarrier: (@convention(c) () -> Void)?
  /// Copies between textures without drawing; `nil` where the driver has none.
  let copyImage: CopyImage?
  /// The device's own clock; `nil` where the driver has none.
  let timers: GLTimerFunctions?

  /// Extension names decide, because loaders hand out stubs for functions that are not there.
  init(_ loader: FunctionLoader, names: Set<String>) {
    let isRobust = names.contains("GL_KHR_robustness") || names.contains("GL_EXT_robustness")
    getGraphicsResetStatus =
      isRobust
      ? loader.optional("glGetGraphicsResetStatus", "glGetGraphicsResetStatusKHR", "glGetGraphicsResetStatusEXT") : nil
    let hasDebug = names.contains("GL_KHR_debug")
    objectLabel = hasDebug ? loader.optional("glObjectLabelKHR", "glObjectLabel") : nil
    pushDebugGroup = hasDebug ? loader.optional("glPushDebugGroupKHR", "glPushDebugGroup") : nil
    let blends = names.contains("GL_KHR_blend_equation_advanced")
    blendBarrier = blends ? loader.optional("glBlendBarrierKHR", "glBlendBarrier") : nil
    copyImage =
      names.contains("GL_EXT_copy_image")
      ? loader.optional("glCopyImageSubDataEXT")
      : names.contains("GL_OES_copy_image") ? loader.optional("glCopyImageSubDataOES") : nil
    timers = names.contains("GL_EXT_disjoint_timer_query") ? GLTimerFunctions(loader) : nil
    debugMessageCallback = hasDebug ? loader.optional("glDebugMessageCallbackKHR", "glDebugMessageCallback") : nil
    popDebugGroup = hasDebug ? loader.optional("glPopDebugGroupKHR", "glPopDebugGroup") : nil
  }
}
