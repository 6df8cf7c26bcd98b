// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// Scenes that must look the same, and scenes that must not.
@Suite struct PairTests {
  @Test("pairs", arguments: (try? ScenePair.all.get()) ?? [])
  func pair(_ pair: ScenePair) throws {
    for backEnd in SharedRenderers.available {
      let first = PixelGrid(try pair.first.draw(on: backEnd).image)
      let second = PixelGrid(try pair.second.draw(on: backEnd).image)
      if pair.isEqual {
        try expectSame(
          first, second, scene: pair.first.name, check: "pair", on: backEnd, standard: Tolerance(levels: 0))
      } else {
        let largest = first.difference(from: second, over: 0).largest
        #expect(largest > 8, "\(pair.testDescription) on \(backEnd): they look the same; \(pair.reason)")
      }
    }
  }
}

/// The lists themselves.
@Suite struct ListFileTests {
  @Test("every line of pairs.list is understood and names scenes")
  func pairs() throws {
    let names = Set(SceneCase.all.map(\.name))
    for pair in try ScenePair.all.get() {
      #expect(names.contains(pair.first.name), "\(ScenePair.path): no scene \(pair.first.name)")
      #expect(names.contains(pair.second.name), "\(ScenePair.path): no scene \(pair.second.name)")
      #expect(!pair.reason.isEmpty, "\(pair.testDescription): no reason given")
    }
  }

  @Test("a scene that ends in -twin is half of a pair")
  func twins() throws {
    let paired = Set(try ScenePair.all.get().flatMap { [$0.first.name, $0.second.name] })
    for scene in SceneCase.all where scene.name.hasSuffix("-twin") {
      #expect(paired.contains(scene.name), "\(scene.name) stands in no pair")
    }
  }

  @Test("every line of tolerances.list is understood and names a scene")
  func tolerances() throws {
    let names = SceneCase.all.map(\.name)
    for row in try ToleranceList.shared.get().rows {
      let isUsed =
        row.scene.hasPrefix("examples/") || row.scene.hasPrefix("random/")
        || names.contains { ToleranceList.matches(row.scene, $0) }
      #expect(isUsed, "\(ToleranceList.path):\(row.line): no scene \(row.scene)")
    }
  }

  @Test(
    "lines that are no tolerances are refused",
    arguments: [
      "a/b cpu/x levels 1", "a/b cpu levels 1 # why", "a/b cpu/x level 1 # why", "a/b cpu/x levels one # why",
      "a/b # why",
      "a/b cpu/x levels 1 pixels # why", "a/b cpu/x levels 1 #  ",
    ])
  func refused(_ line: String) {
    #expect(throws: ToleranceList.Problem.self) { try ToleranceList(text: line) }
  }

  @Test("the last row that matches holds")
  func order() throws {
    let list = try ToleranceList(text: "a/* */mirrored levels 3 pixels 2 # why\na/b gpu/* skip # why\n")
    let standard = Tolerance(levels: 1)
    #expect(list.tolerance(of: "a/c", "mirrored", on: "gpu", standard: standard) == Tolerance(levels: 3, pixels: 2))
    #expect(list.tolerance(of: "a/b", "mirrored", on: "gpu", standard: standard) == nil)
    #expect(list.tolerance(of: "b/b", "mirrored", on: "gpu", standard: standard) == standard)
  }
}
