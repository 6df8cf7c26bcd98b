// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaSystem
import LaminaTestSupport
import Testing

@Suite struct OutputFileTests {
  private let folder: TemporaryFolder
  private let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ path: String) -> FileError? {
    fileError { () throws(FileError) in try OutputFile(path).write(bytes) }
  }

  private func failure(_ step: FileError.WriteStep, _ code: Int32, _ path: String) -> FileError {
    .cannotWrite(path: path, step: step, code: code, written: 0, total: bytes.count)
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat(folder.path(name), &status) == 0 ? status.st_mode : 0
  }

  @Test func aNewFileHasTheBytesAndTheUmask() throws {
    #expect(write(folder.path("new.png")) == nil)
    #expect(try folder.read("new.png") == bytes)
    close(open(folder.path("reference"), O_WRONLY | O_CREAT, 0o666))
    #expect(mode("new.png") == mode("reference"))
    #expect(try folder.names == ["new.png", "reference"])
  }

  @Test func anExistingFileIsReplacedAndKeepsItsMode() throws {
    try folder.write([1, 2, 3], to: "old.png")
    chmod(folder.path("old.png"), 0o6640)
    #expect(write(folder.path("old.png")) == nil)
    #expect(try folder.read("old.png") == bytes)
    #expect(mode("old.png") & 0o7777 == 0o6640)
    #expect(try folder.names == ["old.png"])
  }

  @Test func anEmptyFile() throws {
    try OutputFile(folder.path("empty")).write([])
    #expect(try folder.read("empty") == [])
  }

  @Test func linksAreFollowedAndStay() throws {
    try folder.write([1], to: "target")
    symlink("target", folder.path("link"))
    symlink(folder.path("link"), folder.path("link to link"))
    #expect(write(folder.path("link to link")) == nil)
    #expect(try folder.read("target") == bytes)
    #expect(mode("link") & S_IFMT == S_IFLNK)
    #expect(mode("link to link") & S_IFMT == S_IFLNK)
  }

  @Test func aLinkToNothingMakesItsTarget() throws {
    symlink("missing", folder.path("link"))
    #expect(write(folder.path("link")) == nil)
    #expect(try folder.read("missing") == bytes)
    #expect(mode("link") & S_IFMT == S_IFLNK)
  }

  @Test func pathsThatCannotBeWritten() throws {
    try folder.write([1], to: "file")
    symlink("b", folder.path("a"))
    symlink("a", folder.path("b"))
    let long = String(repeating: "n", count: 300)
    let cases: [(String, FileError.WriteStep, Int32)] = [
      (folder.url.path, .open, EISDIR),
      (folder.path("missing/new.png"), .open, ENOENT),
      (folder.path("missing") + "/", .resolve, ENOENT),
      (folder.path("file/new.png"), .resolve, ENOTDIR),
      (folder.path("a"), .resolve, ELOOP),
      (folder.path(long), .resolve, ENAMETOOLONG),
      ("", .resolve, ENOENT),
      ("/proc/lamina.png", .open, ENOENT),
    ]
    for (path, step, code) in cases {
      #expect(write(path) == failure(step, code, path))
    }
    #expect(try folder.names == ["a", "b", "file"])
    #expect(try folder.read("file") == [1])
  }

  @Test func theErrorSaysWhatHappened() {
    let error = FileError.cannotWrite(path: "a.png", step: .write, code: ENOSPC, written: 4096, total: 200_000)
    #expect(error.description == "cannot write 'a.png': No space left on device (write, 4096 of 200000 bytes)")
  }

  @Test func aFIFOGetsTheBytesAndStays() throws {
    let path = folder.path("fifo")
    try #require(mkfifo(path, 0o600) == 0)
    let reader = Thread.reading(path)
    #expect(write(path) == nil)
    #expect(reader.bytes() == bytes)
    #expect(mode("fifo") & S_IFMT == S_IFIFO)
  }

  @Test func aSocketGetsTheBytesAndStays() throws {
    let path = folder.path("s")
    let listener = try #require(listening(path))
    defer { close(listener) }
    let reader = Thread.reading { accept(listener, nil, nil) }
    #expect(write(path) == nil)
    #expect(reader.bytes() == bytes)
    #expect(mode("s") & S_IFMT == S_IFSOCK)
  }

  @Test func devicesStay() {
    #expect(write("/dev/null") == nil)
    #expect(write("/dev/full") == failure(.write, ENOSPC, "/dev/full"))
    var status = stat()
    #expect(lstat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func anOpenDescriptorIsWrittenFromWhereItStands() throws {
    let descriptor = open(folder.path("log"), O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    Foundation.write(descriptor, "begin", 5)
    #expect(write("/dev/fd/\(descriptor)") == nil)
    #expect(try folder.read("log") == Array("begin".utf8) + bytes)
  }

  @Test func aPipeWhoseReaderWaitsGetsAllBytes() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let reader = Thread.reading { [end = ends[0]] in
      usleep(20_000)
      return end
    }
    #expect(write("/proc/self/fd/\(ends[1])") == nil)
    close(ends[1])
    #expect(reader.bytes() == bytes)
  }

  @Test func aPipeWithoutReaderIsAnErrorAndNoSignal() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let path = "/dev/fd/\(ends[1])"
    #expect(write(path) == failure(.write, EPIPE, path))
  }

  @Test func aClosedDescriptorIsAnError() {
    #expect(write("/dev/fd/987654") == failure(.open, EBADF, "/dev/fd/987654"))
  }

  private func listening(_ path: String) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    return isBound && listen(descriptor, 1) == 0 ? descriptor : nil
  }
}
