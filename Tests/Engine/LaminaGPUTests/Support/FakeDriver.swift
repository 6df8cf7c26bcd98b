// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaGPU
import Synchronization

/// The machine's own driver with other limits, other names, fewer extensions or resets: it stands between Lamina and
/// the functions of EGL and OpenGL ES, and draws with the real ones.
///
/// Limits are enforced too: calls that a driver with them would refuse are refused, and noted.
final class FakeDriver: Sendable {
  /// The answers given instead of the real driver's.
  struct Answers: Sendable {
    /// Numbers of `glGetIntegerv`.
    var integers: [Int32: GLint] = [:]
    /// Texts of `glGetString`.
    var strings: [Int32: String] = [:]
    /// Extensions that it has not.
    var hidden: Set<String> = []
    /// Whether targets of floats are incomplete, as where no extension makes them complete.
    var refusesFloatTargets = false
    /// How often EGL lists the first of its devices.
    var devices = 1
    /// Whether EGL makes no context.
    var refusesContexts = false
    /// The answers to the next frames' questions for a reset, in order; "no reset" once the list is empty.
    var resets: [Int32] = []
    /// Whether the real driver is asked for a texture that it must refuse, as by a bug of ours.
    var breaksTextures = false
    /// Whether no buffer is mapped to be read.
    var refusesReading = false
    /// Whether fences are never signalled.
    var keepsFences = false
    /// Which call fails, by its function and its number from 1.
    var failing: (function: String, call: Int)?
  }

  private struct State {
    var answers: Answers
    var violations: [String] = []
    var asked = 0
    var expired = 0
    var mapped = 0
    var mappedRecords = 0
    var textures = 0
    var discarded = 0
    var contextAttributes: [[EGLint]] = []
    var calls: [String: Int] = [:]
    var recordCopies: [(isFromMemory: Bool, bytes: Int)] = []
  }

  private let state: Mutex<State>

  init(_ answers: Answers = Answers()) {
    state = Mutex(State(answers: answers))
  }

  /// The answers from now on.
  var answers: Answers {
    get { state.withLock { $0.answers } }
    set { state.withLock { $0.answers = newValue } }
  }

  /// Requests beyond the limits.
  var violations: [String] { state.withLock { $0.violations } }

  /// How often it was asked for a reset.
  var asked: Int { state.withLock { $0.asked } }

  /// How often the time was over that somebody waits for a fence at once.
  var expired: Int { state.withLock { $0.expired } }

  /// How often a buffer of it was read, or written to for uploads of pictures.
  var mapped: Int { state.withLock { $0.mapped } }

  /// How often a buffer of it was mapped for records.
  var mappedRecords: Int { state.withLock { $0.mappedRecords } }

  /// How many plain textures were made.
  var textures: Int { state.withLock { $0.textures } }

  /// How often it was told that depths are of no more use.
  var discarded: Int { state.withLock { $0.discarded } }

  /// The attributes of the contexts that were asked for, in order.
  var contextAttributes: [[EGLint]] { state.withLock { $0.contextAttributes } }

  /// The copies of records to a texture: whether each came from the program's memory, and its bytes.
  var recordCopies: [(isFromMemory: Bool, bytes: Int)] { state.withLock { $0.recordCopies } }

  /// How often functions that can fail were called, by their names.
  var calls: [String: Int] { state.withLock { $0.calls } }

  /// Counts a call of a function that can fail.
  ///
  /// - Returns: Whether this one does.
  fileprivate func fails(_ function: String) -> Bool {
    state.withLock { state in
      let call = state.calls[function, default: 0] + 1
      state.calls[function] = call
      return state.answers.failing.map { $0 == (function, call) } ?? false
    }
  }

  /// Libraries with this driver in front of the real one's functions.
  var libraries: GPULibraries {
    var libraries = GPULibraries()
    libraries.substitute = { [self] name, original in
      // A context's functions are looked up on its thread, and called there.
      Thread.current.threadDictionary["fake"] = self
      if name.hasPrefix("glGetGraphicsResetStatus") { return Self.functions[name] }
      guard let original else { return nil }
      return substitute(name, original)
    }
    return libraries
  }

  // MARK: stand-ins for functions; C functions hold nothing, so they find their driver by the thread

  private static var current: FakeDriver {
    guard let driver = Thread.current.threadDictionary["fake"] as? FakeDriver else {
      fatalError("a function of a driver was called off its thread")
    }
    return driver
  }

