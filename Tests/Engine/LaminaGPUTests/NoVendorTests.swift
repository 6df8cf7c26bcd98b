// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import Testing

/// EGL without any driver, which only a process that starts so can see: the test runs itself again.
@Suite struct NoVendorTests {
  private static let variable = "LAMINA_TEST_WITHOUT_VENDORS"
  private static var isChild: Bool { ProcessInfo.processInfo.environment[variable] != nil }

  @Test("with no vendor file, the error says so", .needsDevice, .enabled(if: !isChild, "this is the child"))
  func parent() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe")
    var arguments = Array(CommandLine.arguments.dropFirst())
    if let filter = arguments.firstIndex(of: "--filter") { arguments.removeSubrange(filter...filter + 1) }
    process.arguments = arguments + ["--filter", "NoVendorTests/child"]
    var environment = ProcessInfo.processInfo.environment
    environment[Self.variable] = "1"
    environment["__EGL_VENDOR_LIBRARY_DIRS"] = "/empty"
    environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = nil
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("without vendors: passed"), "\(text)")
  }

  @Test("the same, in that process", .enabled(if: isChild, "runs in a process of its own"))
  func child() throws {
    let error = #expect(throws: GPUError.self) { try GPURenderer() }
    guard case .noUsableDevice(let reasons) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reasons.contains { $0.contains("no EGL vendor file") && $0.contains("/empty") })
    let rows = try GPUDevice.list()
    #expect(rows.allSatisfy { !$0.isUsable })
    #expect(rows.first?.problem?.contains("no EGL vendor file") == true)
    print("without vendors: passed")
  }
}
