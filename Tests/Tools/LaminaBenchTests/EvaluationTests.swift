// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaBench
import Testing

/// The work of passes that are drawn in tiles. The counts depend on the scene, not on the device.
@Suite struct EvaluationTests {
  private static let renderer = Result { try GPURenderer(profile: .compute) }

  static var hasDevice: Bool { (try? renderer.get()) != nil }

  @Test(
    "a pixel evaluates few operations", .enabled(if: hasDevice),
    arguments: [
      ("@cards:1000", 1.4), ("@shadows:1000", 3.2), ("@deep:1000", 8), ("@photo-wall:200", 1), ("@text-page:600", 0.6),
      ("@cube-field:1000", 1), ("@chart:20", 1.4), ("@scroll-list:1000", 0.8), ("@particles:10000", 0.5),
    ])
  func evaluations(_ scene: String, _ most: Double) throws {
    let counted = try #require(try TileEvaluations(scene, on: Self.renderer.get()))
    #expect(counted.operations <= most, "\(counted.operations), and \(counted.clips) clips")
    // A scene of nothing would pass as well.
    #expect(counted.operations > 0.1)
  }
}
