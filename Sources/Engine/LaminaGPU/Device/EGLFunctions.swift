// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// The EGL functions that Lamina calls, looked up at run time.
struct EGLFunctions {
  let getProcAddress: @convention(c) (UnsafePointer<CChar>) -> UnsafeMutableRawPointer?
  let getError: @convention(c) () -> EGLint
  let queryString: @convention(c) (EGLDisplay?, EGLint) -> UnsafePointer<CChar>?
  let initialize:
    @convention(c) (EGLDisplay?, UnsafeMutablePointer<EGLint>?, UnsafeMutablePointer<EGLint>?) -> EGLBoolean
  let bindAPI: @convention(c) (EGLenum) -> EGLBoolean
  let chooseConfig:
    @convention(c) (
      EGLDisplay?, UnsafePointer<EGLint>?, UnsafeMutablePointer<EGLConfig?>?, EGLint,
      UnsafeMutablePointer<EGLint>?
    ) -> EGLBoolean
  let createContext: @convention(c) (EGLDisplay?, EGLConfig?, EGLContext?, UnsafePointer<EGLint>?) -> EGLContext?
  let destroyContext: @convention(c) (EGLDisplay?, EGLContext?) -> EGLBoolean
  let createPbufferSurface: @convention(c) (EGLDisplay?, EGLConfig?, UnsafePointer<EGLint>?) -> EGLSurface?
  let destroySurface: @convention(c) (EGLDisplay?, EGLSurface?) -> EGLBoolean
  let makeCurrent: @convention(c) (EGLDisplay?, EGLSurface?, EGLSurface?, EGLContext?) -> EGLBoolean
  let releaseThread: @convention(c) () -> EGLBoolean
  /// `eglGetPlatformDisplayEXT`; its attributes are 32 bits wide.
  let getPlatformDisplay: (@convention(c) (EGLenum, UnsafeMutableRawPointer?, UnsafePointer<EGLint>?) -> EGLDisplay?)?
  let queryDevices:
    (@convention(c) (EGLint, UnsafeMutablePointer<EGLDeviceEXT?>?, UnsafeMutablePointer<EGLint>?) -> EGLBoolean)?
  let queryDeviceString: (@convention(c) (EGLDeviceEXT?, EGLint) -> UnsafePointer<CChar>?)?

  init(_ libraries: GPULibraries) throws(GPUError) {
    let library = try DynamicLibrary(libraries.egl)
    let core = FunctionLoader { libraries.substitute($0, library.address(of: $0)) }
    let getProcAddress: @convention(c) (UnsafePointer<CChar>) -> UnsafeMutableRawPointer? =
      try core.function("eglGetProcAddress")
    let extensions = FunctionLoader { libraries.substitute($0, getProcAddress($0)) }
    self.getProcAddress = getProcAddress
    getError = try core.function("eglGetError")
    queryString = try core.function("eglQueryString")
    initialize = try core.function("eglInitialize")
    bindAPI = try core.function("eglBindAPI")
    chooseConfig = try core.function("eglChooseConfig")
    createContext = try core.function("eglCreateContext")
    destroyContext = try core.function("eglDestroyContext")
    createPbufferSurface = try core.function("eglCreatePbufferSurface")
    destroySurface = try core.function("eglDestroySurface")
    makeCurrent = try core.function("eglMakeCurrent")
    releaseThread = try core.function("eglReleaseThread")
    getPlatformDisplay = extensions.optional("eglGetPlatformDisplayEXT")
    queryDevices = extensions.optional("eglQueryDevicesEXT")
    queryDeviceString = extensions.optional("eglQueryDeviceStringEXT")
  }
}
