// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaSystem
import LaminaTestSupport
import Testing

/// Writing under limits and identities that concern a whole process, each in a process of its own.
@Suite struct OutputFileProcessTests {
  @Test func theStandardOutput() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        try OutputFile("-").write(Array("<by its name>".utf8))
        try OutputFile("/dev/stdout").write(Array("<by its path>".utf8))
      })
    let text = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(text.contains("<by its name><by its path>"))
  }

  @Test func aFileOverTheSizeLimitLeavesNothing() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try folder.write([1, 2, 3], to: "old.png")
      var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      for name in ["old.png", "new.png"] {
        let error = fileError { () throws(FileError) in
          try OutputFile(folder.path(name)).write(Array(repeating: 7, count: 50_000))
        }
        #expect(
          error == .cannotWrite(path: folder.path(name), step: .write, code: EFBIG, written: 10_000, total: 50_000))
      }
      #expect(try folder.names == ["old.png"])
      #expect(try folder.read("old.png") == [1, 2, 3])
    }
  }

  @Test func aFolderOrFileThatMustNotBeWritten() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try folder.write([1, 2, 3], to: "protected.png")
      chmod(folder.path("protected.png"), 0o444)
      chmod(folder.url.path, 0o777)
      if geteuid() == 0 { try #require(seteuid(65534) == 0) }
      let file = fileError { () throws(FileError) in
        try OutputFile(folder.path("protected.png")).write([4])
      }
      #expect(OutputFileProcessTests.isRefused(file))
      _ = seteuid(getuid())
      chmod(folder.url.path, 0o555)
      if geteuid() == 0 { try #require(seteuid(65534) == 0) }
      let new = fileError { () throws(FileError) in try OutputFile(folder.path("new.png")).write([4]) }
      #expect(OutputFileProcessTests.isRefused(new))
      _ = seteuid(getuid())
      chmod(folder.url.path, 0o755)
      #expect(try folder.names == ["protected.png"])
      #expect(try folder.read("protected.png") == [1, 2, 3])
    }
  }

  /// Whether writing one byte failed for lack of permission, at whichever step.
  private static func isRefused(_ error: FileError?) -> Bool {
    if case .cannotWrite(_, _, EACCES, 0, 1) = error { true } else { false }
  }

  /// Whether this process may mount file systems, found out by doing it.
  static let canMount: Bool = {
    guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
    guard mount("tmpfs", folder.url.path, "tmpfs", 0, "size=64k") == 0 else { return false }
    return umount(folder.url.path) == 0
  }()

  @Test(.enabled(if: canMount, "mounting a small file system takes root"))
  func aFullDiskLeavesNothing() throws {
    let folder = try TemporaryFolder()
    try #require(mount("tmpfs", folder.url.path, "tmpfs", 0, "size=64k") == 0)
    defer { umount(folder.url.path) }
    try folder.write([1, 2, 3], to: "old.png")
    for name in ["old.png", "new.png"] {
      let error = fileError { () throws(FileError) in
        try OutputFile(folder.path(name)).write(Array(repeating: 7, count: 200_000))
      }
      guard case .cannotWrite(folder.path(name), .write, ENOSPC, let written, 200_000) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(written > 0 && written < 200_000)
    }
    #expect(try folder.names == ["old.png"])
    #expect(try folder.read("old.png") == [1, 2, 3])
    // Failed files take no room any more.
    #expect(throws: Never.self) { try OutputFile(folder.path("small.png")).write(Array(repeating: 7, count: 40_000)) }
  }
}
