// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// `.wallpaper` folders and what holds them.
@Suite struct WallpaperTests {
  private static func plane(_ name: String, _ width: Int, flipped: Bool = false) -> [(String, Data)] {
    let document = "<caml><CALayer name=\"\(name)\" bounds=\"0 0 \(width) 80\" position=\"\(width / 2) 40\"/></caml>"
    let index = "<plist><dict><key>geometryFlipped</key><\(flipped)/></dict></plist>"
    return [("main.caml", Data(document.utf8)), ("index.xml", Data(index.utf8))]
  }

  private static func list(_ entries: [String: String], binary: Bool) throws -> Data {
    let list = ["assets": ["lockAndHome": ["default": entries]], "family": "x"] as [String: Any]
    return try PropertyListSerialization.data(fromPropertyList: list, format: binary ? .binary : .xml, options: 0)
  }

  @Test("planes from back to front", arguments: [true, false])
  func planes(_ binary: Bool) throws {
    let folder = try TemporaryFolder()
    for (name, width) in [("z", 40), ("y", 30), ("x", 20)] {
      for (file, data) in Self.plane(name, width, flipped: name == "y") {
        try folder.write("w.wallpaper/\(name).ca/\(file)", data)
      }
    }
    try folder.write(
      "w.wallpaper/Wallpaper.plist",
      try Self.list(
        [
          "backgroundAnimationFileName": "z.ca", "floatingAnimationFileNameKey": "y.ca",
          "foregroundAnimationFileName": "x.ca", "type": "LayeredAnimation",
        ], binary: binary))
    for path in ["/w.wallpaper", "/w.wallpaper/", ""] {
      let scene = try SceneReader().read(folder.path + path)
      #expect(scene.root.bounds == CGRect(x: 0, y: 0, width: 40, height: 80) && scene.hostIsFlipped)
      let hosts = try #require(scene.root.sublayers)
      #expect(hosts.map(\.name) == ["Background", "Floating", "Foreground"])
      #expect(hosts.map { $0.sublayers?.first?.name } == ["z", "y", "x"])
      #expect(hosts.map(\.isGeometryFlipped) == [false, true, false])
      // Each plane is centred.
      for host in hosts {
        let root = try #require(host.sublayers?.first)
        #expect(root.convert(CGPoint(x: root.bounds.midX, y: 40), to: scene.root) == CGPoint(x: 20, y: 40))
      }
      #expect(scene.diagnostics.isEmpty, "\(scene.diagnostics)")
    }
  }

  @Test func aWallpaperOfOnePlaneIsThatPlane() throws {
    let folder = try TemporaryFolder()
    for (file, data) in Self.plane("only", 40) { try folder.write("w.wallpaper/wallpaper.ca/\(file)", data) }
    try folder.write("w.wallpaper/a_Floating.ca/main.caml", "<caml/>")
    try folder.write(
      "w.wallpaper/Wallpaper.plist", try Self.list(["assetFileName": "wallpaper.ca"], binary: true))
    let scene = try SceneReader().read(folder.path + "/w.wallpaper")
    #expect(scene.root.name == "only" && scene.root.superlayer == nil)
  }

