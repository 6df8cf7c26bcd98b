// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaShaders
import LaminaSystem

extension FrameRunner {
  /// Makes a pass of steps of a blur by compute shaders.
  ///
  /// - Parameter read: The target of an earlier pass.
  /// - Returns: The number of dispatches.
  func run(
    _ blurs: [BlurDispatch], from read: (Int) -> RenderTarget, into target: RenderTarget, _ meter: LimitMeter
  ) throws(GPUError) -> Int {
    let isAlpha = target.texture.format == .alpha32Float
    let program = try program(isAlpha ? ComputeCatalog.blurRowsAlpha : .blurRows)
    program.use()
    let compute = device.gl.compute
    device.state.bind(
      image: target.texture.name.rawValue, format: GLenum(isAlpha ? GL_R32F : GL_RGBA16F), unit: 0)
    device.beginStores()
    for blur in blurs {
      try check(meter)
      read(blur.source).texture.bind(unit: TextureUnit.source.index)
      program.set("u_pass", to: Int(blur.record))
      compute.dispatchCompute(GLuint(blur.columns), GLuint(blur.rows), 1)
    }
    device.finishStores()
    return blurs.count
  }
}

extension Device {
  /// Whether compute shaders make the steps of blurs: in the formats of floats that they can store.
  var computesBlurs: Bool { profile.tiles == .always && drawsFloat16 && !prefersFloat32 }

  /// The format of alpha alone that compute shaders can store: of one component where that can be mixed and drawn over
  /// as other passes are.
  var storedAlpha: TextureFormat {
    filtersFloat32 && extensions.contains("GL_EXT_color_buffer_float") ? .alpha32Float : .rgba16Float
  }

  /// Holds the stores of dispatches back until earlier draws have sampled and drawn into the textures that are used
  /// again. By the standard, a texture that was drawn into needs no barrier before it is sampled, but Mesa's softpipe
  /// forgets to read texels again that an earlier dispatch or draw read. The corresponding GL call is
  /// `glMemoryBarrier`.
  func beginStores() {
    gl.compute.memoryBarrier(GLbitfield(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT))
  }

  /// Makes the texels that compute shaders stored visible: later draws sample them, copy from them or draw over them,
  /// later dispatches sample them or store again, and they are read back. The corresponding GL call is
  /// `glMemoryBarrier`.
  func finishStores() {
    gl.compute.memoryBarrier(
      GLbitfield(
        GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT
          | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT))
  }
}
