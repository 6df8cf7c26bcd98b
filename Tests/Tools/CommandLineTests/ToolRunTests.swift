// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// The helpers of the tool's tests.
@Suite struct ToolRunTests {
  @Test("a run of the tool leaves no file open, since one process makes thousands of runs")
  func openFiles() throws {
    for _ in 0..<3 { #expect(try LaminaTool.run(["--version"]).status == 0) }
    let list = "/proc/self/fd"
    let files = try FileManager.default.contentsOfDirectory(atPath: list).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(list)/\($0)")
    }
    // The folders of runs that have ended are gone.
    #expect(files.filter { $0.contains("/lamina-test-") && $0.contains(/\/(output|errors) \(deleted\)$/) } == [])
  }
}
