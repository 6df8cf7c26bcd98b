// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaSystem

/// Draws on a device. A frame is read back while the next ones are drawn; if the film needs planes, the device makes
/// them.
final class DeviceDrawer: FrameDrawer {
  /// A frame whose drawing has begun.
  private enum Begun {
    /// Being read back from the device.
    case returning
    /// Drawn in tiles, as it is larger than the device's textures.
    case done(FramePixels)
  }

  let capacity = 3
  private let renderer: Renderer
  private let options: RenderOptions
  private let layout: FrameLayout?
  private var begun: [Begun] = []

  init(_ renderer: Renderer, options: RenderOptions, layout: FrameLayout?) {
    self.renderer = renderer
    self.options = options
    self.layout = layout
  }

  deinit {
    // A later user of the renderer would otherwise receive these frames.
    for case .returning in begun { _ = try? renderer.gpu?.end() }
  }

  func begin(_ plan: RenderPlan) throws(RenderError) {
    let canvas = plan.canvas
    guard let gpu = renderer.gpu, max(canvas.width, canvas.height) <= gpu.deviceDescription.maximumTextureSide else {
      let image = try renderer.render(plan, options: options).image
      begun.append(.done(.image(image)))
      return
    }
    let meter = LimitMeter(options.limits)
    try Renderer.check(plan, tiled: false, meter)
    try converting(to: RenderError.init) { () throws(GPUError) in
      try gpu.begin(plan, strategy: options.strategy, planes: planes(of: canvas, on: gpu), meter: meter)
    }
    begun.append(.returning)
  }

  /// Whether the device makes planes, and with alpha; `nil` if pictures are read back, or the planes exceed the
  /// textures.
  private func planes(of canvas: PixelSize, on gpu: GPURenderer) -> Bool? {
    guard let layout, layout != .rgba else { return nil }
    let hasAlpha = layout == .yuva420
    let target = PackedPlanes(size: canvas, hasAlpha: hasAlpha).targetSize
    return max(target.width, target.height) <= gpu.deviceDescription.maximumTextureSide ? hasAlpha : nil
  }

  func end() throws(RenderError) -> FramePixels {
    switch begun.removeFirst() {
    case .done(let pixels): return pixels
    case .returning:
      guard let gpu = renderer.gpu else { preconditionFailure("a renderer does not change") }
      return try converting(to: RenderError.init) { () throws(GPUError) in
        switch try gpu.end() {
        case .image(let image): return .image(image)
        case .planes(let bytes): return .bytes(bytes)
        }
      }
    }
  }
}
