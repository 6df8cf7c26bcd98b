// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// `.caml` files, `.ca` folders, and other paths.
@Suite struct PackageTests {
  private static let caml = #"<caml><CALayer bounds="0 0 7 7"/></caml>"#

  private static func index(_ entries: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">\n<dict>\(entries)</dict></plist>
    """
  }

  @Test(
    "the index",
    arguments: [
      ("<key>rootDocument</key><string>main.caml</string>", true),
      ("<key>geometryFlipped</key><true/><key>rootDocument</key><string>main.caml</string>", false),
      ("<key>geometryFlipped</key>\n<false/>\n", true),
      ("<key>geometryFlipped</key><integer>1</integer>", false),
      ("<key>guides</key><array><dict><key>geometryFlipped</key><true/></dict></array>", true),
      ("<key>loopEnd</key><real>+infinity</real><key>x</key><dict/><key>geometryFlipped</key><true/>", false),
      ("", true),
    ])
  func index(_ entries: String, _ hostIsFlipped: Bool) throws {
    for name in ["index.xml", "Index.xml", "index.plist"] {
      let folder = try TemporaryFolder()
      try folder.write("x.ca/main.caml", Self.caml)
      try folder.write("x.ca/" + name, Self.index(entries))
      for path in [folder.path + "/x.ca", folder.path + "/x.ca/"] {
        let scene = try SceneReader().read(path)
        #expect(scene.hostIsFlipped == hostIsFlipped && scene.root.bounds.width == 7)
        #expect(scene.baseDirectory == path && scene.diagnostics.isEmpty)
      }
    }
  }

  @Test func rootDocumentByAnotherName() throws {
    let folder = try TemporaryFolder()
    try folder.write("x.ca/other doc.caml", Self.caml)
    try folder.write("x.ca/index.xml", Self.index("<key>rootDocument</key><string>other doc.caml</string>"))
    #expect(try SceneReader().read(folder.path + "/x.ca").root.bounds.width == 7)
  }

  @Test func aFolderWithoutAnIndex() throws {
    let folder = try TemporaryFolder()
    try folder.write("x.ca/main.caml", Self.caml)
    let scene = try SceneReader().read(folder.path + "/x.ca")
    #expect(scene.hostIsFlipped && scene.codes == ["no-index"])
  }

  @Test func aBareDocumentStandsInAFlippedHost() throws {
    let folder = try TemporaryFolder()
    try folder.write("x.ca/main.caml", Self.caml)
    try folder.write("x.ca/index.xml", Self.index("<key>geometryFlipped</key><true/>"))
    let scene = try SceneReader().read(folder.path + "/x.ca/main.caml")
    #expect(scene.hostIsFlipped && scene.baseDirectory == folder.path + "/x.ca")
  }

  @Test("a root document outside the folder, or missing", arguments: ["../main.caml", "/etc/hostname", "none.caml"])
  func strayRootDocument(_ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("main.caml", Self.caml)
    try folder.write("x.ca/index.xml", Self.index("<key>rootDocument</key><string>\(name)</string>"))
    do {
      _ = try SceneReader().read(folder.path + "/x.ca")
      Issue.record("read \(name)")
    } catch {
      let isRightCase =
        switch error {
        case .unreadable: name == "none.caml"
        case .refused: name != "none.caml"
        default: false
        }
      #expect(isRightCase && error.description.contains(name), "\(error)")
    }
  }

  @Test(
    "an index that is none",
    arguments: [
      "", "<dict/>", "<plist><array/></plist>", "<plist><dict>",
      "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><dict/></plist>",
      "<!DOCTYPE plist SYSTEM 'x.dtd'><plist><dict><key>a</key><string>&undefined;</string></dict></plist>",
    ])
  func badIndex(_ text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("x.ca/main.caml", Self.caml)
    let index = try folder.write("x.ca/index.xml", text)
    #expect(throws: SceneError.self) { try SceneReader().read(folder.path + "/x.ca") }
    do {
      _ = try SceneReader().read(folder.path + "/x.ca")
    } catch {
      #expect(error.location?.file == index)
    }
  }

  @Test func pipesAndLinksInPackages() throws {
    let folder = try TemporaryFolder()
    try folder.write("x.ca/index.xml", Self.index(""))
    try folder.write("secret.caml", Self.caml)
    let document = folder.path + "/x.ca/main.caml"
    #expect(mkfifo(document, 0o600) == 0)
    #expect(throws: SceneError.self) { try SceneReader().read(folder.path + "/x.ca") }
    try FileManager.default.removeItem(atPath: document)
    try FileManager.default.createSymbolicLink(atPath: document, withDestinationPath: folder.path + "/secret.caml")
    #expect(throws: SceneError.self) { try SceneReader().read(folder.path + "/x.ca") }
    // The user may name any of these.
    #expect(try SceneReader().read(document).root.bounds.width == 7)
  }

  @Test func notThere() throws {
    #expect(throws: SceneError.notFound(path: "/nowhere/x.caml")) { try SceneReader().read("/nowhere/x.caml") }
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/x.ca", withIntermediateDirectories: true)
    #expect(throws: SceneError.self) { try SceneReader().read(folder.path + "/x.ca") }
  }

  @Test func tooLong() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x.caml", Self.caml)
    var limits = SceneLimits()
    limits.documentBytes = 10
    #expect(throws: SceneError.documentTooLarge(path: path, limit: 10)) { try SceneReader(limits: limits).read(path) }
  }
}
