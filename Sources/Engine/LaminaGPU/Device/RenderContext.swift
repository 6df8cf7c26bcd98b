// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// An OpenGL ES context without a window, current on the thread that made it.
///
/// Displays are never terminated: another renderer of this process may be using the same display.
final class RenderContext {
  let description: GPUDeviceDescription
  let queries: GLQueries
  /// The names of the context's extensions.
  let extensions: Set<String>
  /// Finds the functions, and counts their calls.
  private let loader: FunctionLoader
  private let driver: EGLDriver
  private let display: EGLDisplay
  private let context: EGLContext
  private let surface: EGLSurface?

  /// Makes a context of OpenGL ES 3.1 or later on `candidate` and makes it current on this thread.
  ///
  /// - Parameter isDebugging: Whether a debug context is requested, whose driver checks more and reports errors.
  init(_ candidate: DisplayCandidate, of driver: EGLDriver, isDebugging: Bool = false) throws(GPUError) {
    let egl = driver.functions
    let display = try driver.display(of: candidate)
    var version: (major: EGLint, minor: EGLint) = (0, 0)
    guard egl.initialize(display, &version.major, &version.minor) == EGLBoolean(EGL_TRUE) else {
      throw .eglError(code: egl.getError(), call: "eglInitialize")
    }
    _ = egl.bindAPI(EGLenum(EGL_OPENGL_ES_API))
    let extensions = EGLDriver.words(egl.queryString(display, EGL_EXTENSIONS))
    let config = try Self.config(of: display, extensions, egl)
    let wishes = ContextWishes(
      isDebugging: isDebugging, isRecent: (version.major, version.minor) >= (1, 5), extensions: extensions)
    let context = try Self.makeContext(on: display, config, wishes, egl)
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
    let loader = driver.glLoader
    do throws(GPUError) {
      queries = try GLQueries(loader)
      self.extensions = try queries.extensions()
      description = try Self.describe(candidate, queries)
    } catch {
      _ = egl.makeCurrent(display, nil, nil, nil)
      if let surface { _ = egl.destroySurface(display, surface) }
      _ = egl.destroyContext(display, context)
      throw error
    }
    self.driver = driver
    self.loader = loader
    self.display = display
    self.context = context
    self.surface = surface
    self.queries = queries
  }

  deinit {
    let egl = driver.functions
    _ = egl.makeCurrent(display, nil, nil, nil)
    if let surface { _ = egl.destroySurface(display, surface) }
    _ = egl.destroyContext(display, context)
    _ = egl.releaseThread()
  }

  /// Makes the context current on this thread again, after another context was.
  func makeCurrent() throws(GPUError) {
    let egl = driver.functions
    _ = egl.bindAPI(EGLenum(EGL_OPENGL_ES_API))
    guard egl.makeCurrent(display, surface, surface, context) == EGLBoolean(EGL_TRUE) else {
      throw .eglError(code: egl.getError(), call: "eglMakeCurrent")
    }
  }

  /// The functions of this context.
  func functions() throws(GPUError) -> GLFunctions {
    try GLFunctions(loader, extensionNames: extensions)
  }

  private static func describe(
    _ candidate: DisplayCandidate, _ queries: GLQueries
  ) throws(GPUError) -> GPUDeviceDescription {
    // "OpenGL ES 3.2 Mesa 22.3.6"
    let version = queries.string(GL_VERSION).split(separator: " ").first { $0.first?.isNumber == true }
    var description = GPUDeviceDescription(index: candidate.index, platform: candidate.platform, node: candidate.node)
    description.vendor = queries.string(GL_VENDOR)
    description.renderer = queries.string(GL_RENDERER)
    description.version = version.map(String.init) ?? ""
    description.maximumTextureSide = min(
      try queries.limit(GL_MAX_TEXTURE_SIZE, "the largest texture"),
      try queries.limit(GL_MAX_RENDERBUFFER_SIZE, "the largest renderbuffer"),
      try queries.limit(GL_MAX_VIEWPORT_DIMS, "the largest viewport"))
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

  /// Requests a context that reports its loss, and accepts one that does not if there is none.
  private static func makeContext(
    on display: EGLDisplay, _ config: EGLConfig?, _ wishes: ContextWishes, _ egl: EGLFunctions
  ) throws(GPUError) -> EGLContext {
    let version = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1]
    for attributes in wishes.attributes {
      if let context = egl.createContext(display, config, nil, version + attributes + [EGL_NONE]) { return context }
    }
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

/// Optional properties of a context beyond its version, the most demanding combination first: a display refuses
/// attributes that it does not know.
struct ContextWishes {
  /// Attributes for `eglCreateContext`, to be tried in this order; the last are none.
  let attributes: [[EGLint]]

  /// - Parameters:
  ///   - isDebugging: Whether a debug context is requested, whose driver checks more and reports errors.
  ///   - isRecent: Whether the display supports EGL 1.5, whose core has both properties.
  ///   - extensions: The extensions of the display.
  init(isDebugging: Bool, isRecent: Bool, extensions: Set<Substring>) {
    var notices: [[EGLint]] = []
    if extensions.contains("EGL_EXT_create_context_robustness") {
      // EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT.
      notices.append([0x3138, 0x31BF])
    }
    if isRecent || extensions.contains("EGL_KHR_create_context") {
      notices.append([EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET])
    }
    notices.append([])
    var looks: [[EGLint]] = [[]]
    if isDebugging, extensions.contains("EGL_KHR_create_context") {
      looks.insert([EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR], at: 0)
    }
    if isDebugging, isRecent { looks.insert([EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE], at: 0) }
    attributes = looks.flatMap { look in notices.map { look + $0 } }
  }
}
