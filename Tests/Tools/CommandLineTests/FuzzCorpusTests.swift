// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// Inputs that fuzzers found, and their first inputs, are read in every run of the tests; `tools/fuzz` looks for
/// more.
@Suite struct FuzzCorpusTests {
  /// The targets, as the tool lists them.
  static let targets: [String] = {
    let listed = try? LaminaTool.shell("LaminaFuzz").output
    return (listed ?? "").split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
  }()

  @Test(
    "every input that is kept is read to its end: an error, or what makes sense", arguments: FuzzCorpusTests.targets)
  func replay(_ target: String) throws {
    let files = PackageFolder.files(under: "Tests/Project/Fuzz/\(target)").map { PackageFolder.file($0).path }
    #expect(!files.isEmpty, "no input is kept for \(target)")
    let quoted = files.map { "'\($0)'" }.joined(separator: " ")
    let ran = try LaminaTool.shell("LaminaFuzz \(target) \(quoted)")
    #expect(ran.status == 0, "\(ran.output.split(separator: "\n").last ?? ""): \(ran.errors)")
    #expect(ran.output.split(separator: "\n").count == files.count)
  }

  @Test("the script lists the same targets, and refuses others")
  func script() throws {
    let listed = try LaminaTool.shell("'\(PackageFolder.file("tools/fuzz").path)'")
    #expect(listed.status == 0)
    let names = listed.output.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
    #expect(names == Self.targets)
    #expect(names.count >= 15)
    let refused = try LaminaTool.shell("'\(PackageFolder.file("tools/fuzz").path)' toaster")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("no target 'toaster'"))
  }
}
