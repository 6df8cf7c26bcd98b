// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

import LaminaVideo

/// Programs that were written a moment ago.
@Suite struct ChildProcessTests {
  private func script(in folder: TemporaryFolder) throws -> String {
    let path = folder.path("program")
    try folder.write("#!/bin/sh\nexit 7\n", to: "program")
    _ = chmod(path, 0o755)
    return path
  }

  @Test("a program that somebody still holds open for writing starts once that is over")
  func heldForAMoment() throws {
    let folder = try TemporaryFolder()
    let path = try script(in: folder)
    let writer = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    #expect(writer >= 0)
    Thread.detachNewThread {
      usleep(50000)
      close(writer)
    }
    #expect(try ChildProcess(path, [], hasInput: false, output: .discarded).wait() == 7)
  }

  @Test("a program that stays open for writing is the system's error, after a second")
  func heldForever() throws {
    let folder = try TemporaryFolder()
    let path = try script(in: folder)
    let writer = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    defer { close(writer) }
    #expect(throws: SystemFailure(code: ETXTBSY)) {
      try ChildProcess(path, [], hasInput: false, output: .discarded)
    }
  }
}
