// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders
import LaminaSystem

extension FrameRunner {
  /// Draws a pass by compute shaders: its runs, each over the pixels of the one before.
  ///
  /// - Returns: The number of dispatches.
  func run(
    _ tiles: TileDraws, of pass: RenderPass, into target: RenderTarget, isCanvas: Bool, _ meter: LimitMeter
  ) throws(GPUError) -> Int {
    var behind: RenderTarget?
    for (index, run) in tiles.runs.enumerated() {
      let isLast = index == tiles.runs.count - 1
      // A shader may not store into the texture that it samples.
      let next =
        isLast
        ? target
        : try targets.take(
          "tiles behind", format: run.format, width: target.width, height: target.height, isCounted: true,
          on: device)
      behind?.texture.bind(unit: TextureUnit.backdrop.index)
      if behind == nil { device.state.unbind(unit: TextureUnit.backdrop.index) }
      try dispatch(run, into: next, isCanvas: isCanvas, isAlone: tiles.runs.count == 1, meter)
      if let behind { targets.giveBack(behind, isCounted: true) }
      behind = next
    }
    return tiles.runs.reduce(0) { $0 + $1.dispatches.count + ($1.bins == nil ? 0 : 1) }
  }

  private func dispatch(
    _ run: ItemRun, into target: RenderTarget, isCanvas: Bool, isAlone: Bool, _ meter: LimitMeter
  ) throws(GPUError) {
    let compute = device.gl.compute
    for (source, unit) in zip(run.sources, TextureUnit.sources) { read(source).texture.bind(unit: unit.index) }
    // Mesa's llvmpipe compiles the program for each combination of kinds of textures that are bound.
    for unit in TextureUnit.sources.dropFirst(run.sources.count) { device.state.unbind(unit: unit.index) }
    try findBins(of: run, meter)
    // The bins that were stored are read, too.
    device.beginStores()
    // The record of a dispatch says which image the shader stores to.
    guard target.texture.format == run.format, let (format, image) = run.format.stored else {
      preconditionFailure("tiles are stored in \(target.texture.format)")
    }
    let program = try program(tileProgram(of: run, isCanvas: isCanvas))
    program.use()
    device.state.bind(image: target.texture.name.rawValue, format: format, unit: image)
    for dispatch in run.dispatches {
      try check(meter)
      program.set("u_pass", to: Int(dispatch.record))
      compute.dispatchCompute(GLuint(dispatch.columns), GLuint(dispatch.rows), 1)
      // Drivers limit the time of what is submitted together.
      if !isAlone || run.dispatches.count > 1 { device.gl.readBack.flush() }
    }
    device.finishStores()
  }

  /// Finds the items near each bin of a run, if its records do not say them.
  private func findBins(of run: ItemRun, _ meter: LimitMeter) throws(GPUError) {
    guard let dispatch = run.bins else { return device.state.unbind(unit: TextureUnit.bins.index) }
    try check(meter)
    let bins = try textureOfBins()
    let program = try program(ComputeCatalog.layersBins)
    device.beginStores()
    program.use()
    device.state.bind(image: bins.name.rawValue, format: GLenum(GL_RGBA32UI), unit: 0)
    program.set("u_pass", to: Int(dispatch.record))
    device.gl.compute.dispatchCompute(GLuint(dispatch.bins), GLuint(dispatch.rounds), 1)
    bins.bind(unit: TextureUnit.bins.index)
  }

  private func textureOfBins() throws(GPUError) -> Texture {
    if let bins { return bins }
    // As many texels as the largest run has rounds in all of its bins.
    let most = max(device.profile.tileLimits.items, TileLimits().items)
    let rounds = (most + ItemBins.round - 1) / ItemBins.round
    let (width, texels) = (ItemBins.imageWidth, ItemBins.mostBins * rounds)
    let made = try Texture(
      "bins", format: .rgba32Bits, width: width, height: (texels + width - 1) / width, on: device)
    bins = made
    return made
  }

  /// The format in which tiles store a pass. Not every device can store one 16-bit float, so that silhouettes have four
  /// alike; a canvas adds up in registers, and is stored in 8 bits.
  func stored(_ pass: RenderPass, isCanvas: Bool) -> TextureFormat {
    guard !isCanvas else { return .rgba8 }
    let format = format(of: pass, isCanvas: false)
    return format == .alpha16Float ? .rgba16Float : format
  }

  /// The formats in which tiles store a pass. Between its runs they are floats, so that as many runs as there are round
  /// no more than one; counts are bytes.
  func tileFormats(of pass: RenderPass, isCanvas: Bool) -> TileFormats {
    let format = stored(pass, isCanvas: false)
    let isFloats = format == .rgba8 && device.drawsFloat16 && !countsEvaluations
    return TileFormats(target: stored(pass, isCanvas: isCanvas), between: isFloats ? .rgba16Float : format)
  }

  private func tileProgram(of run: ItemRun, isCanvas: Bool) -> ComputeCatalog {
    if countsEvaluations, isCanvas { return run.needsEffects ? .layersEffectsCounts : .layersCounts }
    if hasWholeGroups { return run.needsEffects ? .layersEffects : .layers }
    return run.needsEffects ? .layersEffectsPairs : .layersPairs
  }

  /// Whether a group may have an invocation for each pixel of a tile.
  private var hasWholeGroups: Bool { device.maximumGroup >= ItemBins.tile * ItemBins.tile }

  /// Compiles the programs of tiles that this device uses.
  func compileTiles() throws(GPUError) {
    for needsEffects in [false, true] {
      let run = ItemRun(dispatches: [], sources: [], needsEffects: needsEffects, format: .rgba8)
      _ = try program(tileProgram(of: run, isCanvas: false))
    }
    _ = try program(ComputeCatalog.layersBins)
  }

  /// Draws a plan with counts of evaluations in place of the colours of its canvas.
  func count(_ plan: RenderPlan) throws(GPUError) -> TileCounts? {
    guard hasWholeGroups else { return nil }
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
