// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaGraphics

/// The bindings and the state of a context, so that nothing is bound or set again without a change.
///
/// Only this class calls the functions that bind objects and set state, so its values are the values of the driver. The
/// driver unbinds a deleted object and may reuse its name for another one, so a deleted object is forgotten first.
final class ContextState {
  /// The binding points of buffers, apart from vertices.
  enum BufferTarget: Int, CaseIterable {
    case instances, uniforms, packing, unpacking
    /// For changes of a buffer that is bound elsewhere.
    case copying
    /// For copies of a buffer into the one that is changed.
    case copied

    var code: GLenum {
      switch self {
      case .instances: GLenum(GL_ARRAY_BUFFER)
      case .uniforms: GLenum(GL_UNIFORM_BUFFER)
      case .packing: GLenum(GL_PIXEL_PACK_BUFFER)
      case .unpacking: GLenum(GL_PIXEL_UNPACK_BUFFER)
      case .copying: GLenum(GL_COPY_WRITE_BUFFER)
      case .copied: GLenum(GL_COPY_READ_BUFFER)
      }
    }
  }

  /// The kinds of textures; a unit can have one of each bound.
  enum TextureKind: Int, CaseIterable {
    case plain, array, buffer

    var code: GLenum {
      switch self {
      case .plain: GLenum(GL_TEXTURE_2D)
      case .array: GLenum(GL_TEXTURE_2D_ARRAY)
      case .buffer: GLenum(GL_TEXTURE_BUFFER)
      }
    }
  }

  /// The lengths of rows in memory, for packing and unpacking.
  enum RowLength: Int {
    case packing, unpacking

    fileprivate var code: GLenum {
      switch self {
      case .packing: GLenum(GL_PACK_ROW_LENGTH)
      case .unpacking: GLenum(GL_UNPACK_ROW_LENGTH)
      }
    }
  }

  /// The features that are enabled and disabled.
  enum Switch: Int {
    case blending, depthTest, scissorTest

    fileprivate var code: GLenum {
      switch self {
      case .blending: GLenum(GL_BLEND)
      case .depthTest: GLenum(GL_DEPTH_TEST)
      case .scissorTest: GLenum(GL_SCISSOR_TEST)
      }
    }
  }

  /// The units that textures are bound to.
  private static let units = 11

  private let gl: GLFunctions
  // A new context has nothing bound, and its state is the initial state of the standard.
  private var unit = 0
  /// By unit, then by kind.
  private var textures = [GLuint](repeating: 0, count: TextureKind.allCases.count * units)
  private var buffers = [GLuint](repeating: 0, count: BufferTarget.allCases.count)
  private var (program, vertexArray, renderbuffer): (GLuint, GLuint, GLuint) = (0, 0, 0)
  private var framebuffer: (drawn: GLuint, read: GLuint) = (0, 0)
  private var uniforms: (name: GLuint, offset: Int, count: Int) = (0, 0, 0)
  private var storage: (name: GLuint, count: Int) = (0, 0)
  private var image: (name: GLuint, format: GLenum, unit: Int) = (0, 0, 0)
  private var vertices: (array: GLuint, name: GLuint, offset: Int) = (0, 0, 0)
  private var switches = [false, false, false]
  private var rowLengths: [GLint] = [0, 0]
  private var depthFunction = GLenum(GL_LESS)
  private var writesDepth = true
  private var blendEquation = GLenum(GL_FUNC_ADD)
  private var blendFactors = (source: GLenum(GL_ONE), target: GLenum(GL_ZERO))
  private var clearColor = SIMD4<Float>.zero
  /// `nil` while the values are the initial ones of the surface.
  private var (viewport, scissor): (PixelRect?, PixelRect?)

  init(_ gl: GLFunctions) { self.gl = gl }

  // MARK: objects

  /// The corresponding GL call is `glUseProgram`.
  func use(program name: GLuint) {
    guard program != name else { return }
    program = name
    gl.shaders.useProgram(name)
  }

