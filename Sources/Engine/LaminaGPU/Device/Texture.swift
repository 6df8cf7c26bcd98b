// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry

/// The storage format of a texture's texels.
enum TextureFormat: Hashable {
  /// 8 bits a component: pictures and most targets.
  case rgba8
  /// One component of 8 bits: coverage on its way to the atlas.
  case red8
  /// 16-bit floats: targets of deep stacks.
  case rgba16Float
  /// One 16-bit float, which samplers return in all four components: silhouettes.
  case alpha16Float
  /// One 32-bit float in the same way: silhouettes that compute shaders blur, since images have no single 16-bit float.
  case alpha32Float
  /// 32-bit floats: targets, where 16 bits cannot be drawn or are not faster.
  case rgba32Float
  /// 32 bits of any kind: records.
  case rgba32Bits

  var bytesPerTexel: Int {
    switch self {
    case .rgba8, .alpha32Float: 4
    case .red8: 1
    case .rgba16Float: 8
    case .alpha16Float: 2
    case .rgba32Float, .rgba32Bits: 16
    }
  }

  fileprivate var internalFormat: GLenum {
    switch self {
    case .rgba8: GLenum(GL_RGBA8)
    case .red8: GLenum(GL_R8)
    case .rgba16Float: GLenum(GL_RGBA16F)
    case .alpha16Float: GLenum(GL_R16F)
    case .alpha32Float: GLenum(GL_R32F)
    case .rgba32Float: GLenum(GL_RGBA32F)
    case .rgba32Bits: GLenum(GL_RGBA32UI)
    }
  }

  /// The format as compute shaders store it, and the image of `layers.comp` that has it; `nil` for formats that not
  /// every device can store.
  var stored: (code: GLenum, image: Int)? {
    switch self {
    case .rgba8: (internalFormat, 0)
    case .rgba16Float: (internalFormat, 1)
    case .rgba32Float: (internalFormat, 2)
    case .red8, .alpha16Float, .alpha32Float, .rgba32Bits: nil
    }
  }

  /// The component type in which texels are uploaded.
  fileprivate var uploadType: GLenum {
    switch self {
    case .rgba8, .red8: GLenum(GL_UNSIGNED_BYTE)
    case .rgba16Float: GLenum(GL_HALF_FLOAT)
    case .alpha16Float, .alpha32Float, .rgba32Float: GLenum(GL_FLOAT)
    case .rgba32Bits: GLenum(GL_UNSIGNED_INT)
    }
  }

  /// The components that are uploaded.
  fileprivate var uploadFormat: GLenum {
    switch self {
    case .rgba8, .rgba16Float, .rgba32Float: GLenum(GL_RGBA)
    case .red8, .alpha16Float, .alpha32Float: GLenum(GL_RED)
    case .rgba32Bits: GLenum(GL_RGBA_INTEGER)
    }
  }
}

/// An image in GPU memory, two-dimensional or an array of layers, with one level.
final class Texture {
  let name: OwnedName<TextureObject>
  let format: TextureFormat
  /// Pixels.
  let width: Int
  /// Pixels.
  let height: Int
  /// The number of layers, 0 for a texture that is no array.
  let layers: Int
  private let device: Device
  private var kind: ContextState.TextureKind { layers > 0 ? .array : .plain }
  private var target: GLenum { kind.code }

