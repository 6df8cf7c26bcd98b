// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The profiles, with the source of each number. A vendor has its own profile if its devices have been measured; all
// others use `hardware`. `tools/gpu-check` reports the differences of a device from its profile.

extension DeviceProfile {
  /// Software OpenGL on the processor; measured with Mesa's llvmpipe.
  package static let software = DeviceProfile(
    name: "software", pixelsPerFill: nil,
    // By `lamina bench --probe` with Mesa 22.3.6, which converts 16 bits back and forth, so a canvas of floats has 32
    // bits.
    sampleCosts: SampleCosts(float16: 1.15, float32: 0.8),
    // The device's memory is the processor's: a buffer would be one more copy.
    readsBackThroughBuffers: false, uploadsThroughBuffers: false, discardsDepth: false, tiles: .never,
    expected: DeviceExpectation())

  /// A graphics processor of an unknown vendor; it may draw tile by tile, as the ones of phones do.
  package static let hardware = DeviceProfile(
    name: "hardware", pixelsPerFill: nil, sampleCosts: SampleCosts(),
    // The driver of a device with memory of its own copies what it reads into the program's memory; a mapped buffer is
    // the memory of the picture. Rows of cells take one copy into a buffer, and a call for each.
    readsBackThroughBuffers: true, uploadsThroughBuffers: true, discardsDepth: true, tiles: .never,
    expected: DeviceExpectation())

  /// NVIDIA's own driver.
  package static let nvidia = DeviceProfile(
    // Measured on an H200, which has few units that draw: fills of one colour by their own shader make translucent
    // panels 1.2 to 1.3 times as fast on the device and nothing slower. The numbers are in docs/gpu.md.
    name: "nvidia", pixelsPerFill: 16_384,
    // GM204 mixes 128 texels a clock, of 8 bits or of 16-bit floats: https://gamersnexus.net/Texture%20Fill-Rate An
    // H200 measures the same, and 3.7 for 32-bit floats (`lamina bench --probe`; docs/gpu.md).
    sampleCosts: SampleCosts(float16: 1, float32: 3.7),
    // The driver packs into a buffer by DMA, and a call without one waits:
    // https://registry.khronos.org/OpenGL/extensions/NV/NV_pixel_buffer_object.txt
    readsBackThroughBuffers: true,
    // H200: 20 uploads of 324 x 324 texels take 5.2 ms from memory and .3 from a buffer.
    uploadsThroughBuffers: true,
    // An immediate-mode rasterizer that orders its output by tiles, and keeps no depth in them:
    // https://www.realworldtech.com/tile-based-rasterization-nvidia-gpus/
    discardsDepth: false,
    tiles: .never,
    expected: DeviceExpectation(
      // GL_VENDOR: https://github.com/glumpy/glumpy/issues/125
      vendors: ["NVIDIA"],
      // 32,768 from the GeForce 10 series on: https://github.com/KhronosGroup/KTX-Software/issues/383
      // and https://github.com/apitrace/apitrace/pull/858; 16,384 before: https://github.com/glumpy/glumpy/issues/125
      leastLimits: [.textureSide: 32_768],
      // OpenGL ES of driver 530: https://github.com/yshui/picom/issues/1060, and of 387 with the robustness of that
      // time: https://github.com/i-rinat/freshplayerplugin/issues/367; blend equations:
      // https://github.com/canonical/mir/pull/1410
      extensions: [
        "GL_EXT_color_buffer_float", "GL_EXT_color_buffer_half_float", "GL_EXT_disjoint_timer_query",
        "GL_EXT_float_blend", "GL_EXT_robustness", "GL_KHR_blend_equation_advanced",
      ]))

  /// A graphics processor made for computing. An H200 does arithmetic in compute shaders 29 times as fast as in
  /// fragment shaders (docs/gpu.md), since few of its units draw. A device that is measured to be like that keeps its
  /// vendor's profile otherwise.
  package static let compute = DeviceProfile(
    name: "compute", pixelsPerFill: nil, sampleCosts: SampleCosts(), readsBackThroughBuffers: true,
    uploadsThroughBuffers: true, discardsDepth: false, tiles: .always, expected: DeviceExpectation())
}
