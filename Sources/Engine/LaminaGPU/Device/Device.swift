// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaSystem

/// One OpenGL ES context with the facts that the rest of the renderer needs to know about it.
///
/// Confined to the thread that made it. Every object of the context holds a reference to the device, so the device is
/// released last.
final class Device {
  let gl: GLFunctions
  /// The bindings and the state of the context.
  let state: ContextState
  let description: GPUDeviceDescription
  /// The operations that cost the device time.
  var profile: DeviceProfile
  /// The names of the context's extensions.
  let extensions: Set<String>
  /// The most layers of an array texture.
  let maximumArrayLayers: Int
  /// The alignment of the offsets of uniform blocks in a buffer, bytes.
  let uniformAlignment: Int
  /// Whether targets of 16-bit floats can be drawn into and blended.
  let drawsFloat16: Bool
  /// Whether a canvas of floats has 32 bits a component.
  let prefersFloat32: Bool
  /// Whether pixels of 32-bit floats can be mixed when they are sampled, as the pixels of passes are.
  let filtersFloat32: Bool
  /// Whether the driver's blend equations are used.
  let blendsAdvanced: Bool
  /// The way of records to the device.
  let recordStorage: RecordStorage
  /// The most texels of a buffer that shaders read as a texture.
  let maximumBufferTexels: Int
  /// Whether the driver loses the height of a target while it clears it; see `RenderTarget.begin`.
  let forgetsHeight: Bool
  /// The formats of which a framebuffer was complete.
  var drawnFormats: Set<TextureFormat> = []
  /// The number of calls at the last check for errors.
  private var checkedCalls = 0
  private let wantsMessages: Bool
  /// The errors that the driver reports; `nil` without debug output.
  private let messages: DriverMessages?
  private let context: RenderContext
  private let thread = pthread_self()
  private var retired: [(name: GLuint, kind: GLenum, delete: (GLFunctions, GLuint) -> Void)] = []

  /// - Parameters:
  ///   - usesBlendEquations: Whether the equations of `KHR_blend_equation_advanced` are used where the driver has them.
  ///   - profile: The assumed costs of the device; `nil` for the costs that follow from its description.
  ///   - records: The best way of records that is used, for tests; by default the best one that the driver has.
  ///   - isDebugging: Whether the driver's debug output is read, where the driver has one.
  init(
    _ context: RenderContext, usesBlendEquations: Bool = true, profile: DeviceProfile? = nil,
    records: RecordStorage = .mapped, isDebugging: Bool = false
  ) throws(GPUError) {
    self.context = context
    description = context.description
    self.profile = profile ?? DeviceProfile(of: context.description)
    extensions = context.extensions
    gl = try context.functions()
    state = ContextState(gl)
    let queries = context.queries
    maximumArrayLayers = try queries.limit(GL_MAX_ARRAY_TEXTURE_LAYERS, "how many layers a texture may have")
    uniformAlignment = max(1, queries.integer(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT))
    let version = context.description.version.split(separator: ".").compactMap { Int($0) }
    drawsFloat16 =
      version.lexicographicallyPrecedes([3, 2]) == false
      || !context.extensions.isDisjoint(with: ["GL_EXT_color_buffer_float", "GL_EXT_color_buffer_half_float"])
    prefersFloat32 =
      self.profile.prefersFloat32
      && context.extensions.isSuperset(of: ["GL_EXT_color_buffer_float", "GL_EXT_float_blend"])
    filtersFloat32 = context.extensions.contains("GL_OES_texture_float_linear")
    // GL_MAX_TEXTURE_BUFFER_SIZE; some devices read no more than 65,536 texels of a buffer.
    maximumBufferTexels = gl.extensions.$texBuffer ? queries.integer(0x8C2B) : 0
    recordStorage = RecordStorage(
      isMapped: records == .mapped && gl.extensions.$bufferStorage,
      isBuffer: records != .texture && maximumBufferTexels >= RecordTable.mostShared)
    blendsAdvanced = usesBlendEquations && gl.extensions.$blendBarrier
    forgetsHeight = context.description.renderer.contains("softpipe")
    if context.description.renderer.contains("llvmpipe") {
      // Mesa's llvmpipe ends all loops of an invocation after 65,535 steps, and some groups of invocations with it. An
      // evaluation takes up to nine.
      self.profile.tileLimits.evaluations = min(self.profile.tileLimits.evaluations, 4_096)
    }
    wantsMessages = isDebugging
    messages = isDebugging ? DriverMessages(gl) : nil
    gl.state.pixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
    gl.state.pixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    // Limits that a failing driver did not report are zeros: every picture would be too large for the device.
    try check("asking what the device can do")
  }

  deinit {
    messages?.end(gl)
  }

  /// Whether the driver's debug output is read.
  var isDebugging: Bool { messages != nil }

