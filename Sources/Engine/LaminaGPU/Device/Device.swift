// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaSystem

/// One OpenGL ES context with what the rest of the renderer needs to know about it.
///
/// Confined to the thread that made it. Everything that belongs to it holds it, so it goes last.
final class Device {
  let gl: GLFunctions
  /// What is bound and set.
  let state: ContextState
  let description: GPUDeviceDescription
  /// What costs it time.
  let profile: DeviceProfile
  /// The names of its extensions.
  let extensions: Set<String>
  /// The most layers of an array texture.
  let maximumArrayLayers: Int
  /// What offsets of uniform blocks in a buffer must be multiples of, bytes.
  let uniformAlignment: Int
  /// Whether targets of 16-bit floats can be drawn into and blended.
  let drawsFloat16: Bool
  /// Whether a canvas of floats has 32 bits a component.
  let prefersFloat32: Bool
  /// Whether such pixels can be mixed when they are sampled, as those of passes are.
  let filtersFloat32: Bool
  /// Whether the driver's blend equations are used.
  let blendsAdvanced: Bool
  /// Whether the driver loses the height of a target while it clears it; see `RenderTarget.begin`.
  let forgetsHeight: Bool
  /// How many calls had been made when the driver was asked for errors last.
  private var checkedCalls = 0
  private let wantsMessages: Bool
  /// What the driver says is wrong; `nil` where nobody listens.
  private let messages: DriverMessages?
  private let context: RenderContext
  private let thread = pthread_self()
  private var retired: [(name: GLuint, kind: GLenum, delete: (GLFunctions, GLuint) -> Void)] = []

  /// - Parameters:
  ///   - usesBlendEquations: Whether those of `KHR_blend_equation_advanced` are used where they are there.
  ///   - profile: What is taken to cost it time; `nil` for what its description says.
  ///   - isDebugging: Whether the driver's debug output is listened to, where it has one.
  init(
    _ context: RenderContext, usesBlendEquations: Bool = true, profile: DeviceProfile? = nil, isDebugging: Bool = false
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
    blendsAdvanced = usesBlendEquations && gl.extensions.$blendBarrier
    forgetsHeight = context.description.renderer.contains("softpipe")
    wantsMessages = isDebugging
    messages = isDebugging ? DriverMessages(gl) : nil
    gl.state.pixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
    gl.state.pixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    // Limits that a failing driver did not tell are zeros: every picture would be too large for such a device.
    try check("asking what the device can do")
  }

  deinit {
    messages?.end(gl)
  }

  /// Whether the driver's debug output is listened to.
  var isDebugging: Bool { messages != nil }

  /// What it cannot do as asked, one sentence each.
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

  /// Traps where the context is not current: a bug of ours, which drivers answer with silence.
  func preconditionCurrent() {
    precondition(pthread_equal(thread, pthread_self()) != 0, "a GL object was used off its context's thread")
  }

  /// Deletes an object at the end of the frame.
  func retire<Object: GLObject>(_ name: GLuint, as object: Object.Type) {
    preconditionCurrent()
    retired.append((name, Object.identifier, Object.delete))
  }

  /// Deletes what was retired. No draw that reads it may still be unsubmitted.
  func deleteRetired() {
    for (name, kind, delete) in retired {
      state.forget(name, kind)
      delete(gl, name)
    }
    retired.removeAll(keepingCapacity: true)
  }

  /// Turns errors that the driver noted since the last check into one of ours; called once a frame and after
  /// allocations. The corresponding GL call is `glGetError`.
  ///
  /// - Parameter call: What was done, for the message.
  func check(_ call: @autoclosure () -> String) throws(GPUError) {
    // Since it was asked last nothing was called, so nothing has failed.
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

  /// Takes what the driver has noted of a frame that failed, so that the next one is not blamed for it.
  func forgetErrors() {
    // A lost context reports errors without end.
    for _ in 0..<64 where gl.state.getError() == GLenum(GL_NO_ERROR) { break }
    for _ in 0..<64 where messages?.takeFirst() == nil { break }
  }

  /// Asks whether the device was reset. The corresponding GL call is `glGetGraphicsResetStatus`.
  ///
  /// - Parameter call: What was done, for the message.
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

  /// Waits until a reset that was noticed is over, as a driver makes no new context before; a second at most.
  func waitForReset() {
    for _ in 0..<100 {
      guard let status = gl.extensions.getGraphicsResetStatus?(), status != GLenum(GL_NO_ERROR) else { return }
      usleep(10_000)
    }
  }

  /// Names an object for debuggers, where `LAMINA_GL_DEBUG` asks for it. The corresponding GL call is `glObjectLabel`.
  func label<Object: GLObject>(_ name: borrowing OwnedName<Object>, _ text: String) {
    guard wantsMessages else { return }
    gl.extensions.objectLabel?(Object.identifier, name.rawValue, -1, text)
  }

  /// Opens a named group of commands for debuggers, where `LAMINA_GL_DEBUG` asks for it. The corresponding GL call is
  /// `glPushDebugGroup`.
  func beginGroup(_ name: String) {
    guard wantsMessages else { return }
    gl.extensions.pushDebugGroup?(GLenum(GL_DEBUG_SOURCE_APPLICATION), 0, -1, name)
  }

  /// Closes the group. The corresponding GL call is `glPopDebugGroup`.
  func endGroup() {
    if wantsMessages { gl.extensions.popDebugGroup?() }
  }

  /// Waits until everything is drawn. The corresponding GL call is `glFinish`.
  func finish() {
    gl.state.finish()
  }

  /// Waits until everything is drawn, unless the picture costs too much: then the device still finishes what it was
  /// given, and nobody waits for it. The corresponding GL calls are `glFenceSync` and `glClientWaitSync`.
  func finish(_ meter: LimitMeter, _ what: @autoclosure () -> String) throws(GPUError) {
    guard let fence = gl.readBack.fenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0) else { return finish() }
    defer { gl.readBack.deleteSync(fence) }
    try wait(for: fence, meter, what())
  }

  /// Waits for a fence, unless the picture costs too much.
  ///
  /// - Parameter what: What is waited for, in the words of errors.
  func wait(
    for fence: OpaquePointer, _ meter: LimitMeter, _ what: @autoclosure () -> String
  ) throws(GPUError) {
    // A lost device should signal its fences; one that does not is asked twenty times a second, and so is the clock.
    while gl.readBack.clientWaitSync(fence, GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), 50_000_000)
      == GLenum(GL_TIMEOUT_EXPIRED)
    {
      try checkReset(what())
      if meter.isOutOfTime("drawing"), let limit = meter.verdict { throw .overLimit(limit) }
    }
  }
}
