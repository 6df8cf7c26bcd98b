// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Porting
import Testing

/// Folders: copied files, excluded files, refused folders, and that no temporary files remain.
@Suite struct FolderTests {
  let place: URL
  var sources: URL { place.appendingPathComponent("in") }
  var out: URL { place.appendingPathComponent("out") }

  init() throws {
    place = FileManager.default.temporaryDirectory.appendingPathComponent("port-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place.appendingPathComponent("in"), withIntermediateDirectories: true)
  }

  private func write(_ path: String, _ text: String) throws {
    let url = place.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: place.appendingPathComponent(path)), as: UTF8.self)
  }

  private func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.appendingPathComponent(path).path).sorted()
  }

  private func run() throws -> FolderPort.Report { try FolderPort(sources: sources, out: out).run() }

  private func failure(_ body: () throws -> Void) -> FolderPort.Failure? {
    do {
      try body()
      return nil
    } catch {
      return error as? FolderPort.Failure
    }
  }

  @Test("sources are rewritten, everything else is copied, in the same folders")
  func copies() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    try write("in/A.swift", "@objc class A {}\n")
    try write("in/deep/er/B.swift", "class B {}\n")
    try write("in/deep/picture.txt", "@objc\n")
    try write("in/.git/config", "x")
    try write("in/.build/C.swift", "@objc class C {}")
    try FileManager.default.createDirectory(
      at: sources.appendingPathComponent("empty"), withIntermediateDirectories: true)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: sources.appendingPathComponent("A.swift").path)
    let report = try run()
    #expect(report.files == 2 && report.changedFiles == 1 && report.changes == ["@objc": 1] && report.findings.isEmpty)
    #expect(try read("out/A.swift") == "class A {}\n" && read("out/deep/er/B.swift") == "class B {}\n")
    #expect(try read("out/deep/picture.txt") == "@objc\n" && read("in/A.swift") == "@objc class A {}\n")
    #expect(try names("out") == ["A.swift", "deep", "empty"] && names("") == ["in", "out"])
    let mode = try FileManager.default.attributesOfItem(atPath: out.appendingPathComponent("A.swift").path)
    #expect(mode[.posixPermissions] as? Int == 0o755)
  }

  @Test("an empty folder becomes an empty folder, also in place of one that is there")
  func empty() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    try FileManager.default.createDirectory(at: out, withIntermediateDirectories: false)
    #expect(try run().files == 0 && names("out").isEmpty && names("") == ["in", "out"])
  }

  @Test("links inside are made again, links that lead out are left out and listed, and none is followed")
  func links() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    try write("secret.swift", "@objc class Secret {}")
    try write("in/A.swift", "@objc class A {}")
    try write("in/deep/B.swift", "class B {}")
    let manager = FileManager.default
    for (name, target) in [
      ("inside.swift", "A.swift"), ("loop", "."), ("deep/up", "../A.swift"), ("out.swift", "../secret.swift"),
      ("absolute", "/etc/passwd"), ("deep/far", "../../secret.swift"), ("winding", "deep/../../in/A.swift"),
    ] {
      try manager.createSymbolicLink(atPath: sources.appendingPathComponent(name).path, withDestinationPath: target)
    }
    let report = try run()
    #expect(report.files == 2)
    #expect(
      report.findings.map(\.description)
        == ["absolute", "deep/far", "out.swift", "winding"].map {
          $0 + ": a link that leads out of the sources; it is left out"
        })
    #expect(try names("out") == ["A.swift", "deep", "inside.swift", "loop"] && names("out/deep") == ["B.swift", "up"])
    #expect(try manager.destinationOfSymbolicLink(atPath: out.appendingPathComponent("deep/up").path) == "../A.swift")
    #expect(try read("out/inside.swift") == "class A {}")
  }

  @Test("what is no folder, not there, taken, or one in the other is refused, and nothing is written")
  func refusals() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    try write("in/A.swift", "@objc class A {}")
    try write("file.swift", "@objc class A {}")
    try write("full/B.swift", "")
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: place.appendingPathComponent("alias").path, withDestinationPath: "in")
    func refused(_ sources: String, _ out: String) -> FolderPort.Failure? {
      failure {
        _ = try FolderPort(sources: place.appendingPathComponent(sources), out: place.appendingPathComponent(out))
      }
    }
    func path(_ name: String) -> String { place.appendingPathComponent(name).path }
    #expect(refused("file.swift", "out") == .notAFolder(path("file.swift")))
    #expect(refused("nowhere", "out") == .notAFolder(path("nowhere")))
    #expect(refused("in", "full") == .taken(path("full")))
    #expect(refused("in", "file.swift") == .taken(path("file.swift")))
    #expect(refused("in", "in/out") == .nested && refused("in", "in") == .nested)
    #expect(refused("alias", "in/out") == .nested && refused("in", "alias/out") == .nested)
    #expect(refused("in/", ".") == .nested)
    #expect(refused("in", "nowhere/out") != nil)
    #expect(refused("in", "inner") == nil, "a name that only begins alike is another folder")
    #expect(try names("") == ["alias", "file.swift", "full", "in"])
  }

  @Test("what is neither file nor folder is left out and listed")
  func pipes() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    #expect(mkfifo(sources.appendingPathComponent("pipe.swift").path, 0o600) == 0)
    #expect(try run().findings.map(\.description) == ["pipe.swift: neither file nor folder; it is left out"])
    #expect(try names("out").isEmpty)
  }
}
