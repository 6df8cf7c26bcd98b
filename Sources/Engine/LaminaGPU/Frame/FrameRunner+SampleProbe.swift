// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaGraphics
import LaminaShaders

/// The measured factor by which a device takes longer to sample floats than bytes, and the factor that its profile
/// assumes.
package struct SampleProbe: Sendable {
  /// The name of the profile.
  package var profile: String
  /// The time of four mixed texels of 16-bit floats, relative to bytes; `nil` where the device does not support the
  /// format.
  package var float16: Double?
  package var expectedFloat16: Float?
  /// The same time for 32-bit floats.
  package var float32: Double?
  package var expectedFloat32: Float?
}

extension FrameRunner {
  /// The sides of source and target, pixels.
  private static var sampleSize: (width: Int, height: Int) { (2048, 1024) }
  /// The number of samplings of each format; the shortest time counts.
  private static var sampleRounds: Int { 4 }

  /// Measures sampling by the load of `probe_kernel` that only samples.
  func probeSamples() throws(GPUError) -> SampleProbe {
    let (width, height) = Self.sampleSize
    let target = try RenderTarget("sample probe", format: .rgba8, width: width, height: height, on: device)
    let program = try ShaderProgram(
      "sample probe", [("probe/probe.vert", GL_VERTEX_SHADER), ("probe/probe.frag", GL_FRAGMENT_SHADER)], on: device)
    device.set(.replacing, hasDepth: false)
    program.use()
    for (name, value) in [("u_kind", 2), ("u_width", width), ("u_height", height)] { program.set(name, to: value) }
    func seconds(_ format: TextureFormat) throws(GPUError) -> Double {
      let source = try RenderTarget("sampled", format: format, width: width, height: height, on: device)
      source.begin(clear: SIMD4(0.2, 0.4, 0.6, 1), depth: nil)
      source.texture.bind(unit: TextureUnit.source.index)
      return shortestTime(rounds: Self.sampleRounds) { drawProbe(into: target) }
    }
    let costs = device.profile.sampleCosts
    var probe = SampleProbe(
      profile: device.profile.name, expectedFloat16: costs.float16, expectedFloat32: costs.float32)
    let bytes = try seconds(.rgba8)
    if device.drawsFloat16 { probe.float16 = try seconds(.rgba16Float) / bytes }
    if device.filtersFloat32, device.extensions.contains("GL_EXT_color_buffer_float") {
      probe.float32 = try seconds(.rgba32Float) / bytes
    }
    try device.check("measuring samples")
    return probe
  }
}