  /// Reserves the memory. The corresponding GL calls are `glTexStorage2D` and `glTexStorage3D`.
  ///
  /// - Parameters:
  ///   - label: The name of the texture, for debuggers and messages.
  ///   - layers: The number of layers of an array texture, 0 for a plain one.
  ///   - isFiltered: Whether sampling mixes neighbouring texels.
  init(
    _ label: String, format: TextureFormat, width: Int, height: Int, layers: Int = 0, isFiltered: Bool = false,
    on device: Device
  ) throws(GPUError) {
    let limit = device.description.maximumTextureSide
    guard width <= limit, height <= limit else {
      throw .textureTooLarge(width: width, height: height, limit: limit)
    }
    self.format = format
    self.width = width
    self.height = height
    self.layers = layers
    self.device = device
    name = OwnedName(on: device)
    let textures = device.gl.textures
    bindForChange()
    let filter = isFiltered ? GL_LINEAR : GL_NEAREST
    for (parameter, value) in [
      (GL_TEXTURE_MIN_FILTER, filter), (GL_TEXTURE_MAG_FILTER, filter), (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE),
      (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
    ] {
      textures.texParameteri(target, GLenum(parameter), value)
    }
    if format == .alpha16Float || format == .alpha32Float {
      for component in [GL_TEXTURE_SWIZZLE_R, GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B, GL_TEXTURE_SWIZZLE_A] {
        textures.texParameteri(target, GLenum(component), GL_RED)
      }
    }
    let (columns, rows) = (GLsizei(width), GLsizei(height))
    if layers > 0 {
      textures.texStorage3D(target, 1, format.internalFormat, columns, rows, GLsizei(layers))
    } else {
      textures.texStorage2D(target, 1, format.internalFormat, columns, rows)
    }
    device.label(name, label)
    let count = max(1, layers)
    try device.check("texture '\(label)' of \(width) x \(height) x \(count) pixels")
  }

  /// Binds the texture for sampling. The corresponding GL call is `glBindTexture`.
  func bind(unit: Int) {
    device.state.bind(texture: name.rawValue, kind, unit: unit, isChanged: false)
  }

  /// Binds the texture as the one that uploads and copies change.
  private func bindForChange() {
    device.state.bind(texture: name.rawValue, kind, unit: 0, isChanged: true)
  }

  /// Replaces a rectangle of texels. The corresponding GL calls are `glTexSubImage2D` and `glTexSubImage3D`.
  ///
  /// - Parameters:
  ///   - texels: The rectangle's first texel, in this texture's format; alpha alone comes as 32-bit floats. While a
  ///     buffer is bound for uploads, the offset in that buffer.
  ///   - rowLength: The number of texels from one row to the next.
  func upload(
    _ texels: UnsafeRawPointer?, rowLength: Int, x: Int, y: Int, layer: Int = 0, width: Int, height: Int
  ) {
    let textures = device.gl.textures
    bindForChange()
    let components = format.uploadFormat
    device.state.set(.unpacking, to: rowLength == width ? 0 : rowLength)
    let (left, top, columns, rows) = (GLint(x), GLint(y), GLsizei(width), GLsizei(height))
    if layers > 0 {
      textures.texSubImage3D(
        target, 0, left, top, GLint(layer), columns, rows, 1, components, format.uploadType, texels)
    } else {
      textures.texSubImage2D(target, 0, left, top, columns, rows, components, format.uploadType, texels)
    }
  }

  /// Copies a rectangle of the current target to the first texels of this texture. The corresponding GL call is
  /// `glCopyTexSubImage2D`.
  func copy(x: Int, y: Int, width: Int, height: Int) {
    bindForChange()
    device.gl.textures.copyTexSubImage2D(target, 0, 0, 0, GLint(x), GLint(y), GLsizei(width), GLsizei(height))
  }

  /// Copies the first layers of another array texture of the same size and format. The corresponding GL call is
  /// `glCopyImageSubData`, or `glCopyTexSubImage3D` where the driver lacks it.
  func copyLayers(_ count: Int, of other: Texture) {
    if let copyImage = device.gl.extensions.copyImage {
      copyImage(
        other.name.rawValue, target, 0, 0, 0, 0, name.rawValue, target, 0, 0, 0, 0, GLsizei(width), GLsizei(height),
        GLsizei(count))
    } else {
      drawLayers(count, of: other)
    }
    // Zink of Mesa 25 let later uploads overtake copies by `glCopyTexSubImage3D`, so both are waited for. See
    // docs/gpu.md.
    device.finish()
  }

  /// Copies layers through a framebuffer. NVIDIA's driver takes almost a second for each layer of 2,048 x 2,048 pixels
  /// this way, and a third of a millisecond by `glCopyImageSubData`.
  private func drawLayers(_ count: Int, of other: Texture) {
    let framebuffer = OwnedName<FramebufferObject>(on: device)
    let textures = device.gl.textures
    let reading = GLenum(GL_READ_FRAMEBUFFER)
    device.state.bind(readFramebuffer: framebuffer.rawValue)
    bindForChange()
    for layer in 0..<GLint(count) {
      textures.framebufferTextureLayer(reading, GLenum(GL_COLOR_ATTACHMENT0), other.name.rawValue, 0, layer)
      textures.copyTexSubImage3D(target, 0, 0, 0, layer, 0, 0, GLsizei(width), GLsizei(height))
    }
    device.state.bind(readFramebuffer: 0)
  }
}