  /// Binds a texture to a unit, which becomes the unit that uploads change. The corresponding GL calls are
  /// `glActiveTexture` and `glBindTexture`.
  func bind(texture name: GLuint, _ kind: TextureKind, unit: Int, isChanged: Bool) {
    let place = TextureKind.allCases.count * unit + kind.rawValue
    guard isChanged || textures[place] != name else { return }
    if self.unit != unit {
      self.unit = unit
      gl.textures.activeTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
    }
    guard textures[place] != name else { return }
    textures[place] = name
    gl.textures.bindTexture(kind.code, name)
  }

  /// Leaves a unit without a plain texture.
  func unbind(unit: Int) { bind(texture: 0, .plain, unit: unit, isChanged: false) }

  /// Binds a framebuffer to draw into and to read from. The corresponding GL call is `glBindFramebuffer`.
  func bind(framebuffer name: GLuint) {
    guard framebuffer != (name, name) else { return }
    framebuffer = (name, name)
    gl.textures.bindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
  }

  /// Binds a framebuffer only to read from.
  func bind(readFramebuffer name: GLuint) {
    guard framebuffer.read != name else { return }
    framebuffer.read = name
    gl.textures.bindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), name)
  }

  /// The corresponding GL call is `glBindRenderbuffer`.
  func bind(renderbuffer name: GLuint) {
    guard renderbuffer != name else { return }
    renderbuffer = name
    gl.textures.bindRenderbuffer(GLenum(GL_RENDERBUFFER), name)
  }

  /// The corresponding GL call is `glBindVertexArray`.
  func bind(vertexArray name: GLuint) {
    guard vertexArray != name else { return }
    vertexArray = name
    gl.vertices.bindVertexArray(name)
  }

  /// The corresponding GL call is `glBindBuffer`.
  ///
  /// - Parameter name: 0 for none: pixels then come from the program's memory and go there.
  func bind(buffer name: GLuint, as target: BufferTarget) {
    guard buffers[target.rawValue] != name else { return }
    buffers[target.rawValue] = name
    gl.vertices.bindBuffer(target.code, name)
  }

  /// Binds a part of a buffer as the uniform block at binding 0. The corresponding GL call is `glBindBufferRange`.
  func bind(uniforms name: GLuint, offset: Int, count: Int) {
    guard uniforms != (name, offset, count) else { return }
    uniforms = (name, offset, count)
    buffers[BufferTarget.uniforms.rawValue] = name
    gl.vertices.bindBufferRange(BufferTarget.uniforms.code, 0, name, offset, count)
  }

  /// Binds a buffer as the memory at binding 0 that compute shaders store into. The corresponding GL call is
  /// `glBindBufferRange`.
  ///
  /// - Parameter count: Bytes.
  func bind(storage name: GLuint, count: Int) {
    guard storage != (name, count) else { return }
    storage = (name, count)
    gl.vertices.bindBufferRange(GLenum(GL_SHADER_STORAGE_BUFFER), 0, name, 0, count)
  }

  /// Binds a texture as the image that compute shaders store into; no other image stays bound. The corresponding GL
  /// call is `glBindImageTexture`.
  func bind(image name: GLuint, format: GLenum, unit: Int) {
    guard image != (name, format, unit) else { return }
    let bind = gl.compute.bindImageTexture
    if image.name != 0, image.unit != unit {
      bind(GLuint(image.unit), 0, 0, GLboolean(GL_FALSE), 0, GLenum(GL_WRITE_ONLY), image.format)
    }
    image = (name, format, unit)
    bind(GLuint(unit), name, 0, GLboolean(GL_FALSE), 0, GLenum(GL_WRITE_ONLY), format)
  }

  /// Binds a buffer as the vertices of the bound vertex array. The corresponding GL call is `glBindVertexBuffer`.
  func bind(vertices name: GLuint, offset: Int, stride: Int) {
    guard vertices != (vertexArray, name, offset) else { return }
    vertices = (vertexArray, name, offset)
    gl.vertices.bindVertexBuffer(0, name, offset, GLsizei(stride))
  }

  /// Forgets an object that is deleted.
  func forget(_ name: GLuint, _ kind: GLenum) {
    switch kind {
    case GLenum(GL_TEXTURE):
      for index in textures.indices where textures[index] == name { textures[index] = 0 }
      if image.name == name { image = (0, 0, 0) }
    case GLenum(GL_BUFFER):
      for index in buffers.indices where buffers[index] == name { buffers[index] = 0 }
      if uniforms.name == name { uniforms = (0, 0, 0) }
      if vertices.name == name { vertices = (0, 0, 0) }
      if storage.name == name { storage = (0, 0) }
    case GLenum(GL_FRAMEBUFFER):
      if framebuffer.drawn == name { framebuffer.drawn = 0 }
      if framebuffer.read == name { framebuffer.read = 0 }
    case GLenum(GL_RENDERBUFFER): if renderbuffer == name { renderbuffer = 0 }
    case GLenum(GL_VERTEX_ARRAY):
      if vertexArray == name { vertexArray = 0 }
      if vertices.array == name { vertices = (0, 0, 0) }
    case GLenum(GL_PROGRAM_KHR):
      // A program in use is deleted once another one is used.
      if program == name { use(program: 0) }
    default: break
    }
  }

  // MARK: state

  /// The corresponding GL calls are `glEnable` and `glDisable`.
  func set(_ feature: Switch, to isOn: Bool) {
    guard switches[feature.rawValue] != isOn else { return }
    switches[feature.rawValue] = isOn
    if isOn { gl.state.enable(feature.code) } else { gl.state.disable(feature.code) }
  }

  /// The corresponding GL call is `glDepthFunc`.
  func set(depthFunction function: GLenum) {
    guard depthFunction != function else { return }
    depthFunction = function
    gl.state.depthFunc(function)
  }

  /// The corresponding GL call is `glDepthMask`.
  func set(writesDepth: Bool) {
    guard self.writesDepth != writesDepth else { return }
    self.writesDepth = writesDepth
    gl.state.depthMask(GLboolean(writesDepth ? GL_TRUE : GL_FALSE))
  }

  /// The corresponding GL calls are `glBlendEquation` and `glBlendFunc`.
  func set(blendEquation equation: GLenum, factors source: GLenum, _ target: GLenum) {
    if blendEquation != equation {
      blendEquation = equation
      gl.state.blendEquation(equation)
    }
    guard blendFactors != (source, target) else { return }
    blendFactors = (source, target)
    gl.state.blendFunc(source, target)
  }

  /// The corresponding GL call is `glClearColor`.
  func set(clearColor color: SIMD4<Float>) {
    guard clearColor != color else { return }
    clearColor = color
    gl.state.clearColor(color.x, color.y, color.z, color.w)
  }

  /// The corresponding GL call is `glViewport`.
  func set(viewport pixels: PixelRect) {
    guard viewport != pixels else { return }
    viewport = pixels
    gl.state.viewport(pixels.minX, pixels.minY, GLsizei(pixels.width), GLsizei(pixels.height))
  }

  /// Sets the pixels of a target that may change; `nil` for all. The corresponding GL call is `glScissor`.
  func set(scissor pixels: PixelRect?) {
    set(.scissorTest, to: pixels != nil)
    guard let pixels, scissor != pixels else { return }
    scissor = pixels
    gl.state.scissor(pixels.minX, pixels.minY, GLsizei(pixels.width), GLsizei(pixels.height))
  }

  /// Sets the number of pixels from one row in memory to the next. The corresponding GL call is `glPixelStorei`.
  ///
  /// - Parameter count: 0 if rows are contiguous.
  func set(_ length: RowLength, to count: Int) {
    guard rowLengths[length.rawValue] != GLint(count) else { return }
    rowLengths[length.rawValue] = GLint(count)
    gl.state.pixelStorei(length.code, GLint(count))
  }
}
