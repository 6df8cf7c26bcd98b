// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// The OpenGL ES 3.1 functions that Lamina calls, by subject, looked up at run time.
struct GLFunctions {
  /// The counter of their calls.
  let calls: CallCounter
  let state: GLStateFunctions
  let objects: GLObjectFunctions
  let textures: GLTextureFunctions
  let vertices: GLVertexFunctions
  let shaders: GLShaderFunctions
  let readBack: GLReadBackFunctions
  let compute: GLComputeFunctions
  let extensions: GLExtensionFunctions

  init(_ loader: FunctionLoader, extensionNames: Set<String>) throws(GPUError) {
    calls = loader.calls
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
  @Counted var getError: @convention(c) () -> GLenum
  @Counted var enable: @convention(c) (GLenum) -> Void
  @Counted var disable: @convention(c) (GLenum) -> Void
  @Counted var viewport: @convention(c) (GLint, GLint, GLsizei, GLsizei) -> Void
  @Counted var scissor: @convention(c) (GLint, GLint, GLsizei, GLsizei) -> Void
  @Counted var depthMask: @convention(c) (GLboolean) -> Void
  @Counted var depthFunc: @convention(c) (GLenum) -> Void
  @Counted var blendFunc: @convention(c) (GLenum, GLenum) -> Void
  @Counted var blendEquation: @convention(c) (GLenum) -> Void
  @Counted var clearColor: @convention(c) (GLfloat, GLfloat, GLfloat, GLfloat) -> Void
  @Counted var clear: @convention(c) (GLbitfield) -> Void
  @Counted var finish: @convention(c) () -> Void
  @Counted var pixelStorei: @convention(c) (GLenum, GLint) -> Void
  @Counted var readPixels:
    @convention(c) (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, UnsafeMutableRawPointer?) -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    _getError = try loader.counted("glGetError")
    _enable = try loader.counted("glEnable")
    _disable = try loader.counted("glDisable")
    _viewport = try loader.counted("glViewport")
    _scissor = try loader.counted("glScissor")
    _depthMask = try loader.counted("glDepthMask")
    _depthFunc = try loader.counted("glDepthFunc")
    _blendFunc = try loader.counted("glBlendFunc")
    _blendEquation = try loader.counted("glBlendEquation")
    _clearColor = try loader.counted("glClearColor")
    _clear = try loader.counted("glClear")
    _finish = try loader.counted("glFinish")
    _pixelStorei = try loader.counted("glPixelStorei")
    _readPixels = try loader.counted("glReadPixels")
  }
}

/// Makes and deletes objects.
struct GLObjectFunctions {
  typealias Generate = @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>) -> Void
  typealias Delete = @convention(c) (GLsizei, UnsafePointer<GLuint>) -> Void

  @Counted var genTextures: Generate
  @Counted var deleteTextures: Delete
  @Counted var genBuffers: Generate
  @Counted var deleteBuffers: Delete
  @Counted var genFramebuffers: Generate
  @Counted var deleteFramebuffers: Delete
  @Counted var genRenderbuffers: Generate
  @Counted var deleteRenderbuffers: Delete
  @Counted var genVertexArrays: Generate
  @Counted var deleteVertexArrays: Delete
  @Counted var createProgram: @convention(c) () -> GLuint
  @Counted var deleteProgram: @convention(c) (GLuint) -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    _genTextures = try loader.counted("glGenTextures")
    _deleteTextures = try loader.counted("glDeleteTextures")
    _genBuffers = try loader.counted("glGenBuffers")
    _deleteBuffers = try loader.counted("glDeleteBuffers")
    _genFramebuffers = try loader.counted("glGenFramebuffers")
    _deleteFramebuffers = try loader.counted("glDeleteFramebuffers")
    _genRenderbuffers = try loader.counted("glGenRenderbuffers")
    _deleteRenderbuffers = try loader.counted("glDeleteRenderbuffers")
    _genVertexArrays = try loader.counted("glGenVertexArrays")
    _deleteVertexArrays = try loader.counted("glDeleteVertexArrays")
    _createProgram = try loader.counted("glCreateProgram")
    _deleteProgram = try loader.counted("glDeleteProgram")
  }
}

