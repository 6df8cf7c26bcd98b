// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
public import LaminaSystem

/// Errors between Lamina and the graphics driver.
///
/// Every case names the step that failed and carries the details that a reader needs to act on it. A broken internal
/// invariant is a bug, not an error: it traps.
public enum GPUError: Error, Equatable, Sendable {
  /// A driver library cannot be opened; `reason` is the loader's text. Use the CPU renderer, or install Mesa.
  case libraryMissing(name: String, reason: String)
  /// A library lacks a function that every OpenGL ES 3.1 driver has.
  case functionMissing(name: String)
  /// EGL is available, and none of its displays can be used. One reason for each display that was tried.
  case noUsableDevice(reasons: [String])
  /// No device has that index or name. `available` is the number of devices in the list.
  case noSuchDevice(selection: String, available: Int)
  /// The requested device cannot be used.
  case deviceUnusable(index: Int, reason: String)
  /// The driver does not answer a query that every device has to answer: `what`.
  case unanswered(what: String)
  /// A shader did not compile. `log` is the driver's text, unedited; `files` are the sources that its numbers mean.
  case shaderCompilation(shader: String, log: String, files: [String])
  /// The stages of a program do not fit together. `log` is the driver's text, unedited.
  case shaderLinking(program: String, log: String)
  /// The plan's region holds no pixel.
  case emptyRegion
  /// A texture or target side is over the device's limit. All values are in pixels.
  case textureTooLarge(width: Int, height: Int, limit: Int)
  /// The pictures of one frame do not fit into the device's array texture.
  case picturesTooLarge(bytes: Int, limit: Int)
  /// The data of one frame does not fit into the table that shaders read; in texels of 16 bytes, some 11 to 25 for a
  /// layer.
  case tooManyRecords(texels: Int, limit: Int)
  /// The driver has no memory left for `object`. As after every failure of the driver itself, the frame is lost, as are
  /// all frames that were begun and not ended, and the renderer opens the device again for the next one.
  case outOfMemory(object: String)
  /// The driver does not accept `object` as a target to draw into; `status` is its code.
  case incompleteFramebuffer(object: String, status: UInt32)
  /// The device was reset or removed, noticed in `call`. The frame is lost, as are all frames that were begun and not
  /// ended; the renderer opens the device again for the next one.
  case contextLost(cause: GPUResetCause, call: String)
  /// The driver's debug output reports an error, noticed in `call`. `message` is its text, unedited. Only with
  /// `LAMINA_GL_DEBUG=1`.
  case driverMessage(message: String, call: String)
  /// OpenGL ES reported an error; `call` is the step in which it was noticed.
  case glError(code: UInt32, call: String)
  /// EGL reported an error in `call`.
  case eglError(code: Int32, call: String)
  /// The picture exceeds its limits. The device still finishes the submitted commands.
  case overLimit(LimitExceeded)
}

extension GPUError {
  /// Whether the driver failed while it worked, after which the contents of its objects are undefined. The other errors
  /// are found before any call of the driver, or leave its objects unchanged.
  var isOfDriver: Bool {
    switch self {
    case .emptyRegion, .textureTooLarge, .picturesTooLarge, .tooManyRecords, .overLimit: false
    case .libraryMissing, .functionMissing, .noUsableDevice, .noSuchDevice, .deviceUnusable, .unanswered,
      .shaderCompilation, .shaderLinking, .outOfMemory, .incompleteFramebuffer, .contextLost, .driverMessage, .glError,
      .eglError:
      true
    }
  }
}

/// The cause of a reset of a graphics device, as far as its driver reports it.
public enum GPUResetCause: String, Sendable, CaseIterable {
  /// A draw of this context halted the device.
  case guilty
  /// A draw of another context halted the device.
  case innocent
  /// The driver does not report the context that halted the device.
  case unknown
}

