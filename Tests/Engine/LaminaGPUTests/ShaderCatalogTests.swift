// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGPU
import LaminaShaders
import Testing

@Suite struct ShaderCatalogTests {
  /// Symbols that shaders do not use, and the reasons.
  static let banned = [
    ("discard", "it switches early depth tests off"),
    ("dFdx", "derivatives of 2 x 2 pixels are wrong at seams"),
    ("fwidth", "derivatives of 2 x 2 pixels are wrong at seams"),
    ("textureGrad", "drivers' levels of detail are up to 1/17 off"),
    (" texture(", "drivers' levels of detail are up to 1/17 off"),
    ("vec3 u_", "std140 pads it as C does not"),
    ("mat3 ", "std140 pads it as C does not"),
    ("/* ", "comments are line comments"),
  ]

  @Test("every program compiles and links on this device", .needsDevice, arguments: SharedRenderer.programs)
  func compiles(_ entry: ShaderCatalog) throws {
    let inputs = try SharedRenderer.renderer().inputs(of: entry)
    #expect(!inputs.attributes.isEmpty)
  }

  @Test("every stage belongs to a program, and the reverse")
  func completeness() {
    let listed = Set(
      ShaderCatalog.allCases.flatMap { [$0.source.vertex, $0.source.fragment] } + ComputeCatalog.allCases.map(\.stage))
    let measured = embeddedShaderStages.keys.filter { $0.hasPrefix("probe/") }
    #expect(listed.union(measured) == Set(embeddedShaderStages.keys))
  }

  @Test("no two programs are the same, and there are about a dozen families")
  func families() {
    let pairs = ShaderCatalog.allCases.map { [$0.source.vertex, $0.source.fragment] }
    #expect(Set(pairs).count == pairs.count)
    #expect(Set(ShaderCatalog.allCases.map(\.source.family)).count <= 12)
  }

  @Test("what features leave out is gone, and keeps its lines")
  func features() {
    let whole = ShaderCatalog.stage(ShaderCatalog.box.source.fragment)
    let interior = ShaderCatalog.stage(ShaderCatalog.interior.source.fragment)
    #expect(whole.source.contains("box_coverage("))
    #expect(!interior.source.contains("box_coverage("))
    #expect(!interior.files.contains("lib/box_color.glsl"))
    #expect(!embeddedShaderStages.values.contains { $0.source.contains("#ifdef") || $0.source.contains("#endif") })
  }

  @Test("no stage uses a banned construct", arguments: embeddedShaderStages.keys.sorted())
  func bannedConstructs(_ path: String) {
    let code = ShaderCatalog.stage(path).source.split(separator: "\n").map { line in
      line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    }
    for (construct, reason) in Self.banned {
      #expect(!code.contains { $0.contains(construct) }, "\(path) uses '\(construct)': \(reason)")
    }
  }

  @Test("includes are resolved, with lines that lead back to the files", arguments: embeddedShaderStages.keys.sorted())
  func lines(_ path: String) throws {
    let stage = ShaderCatalog.stage(path)
    let lines = stage.source.split(separator: "\n")
    #expect(lines.first == "#version 310 es")
    #expect(stage.files.first.map { path == $0 || path.hasPrefix("\($0) ") } == true)
    #expect(!lines.contains { $0.hasPrefix("#include") })
    let numbers = lines.compactMap { line in
      line.hasPrefix("#line ") ? line.split(separator: " ").last.flatMap { Int($0) } : nil
    }
    #expect(Set(numbers).isSubset(of: Set(stage.files.indices)))
    let begun = lines.filter { $0.hasPrefix("#line 1 ") }.compactMap {
      $0.split(separator: " ").last.flatMap { Int($0) }
    }
    #expect(begun == Array(1..<stage.files.count))
  }
}
