// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// Scenes in zip archives, and archives that are refused.
@Suite struct ZipTests {
  private static let caml =
    #"<caml><CALayer bounds="0 0 7 7"><contents type="CGImage" src="assets/a%20b.png"/></CALayer></caml>"#

  private func read(
    _ zip: ZipBuilder, as name: String = "x.ca", inside: String = "", limits: SceneLimits = SceneLimits()
  )
    throws -> Scene
  {
    let folder = try TemporaryFolder()
    let path = try folder.write(name, zip.data)
    return try SceneReader(limits: limits).read(path + inside)
  }

  private func refusal(_ zip: ZipBuilder, limits: SceneLimits = SceneLimits()) throws -> ArchiveProblem? {
    do {
      _ = try read(zip, limits: limits)
      return nil
    } catch SceneError.archive(_, let problem) {
      return problem
    }
  }

  @Test("a zipped package", arguments: ["", "X.ca/", "a/b/X.ca/"])
  func package(_ prefix: String) throws {
    var zip = ZipBuilder()
    zip.add("__MACOSX/._main.caml", "junk")
    zip.add(prefix + ".DS_Store", "junk")
    zip.add(prefix + "main.caml", Self.caml, isDeflated: true)
    zip.add(prefix + "index.xml", "<plist><dict><key>geometryFlipped</key><true/></dict></plist>")
    zip.add(ZipBuilder.Entry(name: prefix + "assets/a b.png", contents: Pictures.red, isDeflated: true))
    let scene = try read(zip)
    #expect((scene.root.contents as? CGImage)?.height == 3 && !scene.hostIsFlipped)
    #expect(scene.diagnostics.isEmpty, "\(scene.diagnostics)")
    // The archive is gone; the picture can still be copied.
    let folder = try TemporaryFolder()
    try SceneWriter().write(scene, to: folder.path + "/copy.ca")
    #expect(FileManager.default.contents(atPath: folder.path + "/copy.ca/assets/a b.png") == Pictures.red)
  }

  @Test func aPathMayGoOnInsideAnArchive() throws {
    var zip = ZipBuilder()
    for name in ["A", "B"] { zip.add("d/\(name).ca/main.caml", "<caml><CALayer name=\"\(name)\"/></caml>") }
    #expect(try read(zip, as: "x.zip", inside: "/d/B.ca").root.name == "B")
    #expect(try read(zip, as: "x.zip", inside: "/d/A.ca/main.caml").root.name == "A")
    #expect(throws: SceneError.self) { try read(zip, as: "x.zip", inside: "/d/C.ca") }
    do {
      _ = try read(zip, as: "x.zip")
      Issue.record("read two scenes as one")
    } catch SceneError.unsupportedContainer(_, let kind, let planes) {
      #expect(kind.contains("2 scenes") && planes.count == 2)
    }
  }

  @Test(
    "pictures outside of the document's folder", arguments: ["../b.png", "/b.png", "assets/../../b.png", "x\u{0}y"])
  func pictureOutside(_ name: String) throws {
    var zip = ZipBuilder()
    let name = name.replacingOccurrences(of: "\u{0}", with: "%00")
    zip.add("d/A.ca/main.caml", "<caml><CALayer><contents type=\"CGImage\" src=\"\(name)\"/></CALayer></caml>")
    zip.add(ZipBuilder.Entry(name: "d/b.png", contents: Pictures.red))
    let scene = try read(zip, as: "x.zip", inside: "/d/A.ca")
    #expect(scene.root.contents == nil && scene.codes.contains("refused-file"))
  }

