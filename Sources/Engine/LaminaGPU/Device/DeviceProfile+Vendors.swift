// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The profiles. Each line of a vendor's stands beside its source; where none was found, it says so and holds what is
// assumed of any hardware. Those of software and NVIDIA were measured by us: `tools/gpu-check` says where another
// device differs.

extension DeviceProfile {
  /// A program on the processor that behaves like a device; measured with Mesa's llvmpipe.
  package static let software = DeviceProfile(
    name: "software", programs: "software", leavesOutHiddenPixels: true, pixelsPerProgramChange: 3000,
    pixelsPerFill: 16_384, joinsBeforeSorting: false,
    // By `lamina bench --probe` with Mesa 22.3.6: 16 bits are converted to and fro. Blending tells them farther apart;
    // see docs/decisions/0013-software-gl-has-its-own-costs.md.
    sampleCosts: SampleCosts(float16: 1.15, float32: 0.8),
    // Its memory is the processor's: a buffer would be one copy more.
    readsBackThroughBuffers: false, uploadsThroughBuffers: false, discardsDepth: false, expected: DeviceExpectation())

  /// A graphics processor of which nothing more is known; it may draw tile by tile, as those of phones do.
  package static let hardware = DeviceProfile(
    name: "hardware", programs: "hardware", leavesOutHiddenPixels: false, pixelsPerProgramChange: 262_144,
    pixelsPerFill: nil, joinsBeforeSorting: true, sampleCosts: SampleCosts(), readsBackThroughBuffers: false,
    uploadsThroughBuffers: false, discardsDepth: true, expected: DeviceExpectation())

  /// NVIDIA's own driver.
  package static let nvidia = DeviceProfile(
    // Measured on an H200, which has few units that draw: fills of one colour by their own shader make panes of glass
    // 1.2 to 1.3 times as fast on the device and nothing slower; leaving out hidden pixels and other numbers of pixels
    // for a change of programs made no difference. Docs/gpu.md has the numbers.
    name: "nvidia", programs: "hardware", leavesOutHiddenPixels: false, pixelsPerProgramChange: 262_144,
    pixelsPerFill: 16_384, joinsBeforeSorting: true,
    // GM204 mixes 128 texels a clock, of 8 bits or of 16-bit floats: https://gamersnexus.net/Texture%20Fill-Rate
    // An H200 says the same, and 3.7 for 32-bit floats (`lamina bench --probe`; docs/gpu.md).
    sampleCosts: SampleCosts(float16: 1, float32: 3.7),
    // The driver packs into a buffer by DMA, and a call without one waits:
    // https://registry.khronos.org/OpenGL/extensions/NV/NV_pixel_buffer_object.txt
    readsBackThroughBuffers: true,
    // H200: 20 uploads of 324 x 324 texels take 5.2 ms from memory and .3 from a buffer.
    uploadsThroughBuffers: true,
    // An immediate-mode rasterizer that orders its output by tiles, and keeps no depth in them:
    // https://www.realworldtech.com/tile-based-rasterization-nvidia-gpus/
    discardsDepth: false,
    expected: DeviceExpectation(
      // GL_VENDOR: https://github.com/glumpy/glumpy/issues/125
      vendors: ["NVIDIA"],
      limits: [
        // 32,768 from the GeForce 10 series on: https://github.com/KhronosGroup/KTX-Software/issues/383
        // and https://github.com/apitrace/apitrace/pull/858; 16,384 before: https://github.com/glumpy/glumpy/issues/125
        DeviceExpectation.Limit(.textureSide, atLeast: 32_768)
      ],
      // OpenGL ES of driver 530: https://github.com/yshui/picom/issues/1060, and of 387 with the robustness of that
      // time: https://github.com/i-rinat/freshplayerplugin/issues/367; blend equations:
      // https://github.com/canonical/mir/pull/1410
      extensions: [
        "GL_EXT_color_buffer_float", "GL_EXT_color_buffer_half_float", "GL_EXT_disjoint_timer_query",
        "GL_EXT_float_blend", "GL_EXT_robustness", "GL_KHR_blend_equation_advanced",
      ]))