  private static func original<Function>(_ name: String, as type: Function.Type) -> Function {
    guard let address = Thread.current.threadDictionary["original \(name)"] as? UnsafeMutableRawPointer else {
      fatalError("\(name) was not looked up")
    }
    return unsafeBitCast(address, to: type)
  }

  private func substitute(_ name: String, _ original: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    guard let function = Self.functions[name] else { return original }
    Thread.current.threadDictionary["original \(name)"] = original
    return function
  }

  private func refuse(_ what: String) {
    state.withLock { $0.violations.append(what) }
  }

  /// The limit of a kind, or none.
  private func limit(_ name: Int32) -> GLint { answers.integers[name] ?? .max }

  private typealias GetIntegerv = @convention(c) (GLenum, UnsafeMutablePointer<GLint>) -> Void
  private typealias GetString = @convention(c) (GLenum) -> UnsafePointer<UInt8>?
  private typealias GetStringi = @convention(c) (GLenum, GLuint) -> UnsafePointer<UInt8>?
  private typealias Status = @convention(c) () -> GLenum
  private typealias Storage2D = @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei) -> Void
  private typealias Storage3D = @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei) -> Void
  private typealias RenderbufferStorage = @convention(c) (GLenum, GLenum, GLsizei, GLsizei) -> Void
  private typealias Viewport = @convention(c) (GLint, GLint, GLsizei, GLsizei) -> Void
  private typealias AttributeFormat = @convention(c) (GLuint, GLint, GLenum, GLboolean, GLuint) -> Void
  private typealias ActiveTexture = @convention(c) (GLenum) -> Void
  private typealias FramebufferTexture = @convention(c) (GLenum, GLenum, GLenum, GLuint, GLint) -> Void
  private typealias FramebufferStatus = @convention(c) (GLenum) -> GLenum
  private typealias WaitSync = @convention(c) (OpaquePointer, GLbitfield, GLuint64) -> GLenum
  private typealias MapBuffer = @convention(c) (GLenum, Int, Int, GLbitfield) -> UnsafeMutableRawPointer?
  private typealias Upload =
    @convention(c) (GLenum, GLint, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, UnsafeRawPointer?) -> Void
  private typealias Invalidate = @convention(c) (GLenum, GLsizei, UnsafePointer<GLenum>) -> Void
  private typealias Flush = @convention(c) () -> Void
  private typealias Dispatch = @convention(c) (GLuint, GLuint, GLuint) -> Void
  private typealias CreateContext =
    @convention(c) (EGLDisplay?, EGLConfig?, EGLContext?, UnsafePointer<EGLint>?) -> EGLContext?
  private typealias QueryDevices =
    @convention(c) (EGLint, UnsafeMutablePointer<EGLDeviceEXT?>?, UnsafeMutablePointer<EGLint>?) -> EGLBoolean

  private static func address<Function>(_ function: Function) -> UnsafeMutableRawPointer {
    unsafeBitCast(function, to: UnsafeMutableRawPointer.self)
  }

  nonisolated(unsafe) private static let functions: [String: UnsafeMutableRawPointer] = {
    let status: Status = { FakeDriver.current.nextReset() }
    var functions: [String: UnsafeMutableRawPointer] = [:]
    for suffix in ["", "KHR", "EXT"] { functions["glGetGraphicsResetStatus\(suffix)"] = address(status) }
    for (name, function) in queries.merging(storage, uniquingKeysWith: { $1 }) { functions[name] = function }
    for (name, function) in displays.merging(counted, uniquingKeysWith: { $1 }) { functions[name] = function }
    for (name, function) in faults { functions[name] = function }
    return functions
  }()

  private func nextReset() -> GLenum {
    if fails("glGetGraphicsResetStatus") { return GLenum(GL_UNKNOWN_CONTEXT_RESET) }
    return state.withLock { state in
      state.asked += 1
      return state.answers.resets.isEmpty ? GLenum(GL_NO_ERROR) : GLenum(state.answers.resets.removeFirst())
    }
  }

  private static var queries: [String: UnsafeMutableRawPointer] {
    let getInteger: GetIntegerv = { name, values in
      // GL_RESET_NOTIFICATION_STRATEGY is asked of robust contexts only, and this one is. The answer:
      // GL_LOSE_CONTEXT_ON_RESET.
      let own: [Int32: GLint] = [0x8256: 0x8252, GL_NUM_EXTENSIONS: GLint(FakeDriver.current.extensions.count)]
      guard let answer = FakeDriver.current.answers.integers[Int32(name)] ?? own[Int32(name)] else {
        FakeDriver.original("glGetIntegerv", as: GetIntegerv.self)(name, values)
        return
      }
      values[0] = answer
      if name == GLenum(GL_MAX_VIEWPORT_DIMS) { values[1] = answer }
    }
    let getString: GetString = { name in
      guard let text = FakeDriver.current.answers.strings[Int32(name)] else {
        return FakeDriver.original("glGetString", as: GetString.self)(name)
      }
      return FakeDriver.kept(text)
    }
    let getStringi: GetStringi = { name, index in
      name == GLenum(GL_EXTENSIONS)
        ? FakeDriver.kept(FakeDriver.current.extensions[Int(index)])
        : FakeDriver.original("glGetStringi", as: GetStringi.self)(name, index)
    }
    let wait: WaitSync = { fence, flags, time in
      if FakeDriver.current.fails("glClientWaitSync") { return GLenum(GL_WAIT_FAILED) }
      let result =
        FakeDriver.current.answers.keepsFences
        ? GLenum(GL_TIMEOUT_EXPIRED)
        : FakeDriver.original("glClientWaitSync", as: WaitSync.self)(fence, flags, time)
      if result == GLenum(GL_TIMEOUT_EXPIRED) { FakeDriver.current.state.withLock { $0.expired += 1 } }
      return result
    }
    return [
      "glGetIntegerv": address(getInteger), "glGetString": address(getString), "glGetStringi": address(getStringi),
      "glClientWaitSync": address(wait),
    ]
  }

  /// The real driver's extensions, without the hidden ones. It is robust unless robustness is hidden.
  private var extensions: [String] {
    let hidden = answers.hidden
    var count: GLint = 0
    Self.original("glGetIntegerv", as: GetIntegerv.self)(GLenum(GL_NUM_EXTENSIONS), &count)
    let name = Self.original("glGetStringi", as: GetStringi.self)
    let real = (0..<GLuint(count)).compactMap { index in
      name(GLenum(GL_EXTENSIONS), index).map { String(cString: $0) }
    }
    return Set(real).union(["GL_KHR_robustness"]).subtracting(hidden).sorted()
  }

  /// A text that stays, as those of drivers do.
  private static func kept(_ text: String) -> UnsafePointer<UInt8>? {
    strdup(text).map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
  }

  private static var storage: [String: UnsafeMutableRawPointer] {
    let storage2D: Storage2D = { target, levels, format, width, height in
      FakeDriver.current.check("texture", width, height, by: GL_MAX_TEXTURE_SIZE)
      FakeDriver.current.state.withLock { $0.textures += 1 }
      let width = FakeDriver.current.answers.breaksTextures ? -1 : width
      FakeDriver.original("glTexStorage2D", as: Storage2D.self)(target, levels, format, width, height)
    }
    let storage3D: Storage3D = { target, levels, format, width, height, layers in
      FakeDriver.current.check("array", width, height, by: GL_MAX_TEXTURE_SIZE)
      FakeDriver.current.check("layers", layers, 0, by: GL_MAX_ARRAY_TEXTURE_LAYERS)
      let width = FakeDriver.current.answers.breaksTextures ? -1 : width
      FakeDriver.original("glTexStorage3D", as: Storage3D.self)(target, levels, format, width, height, layers)
    }
    let renderbuffer: RenderbufferStorage = { target, format, width, height in
      FakeDriver.current.check("renderbuffer", width, height, by: GL_MAX_RENDERBUFFER_SIZE)
      FakeDriver.original("glRenderbufferStorage", as: RenderbufferStorage.self)(target, format, width, height)
    }
    let viewport: Viewport = { x, y, width, height in
      FakeDriver.current.check("viewport", width, height, by: GL_MAX_VIEWPORT_DIMS)
      FakeDriver.original("glViewport", as: Viewport.self)(x, y, width, height)
    }
    let attribute: AttributeFormat = { location, size, type, isNormalized, offset in
      FakeDriver.current.check("attribute", GLint(location) + 1, 0, by: GL_MAX_VERTEX_ATTRIBS)
      FakeDriver.original("glVertexAttribFormat", as: AttributeFormat.self)(location, size, type, isNormalized, offset)
    }
    let unit: ActiveTexture = { unit in
      FakeDriver.current.check("texture unit", GLint(unit) - GL_TEXTURE0 + 1, 0, by: GL_MAX_TEXTURE_IMAGE_UNITS)
      FakeDriver.original("glActiveTexture", as: ActiveTexture.self)(unit)
    }
    let attachment: FramebufferTexture = { target, point, kind, texture, level in
      if point != GLenum(GL_DEPTH_ATTACHMENT) {
        FakeDriver.current.check("colour", GLint(point) - GL_COLOR_ATTACHMENT0 + 1, 0, by: GL_MAX_COLOR_ATTACHMENTS)
      }
      FakeDriver.original("glFramebufferTexture2D", as: FramebufferTexture.self)(target, point, kind, texture, level)
    }
    let complete: FramebufferStatus = { target in
      FakeDriver.current.fails("glCheckFramebufferStatus")
        || FakeDriver.current.hasFloats(target) && FakeDriver.current.answers.refusesFloatTargets
        ? GLenum(GL_FRAMEBUFFER_UNSUPPORTED)
        : FakeDriver.original("glCheckFramebufferStatus", as: FramebufferStatus.self)(target)
    }
    return [
      "glTexStorage2D": address(storage2D), "glTexStorage3D": address(storage3D),
      "glRenderbufferStorage": address(renderbuffer), "glViewport": address(viewport),
      "glVertexAttribFormat": address(attribute), "glActiveTexture": address(unit),
      "glFramebufferTexture2D": address(attachment), "glCheckFramebufferStatus": address(complete),
    ]
  }

  private func check(_ what: String, _ width: GLsizei, _ height: GLsizei, by name: Int32) {
    if max(width, height) > limit(name) { refuse("\(what): \(width) x \(height) over \(limit(name))") }
  }

  /// Whether the target's colour is kept in floats, asked of the real driver.
  private func hasFloats(_ target: GLenum) -> Bool {
    var type: GLint = 0
    Self.getAttachment?(
      target, GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE), &type)
    return type == GL_FLOAT
  }

  private typealias GetAttachment = @convention(c) (GLenum, GLenum, GLenum, UnsafeMutablePointer<GLint>) -> Void

  private static let getAttachment: GetAttachment? = {
    guard let library = dlopen("libGLESv2.so.2", RTLD_NOW),
      let address = dlsym(library, "glGetFramebufferAttachmentParameteriv")
    else { return nil }
    return unsafeBitCast(address, to: GetAttachment.self)
  }()

  private static var counted: [String: UnsafeMutableRawPointer] {
    let map: MapBuffer = { target, offset, count, access in
      let isForRecords = target == GLenum(GL_COPY_WRITE_BUFFER)
      FakeDriver.current.state.withLock { if isForRecords { $0.mappedRecords += 1 } else { $0.mapped += 1 } }
      let isRead = access & GLbitfield(GL_MAP_READ_BIT) != 0
      if isForRecords, isRead { FakeDriver.current.refuse("reading records") }
      if isRead, FakeDriver.current.answers.refusesReading { return nil }
      if FakeDriver.current.fails("glMapBufferRange") { return nil }
      return FakeDriver.original("glMapBufferRange", as: MapBuffer.self)(target, offset, count, access)
    }
    let invalidate: Invalidate = { target, count, attachments in
      FakeDriver.current.state.withLock { $0.discarded += 1 }
      FakeDriver.original("glInvalidateFramebuffer", as: Invalidate.self)(target, count, attachments)
    }
    let upload: Upload = { target, level, x, y, width, height, format, type, pixels in
      if format == GLenum(GL_RGBA_INTEGER) {
        var buffer: GLint = 0
        FakeDriver.original("glGetIntegerv", as: GetIntegerv.self)(GLenum(GL_PIXEL_UNPACK_BUFFER_BINDING), &buffer)
        let bytes = 16 * Int(width) * Int(height)
        FakeDriver.current.state.withLock { $0.recordCopies.append((buffer == 0, bytes)) }
      }
      FakeDriver.original("glTexSubImage2D", as: Upload.self)(
        target, level, x, y, width, height, format, type, pixels)
    }
    let dispatch: Dispatch = { columns, rows, layers in
      _ = FakeDriver.current.fails("glDispatchCompute")
      FakeDriver.original("glDispatchCompute", as: Dispatch.self)(columns, rows, layers)
    }
    let flush: Flush = {
      _ = FakeDriver.current.fails("glFlush")
      FakeDriver.original("glFlush", as: Flush.self)()
    }
    return [
      "glMapBufferRange": address(map), "glInvalidateFramebuffer": address(invalidate),
      "glTexSubImage2D": address(upload), "glDispatchCompute": address(dispatch), "glFlush": address(flush),
    ]
  }

  private static var displays: [String: UnsafeMutableRawPointer] {
    let create: CreateContext = { display, config, shared, attributes in
      FakeDriver.current.note(attributes)
      return FakeDriver.current.answers.refusesContexts || FakeDriver.current.fails("eglCreateContext")
        ? nil : FakeDriver.original("eglCreateContext", as: CreateContext.self)(display, config, shared, attributes)
    }
    let devices: QueryDevices = { room, list, count in
      let query = FakeDriver.original("eglQueryDevicesEXT", as: QueryDevices.self)
      let wanted = EGLint(FakeDriver.current.answers.devices)
      guard wanted > 1, let count else { return query(room, list, count) }
      var (first, found): (EGLDeviceEXT?, EGLint) = (nil, 0)
      guard query(1, &first, &found) == EGLBoolean(EGL_TRUE), found == 1 else { return EGLBoolean(EGL_FALSE) }
      count.pointee = wanted
      if let list { for index in 0..<Int(min(room, wanted)) { list[index] = first } }
      return EGLBoolean(EGL_TRUE)
    }
    return ["eglCreateContext": address(create), "eglQueryDevicesEXT": address(devices)]
  }

  private typealias GetError = @convention(c) () -> GLenum
  private typealias Make = @convention(c) (GLenum) -> GLuint
  private typealias MakeProgram = @convention(c) () -> GLuint
  private typealias Ask = @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>) -> Void
  private typealias Fence = @convention(c) (GLenum, GLbitfield) -> OpaquePointer?
  private typealias MakeCurrent = @convention(c) (EGLDisplay?, EGLSurface?, EGLSurface?, EGLContext?) -> EGLBoolean

  /// Functions that do nothing but fail when they are to.
  private static var faults: [String: UnsafeMutableRawPointer] {
    let error: GetError = {
      // The real one is asked all the same, so that nothing of it is left.
      let real = FakeDriver.original("glGetError", as: GetError.self)()
      return FakeDriver.current.fails("glGetError") ? GLenum(GL_OUT_OF_MEMORY) : real
    }
    let shader: Make = { kind in
      FakeDriver.current.fails("glCreateShader") ? 0 : FakeDriver.original("glCreateShader", as: Make.self)(kind)
    }
    let program: MakeProgram = {
      FakeDriver.current.fails("glCreateProgram") ? 0 : FakeDriver.original("glCreateProgram", as: MakeProgram.self)()
    }
    let compiled: Ask = { name, what, answer in
      FakeDriver.original("glGetShaderiv", as: Ask.self)(name, what, answer)
      if what == GLenum(GL_COMPILE_STATUS), FakeDriver.current.fails("glGetShaderiv") { answer.pointee = 0 }
    }
    let linked: Ask = { name, what, answer in
      FakeDriver.original("glGetProgramiv", as: Ask.self)(name, what, answer)
      if what == GLenum(GL_LINK_STATUS), FakeDriver.current.fails("glGetProgramiv") { answer.pointee = 0 }
    }
    let fence: Fence = { condition, flags in
      FakeDriver.current.fails("glFenceSync")
        ? nil : FakeDriver.original("glFenceSync", as: Fence.self)(condition, flags)
    }
    let current: MakeCurrent = { display, draw, read, context in
      // Letting go of a context is no call that can fail.
      context != nil && FakeDriver.current.fails("eglMakeCurrent")
        ? EGLBoolean(EGL_FALSE)
        : FakeDriver.original("eglMakeCurrent", as: MakeCurrent.self)(display, draw, read, context)
    }
    return [
      "glGetError": address(error), "glCreateShader": address(shader), "glCreateProgram": address(program),
      "glGetShaderiv": address(compiled), "glGetProgramiv": address(linked), "glFenceSync": address(fence),
      "eglMakeCurrent": address(current),
    ]
  }

  private func note(_ attributes: UnsafePointer<EGLint>?) {
    guard let attributes else { return }
    var list: [EGLint] = []
    while attributes[list.count] != EGL_NONE { list += [attributes[list.count], attributes[list.count + 1]] }
    state.withLock { $0.contextAttributes.append(list) }
  }
}
