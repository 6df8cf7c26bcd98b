// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// `tools/gpu-check` and `tools/gl-stacks`.
@Suite struct GPUScriptTests {
  private func script(_ name: String) -> String { PackageFolder.file("tools/\(name)").path }

  @Test("a machine without a usable GPU gets a report all the same: what was tried, and what helps")
  func reportWithoutGPU() throws {
    let folder = try TemporaryFolder()
    let outcome = try LaminaTool.shell(
      "\(script("gpu-check")) --lamina '\(LaminaTool.url.path)' -o report.md; echo status $?; ls",
      environment: ["__EGL_VENDOR_LIBRARY_DIRS": "/empty"], in: folder.url)
    #expect(outcome.output.hasSuffix("status 3\nreport.md\n"), "\(outcome.output)\(outcome.errors)")
    let report = try String(contentsOf: folder.url.appending(path: "report.md"), encoding: .utf8)
    for part in [
      "# Lamina on this machine", "- kernel: ", "- environment: __EGL_VENDOR_LIBRARY_DIRS=/empty",
      "$ lamina devices --explain", "There is no EGL vendor file (ICD) in /empty", "-> Install libegl-mesa0",
      "$ lamina devices --limits",
    ] {
      #expect(report.contains(part), "\(part)")
    }
    #expect(outcome.errors.contains("report.md written: it says what was tried and what helps"))
  }

  @Test("the table of stacks: a stack that must be refused stands there with the reason, and nothing else is drawn")
  func refusedStack() throws {
    let folder = try TemporaryFolder()
    let outcome = try LaminaTool.shell(
      "\(script("gl-stacks")) --tool '\(LaminaTool.url.path)' --tests - --root - --every 1000 --slow-every 1000 "
        + "--size 8x8 --only 'llvmpipe, ES 3.0'",
      environment: ["__EGL_VENDOR_LIBRARY_DIRS": "/empty"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let rows = outcome.output.split(separator: "\n")
    #expect(rows.first == "| stack | renderer | pictures | largest | over 2 levels | not drawn | GPU tests | seconds |")
    #expect(rows.contains { $0.hasPrefix("| llvmpipe, ES 3.0 | refused: no EGL vendor file (ICD) in /empty") })
    #expect(rows.last == "| Debian 13 | not tried: left out by --root - | | | | | | |")
  }

  @Test(
    "wrong arguments are 2, with a line that says which",
    arguments: ["--size 8", "--every 0", "--tool /none", "--only"])
  func arguments(_ arguments: String) throws {
    let outcome = try LaminaTool.shell("\(script("gl-stacks")) \(arguments)")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("gl-stacks: error: "))
  }
}
