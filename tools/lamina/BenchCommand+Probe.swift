import Lamina

extension BenchCommand {
  /// Measures what the device's fragment and compute shaders do in the same time.
  func runProbe(_ console: Console) throws {
    let description: String
    let probes: [ShaderProbe]
    do throws(GPUError) {
      let renderer = try GPURenderer(device: device.selection)
      description = "\(renderer.deviceDescription)"
      probes = try renderer.probeShaders()
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
    try StandardOutput.write("\(description)\n\n\(table.text)")
  }
}
