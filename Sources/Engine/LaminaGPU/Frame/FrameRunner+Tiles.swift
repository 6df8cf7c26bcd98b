// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders
import LaminaSystem

extension FrameRunner {
  /// Draws a pass by compute shaders.
  ///
  /// - Parameter sources: The targets of the passes that it reads.
  /// - Returns: The number of dispatches.
  func run(
    _ tiles: TileDraws, from sources: [RenderTarget], into target: RenderTarget, _ meter: LimitMeter
  ) throws(GPUError) -> Int {
    let compute = device.gl.compute
    for (source, unit) in zip(sources, TextureUnit.sources) { source.texture.bind(unit: unit.index) }
    // By the standard, draws into a texture need no barrier before it is sampled. Mesa's softpipe forgets to read
    // texels again that an earlier dispatch or draw read.
    if !sources.isEmpty { compute.memoryBarrier(GLbitfield(GL_TEXTURE_FETCH_BARRIER_BIT)) }
    let program = try program(tileProgram)
    program.use()
    compute.bindImageTexture(
      0, target.texture.name.rawValue, 0, GLboolean(GL_FALSE), 0, GLenum(GL_WRITE_ONLY), GLenum(GL_RGBA8))
    for dispatch in tiles.dispatches {
      try check(meter)
      program.set("u_pass", to: Int(dispatch.record))
      compute.dispatchCompute(GLuint(dispatch.columns), GLuint(dispatch.rows), 1)
    }
    device.finishStores()
    return tiles.dispatches.count
  }

  private var tileProgram: ComputeCatalog {
    if countsEvaluations { return .layersCounts }
    return device.maximumGroup >= ItemBins.tile * ItemBins.tile ? .layers : .layersPairs
  }

  /// Draws a plan with counts of evaluations in place of colours.
  func count(_ plan: RenderPlan) throws(GPUError) -> TileCounts {
    countsEvaluations = true
    defer { countsEvaluations = false }
    return TileCounts(try render(plan, strategy: .depth, meter: LimitMeter(RenderLimits())).image)
  }
}

/// The work of the pixels of a canvas that was drawn by compute shaders.
package struct TileCounts: Sendable, Equatable {
  /// Evaluations of operations: of all pixels together.
  package private(set) var operations = 0
  /// Evaluations of clips.
  package private(set) var clips = 0
  /// The number of pixels.
  package let pixels: Int

  /// - Parameter image: The canvas as the program `layersCounts` stores it: two numbers of 16 bits in each pixel.
  init(_ image: CGImage) {
    pixels = image.width * image.height
    let bytes = image.premultipliedRGBA
    for first in stride(from: 0, to: bytes.count, by: 4) {
      operations += Int(bytes[first]) + 256 * Int(bytes[first + 1])
      clips += Int(bytes[first + 2]) + 256 * Int(bytes[first + 3])
    }
  }
}
