import LaminaGPU
import Testing

/// The measurement of fragment against compute shaders.
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
}