  @Test(
    "entries that refuse the archive",
    arguments: [
      (ZipBuilder.Entry(name: "../main.caml"), ArchiveProblem.leavesArchive(entry: "../main.caml")),
      (ZipBuilder.Entry(name: "a/../../main.caml"), .leavesArchive(entry: "a/../../main.caml")),
      (ZipBuilder.Entry(name: "a\\..\\..\\b"), .leavesArchive(entry: "a/../../b")),
      (ZipBuilder.Entry(name: "/etc/passwd"), .leavesArchive(entry: "/etc/passwd")),
      (ZipBuilder.Entry(name: "C:\\x"), .leavesArchive(entry: "C:/x")),
      (
        ZipBuilder.Entry(name: "link", contents: Data("/etc/passwd".utf8), unixMode: 0o120777),
        .notAFile(entry: "link")
      ),
      (ZipBuilder.Entry(name: "pipe", unixMode: 0o010600), .notAFile(entry: "pipe")),
      (ZipBuilder.Entry(name: "secret", contents: Data(count: 20), flags: 1), .encrypted(entry: "secret")),
      (ZipBuilder.Entry(name: "old", method: 6), .unknownMethod(entry: "old", method: 6)),
      (ZipBuilder.Entry(name: "main.caml"), .listedTwice(entry: "main.caml")),
    ])
  func badEntries(_ entry: ZipBuilder.Entry, _ expected: ArchiveProblem) throws {
    var zip = ZipBuilder()
    zip.add("main.caml", Self.caml)
    zip.add(entry)
    #expect(try refusal(zip) == expected)
  }

  @Test func tooManyEntries() throws {
    var zip = ZipBuilder()
    for index in 0..<50 { zip.add("\(index)", "") }
    var limits = SceneLimits()
    limits.archiveEntries = 49
    #expect(try refusal(zip, limits: limits) == .tooManyEntries(count: 50, limit: 49))
    // A record that lies is refused before memory is reserved for what it says.
    zip.claimedCount = 60_000
    #expect(try refusal(zip) == .tooManyEntries(count: 60_000, limit: 20_000))
    zip.claimedCount64 = 1 << 40
    #expect(try refusal(zip) == .tooManyEntries(count: 1 << 40, limit: 20_000))
    zip.claimedCount64 = .max
    #expect(try refusal(zip) != nil)
  }

  @Test func bombs() throws {
    // 1 GB of zeros each, as far as the list says: the archive is refused before a byte is unpacked.
    var claims = ZipBuilder()
    for index in 0..<3 {
      claims.add(ZipBuilder.Entry(name: "\(index)", contents: Data(count: 9), method: 8, claimedLength: 1 << 30))
    }
    #expect(try refusal(claims) == .unpacksTooLarge(bytes: 2 << 30, limit: 1 << 30))

    var zeros = ZipBuilder()
    zeros.add(ZipBuilder.Entry(name: "main.caml", contents: Data(count: 32 << 20), isDeflated: true))
    let packed = zeros.data.count
    #expect(try refusal(zeros) == .unpacksTooFar(packed: packed, unpacked: 32 << 20, limit: 200))

    // An entry that unpacks to more than it says is cut there, and is damaged.
    var liar = ZipBuilder()
    liar.add(
      ZipBuilder.Entry(name: "main.caml", contents: Data(count: 1 << 20), isDeflated: true, claimedLength: 100))
    do {
      _ = try read(liar)
      Issue.record("read a liar")
    } catch SceneError.unreadable(_, let reason) {
      #expect(reason.contains("damaged"))
    }
  }

  @Test func damage() throws {
    var zip = ZipBuilder()
    zip.add(ZipBuilder.Entry(name: "main.caml", contents: Data(Self.caml.utf8), checksum: 7))
    #expect(throws: SceneError.self) { try read(zip) }
    var whole = ZipBuilder()
    whole.add("main.caml", Self.caml, isDeflated: true)
    let bytes = whole.data
    let folder = try TemporaryFolder()
    // Cut off anywhere, and with any byte changed: an error or a scene, never a crash.
    for length in 4..<bytes.count {
      let path = try folder.write("x.ca", bytes.prefix(length))
      #expect(throws: SceneError.self) { try SceneReader().read(path) }
    }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0xFF
      _ = try? SceneReader().read(try folder.write("x.ca", changed))
    }
    for text in ["PK\u{3}\u{4}…", "PK\u{5}\u{6}"] {
      #expect(throws: SceneError.self) { try SceneReader().read(try folder.write("x.tendies", text)) }
    }
  }

  @Test func tooLongAnArchive() throws {
    var zip = ZipBuilder()
    zip.add("main.caml", Self.caml)
    var limits = SceneLimits()
    limits.archiveBytes = 50
    #expect(try refusal(zip, limits: limits) == .tooLong(limit: 50))
  }
}