/// The functions that a driver may lack.
struct GLExtensionFunctions {
  /// Texture, target, level and position of the source, the same of the destination, and the size.
  typealias CopyImage =
    @convention(c) (
      GLuint, GLenum, GLint, GLint, GLint, GLint, GLuint, GLenum, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei
    ) -> Void

  /// Mode, first vertex, vertices, instances, first instance.
  typealias DrawFromInstance = @convention(c) (GLenum, GLint, GLsizei, GLsizei, GLuint) -> Void

  @CountedWhereKnown var getGraphicsResetStatus: (@convention(c) () -> GLenum)?
  @CountedWhereKnown var objectLabel: (@convention(c) (GLenum, GLuint, GLsizei, UnsafePointer<CChar>?) -> Void)?
  @CountedWhereKnown var pushDebugGroup: (@convention(c) (GLenum, GLuint, GLsizei, UnsafePointer<CChar>?) -> Void)?
  @CountedWhereKnown var popDebugGroup: (@convention(c) () -> Void)?
  /// Sends the driver's debug output to a function; `nil` without debug output.
  @CountedWhereKnown var debugMessageCallback: (@convention(c) (DriverMessages.Callback?, UnsafeRawPointer?) -> Void)?
  /// Called between overlapping draws with blend equations; `nil` where the driver has no blend equations.
  @CountedWhereKnown var blendBarrier: (@convention(c) () -> Void)?
  /// Copies between textures without drawing; `nil` if the driver lacks it.
  @CountedWhereKnown var copyImage: CopyImage?
  /// Draws from an instance of the bound buffer on; `nil` if the driver lacks it.
  @CountedWhereKnown var drawFromInstance: DrawFromInstance?
  /// Gives a buffer memory that can stay mapped; `nil` if the driver lacks it.
  @CountedWhereKnown var bufferStorage: (@convention(c) (GLenum, Int, UnsafeRawPointer?, GLbitfield) -> Void)?
  /// Lets shaders read a buffer as a texture; `nil` if the driver lacks it.
  @CountedWhereKnown var texBuffer: (@convention(c) (GLenum, GLenum, GLuint) -> Void)?
  /// The device's own clock; `nil` if the driver lacks it.
  let timers: GLTimerFunctions?

  /// Extension names decide, because loaders return stubs for functions that do not exist.
  init(_ loader: FunctionLoader, names: Set<String>) {
    let isRobust = names.contains("GL_KHR_robustness") || names.contains("GL_EXT_robustness")
    _getGraphicsResetStatus = loader.counted(
      "glGetGraphicsResetStatus", "glGetGraphicsResetStatusKHR", "glGetGraphicsResetStatusEXT", isThere: isRobust)
    let hasDebug = names.contains("GL_KHR_debug")
    _objectLabel = loader.counted("glObjectLabelKHR", "glObjectLabel", isThere: hasDebug)
    _pushDebugGroup = loader.counted("glPushDebugGroupKHR", "glPushDebugGroup", isThere: hasDebug)
    _popDebugGroup = loader.counted("glPopDebugGroupKHR", "glPopDebugGroup", isThere: hasDebug)
    _debugMessageCallback = loader.counted("glDebugMessageCallbackKHR", "glDebugMessageCallback", isThere: hasDebug)
    let blends = names.contains("GL_KHR_blend_equation_advanced")
    _blendBarrier = loader.counted("glBlendBarrierKHR", "glBlendBarrier", isThere: blends)
    let copiesByEXT = names.contains("GL_EXT_copy_image")
    _copyImage = loader.counted(
      copiesByEXT ? "glCopyImageSubDataEXT" : "glCopyImageSubDataOES",
      isThere: copiesByEXT || names.contains("GL_OES_copy_image"))
    _drawFromInstance = loader.counted(
      "glDrawArraysInstancedBaseInstanceEXT", isThere: names.contains("GL_EXT_base_instance"))
    _bufferStorage = loader.counted("glBufferStorageEXT", isThere: names.contains("GL_EXT_buffer_storage"))
    let readsByEXT = names.contains("GL_EXT_texture_buffer")
    _texBuffer = loader.counted(
      readsByEXT ? "glTexBufferEXT" : "glTexBufferOES", isThere: readsByEXT || names.contains("GL_OES_texture_buffer"))
    timers = names.contains("GL_EXT_disjoint_timer_query") ? GLTimerFunctions(loader) : nil
  }
}
