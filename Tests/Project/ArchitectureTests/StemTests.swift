// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// One feature, one stem: an operation, or a filter, has its file in the plan, in both renderers and among the shaders.
@Suite struct StemTests {
  static var operations: [String] {
    PackageFolder.files(under: "Sources/Engine/LaminaPlan/Operations").compactMap {
      let name = $0.split(separator: "/").last ?? ""
      // `DrawOperation` is the enumeration of all of them.
      guard name != "DrawOperation.swift" else { return nil }
      let kind = ["Operation.swift", "Filter.swift"].first { name.hasSuffix($0) }
      return kind.map { String(name.dropLast($0.count)) }
    }
  }

  @Test("there are operations")
  func some() {
    #expect(!Self.operations.isEmpty)
  }

  @Test("each operation has its four files", arguments: operations)
  func stem(_ name: String) {
    let files = Set(PackageFolder.files())
    let stem = name.replacing(/([a-z])([A-Z])/) { "\($0.1)_\($0.2)" }.lowercased()
    for path in [
      "Sources/Engine/LaminaCPU/Operations/CPURenderer+\(name).swift",
      "Sources/Engine/LaminaGPU/Operations/GPURenderer+\(name).swift",
      "Shaders/operations/\(stem).vert", "Shaders/operations/\(stem).frag",
    ] where !files.contains(path) {
      Issue.record("Sources/Engine/LaminaPlan/Operations:1: no \(path) for \(name)")
    }
  }

  @Test("no renderer draws an operation that no plan holds")
  func orphans() {
    let names = Set(Self.operations)
    var problems: [String] = []
    for (folder, prefix) in [
      ("Sources/Engine/LaminaCPU/Operations/", "CPURenderer+"),
      ("Sources/Engine/LaminaGPU/Operations/", "GPURenderer+"),
    ] {
      for path in PackageFolder.files(under: String(folder.dropLast())) where path.hasPrefix(folder + prefix) {
        let name = path.dropFirst(folder.count + prefix.count).dropLast(".swift".count)
        // `CPURenderer+BoxInner` belongs to Box.
        if !names.contains(where: name.hasPrefix) { problems.append("\(path):1: no operation of this name") }
      }
    }
    expectNone(problems)
  }
}
