// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaSystem
import LaminaTestSupport
import Testing

/// Locks, folders whose files appear together, and leftovers of killed writers.
@Suite struct OutputFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func take(_ name: String, exclusively: Bool) throws(FileError) -> FileLock.Attempt {
    try FileLock.take(folder.path(name), exclusively: exclusively)
  }

  @Test func oneHoldsALockAlone() throws {
    guard case .held(let first) = try take("lock", exclusively: true) else {
      Issue.record("it is not held")
      return
    }
    for exclusively in [true, false] {
      guard case .inUse(let holder) = try take("lock", exclusively: exclusively) else {
        Issue.record("it is held twice")
        return
      }
      #expect(holder.hasPrefix("process \(getpid()) on "))
    }
    first.remove()
    #expect(try folder.names == [])
    // The file is gone, so nobody meets the one who holds the old one.
    guard case .held(let second) = try take("lock", exclusively: true) else {
      Issue.record("the file that was removed still excludes")
      return
    }
    // It is another file by now, which is not removed.
    first.remove()
    #expect(try folder.names == ["lock"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func severalHoldALockTogether() throws {
    var held: [FileLock] = []
    for _ in 0..<3 {
      if case .held(let lock) = try take("lock", exclusively: false) { held.append(lock) }
    }
    #expect(held.count == 3)
    guard case .inUse(let holder) = try take("lock", exclusively: true) else {
      Issue.record("it is held alone and together")
      return
    }
    #expect(holder.isEmpty)
    held = []
    guard case .held = try take("lock", exclusively: true) else {
      Issue.record("it outlives those who held it")
      return
    }
  }

  @Test func aLockWithoutAFolderIsAnError() {
    let error = fileError { () throws(FileError) in _ = try take("missing/lock", exclusively: true) }
    #expect(
      error
        == .cannotWrite(path: folder.path("missing/lock"), step: .open, code: ENOENT, written: 0, total: 0))
  }

  @Test func aNewFolderHasItsNameWhenAllIsThere() throws {
    let output = try OutputFolder(folder.path("above/new"))
    try output.write([1], to: "one")
    try output.write([2], to: "inner/two")
    #expect(!FileManager.default.fileExists(atPath: folder.path("above/new")))
    try output.finish()
    #expect(try folder.read("above/new/one") == [1])
    #expect(try folder.read("above/new/inner/two") == [2])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("above")) == ["new"])
  }

  @Test func whatIsNotFinishedLeavesNothing() throws {
    try folder.write([9], to: "old")
    for name in ["new", "above/new", "."] {
      let output = try OutputFolder(folder.path(name))
      try output.write([1], to: "old")
      try output.write([2], to: "inner/two")
    }
    #expect(try folder.names == ["old"])
    #expect(try folder.read("old") == [9])
  }

  @Test func filesOfAFolderThatIsThereChangeTogether() throws {
    try folder.write([9], to: "old")
    try folder.write([8], to: "other")
    chmod(folder.path("old"), 0o640)
    symlink("other", folder.path("link"))
    let output = try OutputFolder(folder.url.path)
    try output.write([1], to: "old")
    try output.write([2], to: "link")
    try output.write([3], to: "inner/new")
    #expect(try folder.read("old") == [9])
    #expect(try folder.read("other") == [8])
    try output.finish()
    #expect(try folder.read("old") == [1])
    #expect(try folder.read("other") == [2])
    #expect(try folder.read("inner/new") == [3])
    var status = stat()
    #expect(stat(folder.path("old"), &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(lstat(folder.path("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(try folder.names == ["inner", "link", "old", "other"])
  }

  @Test func theErrorNamesTheFileThatWasMeant() throws {
    try folder.write([9], to: "file")
    let error = fileError { () throws(FileError) in
      let output = try OutputFolder(folder.path("new"))
      try output.write([1], to: "one")
      try output.write([1, 2], to: "one/two")
    }
    #expect(
      error
        == .cannotWrite(path: folder.path("new/one/two"), step: .resolve, code: ENOTDIR, written: 0, total: 2))
    let notAFolder = fileError { () throws(FileError) in _ = try OutputFolder(folder.path("file")) }
    #expect(notAFolder == .cannotWrite(path: folder.path("file"), step: .open, code: ENOTDIR, written: 0, total: 0))
    #expect(try folder.names == ["file"])
  }

  @Test func whatNobodyHasLockedIsRemoved() throws {
    let output = try OutputFolder(folder.path("new"))
    try output.write([1], to: "one")
    let other = try OutputFolder(folder.url.path)
    try other.write([1], to: "other")
    let mine = try folder.names
    #expect(mine.count == 2 && mine.allSatisfy { $0.hasPrefix(".lamina-") && $0.hasSuffix(".tmp") })
    try folder.write([1], to: ".lamina-left.tmp")
    try folder.write([1], to: ".lamina-kept")
    try FileManager.default.createDirectory(
      atPath: folder.path(".lamina-folder.tmp/inner"), withIntermediateDirectories: true)
    symlink("nowhere", folder.path(".lamina-link.tmp"))
    OutputFile.removeAbandoned(in: folder.url.path)
    #expect(Set(try folder.names) == Set(mine + [".lamina-kept", ".lamina-link.tmp"]))
    try output.finish()
    try other.finish()
    #expect(Set(try folder.names) == ["new", "other", ".lamina-kept", ".lamina-link.tmp"])
  }

  @Test func whatKeepsAFileFromBeingWritten() throws {
    #expect(OutputFile.problem(writingBytes: 100, beside: folder.path("file")) == nil)
    #expect(OutputFile.problem(writingBytes: 100, beside: folder.path("missing/file")) == ENOENT)
    #expect(try folder.names == [])
  }

  @Test func anErrorSaysHowFarItCame() {
    func text(_ written: Int, _ total: Int) -> String {
      "\(FileError.cannotWrite(path: "a", step: .write, code: ENOSPC, written: written, total: total))"
    }
    #expect(text(10, 20) == "cannot write 'a': No space left on device (write, 10 of 20 bytes)")
    #expect(text(10, 0) == "cannot write 'a': No space left on device (write after 10 bytes)")
    #expect(text(0, 0) == "cannot write 'a': No space left on device (write after 0 bytes)")
  }
}
