// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaTestSupport
import Testing

/// Every scene looks as it did when its picture was recorded and looked at.
@Suite struct RecordedSceneTests {
  @Test("the CPU draws what was recorded", arguments: SceneCase.all)
  func recorded(_ scene: SceneCase) throws {
    try Recording.check(try scene.draw(on: .cpu).image, path: scene.picturePath, scene: scene.name)
  }

  @Test("scenes of the render tests ask for nothing that is not drawn", arguments: SceneCase.all)
  func diagnostics(_ scene: SceneCase) throws {
    let tree = try scene.read()
    let plan = try Planner().plan(TreeSnapshot(of: tree.root, hostIsFlipped: tree.hostIsFlipped))
    // Scenes about unknown names are named so.
    let unexpected = (tree.diagnostics + plan.diagnostics).filter { _ in !scene.name.hasSuffix("unknown") }
    #expect(unexpected.isEmpty, "\(unexpected)")
  }
}

/// GPU and CPU agree.
@Suite(.enabled(if: SharedRenderers.hasGPU, "no device for OpenGL ES")) struct ParityTests {
  /// Two levels: one for rounding at the end, one for fixed-function blending in 8 bits.
  static let standard = Tolerance(levels: 2)

  @Test("the GPU draws what the CPU draws", arguments: SceneCase.all)
  func parity(_ scene: SceneCase) throws {
    let reference = PixelGrid(try scene.draw(on: .cpu).image)
    let drawn = PixelGrid(try scene.draw(on: .gpu).image)
    try expectSame(drawn, reference, scene: scene.name, check: "parity", on: .gpu, standard: Self.standard)
  }

  @Test("devices of every profile draw what the CPU draws", arguments: SceneCase.all, DeviceProfile.all)
  func profiles(_ scene: SceneCase, profile: DeviceProfile) throws {
    // Vendors draw with hardware's programs, so that a part of the scenes says the same of them.
    let isVendor = profile == .nvidia
    guard !isVendor || SceneCase.all.firstIndex(where: { $0.name == scene.name })?.isMultiple(of: 8) == true else {
      return
    }
    let tree = try scene.read()
    let plan = try Planner().plan(TreeSnapshot(of: tree.root, hostIsFlipped: tree.hostIsFlipped))
    let reference = PixelGrid(try SharedRenderers.draw(plan, on: .cpu).image)
    // Tiles know no order of draws; the passes beside them are hardware's.
    for strategy in RenderStrategy.allCases where strategy == .depth || profile != .compute {
      let drawn = PixelGrid(try SharedRenderers.draw(plan, as: profile, strategy: strategy).image)
      try expectSame(drawn, reference, scene: scene.name, check: "parity", on: .gpu, standard: Self.standard)
    }
  }

  @Test("at twice the scale as well", arguments: SceneCase.all)
  func parityAtTwo(_ scene: SceneCase) throws {
    var options = PlanOptions()
    options.scale = 2
    let reference = PixelGrid(try scene.draw(on: .cpu, options: options).image)
    let drawn = PixelGrid(try scene.draw(on: .gpu, options: options).image)
    try expectSame(drawn, reference, scene: scene.name, check: "parity-2", on: .gpu, standard: Self.standard)
  }
}
