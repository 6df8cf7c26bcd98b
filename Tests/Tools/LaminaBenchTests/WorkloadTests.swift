// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaBench
import Testing

/// The names of the scenes that the tool makes by itself.
@Suite struct WorkloadTests {
  @Test(
    "a name says which scene, and a number how much of it",
    arguments: [
      ("@deep:3", "@deep:3"), ("@deep", "@deep:1000"), ("@fill", "@fill:1"), ("@cards:1000000", "@cards:1000000"),
    ])
  func names(_ argument: String, _ name: String) throws {
    #expect(try #require(WorkloadScene(argument: argument)).name == name)
  }

  @Test(
    "what is no name is none",
    arguments: ["deep", "@", "@dee", "@deep:", "@deep:0", "@deep:-1", "@deep:1000001", "@deep:3:4", "@deep:many", ""])
  func badNames(_ argument: String) {
    #expect(WorkloadScene(argument: argument) == nil)
  }

  @Test("the answer to a wrong name says what is near, and what a number may be")
  func answers() {
    #expect(WorkloadScene.message(for: "@card").contains("perhaps @cards"))
    #expect(WorkloadScene.message(for: "@deep:0").contains("from 1 to 1000000"))
  }

  @Test("a scene has as many layers as its number says")
  func counts() throws {
    // The background, then one layer inside the other.
    let scene = try #require(WorkloadScene(argument: "@deep:7")).makeScene()
    var depth = 0
    var layer = scene.root.sublayers?.first
    while let next = layer {
      depth += 1
      layer = next.sublayers?.first
    }
    #expect(depth == 7)
  }

  @Test("a scene that a program changes can be had as in one of its frames")
  func changes() throws {
    let scene = try #require(WorkloadScene(argument: "@ticker:3:5"))
    #expect(scene.name == "@ticker:3:5")
    let texts = sequence(state: [scene.makeScene().root]) { (open: inout [CALayer]) -> CALayer? in
      guard let layer = open.popLast() else { return nil }
      open += layer.sublayers ?? []
      return layer
    }.compactMap { ($0 as? CATextLayer)?.string as? String }
    #expect(texts.contains("1000185"))
    #expect(WorkloadScene(argument: "@cards:10:5") == nil)
    #expect(WorkloadScene(argument: "@ticker:3:0") == nil)
    #expect(WorkloadScene(argument: "@ticker:3:5:1") == nil)
    #expect(WorkloadScene.message(for: "@ticker:3:0").contains("after another colon"))
  }

  @Test("every scene is in the help")
  func list() {
    for name in ["cards", "text-page", "cards-moving"] { #expect(Workload.list.contains("@\(name)[:N]")) }
  }
}