  @Test func withoutAListThePlanesNamesCount() throws {
    let folder = try TemporaryFolder()
    for name in ["a_Floating.ca", "a_BACKGROUND-390w.ca"] {
      for (file, data) in Self.plane(name, 20) { try folder.write("w.wallpaper/\(name)/\(file)", data) }
    }
    try folder.write("w.wallpaper/__MACOSX/b.ca/main.caml", "junk")
    #expect(
      try SceneReader().read(folder.path + "/w.wallpaper").root.sublayers?.map(\.name) == ["Background", "Floating"])
    // A list that cannot be read, or that names what is not there, is said.
    try folder.write("w.wallpaper/Wallpaper.plist", "bplist00")
    #expect(try SceneReader().read(folder.path + "/w.wallpaper").codes == ["bad-wallpaper-list"])
    for name in ["none.ca", "../w.wallpaper/a_Floating.ca", "/", ".."] {
      try folder.write(
        "w.wallpaper/Wallpaper.plist", try Self.list(["backgroundAnimationFileName": name], binary: true))
      let scene = try SceneReader().read(folder.path + "/w.wallpaper")
      #expect(scene.codes == ["missing-plane"] && scene.root.sublayers?.count == 2)
    }
  }

  @Test func aPlaneByALinkIsNotFollowed() throws {
    let folder = try TemporaryFolder()
    for (file, data) in Self.plane("out", 20) { try folder.write("outside.ca/\(file)", data) }
    try FileManager.default.createDirectory(atPath: folder.path + "/w.wallpaper", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/w.wallpaper/a_Background.ca", withDestinationPath: folder.path + "/outside.ca")
    #expect(throws: SceneError.self) { try SceneReader().read(folder.path + "/w.wallpaper") }
  }

  @Test("scenes beside a wallpaper are named where the wallpaper is read")
  func scenesBesideAWallpaper() throws {
    let folder = try TemporaryFolder()
    for place in ["w.wallpaper/a_Background.ca", "other.ca", "third.ca"] {
      for (file, data) in Self.plane("x", 20) { try folder.write("\(place)/\(file)", data) }
    }
    let scene = try SceneReader().read(folder.path)
    #expect(scene.codes == ["other-wallpapers"])
    let message = try #require(scene.diagnostics.first).message
    #expect(message.contains("a wallpaper among 3 scenes; \(folder.path)/w.wallpaper is read"))
    #expect(message.contains("\(folder.path)/other.ca, \(folder.path)/third.ca"))
  }

  @Test func tendies() throws {
    var zip = ZipBuilder()
    let contents = "descriptors/8A/versions/1/contents"
    zip.add("__MACOSX/descriptors/._8A", "junk")
    zip.add("descriptors/8A/com.apple.posterkit.provider.identifierURL.suggestionMetadata.plist", "junk")
    for wallpaper in ["Sky", "Zoo"] {
      for plane in ["\(wallpaper)_Background.ca", "\(wallpaper)_Floating.ca"] {
        for (file, data) in Self.plane(plane, 20) {
          zip.add(ZipBuilder.Entry(name: "\(contents)/\(wallpaper).wallpaper/\(plane)/\(file)", contents: data))
        }
      }
    }
    let folder = try TemporaryFolder()
    let path = try folder.write("x.tendies", zip.data)
    let scene = try SceneReader().read(path)
    #expect(scene.root.sublayers?.first?.sublayers?.first?.name == "Sky_Background.ca")
    #expect(scene.codes == ["other-wallpapers"])
    let other = "\(path)/\(contents)/Zoo.wallpaper"
    #expect(scene.diagnostics.first?.message.contains(other) == true)
    #expect(try SceneReader().read(other).root.sublayers?.first?.sublayers?.first?.name == "Zoo_Background.ca")
  }

  @Test(
    "containers that are no scene",
    arguments: [
      ("container/Library/x/PBFPosterExtensionDataStoreSQLiteDatabase.sqlite3", "PosterBoard store"),
      ("descriptors/8A/versions/1/contents/com.apple.mercuryposter.plist", "Mercury poster"),
      ("descriptors/8A/readme.txt", "holds no scene"), ("x.wallpaper/readme.txt", "without a .ca folder"),
      ("x.wallpaper/a.ca/main.caml x.wallpaper/b.ca/main.caml", "which plane"),
    ])
  func others(_ names: String, _ reason: String) throws {
    var zip = ZipBuilder()
    for name in names.split(separator: " ") { zip.add(String(name), "<caml/>") }
    let folder = try TemporaryFolder()
    do {
      _ = try SceneReader().read(try folder.write("x.tendies", zip.data))
      Issue.record("read \(names)")
    } catch SceneError.unsupportedContainer(_, let kind, _) {
      #expect(kind.contains(reason), "\(kind)")
    }
  }
}
