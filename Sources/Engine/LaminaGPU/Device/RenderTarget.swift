// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaGraphics

/// A depth buffer that all targets share, one after the other.
final class DepthBuffer {
  let name: OwnedName<RenderbufferObject>
  let width: Int
  let height: Int

  /// Reserves the memory. The corresponding GL call is `glRenderbufferStorage`.
  init(width: Int, height: Int, on device: Device) throws(GPUError) {
    self.width = width
    self.height = height
    name = OwnedName(on: device)
    let textures = device.gl.textures
    device.state.bind(renderbuffer: name.rawValue)
    // 32-bit floats: llvmpipe tests them without converting, and a million operations stay apart.
    textures.renderbufferStorage(
      GLenum(GL_RENDERBUFFER), GLenum(GL_DEPTH_COMPONENT32F), GLsizei(width), GLsizei(height))
    device.label(name, "depth")
    try device.check("depth buffer of \(width) x \(height) pixels")
  }
}

/// A texture to draw into, or its first columns and rows.
final class RenderTarget {
  let texture: Texture
  private let framebuffer: OwnedName<FramebufferObject>
  private let device: Device
  private var depth: DepthBuffer?
  /// The last frame of a pool of targets that took the target out.
  var lastFrame = 0
  /// The number of values that keep the pixels for later frames.
  var keepers = 0
  /// Whether the target has a depth buffer since it was last begun.
  var hasDepth: Bool { depth != nil }

  /// The size that is drawn into, pixels: at most the texture's.
  private(set) var width: Int
  private(set) var height: Int
  /// All pixels of the target, counted from its top left corner.
  var bounds: PixelRect { PixelRect(size: PixelSize(width: width, height: height)) }
  /// The bytes of the target's pixels.
  var bytes: Int { width * height * texture.format.bytesPerTexel }
  /// The memory of the whole texture, bytes.
  var memory: Int { texture.width * texture.height * texture.format.bytesPerTexel }

  /// Makes the texture and a framebuffer for it. The corresponding GL call is `glFramebufferTexture2D`.
  init(_ label: String, format: TextureFormat, width: Int, height: Int, on device: Device) throws(GPUError) {
    self.device = device
    (self.width, self.height) = (width, height)
    // Filtered for the measurement of samples; draws fetch texels.
    texture = try Texture(label, format: format, width: width, height: height, isFiltered: true, on: device)
    framebuffer = OwnedName(on: device)
    let textures = device.gl.textures
    let target = GLenum(GL_FRAMEBUFFER)
    device.state.bind(framebuffer: framebuffer.rawValue)
    textures.framebufferTexture2D(
      target, GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.name.rawValue, 0)
    device.label(framebuffer, label)
    // Whether a framebuffer is complete depends on its format.
    guard !device.drawnFormats.contains(format) else { return }
    let status = textures.checkFramebufferStatus(target)
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      // Without memory or a context no framebuffer is complete, so these errors are thrown first.
      try device.check(label)
      try device.checkReset(label)
      throw .incompleteFramebuffer(object: label, status: status)
    }
    device.drawnFormats.insert(format)
  }

  /// Changes the size that is drawn into; draws that read the target know it from their records.
  ///
  /// - Precondition: The texture is at least as large.
  func resize(width: Int, height: Int) {
    precondition(width <= texture.width && height <= texture.height, "a target is larger than its texture")
    (self.width, self.height) = (width, height)
  }

  /// Makes this the target of draws, with or without depth, and clears both.
  ///
  /// - Parameters:
  ///   - color: Premultiplied; `nil` leaves the pixels unchanged.
  ///   - scissor: The pixels that may change, counted from the top left corner; `nil` for all. It holds until the next
  ///     target begins.
  func begin(clear color: SIMD4<Float>?, depth: DepthBuffer?, scissor: PixelRect? = nil) {
    let state = device.state
    state.bind(framebuffer: framebuffer.rawValue)
    state.set(scissor: scissor)
    if self.depth !== depth {
      device.gl.textures.framebufferRenderbuffer(
        GLenum(GL_FRAMEBUFFER), GLenum(GL_DEPTH_ATTACHMENT), GLenum(GL_RENDERBUFFER), depth?.name.rawValue ?? 0)
      self.depth = depth
    }
    state.set(viewport: bounds)
    if depth != nil { state.set(writesDepth: true) }
    if let color { state.set(clearColor: texture.format == .rgba8 ? Self.inWholeLevels(color) : color) }
    let buffers = (color == nil ? 0 : GL_COLOR_BUFFER_BIT) | (depth == nil ? 0 : GL_DEPTH_BUFFER_BIT)
    if buffers != 0 { device.gl.state.clear(GLbitfield(buffers)) }
    if device.forgetsHeight {
      // Mesa's softpipe flips gl_FragCoord twice, by the target's height each time, and takes the second height from
      // the previous target if a clear stands between the change of targets and a draw of the same program. See
      // docs/gpu.md.
      state.bind(framebuffer: 0)
      state.bind(framebuffer: framebuffer.rawValue)
    }
  }

  /// Changes the pixels that draws may change; see ``begin(clear:depth:scissor:)``.
  func limit(to scissor: PixelRect?) { device.state.set(scissor: scissor) }

  /// A colour rounded to 8 bits a component. Drivers differ in rounding values between two levels: a half becomes 127
  /// with NVIDIA's, and 128 with Mesa's and on the CPU.
  static func inWholeLevels(_ color: SIMD4<Float>) -> SIMD4<Float> {
    (color.clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrAwayFromZero) / 255
  }

  /// Tells the driver that the depths of the draws are no longer needed. The corresponding GL call is
  /// `glInvalidateFramebuffer`.
  ///
  /// - Precondition: The target is bound for drawing.
  func discardDepth() {
    var depth = GLenum(GL_DEPTH_ATTACHMENT)
    device.gl.textures.invalidateFramebuffer(GLenum(GL_FRAMEBUFFER), 1, &depth)
  }

  /// Binds the target as the source of pixel reads.
  func bindForReading() {
    device.state.bind(framebuffer: framebuffer.rawValue)
  }

  /// Reads some of the target's pixels into the memory of a picture of the same width. The corresponding GL call is
  /// `glReadPixels`.
  ///
  /// - Parameters:
  ///   - part: The pixels, counted from the target's top left corner.
  ///   - picture: `bytes` bytes.
  /// - Precondition: The target holds 8 bits a component, and the part lies inside.
  func readPixels(_ part: PixelRect, into picture: UnsafeMutableRawBufferPointer) {
    precondition(texture.format == .rgba8, "only 8-bit targets are read back")
    guard picture.count == bytes, let base = picture.baseAddress else { return }
    bindForReading()
    device.state.bind(buffer: 0, as: .packing)
    device.state.set(.packing, to: part.width == width ? 0 : width)
    device.gl.state.readPixels(
      part.minX, part.minY, GLsizei(part.width), GLsizei(part.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
      base + 4 * (Int(part.minY) * width + Int(part.minX)))
  }

  /// Reads the target's pixels, the top row first. The corresponding GL call is `glReadPixels`.
  ///
  /// - Precondition: The target holds 8 bits a component.
  func readPixels() -> [UInt8] {
    precondition(texture.format == .rgba8, "only 8-bit targets are read back")
    bindForReading()
    device.state.bind(buffer: 0, as: .packing)
    device.state.set(.packing, to: 0)
    return PixelMemory.array(count: bytes) { buffer in
      device.gl.state.readPixels(
        0, 0, GLsizei(width), GLsizei(height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), buffer.baseAddress)
    }
  }
}
