import CEGL

/// The OpenGL ES 3.1 functions Lamina calls, found while the program runs.
struct GLFunctions {
  typealias Names = UnsafeMutablePointer<GLuint>
  typealias ConstNames = UnsafePointer<GLuint>
  typealias Generate = @convention(c) (GLsizei, Names) -> Void
  typealias Delete = @convention(c) (GLsizei, ConstNames) -> Void
  typealias Log = @convention(c) (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void

  // State and queries
  let getError: @convention(c) () -> GLenum
  let getString: @convention(c) (GLenum) -> UnsafePointer<UInt8>?
  let getStringi: @convention(c) (GLenum, GLuint) -> UnsafePointer<UInt8>?
  let getIntegerv: @convention(c) (GLenum, UnsafeMutablePointer<GLint>) -> Void
  let enable: @convention(c) (GLenum) -> Void
  let disable: @convention(c) (GLenum) -> Void
  let viewport: @convention(c) (GLint, GLint, GLsizei, GLsizei) -> Void
  let depthMask: @convention(c) (GLboolean) -> Void
  let depthFunc: @convention(c) (GLenum) -> Void
  let blendFunc: @convention(c) (GLenum, GLenum) -> Void
  let clearColor: @convention(c) (GLfloat, GLfloat, GLfloat, GLfloat) -> Void
  let clear: @convention(c) (GLbitfield) -> Void
  let finish: @convention(c) () -> Void
  let pixelStorei: @convention(c) (GLenum, GLint) -> Void
  let readPixels:
    @convention(c) (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, UnsafeMutableRawPointer?) -> Void

  // Objects
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

  // Textures and targets
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
  let copyTexSubImage3D:
    @convention(c) (GLenum, GLint, GLint, GLint, GLint, GLint, GLint, GLsizei, GLsizei) -> Void
  let bindFramebuffer: @convention(c) (GLenum, GLuint) -> Void
  let framebufferTexture2D: @convention(c) (GLenum, GLenum, GLenum, GLuint, GLint) -> Void
  let framebufferTextureLayer: @convention(c) (GLenum, GLenum, GLuint, GLint, GLint) -> Void
  let framebufferRenderbuffer: @convention(c) (GLenum, GLenum, GLenum, GLuint) -> Void
  let checkFramebufferStatus: @convention(c) (GLenum) -> GLenum
  let bindRenderbuffer: @convention(c) (GLenum, GLuint) -> Void
  let renderbufferStorage: @convention(c) (GLenum, GLenum, GLsizei, GLsizei) -> Void

  // Buffers and vertices
  let bindBuffer: @convention(c) (GLenum, GLuint) -> Void
  let bindBufferRange: @convention(c) (GLenum, GLuint, GLuint, Int, Int) -> Void
  let bufferData: @convention(c) (GLenum, Int, UnsafeRawPointer?, GLenum) -> Void
  let bindVertexArray: @convention(c) (GLuint) -> Void
  let enableVertexAttribArray: @convention(c) (GLuint) -> Void
  let vertexAttribFormat: @convention(c) (GLuint, GLint, GLenum, GLboolean, GLuint) -> Void
  let vertexAttribBinding: @convention(c) (GLuint, GLuint) -> Void
  let vertexBindingDivisor: @convention(c) (GLuint, GLuint) -> Void
  let bindVertexBuffer: @convention(c) (GLuint, GLuint, Int, GLsizei) -> Void
  let drawArraysInstanced: @convention(c) (GLenum, GLint, GLsizei, GLsizei) -> Void

  // Shaders
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
    @convention(c) (GLuint, GLenum, GLuint, GLsizei, UnsafePointer<GLenum>?, GLsizei, UnsafeMutablePointer<GLsizei>?,
      UnsafeMutablePointer<GLint>?) -> Void

  // Extensions, where the driver has them
  let getGraphicsResetStatus: (@convention(c) () -> GLenum)?
  let objectLabel: (@convention(c) (GLenum, GLuint, GLsizei, UnsafePointer<CChar>?) -> Void)?
  let pushDebugGroup: (@convention(c) (GLenum, GLuint, GLsizei, UnsafePointer<CChar>?) -> Void)?
  let popDebugGroup: (@convention(c) () -> Void)?

  /// Looks every function up. `extensions` decides about the optional ones, because loaders hand out stubs.
  init(_ loader: FunctionLoader, queries: GLQueries) throws(GPUError) {
    let names = queries.extensions()
    getError = try loader.function("glGetError")
    getString = queries.getString
    getStringi = queries.getStringi
    getIntegerv = queries.getIntegerv
    enable = try loader.function("glEnable")
    disable = try loader.function("glDisable")
    viewport = try loader.function("glViewport")
    depthMask = try loader.function("glDepthMask")
    depthFunc = try loader.function("glDepthFunc")
    blendFunc = try loader.function("glBlendFunc")
    clearColor = try loader.function("glClearColor")
    clear = try loader.function("glClear")
    finish = try loader.function("glFinish")
    pixelStorei = try loader.function("glPixelStorei")
    readPixels = try loader.function("glReadPixels")
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
    activeTexture = try loader.function("glActiveTexture")
    bindTexture = try loader.function("glBindTexture")
    texParameteri = try loader.function("glTexParameteri")
    texStorage2D = try loader.function("glTexStorage2D")
    texStorage3D = try loader.function("glTexStorage3D")
    texSubImage2D = try loader.function("glTexSubImage2D")
    texSubImage3D = try loader.function("glTexSubImage3D")
    copyTexSubImage3D = try loader.function("glCopyTexSubImage3D")
    bindFramebuffer = try loader.function("glBindFramebuffer")
    framebufferTexture2D = try loader.function("glFramebufferTexture2D")
    framebufferTextureLayer = try loader.function("glFramebufferTextureLayer")
    framebufferRenderbuffer = try loader.function("glFramebufferRenderbuffer")
    checkFramebufferStatus = try loader.function("glCheckFramebufferStatus")
    bindRenderbuffer = try loader.function("glBindRenderbuffer")
    renderbufferStorage = try loader.function("glRenderbufferStorage")
    bindBuffer = try loader.function("glBindBuffer")
    bindBufferRange = try loader.function("glBindBufferRange")
    bufferData = try loader.function("glBufferData")
    bindVertexArray = try loader.function("glBindVertexArray")
    enableVertexAttribArray = try loader.function("glEnableVertexAttribArray")
    vertexAttribFormat = try loader.function("glVertexAttribFormat")
    vertexAttribBinding = try loader.function("glVertexAttribBinding")
    vertexBindingDivisor = try loader.function("glVertexBindingDivisor")
    bindVertexBuffer = try loader.function("glBindVertexBuffer")
    drawArraysInstanced = try loader.function("glDrawArraysInstanced")
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

    let isRobust = names.contains("GL_KHR_robustness") || names.contains("GL_EXT_robustness")
    getGraphicsResetStatus =
      isRobust
      ? loader.optional("glGetGraphicsResetStatus", "glGetGraphicsResetStatusKHR", "glGetGraphicsResetStatusEXT") : nil
    let hasDebug = names.contains("GL_KHR_debug")
    objectLabel = hasDebug ? loader.optional("glObjectLabelKHR", "glObjectLabel") : nil
    pushDebugGroup = hasDebug ? loader.optional("glPushDebugGroupKHR", "glPushDebugGroup") : nil
    popDebugGroup = hasDebug ? loader.optional("glPopDebugGroupKHR", "glPopDebugGroup") : nil
  }
}
