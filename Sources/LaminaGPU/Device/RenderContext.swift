import CEGL

/// An OpenGL ES context without a window, current on the thread that made it.
///
/// Displays are never terminated: another renderer of this process may be using the same one.
final class RenderContext {
  /// `EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT` and its value `EGL_LOSE_CONTEXT_ON_RESET_EXT`.
  private static let resetNotification: [EGLint] = [0x3138, 0x31BF]

  let description: GPUDeviceDescription
  let queries: GLQueries
  /// The names of the context's extensions.
  let extensions: Set<String>
  private let driver: EGLDriver
  private let display: EGLDisplay
  private let context: EGLContext
  private let surface: EGLSurface?

  /// Makes a context of OpenGL ES 3.1 or later on `candidate` and makes it current on this thread.
  init(_ candidate: DisplayCandidate, of driver: EGLDriver) throws(GPUError) {
    let egl = driver.functions
    let display = try driver.display(of: candidate)
    guard egl.initialize(display, nil, nil) == EGLBoolean(EGL_TRUE) else {
      throw .eglError(code: egl.getError(), call: "eglInitialize")
    }
    _ = egl.bindAPI(EGLenum(EGL_OPENGL_ES_API))
    let extensions = EGLDriver.words(egl.queryString(display, EGL_EXTENSIONS))
    let config = try Self.config(of: display, extensions, egl)
    let context = try Self.makeContext(on: display, config, extensions, egl)
    var surface: EGLSurface?
    if !extensions.contains("EGL_KHR_surfaceless_context") {
      surface = egl.createPbufferSurface(display, config, [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE])
    }
    guard egl.makeCurrent(display, surface, surface, context) == EGLBoolean(EGL_TRUE) else {
      let error = GPUError.eglError(code: egl.getError(), call: "eglMakeCurrent")
      if let surface { _ = egl.destroySurface(display, surface) }
      _ = egl.destroyContext(display, context)
      throw error
    }
    let queries: GLQueries
    do throws(GPUError) {
      queries = try GLQueries(driver.glLoader)
    } catch {
      _ = egl.makeCurrent(display, nil, nil, nil)
      _ = egl.destroyContext(display, context)
      throw error
    }
    self.driver = driver
    self.display = display
    self.context = context
    self.surface = surface
    self.queries = queries
    self.extensions = queries.extensions()
    description = Self.describe(candidate, queries)
  }

  deinit {
    let egl = driver.functions
    _ = egl.makeCurrent(display, nil, nil, nil)
    if let surface { _ = egl.destroySurface(display, surface) }
    _ = egl.destroyContext(display, context)
    _ = egl.releaseThread()
  }

  /// Makes it current on this thread again, after another one was.
  func makeCurrent() throws(GPUError) {
    let egl = driver.functions
    _ = egl.bindAPI(EGLenum(EGL_OPENGL_ES_API))
    guard egl.makeCurrent(display, surface, surface, context) == EGLBoolean(EGL_TRUE) else {
      throw .eglError(code: egl.getError(), call: "eglMakeCurrent")
    }
  }

  /// The functions of this context.
  func functions() throws(GPUError) -> GLFunctions {
    try GLFunctions(driver.glLoader, extensionNames: extensions)
  }

  private static func describe(_ candidate: DisplayCandidate, _ queries: GLQueries) -> GPUDeviceDescription {
    // "OpenGL ES 3.2 Mesa 22.3.6"
    let version = queries.string(GL_VERSION).split(separator: " ").first { $0.first?.isNumber == true }
    var description = GPUDeviceDescription(index: candidate.index, platform: candidate.platform, node: candidate.node)
    description.vendor = queries.string(GL_VENDOR)
    description.renderer = queries.string(GL_RENDERER)
    description.version = version.map(String.init) ?? ""
    description.maximumTextureSide = [GL_MAX_TEXTURE_SIZE, GL_MAX_RENDERBUFFER_SIZE, GL_MAX_VIEWPORT_DIMS]
      .map(queries.integer).min() ?? 0
    return description
  }

  private static func config(
    of display: EGLDisplay, _ extensions: Set<Substring>, _ egl: EGLFunctions
  ) throws(GPUError) -> EGLConfig? {
    if extensions.contains("EGL_KHR_no_config_context") || extensions.contains("EGL_MESA_configless_context") {
      return nil
    }
    let wanted = [EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE]
    var config: EGLConfig?
    var count: EGLint = 0
    guard egl.chooseConfig(display, wanted, &config, 1, &count) == EGLBoolean(EGL_TRUE), count > 0 else {
      throw .eglError(code: egl.getError(), call: "eglChooseConfig (no configuration for OpenGL ES 3)")
    }
    return config
  }

  /// Asks for a context that says when it is lost, and takes one that does not where there is none.
  private static func makeContext(
    on display: EGLDisplay, _ config: EGLConfig?, _ extensions: Set<Substring>, _ egl: EGLFunctions
  ) throws(GPUError) -> EGLContext {
    let version = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1]
    if extensions.contains("EGL_EXT_create_context_robustness"),
      let context = egl.createContext(display, config, nil, version + resetNotification + [EGL_NONE])
    {
      return context
    }
    if let context = egl.createContext(display, config, nil, version + [EGL_NONE]) { return context }
    let code = egl.getError()
    for (major, minor) in [(EGLint(3), EGLint(0)), (2, 0)] {
      let older = [EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor, EGL_NONE]
      guard let context = egl.createContext(display, config, nil, older) else { continue }
      _ = egl.destroyContext(display, context)
      throw .eglError(code: code, call: "eglCreateContext (offers OpenGL ES \(major).\(minor), 3.1 is needed)")
    }
    throw .eglError(code: code, call: "eglCreateContext (OpenGL ES 3.1)")
  }
}
