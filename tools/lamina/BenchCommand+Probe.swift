import Lamina

extension BenchCommand {
  /// Measures what the device's fragment and compute shaders do in the same time, and how long frames take to come back.
  func runProbe(_ console: Console) throws {
    let description: String
    let probes: [ShaderProbe]
    let readBack: ReadBackProbe
    do throws(GPUError) {
      let renderer = try GPURenderer(device: device.selection)
      description = "\(renderer.deviceDescription)"
      probes = try renderer.probeShaders()
      readBack = try renderer.probeReadBack()
    } catch {
      throw CommandFailure(.noDevice, "\(error)", console: console)
    }
    var table = TextTable(header: ["load", "fragment, ns a pixel", "compute, ns a pixel", "ratio"], rows: [])
    table.rightAligned = [1, 2, 3]
    for probe in probes {
      table.rows.append([
        probe.load, probe.fragment.formatted(places: 3), probe.compute.formatted(places: 3),
        (probe.fragment / probe.compute).formatted(places: 2),
      ])
    }
    let (ours, bare) = (readBack.renderer * 1e3, readBack.bareLoop * 1e3)
    try StandardOutput.write(
      """
      \(description)

      \(table.text)
      read-back of \(readBack.width) x \(readBack.height): \(ours.formatted(places: 3)) ms a frame, two under way; a bare loop of \
      reads \(bare.formatted(places: 3)) ms, so \((100 * bare / ours).formatted(places: 0)) % of its speed

      """)
  }
}
