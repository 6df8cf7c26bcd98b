// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaScene
import LaminaTestSupport
import LaminaWorkers
import Testing

/// Files beside a document: a worker gets those that the reader takes in process, and no others.
@Suite struct FileGrantTests {
  /// A folder with a document's folder in it, and around it all that a document must not have.
  private func place() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(redSquare, to: "doc/main.caml")
    try folder.write("inside", to: "doc/inner/file.txt")
    try folder.write("outside", to: "secret.txt")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.path("doc/leaves"), withDestinationPath: folder.path("secret.txt"))
    try files.createSymbolicLink(atPath: folder.path("doc/up"), withDestinationPath: "..")
    try files.createSymbolicLink(atPath: folder.path("doc/stays"), withDestinationPath: "inner/file.txt")
    try files.createSymbolicLink(atPath: folder.path("doc/device"), withDestinationPath: "/dev/zero")
    #expect(mkfifo(folder.path("doc/fifo"), 0o600) == 0)
    return folder
  }

  private func contents(_ answer: (answer: FileAnswer, file: OpenFile?)) -> String? {
    guard let file = answer.file else { return nil }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file.number, &bytes, 64)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  @Test("what lies in the folder is opened, also through a link that stays there")
  func inside() throws {
    let folder = try place()
    let grant = FileGrant(document: folder.path("doc/main.caml"))
    for name in ["inner/file.txt", "./inner/file.txt", "inner/../inner/file.txt", "stays"] {
      #expect(contents(grant.answer(.open(folder.path("doc") + "/" + name, .resolved))) == "inside", "\(name)")
    }
    let answer = grant.answer(.names(folder.path("doc")))
    let names = FileGrant.names(in: try #require(answer.file))
    #expect(names.sorted() == ["device", "fifo", "inner", "leaves", "main.caml", "stays", "up"])
  }

  @Test(
    "what lies elsewhere is not, whatever leads there",
    arguments: [
      "../secret.txt", "leaves", "up/secret.txt", "inner/../../secret.txt", "device", "up/../secret.txt",
      "/etc/passwd", "", "inner/file.txt\0.png",
    ])
  func outside(_ name: String) throws {
    let folder = try place()
    let grant = FileGrant(document: folder.path("doc"))
    let path = name.hasPrefix("/") ? name : folder.path("doc") + "/" + name
    for way in [DocumentFileOpening.resolved, .asNamed, .withoutWaiting] {
      let answer = grant.answer(.open(path, way))
      #expect(answer.file == nil && answer.answer.code != 0, "\(way)")
    }
    let real = grant.answer(.resolved(path)).answer.path
    #expect([nil, "/", folder.path("doc")].contains(real), "\(String(describing: real))")
    #expect(grant.answer(.names(folder.path("doc/up"))).file == nil)
    #expect(grant.answer(.names("/etc")).file == nil)
    #expect(grant.answer(.kind("/etc/passwd")).answer.kind == nil)
  }

  @Test("a pipe in the folder is no file, and is not waited for")
  func fifo() throws {
    let folder = try place()
    let answer = FileGrant(document: folder.path("doc")).answer(.open(folder.path("doc/fifo"), .resolved))
    #expect(answer.file == nil)
    #expect(answer.answer.code == ELOOP)
  }

  @Test("what the user names may lie anywhere, by exactly that name")
  func named() throws {
    let folder = try place()
    let secret = folder.path("secret.txt")
    let grant = FileGrant(document: folder.path("doc"), pictures: [secret])
    #expect(contents(grant.answer(.open(secret, .withoutWaiting))) == "outside")
    #expect(grant.answer(.open(folder.path("doc/../secret.txt"), .withoutWaiting)).file == nil)
  }

  @Test("a path into an archive gives the archive alone")
  func archive() throws {
    let folder = try place()
    let grant = FileGrant(document: folder.path("secret.txt") + "/a/b.ca")
    #expect(contents(grant.answer(.open(folder.path("secret.txt"), .asNamed))) == "outside")
    #expect(grant.answer(.open(folder.path("doc/main.caml"), .asNamed)).file == nil)
  }

  @Test(
    "what is refused has the same words with and without a worker",
    arguments: [
      "../secret.txt", "leaves", "up/secret.txt", "fifo", "device", "missing.png", "inner/file.txt", "inner",
      "/etc/passwd", "file:///etc/passwd", "%2e%2e/secret.txt",
    ])
  func words(_ name: String) throws {
    let folder = try place()
    let path = try folder.write(showing(name), to: "doc/main.caml")
    let scene = try DocumentReader().read(path)
    #expect(!scene.diagnostics.isEmpty)
    let isolated = try isolatedRenderer().draw(SceneRequest(path))
    #expect(isolated.diagnostics == (try Renderer(.cpu(threads: 1)).render(scene).diagnostics))
  }
}