  /// AMD's GPUs with Mesa's radeonsi, which every distribution brings.
  package static let amd = DeviceProfile(
    // Costs of draws: no source; as for any hardware.
    name: "amd", programs: "hardware", leavesOutHiddenPixels: false, pixelsPerProgramChange: 262_144,
    pixelsPerFill: nil, joinsBeforeSorting: true,
    // Hawaii mixes 176 texels of 8 bits a clock and 88 of 16-bit floats: https://gamersnexus.net/Texture%20Fill-Rate
    // 32-bit floats: no source.
    sampleCosts: SampleCosts(float16: 2),
    // 0.5 ms with a buffer against 16 to 22 without for 1,280 x 720 on a Radeon 4850:
    // https://www.roxlu.com/2014/048/fast-pixel-transfers-with-pixel-buffer-objects
    readsBackThroughBuffers: true,
    // No source.
    uploadsThroughBuffers: false,
    // An immediate-mode rasterizer: https://www.realworldtech.com/tile-based-rasterization-nvidia-gpus/
    discardsDepth: false,
    expected: DeviceExpectation(
      // si_get_vendor:
      // https://gitlab.freedesktop.org/mesa/mesa/-/blob/mesa-23.3.0/src/gallium/drivers/radeonsi/si_get.c
      vendors: ["AMD", "Advanced Micro Devices", "ATI "],
      limits: [
        // The same file: PIPE_CAP_MAX_TEXTURE_2D_SIZE, PIPE_CAP_MAX_TEXTURE_ARRAY_LAYERS,
        // PIPE_CAP_CONSTANT_BUFFER_OFFSET_ALIGNMENT; a limit of the hardware:
        // https://github.com/GPUOpen-Drivers/AMD-Gfx-Drivers/issues/7
        DeviceExpectation.Limit(.textureSide, atLeast: 16_384), DeviceExpectation.Limit(.arrayLayers, atLeast: 2048),
        DeviceExpectation.Limit(.uniformAlignment, atMost: 4),
      ],
      // The same file: PIPE_CAP_FBFETCH, PIPE_CAP_DEVICE_RESET_STATUS_QUERY, PIPE_CAP_QUERY_TIME_ELAPSED,
      // PIPE_CAP_TEXTURE_FLOAT_LINEAR; KHR_debug is in every driver of Mesa's.
      extensions: [
        "GL_EXT_disjoint_timer_query", "GL_KHR_blend_equation_advanced", "GL_KHR_debug", "GL_KHR_robustness",
        "GL_OES_texture_float_linear",
      ]))

  /// Intel's GPUs with Mesa's iris: Broadwell (2014) and later.
  package static let intel = DeviceProfile(
    // Costs of draws: no source; as for any hardware.
    name: "intel", programs: "hardware", leavesOutHiddenPixels: false, pixelsPerProgramChange: 262_144,
    pixelsPerFill: nil, joinsBeforeSorting: true,
    // No source that could be read.
    sampleCosts: SampleCosts(),
    // texture_transfer_modes is a blit by the GPU, which needs a buffer to end in:
    // https://gitlab.freedesktop.org/mesa/mesa/-/blob/mesa-25.0.0/src/gallium/drivers/iris/iris_screen.c
    readsBackThroughBuffers: true,
    // No source.
    uploadsThroughBuffers: false,
    // No tiles seen on UHD 620: https://github.com/azhirnov/as-en/blob/dev/AE/docs/papers/GPU_Benchmarks.md
    discardsDepth: false,
    expected: DeviceExpectation(
      // iris_get_vendor, in iris_screen.c as above.
      vendors: ["Intel"],
      limits: [
        // max_texture_2d_size, max_texture_array_layers and constant_buffer_offset_alignment, in the same file.
        DeviceExpectation.Limit(.textureSide, atLeast: 16_384), DeviceExpectation.Limit(.arrayLayers, atLeast: 2048),
        DeviceExpectation.Limit(.uniformAlignment, atMost: 64),
      ],
      // fbfetch, device_reset_status_query, query_time_elapsed and texture_float_linear, in the same file; KHR_debug is
      // in every driver of Mesa's.
      extensions: [
        "GL_EXT_disjoint_timer_query", "GL_KHR_blend_equation_advanced", "GL_KHR_debug", "GL_KHR_robustness",
        "GL_OES_texture_float_linear",
      ]))
}
