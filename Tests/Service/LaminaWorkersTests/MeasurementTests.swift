// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import LaminaWorkers
import Testing

/// Cost of a worker: run by hand with `LAMINA_MEASURE_WORKERS=1`, and printed.
@Suite struct MeasurementTests {
  static let isWanted = ProcessInfo.processInfo.environment["LAMINA_MEASURE_WORKERS"] != nil

  private func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  private func median(_ times: [Double]) -> String { String(format: "%.2f ms", times.sorted()[times.count / 2]) }

  @Test("costs", .enabled(if: isWanted))
  func costs() throws {
    let folder = try TemporaryFolder()
    let square = try folder.write(redSquare, to: "red.caml")
    let example = PackageFolder.file("Examples/affine.ca").path
    for (name, path, size) in [
      ("8 x 8", square, nil), ("1920 x 1080", square, PixelSize(width: 1920, height: 1080)),
      ("affine.ca", example, nil),
    ] {
      var request = SceneRequest(path)
      request.options.size = size
      let renderer = try Renderer(.cpu(threads: 2))
      let isolated = isolatedRenderer()
      _ = try isolated.draw(request)
      var (own, warm, cold): ([Double], [Double], [Double]) = ([], [], [])
      // By turns, as the speed of machines swings.
      for turn in 0..<100 {
        own.append(
          try milliseconds { _ = try renderer.render(try DocumentReader().read(path), options: request.options) })
        warm.append(try milliseconds { _ = try isolated.draw(request) })
        if turn < 20 { cold.append(try milliseconds { _ = try isolatedRenderer().draw(request) }) }
      }
      print("\(name): in process \(median(own)), warm \(median(warm)), cold \(median(cold))")
    }
  }
}