  /// The requested features that the device lacks, one sentence each.
  var notes: [String] {
    var notes: [String] = []
    if !drawsFloat16 {
      notes.append(
        "\(description.renderer) cannot draw into 16-bit floats: deep stacks of layers accumulate in 8 bits")
    }
    if wantsMessages, messages == nil {
      notes.append("LAMINA_GL_DEBUG is set, and \(description.renderer) has no debug output (GL_KHR_debug)")
    }
    return notes
  }

  /// A number that the context keeps. The corresponding GL call is `glGetIntegerv`.
  func integer(_ name: Int32) -> Int { context.queries.integer(name) }

  /// Whether the driver gives compiled programs out.
  private(set) lazy var givesPrograms = integer(GL_NUM_PROGRAM_BINARY_FORMATS) > 0

  /// The most invocations of a group of a compute shader; at least 128.
  private(set) lazy var maximumGroup = integer(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS)

  /// Traps if the context is not current: a bug in this module, which drivers do not report.
  func preconditionCurrent() {
    precondition(pthread_equal(thread, pthread_self()) != 0, "a GL object was used off its context's thread")
  }

  /// Deletes an object at the end of the frame.
  func retire<Object: GLObject>(_ name: GLuint, as object: Object.Type) {
    preconditionCurrent()
    retired.append((name, Object.identifier, Object.delete))
  }

  /// Deletes the retired objects. No unsubmitted draw may still read them.
  func deleteRetired() {
    for (name, kind, delete) in retired {
      state.forget(name, kind)
      delete(gl, name)
    }
    retired.removeAll(keepingCapacity: true)
  }

  /// Throws an error if the driver has recorded errors since the last check; called once a frame and after allocations.
  /// The corresponding GL call is `glGetError`.
  ///
  /// - Parameter call: The checked work, for the message.
  func check(_ call: @autoclosure () -> String) throws(GPUError) {
    // Without a call since the last check, nothing can have failed.
    guard gl.calls.count != checkedCalls else { return }
    let code = gl.state.getError()
    checkedCalls = gl.calls.count
    let message = messages?.takeFirst()
    guard code != GLenum(GL_NO_ERROR) || message != nil else { return }
    // A lost context reports errors without end.
    for _ in 0..<16 where gl.state.getError() == GLenum(GL_NO_ERROR) { break }
    try checkReset(call())
    switch code {
    case GLenum(GL_OUT_OF_MEMORY): throw .outOfMemory(object: call())
    case GLenum(GL_CONTEXT_LOST): throw .contextLost(cause: .unknown, call: call())
    default:
      if let message { throw .driverMessage(message: message, call: call()) }
      throw .glError(code: code, call: call())
    }
  }

  /// Discards the errors that the driver recorded during a failed frame, so that they are not attributed to the next
  /// frame.
  func forgetErrors() {
    // A lost context reports errors without end.
    for _ in 0..<64 where gl.state.getError() == GLenum(GL_NO_ERROR) { break }
    for _ in 0..<64 where messages?.takeFirst() == nil { break }
  }

  /// Throws an error if the device was reset. The corresponding GL call is `glGetGraphicsResetStatus`.
  ///
  /// - Parameter call: The work that was done, for the message.
  func checkReset(_ call: @autoclosure () -> String) throws(GPUError) {
    guard let status = gl.extensions.getGraphicsResetStatus?(), status != GLenum(GL_NO_ERROR) else { return }
    let cause: GPUResetCause =
      switch status {
      case GLenum(GL_GUILTY_CONTEXT_RESET): .guilty
      case GLenum(GL_INNOCENT_CONTEXT_RESET): .innocent
      default: .unknown
      }
    throw .contextLost(cause: cause, call: call())
  }

  /// Waits until a reset that was noticed is over, since a driver makes no new context earlier; for one second at most.
  func waitForReset() {
    for _ in 0..<100 {
      guard let status = gl.extensions.getGraphicsResetStatus?(), status != GLenum(GL_NO_ERROR) else { return }
      usleep(10_000)
    }
  }

  /// Names an object for debuggers, if `LAMINA_GL_DEBUG` is set. The corresponding GL call is `glObjectLabel`.
  func label<Object: GLObject>(_ name: borrowing OwnedName<Object>, _ text: String) {
    guard wantsMessages else { return }
    gl.extensions.objectLabel?(Object.identifier, name.rawValue, -1, text)
  }

  /// Opens a named group of commands for debuggers, if `LAMINA_GL_DEBUG` is set. The corresponding GL call is
  /// `glPushDebugGroup`.
  func beginGroup(_ name: @autoclosure () -> String) {
    guard wantsMessages else { return }
    gl.extensions.pushDebugGroup?(GLenum(GL_DEBUG_SOURCE_APPLICATION), 0, -1, name())
  }

  /// Closes the group. The corresponding GL call is `glPopDebugGroup`.
  func endGroup() {
    if wantsMessages { gl.extensions.popDebugGroup?() }
  }

  /// Waits until everything is drawn. The corresponding GL call is `glFinish`.
  func finish() {
    gl.state.finish()
  }
}
