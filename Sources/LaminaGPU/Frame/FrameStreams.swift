import LaminaShaders

/// What one frame sends to the driver: instances of each kind, and a block for each pass.
final class FrameStreams {
  private let device: Device
  private let boxes: Buffer
  private let interiors: Buffer
  private let composites: Buffer
  private let compositeEffects: Buffer
  private let surfaces: Buffer
  private let blurs: Buffer
  private let particles: Buffer
  private let blocks: Buffer
  private let boxLayout: VertexLayout
  private let interiorLayout: VertexLayout
  private let compositeLayout: VertexLayout
  private let compositeEffectLayout: VertexLayout
  private let particleLayout: VertexLayout
  private let surfaceLayout: VertexLayout
  private let blurLayout: VertexLayout

  init(on device: Device) {
    self.device = device
    boxes = Buffer("boxes", .instances, on: device)
    interiors = Buffer("interiors", .instances, on: device)
    composites = Buffer("composites", .instances, on: device)
    compositeEffects = Buffer("composite effects", .instances, on: device)
    surfaces = Buffer("surfaces", .instances, on: device)
    blurs = Buffer("blurs", .instances, on: device)
    particles = Buffer("particles", .instances, on: device)
    blocks = Buffer("frame blocks", .uniforms, on: device)
    boxLayout = VertexLayout(BoxInstance.self, on: device)
    interiorLayout = VertexLayout(InteriorInstance.self, on: device)
    compositeLayout = VertexLayout(CompositeInstance.self, on: device)
    compositeEffectLayout = VertexLayout(CompositeEffectInstance.self, on: device)
    particleLayout = VertexLayout(ParticleInstance.self, on: device)
    surfaceLayout = VertexLayout(SurfaceInstance.self, on: device)
    blurLayout = VertexLayout(BlurInstance.self, on: device)
  }

  /// Replaces everything.
  ///
  /// - Parameter frames: The block of each pass, in the order they run.
  func upload(_ builder: GPURenderer.FrameBuilder, frames: [FrameBlock]) throws(GPUError) {
    try send(builder.boxes, to: boxes)
    try send(builder.interiors, to: interiors)
    try send(builder.composites, to: composites)
    try send(builder.compositeEffects, to: compositeEffects)
    try send(builder.particles, to: particles)
    try send(builder.surfaces, to: surfaces)
    try send(builder.blurs, to: blurs)
    var bytes = [UInt8](repeating: 0, count: frames.count * blockStride)
    bytes.withUnsafeMutableBytes { buffer in
      for (slot, frame) in frames.enumerated() {
        buffer.storeBytes(of: frame, toByteOffset: slot * blockStride, as: FrameBlock.self)
      }
    }
    try send(bytes, to: blocks)
  }

  /// Makes the block of a pass the one that draws read.
  func bindBlock(slot: Int) {
    blocks.bindUniforms(offset: slot * blockStride, count: MemoryLayout<FrameBlock>.stride)
  }

  /// Draws a batch; program, textures and target are bound.
  func draw(_ batch: DrawBatch) {
    switch batch.program {
    case .box, .boxRim, .boxPlain, .boxTexels, .boxGradient, .boxMasked, .shadow, .shadowPlain, .shadowAlone,
      .interior, .interiorGradient:
      boxLayout.draw(batch.instances, of: boxes)
    case .interiorPicture, .interiorPiece, .interiorLevels, .interiorFill:
      interiorLayout.draw(batch.instances, of: interiors)
    case .composite, .compositePlain, .planes: compositeLayout.draw(batch.instances, of: composites)
    case .compositeMask, .compositeEffect, .compositeAdvanced, .compositeBackdrop:
      compositeEffectLayout.draw(batch.instances, of: compositeEffects)
    case .particles, .particlesPlain: particleLayout.draw(batch.instances, of: particles)
    case .surface, .surfacePlain: surfaceLayout.draw(batch.instances, of: surfaces)
    case .blur, .blurHalve, .blurQuarter: blurLayout.draw(batch.instances, of: blurs)
    }
  }

  /// Bytes from a block to the next.
  private var blockStride: Int {
    let size = MemoryLayout<FrameBlock>.stride
    return (size + device.uniformAlignment - 1) / device.uniformAlignment * device.uniformAlignment
  }

  private func send<Value>(_ values: [Value], to buffer: Buffer) throws(GPUError) {
    guard !values.isEmpty else { return }
    let failure: GPUError? = values.withUnsafeBytes { bytes in
      do throws(GPUError) {
        try buffer.upload(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}
