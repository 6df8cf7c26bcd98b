// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Lamina
import ReportText

/// Measures a device: the same loads in fragment and compute shaders, and the time of reading frames back.
package struct ProbeBench {
  private let description: String
  private let shaders: [ShaderProbe]
  private let readBack: ReadBackProbe
  private let samples: SampleProbe
  private let tiles: [TileEvaluations]
  /// The seconds of compiling the shaders of tiles, by the driver and from another context; `nil` for software.
  private let compiling: (first: Double, again: Double)?

  /// Opens a device and measures it.
  package init(_ selection: GPUDeviceSelection) throws(GPUError) {
    let renderer = try GPURenderer(device: selection)
    description = "\(renderer.deviceDescription)"
    shaders = try renderer.probeShaders()
    readBack = try renderer.probeReadBack()
    samples = try renderer.probeSamples()
    // Software takes half a minute to count what is the same on every device.
    guard renderer.deviceDescription.isHardware else {
      (tiles, compiling) = ([], nil)
      return
    }
    let computing = try GPURenderer(device: selection, profile: .compute)
    compiling = (try computing.compileTiles(), try GPURenderer(device: selection, profile: .compute).compileTiles())
    tiles = try TileEvaluations.measured(on: computing)
  }

  /// The report for people.
  package var text: String {
    var table = TextTable(header: ["load", "fragment, ns a pixel", "compute, ns a pixel", "ratio"], rows: [])
    table.rightAligned = [1, 2, 3]
    for probe in shaders {
      table.rows.append([
        probe.load, probe.fragment.formatted(places: 3), probe.compute.formatted(places: 3),
        (probe.fragment / probe.compute).formatted(places: 2),
      ])
    }
    var work = TextTable(header: ["scene in tiles", "operations a pixel", "clips a pixel"], rows: [])
    work.rightAligned = [1, 2]
    for tile in tiles {
      work.rows.append([tile.scene, tile.operations.formatted(places: 2), tile.clips.formatted(places: 2)])
    }
    let (ours, bare) = (readBack.renderer * 1e3, readBack.bareLoop * 1e3)
    return """
      \(description)

      \(table.text)
      \(tiles.isEmpty ? "" : "\(work.text)\n")\(compilingText)\
      read-back of \(readBack.width) x \(readBack.height): \(ours.formatted(places: 3)) ms a frame, two under way; a bare loop of \
      reads \(bare.formatted(places: 3)) ms, so \((100 * bare / ours).formatted(places: 0)) % of its speed
      sampling, times that of 8 bits: 16-bit floats \(sampling(samples.float16, samples.expectedFloat16)), 32-bit floats \
      \(sampling(samples.float32, samples.expectedFloat32))

      """
  }

  /// A line about compiling; none for software.
  private var compilingText: String {
    guard let compiling else { return "" }
    let (first, again) = ((1e3 * compiling.first).formatted(places: 1), (1e3 * compiling.again).formatted(places: 1))
    return """
      compiling the shaders of tiles: \(first) ms by the driver, \(again) ms for another context of the process

      """
  }

  /// A measured cost, with the value of the device's profile.
  private func sampling(_ measured: Double?, _ expected: Float?) -> String {
    let said = expected.map { "the profile \(samples.profile) says \(Double($0).formatted(places: 2))" }
    return "\(measured?.formatted(places: 2) ?? "none") (\(said ?? "the profile \(samples.profile) says nothing"))"
  }
}
