// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// Packages that depend on Lamina as clients do: by path and by address, with tests and without, beside another
/// package.
@Suite struct ClientPackageTests {
  static let folder = ProcessInfo.processInfo.environment["LAMINA_CLIENT_PACKAGES"]

  @Test(
    "each way of depending builds and runs",
    .enabled(if: folder != nil, "LAMINA_CLIENT_PACKAGES names no folder to build client packages in"))
  func packages() throws {
    let folder = try #require(Self.folder)
    let process = Process()
    process.executableURL = PackageFolder.file("tools/client-packages")
    process.arguments = [folder]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    for name in [
      "ByPath: 200 x 120 true true", "ByAddress: 120 x 40 true", "CoreGraphicsAlone: 90 x 60 true %PDF",
      "CoreTextAlone: true true 20.0", "ImageIOAlone: 30 x 20 public.png", "UIKitAlone: 120 x 40 true true",
      "WithTests: ", "BesideGRDB: ", "Made: Made.png: 960 x 540",
    ] {
      #expect(said.contains("client-packages: \(name)"), "\(said)")
    }
  }
}
