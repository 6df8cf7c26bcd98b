// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// A kind of OpenGL ES object: how it is made, deleted, and identified in labels.
protocol GLObject {
  static var identifier: GLenum { get }
  static func generate(_ gl: GLFunctions) -> GLuint
  static func delete(_ gl: GLFunctions, _ name: GLuint)
}

/// The sole owner of one OpenGL ES object.
///
/// The owner cannot be copied, so the object is deleted once. The kind of object is part of the type, so a texture
/// cannot be deleted as a buffer. Its deinitialiser only queues the deletion: the device deletes at the end of the
/// frame, when its context is current and no pass still reads the object.
struct OwnedName<Object: GLObject>: ~Copyable {
  /// The driver's name for the object, never `0`.
  let rawValue: GLuint
  private let device: Device

  init(on device: Device) {
    device.preconditionCurrent()
    self.device = device
    rawValue = Object.generate(device.gl)
  }

  deinit {
    device.retire(rawValue, as: Object.self)
  }
}

extension GLObject {
  /// Calls a `glGen*` function for one name.
  static func one(_ generate: GLObjectFunctions.Generate) -> GLuint {
    var name: GLuint = 0
    generate(1, &name)
    return name
  }

  /// Calls a `glDelete*` function for one name.
  static func one(_ delete: GLObjectFunctions.Delete, _ name: GLuint) {
    var name = name
    delete(1, &name)
  }
}

/// A texture. The corresponding GL call is `glGenTextures`.
enum TextureObject: GLObject {
  static var identifier: GLenum { GLenum(GL_TEXTURE) }
  static func generate(_ gl: GLFunctions) -> GLuint { one(gl.objects.genTextures) }
  static func delete(_ gl: GLFunctions, _ name: GLuint) { one(gl.objects.deleteTextures, name) }
}

/// A buffer. The corresponding GL call is `glGenBuffers`.
enum BufferObject: GLObject {
  static var identifier: GLenum { GLenum(GL_BUFFER) }
  static func generate(_ gl: GLFunctions) -> GLuint { one(gl.objects.genBuffers) }
  static func delete(_ gl: GLFunctions, _ name: GLuint) { one(gl.objects.deleteBuffers, name) }
}

/// A framebuffer. The corresponding GL call is `glGenFramebuffers`.
enum FramebufferObject: GLObject {
  static var identifier: GLenum { GLenum(GL_FRAMEBUFFER) }
  static func generate(_ gl: GLFunctions) -> GLuint { one(gl.objects.genFramebuffers) }
  static func delete(_ gl: GLFunctions, _ name: GLuint) { one(gl.objects.deleteFramebuffers, name) }
}

/// A renderbuffer. The corresponding GL call is `glGenRenderbuffers`.
enum RenderbufferObject: GLObject {
  static var identifier: GLenum { GLenum(GL_RENDERBUFFER) }
  static func generate(_ gl: GLFunctions) -> GLuint { one(gl.objects.genRenderbuffers) }
  static func delete(_ gl: GLFunctions, _ name: GLuint) { one(gl.objects.deleteRenderbuffers, name) }
}

/// A vertex array. The corresponding GL call is `glGenVertexArrays`.
enum VertexArrayObject: GLObject {
  static var identifier: GLenum { GLenum(GL_VERTEX_ARRAY) }
  static func generate(_ gl: GLFunctions) -> GLuint { one(gl.objects.genVertexArrays) }
  static func delete(_ gl: GLFunctions, _ name: GLuint) { one(gl.objects.deleteVertexArrays, name) }
}

/// A linked program. The corresponding GL call is `glCreateProgram`.
enum ProgramObject: GLObject {
  static var identifier: GLenum { GLenum(GL_PROGRAM_KHR) }
  static func generate(_ gl: GLFunctions) -> GLuint { gl.objects.createProgram() }
  static func delete(_ gl: GLFunctions, _ name: GLuint) { gl.objects.deleteProgram(name) }
}
