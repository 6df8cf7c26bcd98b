// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGPU
import Testing

/// Measurements of a device.
@Suite(.needsDevice) struct ProbeTests {
  @Test("both kinds of shaders run both loads")
  func loads() throws {
    let probes = try SharedRenderer.renderer().probeShaders()
    #expect(probes.count == 2)
    for probe in probes {
      #expect(probe.fragment > 0 && probe.fragment < 1e6, "\(probe.load)")
      #expect(probe.compute > 0 && probe.compute < 1e6, "\(probe.load)")
    }
  }

  @Test(
    "tiles are for devices that compute much faster than they shade, and for no times of nothing",
    arguments: [(1.6, 0.054, true), (0.5, 0.06, true), (0.5, 0.07, false), (0.03, 0.03, false), (1e-3, 1e-5, false)])
  func tiles(_ fragment: Double, _ compute: Double, _ favors: Bool) {
    let probe = ShaderProbe(load: "arithmetic", fragment: fragment, compute: compute)
    #expect(probe.favorsTiles(pixels: 512 * 512) == favors)
  }

  @Test("frames come back in about the time of a bare loop of reads")
  func readBack() throws {
    let probe = try SharedRenderer.renderer().probeReadBack()
    #expect((probe.width, probe.height) == (1920, 1080))
    #expect(probe.renderer > 0 && probe.renderer < 10)
    #expect(probe.bareLoop > 0 && probe.bareLoop < 10)
  }
}
