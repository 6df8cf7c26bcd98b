import LaminaGPU
import LaminaShaders
import Testing

@Suite struct ShaderCatalogTests {
  /// What shaders do not use, and why.
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

  @Test("every program compiles and links on this device", .needsDevice, arguments: ShaderCatalog.allCases)
  func compiles(_ entry: ShaderCatalog) throws {
    let inputs = try SharedRenderer.renderer().inputs(of: entry)
    #expect(!inputs.attributes.isEmpty)
  }

  @Test("every shader file is in the catalogue, and the reverse")
  func completeness() {
    let listed = ShaderCatalog.allCases.flatMap { [$0.source.vertex, $0.source.fragment] }
    let measured = embeddedShaderStages.keys.filter { $0.hasPrefix("probe/") }
    #expect(Set(listed + measured) == Set(embeddedShaderStages.keys))
    #expect(Set(listed).count == listed.count)
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
    #expect(stage.files.first == path)
    #expect(!lines.contains { $0.hasPrefix("#include") })
    let numbers = lines.compactMap { line in
      line.hasPrefix("#line ") ? line.split(separator: " ").last.flatMap { Int($0) } : nil
    }
    #expect(Set(numbers).isSubset(of: Set(stage.files.indices)))
    #expect(numbers.count(where: { $0 != 0 }) == stage.files.count - 1)
  }
}
