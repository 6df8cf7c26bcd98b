// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// `import` lines against the ladder. SwiftPM itself does not report an import that was not declared.
@Suite struct ModuleLadderTests {
  @Test("every file imports only what its module may", arguments: moduleLadder)
  func imports(_ row: LadderRow) throws {
    var problems: [String] = []
    for file in try SourceFile.swift() where Self.row(of: file.path)?.target == row.target {
      for (index, line) in file.code.enumerated() {
        guard let module = Self.importedModule(line), !row.allowed.contains(module),
          !toolchainModules.contains(module)
        else { continue }
        problems.append("\(file.place(index)): \(row.target) may not import \(module)")
      }
    }
    expectNone(problems)
  }

  @Test("every source file belongs to a row of the ladder")
  func everyFileHasARow() {
    let homeless = PackageFolder.files().filter { $0.hasSuffix(".swift") && Self.row(of: $0) == nil }
    expectNone(homeless.map { "\($0):1: no row of the module ladder covers this file" })
  }

  @Test("the folders of Sources are the levels, and no module sees a later level")
  func levelsRise() {
    let folders = Set(PackageFolder.files(under: "Sources").compactMap { $0.split(separator: "/").dropFirst().first })
    #expect(folders == Set(levels.map { $0[...] }))
    func level(_ row: LadderRow) -> Int? {
      row.folder.hasPrefix("Sources/") ? levels.firstIndex { row.folder.hasPrefix("Sources/\($0)/") } : nil
    }
    let homes = Dictionary(moduleLadder.compactMap { row in level(row).map { (row.target, $0) } }) { first, _ in first }
    var problems: [String] = []
    for row in moduleLadder where row.target != "Lamina.docc" {
      guard let own = level(row) else { continue }
      for module in row.allowed where homes[module, default: 0] > own {
        problems.append("\(row.folder): \(row.target) may not see \(module), a module of a later level")
      }
    }
    expectNone(problems)
  }

  @Test("re-exports bring no C module")
  func reexports() throws {
    let cModules = [
      "CEGL", "CLanes", "CPNG", "CTurboJPEG", "CWebP", "CLCMS", "CDeflate", "CISAL", "CExpat", "CZip", "CCairo",
      "CPango", "CSandbox",
    ]
    var problems: [String] = []
    for file in try SourceFile.swift() {
      for (index, line) in file.code.enumerated() where line.contains("_exported") || line.contains("public import") {
        guard let module = Self.importedModule(line), cModules.contains(module) else { continue }
        problems.append("\(file.place(index)): \(module) must not be seen through another module")
      }
    }
    expectNone(problems)
  }

  @Test(
    "reads every form of import",
    arguments: [
      ("import Foundation", "Foundation"), ("public import LaminaPlan", "LaminaPlan"),
      ("@_exported public import Lamina", "Lamina"), ("import struct Foundation.Data", "Foundation"),
      ("  internal import CEGL", "CEGL"), ("@preconcurrency import Dispatch", "Dispatch"),
    ])
  func importForms(_ line: String, _ module: String) {
    #expect(Self.importedModule(line[...]) == module)
  }

  @Test("takes nothing else for an import", arguments: ["let important = 1", "// import Foundation", "reimport Foo"])
  func otherLines(_ line: String) {
    #expect(Self.importedModule(line[...]) == nil)
  }

  private static func row(of path: String) -> LadderRow? {
    guard path.hasSuffix(".swift") else { return nil }
    return moduleLadder.filter { path == $0.folder || path.hasPrefix($0.folder + "/") }.max {
      $0.folder.count < $1.folder.count
    }
  }

  /// The module that a line imports.
  private static func importedModule(_ line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard let position = words.firstIndex(of: "import") else { return nil }
    let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    guard words[..<position].allSatisfy({ modifiers.contains($0) || $0.hasPrefix("@") }) else { return nil }
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    let name = words[(position + 1)...].first { !kinds.contains($0) }
    return name?.split(separator: ".").first.map(String.init)
  }
}
