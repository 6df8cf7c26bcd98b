// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// Public programs compile against Lamina and draw (`tools/clients`). Their sources are not part of the repository.
@Suite struct ClientTests {
  static let sources = ProcessInfo.processInfo.environment["LAMINA_CLIENTS"]

  private static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  @Test(
    "every program among the sources compiles, shows something and moves",
    .enabled(if: sources != nil, "LAMINA_CLIENTS names no folder with sources of public programs"))
  func programs() throws {
    let out = FileManager.default.temporaryDirectory.appendingPathComponent("clients-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: out) }
    let result = try Self.run(PackageFolder.file("tools/clients").path, [Self.sources ?? "", out])
    #expect(result.status == 0, "\(result.output)")
  }
}