extension GPUResetCause: CustomStringConvertible {
  /// Half a sentence for a person.
  public var description: String {
    switch self {
    case .guilty: "a draw of ours reset the device"
    case .innocent: "another program reset the device"
    case .unknown: "the device was reset or taken away, cause unknown"
    }
  }
}

extension GPUError: CustomStringConvertible {
  /// One line for a person, with the numbers in it; a shader's log follows on further lines.
  public var description: String {
    switch self {
    case .libraryMissing(let name, let reason):
      "cannot open \(name): \(reason)"
    case .functionMissing(let name):
      "the driver has no function \(name)"
    case .noUsableDevice(let reasons):
      "no usable GPU device: \(reasons.isEmpty ? "EGL offers none" : reasons.joined(separator: "; "))"
    case .noSuchDevice(let selection, let available):
      "no GPU device '\(selection)' among the \(available) there are; 'lamina devices' lists them"
    case .deviceUnusable(let index, let reason):
      "GPU device \(index) cannot be used: \(reason)"
    case .unanswered(let what):
      "the driver does not tell \(what)"
    case .shaderCompilation(let shader, let log, let files):
      "shader '\(shader)' did not compile (\(Self.numbered(files))):\n\(log)"
    case .shaderLinking(let program, let log):
      "shader program '\(program)' did not link:\n\(log)"
    case .emptyRegion:
      "the region to draw holds no pixel"
    case .textureTooLarge(let width, let height, let limit):
      "a target of \(width) x \(height) pixels is over the device's limit of \(limit)"
    case .picturesTooLarge(let bytes, let limit):
      "the pictures of one frame need \(bytes) bytes, over the device's limit of \(limit)"
    case .tooManyRecords(let texels, let limit):
      "the layers of one frame need a table of \(texels) texels, over the device's limit of \(limit); the CPU renderer has none"
    case .outOfMemory(let object):
      "the GPU has no memory left for \(object)"
    case .incompleteFramebuffer(let object, let status):
      "the driver cannot draw into \(object): status 0x\(String(status, radix: 16))"
    case .contextLost(let cause, let call):
      "the GPU context was lost in \(call): \(cause)"
    case .driverMessage(let message, let call):
      "the driver complains in \(call): \(message)"
    case .glError(let code, let call):
      "OpenGL ES error \(Self.glName(code)) in \(call)"
    case .eglError(let code, let call):
      "EGL error \(Self.eglName(code)) in \(call)"
    case .overLimit(let limit): "\(limit)"
    }
  }

  private static func numbered(_ files: [String]) -> String {
    files.enumerated().map { "\($0.offset) = \($0.element)" }.joined(separator: ", ")
  }

  private static func glName(_ code: UInt32) -> String {
    let names: [UInt32: String] = [
      0x0500: "GL_INVALID_ENUM", 0x0501: "GL_INVALID_VALUE", 0x0502: "GL_INVALID_OPERATION",
      0x0505: "GL_OUT_OF_MEMORY", 0x0506: "GL_INVALID_FRAMEBUFFER_OPERATION", 0x0507: "GL_CONTEXT_LOST",
    ]
    return names[code] ?? "0x" + String(code, radix: 16)
  }

  static func eglName(_ code: Int32) -> String {
    let names = [
      "EGL_SUCCESS", "EGL_NOT_INITIALIZED", "EGL_BAD_ACCESS", "EGL_BAD_ALLOC", "EGL_BAD_ATTRIBUTE", "EGL_BAD_CONFIG",
      "EGL_BAD_CONTEXT", "EGL_BAD_CURRENT_SURFACE", "EGL_BAD_DISPLAY", "EGL_BAD_MATCH", "EGL_BAD_NATIVE_PIXMAP",
      "EGL_BAD_NATIVE_WINDOW", "EGL_BAD_PARAMETER", "EGL_BAD_SURFACE", "EGL_CONTEXT_LOST",
    ]
    let index = Int(code) - 0x3000
    return names.indices.contains(index) ? names[index] : "0x" + String(code, radix: 16)
  }
}
