// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// `tools/new`: its packages, and its refusals. `ClientPackageTests` build such a package and draw with it.
@Suite struct NewPackageTests {
  private func new(_ arguments: [String], in folder: URL) throws -> (status: Int32, errors: String) {
    let process = Process()
    process.executableURL = PackageFolder.file("tools/new")
    process.currentDirectoryURL = folder
    process.arguments = arguments
    let errors = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said)
  }

  @Test("a package names its program, and Lamina by where it is") func made() throws {
    let place = try TemporaryFolder()
    let folder = place.url
    #expect(try new(["cards"], in: folder).status == 0)
    let manifest = try String(contentsOf: folder.appending(path: "cards/Package.swift"), encoding: .utf8)
    #expect(manifest.contains("name: \"cards\"") && !manifest.contains("NAME") && !manifest.contains("DEPENDENCY"))
    let path = try #require(manifest.firstMatch(of: /\.package\(path: "([^"]+)"\)/))
    let found = folder.appending(path: "cards/\(path.1)").standardizedFileURL.resolvingSymlinksInPath()
    #expect(found.path == PackageFolder.file("").standardizedFileURL.resolvingSymlinksInPath().path)
    #expect(manifest.contains("package: \"\(found.lastPathComponent)\""))
    let program = try String(contentsOf: folder.appending(path: "cards/Sources/cards/main.swift"), encoding: .utf8)
    #expect(program.contains("import QuartzCore") && program.contains("title.string = \"cards\""))
    // Existing files stay as they are.
    let again = try new(["cards"], in: folder)
    #expect(again.status == 73 && again.errors.contains("is there already"))
  }

  @Test("with an address, the package is known by its last part") func address() throws {
    let place = try TemporaryFolder()
    let folder = place.url
    #expect(try new(["a/b/cards", "--address", "https://example.com/x/lamina-2.git"], in: folder).status == 0)
    let manifest = try String(contentsOf: folder.appending(path: "a/b/cards/Package.swift"), encoding: .utf8)
    #expect(manifest.contains(".package(url: \"https://example.com/x/lamina-2.git\", branch: \"main\")"))
    #expect(manifest.contains("package: \"lamina-2\""))
  }

  @Test(
    "what makes no package is refused, and makes nothing",
    arguments: [
      [], ["two words"], ["1st"], ["../.."], ["x\"y"], ["Lamina"], ["x", "--adress", "y"], ["x", "--address", "a\"b"],
      ["x", "--address"],
    ])
  func refused(_ arguments: [String]) throws {
    let place = try TemporaryFolder()
    let folder = place.url
    let answer = try new(arguments, in: folder)
    #expect(answer.status == 64 && answer.errors.hasPrefix("new: error: "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
