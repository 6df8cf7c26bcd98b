// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// Every scene, drawn in ways that must come to the same picture.
@Suite struct VariantTests {
  /// The effect that rounding may have: coordinates are other numbers, so a component may round the other way.
  static let standard = Tolerance(levels: 1)

  @Test("variants on the CPU", arguments: SceneCase.all)
  func cpu(_ scene: SceneCase) throws {
    try check(scene, on: .cpu)
  }

  @Test(
    "variants on the GPU", .enabled(if: SharedRenderers.hasGPU, "no device for OpenGL ES"), arguments: SceneCase.all)
  func gpu(_ scene: SceneCase) throws {
    try check(scene, on: .gpu)
  }

  private func check(_ scene: SceneCase, on backEnd: BackEnd) throws {
    for variant in SceneVariant.allCases {
      try expectSame(
        try variant.draw(scene, on: backEnd), try variant.expectation(scene, on: backEnd), scene: scene.name,
        check: variant.rawValue, on: backEnd, standard: Self.standard)
    }
  }
}
