// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaGraphics
import LaminaShaders
import LaminaSystem
import Synchronization

/// The speed of a device with the same load as fragments and as compute invocations.
package struct ShaderProbe: Sendable {
  /// The computation that is measured.
  package var load: String
  /// Nanoseconds a pixel, by a fragment shader.
  package var fragment: Double
  /// Nanoseconds a pixel, by a compute shader.
  package var compute: Double

  package init(load: String, fragment: Double, compute: Double) {
    (self.load, self.fragment, self.compute) = (load, fragment, compute)
  }

  /// Whether arithmetic is so much faster in compute shaders that passes are better drawn in tiles: 29 times on an
  /// H200; a card for graphics uses the same units for both.
  ///
  /// A time below a tenth of a millisecond says nothing: no device that has few units for fragments is as fast.
  ///
  /// - Parameter pixels: The pixels that were measured, some 260,000.
  package func favorsTiles(pixels: Int) -> Bool { fragment >= 8 * compute && fragment * Double(pixels) >= 1e5 }
}

/// The functions of OpenGL ES 3.1 that compute shaders need.
struct GLComputeFunctions {
  @Counted var dispatchCompute: @convention(c) (GLuint, GLuint, GLuint) -> Void
  @Counted var memoryBarrier: @convention(c) (GLbitfield) -> Void
  @Counted var bindImageTexture: @convention(c) (GLuint, GLuint, GLint, GLboolean, GLint, GLenum, GLenum) -> Void

  init(_ loader: FunctionLoader) throws(GPUError) {
    _dispatchCompute = try loader.counted("glDispatchCompute")
    _memoryBarrier = try loader.counted("glMemoryBarrier")
    _bindImageTexture = try loader.counted("glBindImageTexture")
  }
}

extension FrameRunner {
  /// The number of runs of each load; the shortest time counts.
  private static var probeRounds: Int { 5 }
  private static var probeLoads: [String] { ["arithmetic, 128 steps", "blur of 25 taps"] }

  /// Whether kinds of devices compute faster than they draw, by their descriptions.
  static let measured = Locked<[String: Bool]>([:])

  /// Measures whether passes are better drawn in tiles; `false` where that cannot be measured.
  ///
  /// A kind of device is measured once a process, and by one process for its workers: contexts that are opened while
  /// others draw would measure otherwise, and the frames of a film would differ.
  func computesFaster() -> Bool {
    let kind = device.description.description
    if let known = Self.measured.withLock({ $0[kind] }) { return known }
    let size = PixelSize(width: 512, height: 512)
    var isFaster = false
    do throws(GPUError) {
      isFaster = try probe(Self.probeLoads.prefix(1), size).first?.favorsTiles(pixels: size.area) ?? false
    } catch {
      // A driver without compute shaders still draws; a lost context is found by whoever uses it next.
      device.forgetErrors()
    }
    let result = isFaster
    return Self.measured.withLock { known in
      known[kind] = known[kind] ?? result
      return known[kind] ?? result
    }
  }

  /// Measures both kinds of shaders on both loads.
  func probe() throws(GPUError) -> [ShaderProbe] {
    try probe(Self.probeLoads[...], PixelSize(width: 2048, height: 1024))
  }

  /// - Parameter size: The target, pixels.
  private func probe(_ loads: ArraySlice<String>, _ size: PixelSize) throws(GPUError) -> [ShaderProbe] {
    let (width, height) = (size.width, size.height)
    let source = try Texture("probe source", format: .rgba8, width: width, height: height, on: device)
    let target = try RenderTarget("probe", format: .rgba8, width: width, height: height, on: device)
    let texels = [UInt32](repeating: 0xFF40_80C0, count: width * height)
    texels.withUnsafeBytes { bytes in
      guard let address = bytes.baseAddress else { return }
      source.upload(address, rowLength: width, x: 0, y: 0, width: width, height: height)
    }
    let fragment = try ShaderProgram(
      "probe", [("probe/probe.vert", GL_VERTEX_SHADER), ("probe/probe.frag", GL_FRAGMENT_SHADER)], on: device)
    let compute = try ShaderProgram("probe", [("probe/probe.comp", GL_COMPUTE_SHADER)], on: device)
    source.bind(unit: TextureUnit.source.index)
    device.set(.replacing, hasDepth: false)
    var results: [ShaderProbe] = []
    for (kind, load) in loads.enumerated() {
      results.append(
        ShaderProbe(
          load: load,
          fragment: try time(kind, fragment, size) {
            drawProbe(into: target)
          },
          compute: try time(kind, compute, size) {
            let functions = device.gl.compute
            device.state.bind(image: target.texture.name.rawValue, format: GLenum(GL_RGBA8), unit: 0)
            functions.dispatchCompute(GLuint(width / 16), GLuint(height / 8), 1)
            functions.memoryBarrier(GLbitfield(GL_FRAMEBUFFER_BARRIER_BIT))
          }))
    }
    try device.check("measuring shaders")
    return results
  }

  /// The shortest of several times, in nanoseconds a pixel.
  private func time(
    _ kind: Int, _ program: ShaderProgram, _ size: PixelSize, _ run: () -> Void
  ) throws(GPUError) -> Double {
    program.use()
    for (name, value) in [("u_kind", kind), ("u_width", size.width), ("u_height", size.height)] {
      program.set(name, to: value)
    }
    return shortestTime(rounds: Self.probeRounds, run) * 1e9 / Double(size.area)
  }

  /// Draws the single triangle of the program `probe`, which covers the target.
  func drawProbe(into target: RenderTarget) {
    target.begin(clear: .zero, depth: nil)
    device.state.bind(vertexArray: 0)
    device.gl.vertices.drawArraysInstanced(GLenum(GL_TRIANGLES), 0, 3, 1)
  }

  /// The shortest time, in seconds, that the device takes for some work: once to warm up, then some rounds.
  func shortestTime(rounds: Int, _ run: () -> Void) -> Double {
    var shortest = Double.infinity
    for _ in 0...rounds {
      device.finish()
      let start = ContinuousClock.now
      run()
      device.finish()
      shortest = min(shortest, (ContinuousClock.now - start).seconds)
    }
    return shortest
  }
}
