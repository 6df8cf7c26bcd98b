// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CDeflate
import Foundation
import LaminaGraphics
import LaminaLayers
import LaminaLottie
import LaminaScene
import Testing

/// Containers that tools hand out beside the formats' own, and files that are none.
@Suite struct ContainerKindTests {
  private static func animation(_ layers: String = "", assets: String = "", width: Int = 100) -> String {
    #"{"fr":30,"ip":0,"op":60,"w":\#(width),"h":80,"assets":[\#(assets)],"layers":[\#(layers)]}"#
  }

  /// An animation that shows one picture.
  private static func showing(folder: String, name: String) -> String {
    animation(
      #"{"ty":2,"refId":"p","ip":0,"op":60,"st":0}"#,
      assets: #"{"id":"p","w":9,"h":9,"u":"\#(folder)","p":"\#(name)"}"#)
  }

  private static func gzip(_ text: String) -> Data {
    let bytes = Array(text.utf8)
    guard let handle = libdeflate_alloc_compressor(6) else { return Data() }
    defer { libdeflate_free_compressor(handle) }
    var packed = [UInt8](repeating: 0, count: libdeflate_gzip_compress_bound(handle, bytes.count))
    let count = libdeflate_gzip_compress(handle, bytes, bytes.count, &packed, packed.count)
    return Data(packed.prefix(count))
  }

  // MARK: Pictures of Lottie files

  @Test(
    "slashes, backslashes and a folder that is named twice lead to the picture in the document's folder",
    arguments: [
      ("", "images/a.png"), ("images/", "a.png"), ("images", "a.png"), ("/images/", "a.png"), ("images//", "a.png"),
      ("//images", "/a.png"), ("images/", "/a.png"), ("images/", "images/a.png"), ("/images", "images//a.png"),
      ("", "/images/a.png"), ("images\\\\", "a.png"), ("", "images\\\\a.png"), ("./images/", "a.png"),
      ("images/", "a%2Epng"),
    ])
  func names(_ folder: String, _ name: String) throws {
    let text = Self.showing(folder: folder, name: name)
    let disk = try TemporaryFolder()
    try disk.write("images/a.png", Pictures.red)
    let scenes = [try LottieReader().read(try disk.write("x.json", text)), try packed(text)]
    for scene in scenes {
      #expect(scene.root.sublayers?.first?.contents is CGImage && scene.diagnostics.isEmpty, "\(scene.diagnostics)")
    }
  }

  @Test(
    "names that leave the document's folder are refused",
    arguments: [("../", "a.png"), ("/../", "a.png"), ("images/../../", "a.png"), ("", "http://a.b/a.png")])
  func leaving(_ folder: String, _ name: String) throws {
    let disk = try TemporaryFolder()
    try disk.write("a.png", Pictures.red)
    let text = Self.showing(folder: folder, name: name)
    for scene in [try LottieReader().read(try disk.write("doc/x.json", text)), try packed(text)] {
      #expect(scene.root.sublayers?.first?.contents == nil && scene.diagnostics.map(\.code) == ["refused-file"])
    }
  }

  private func packed(_ text: String) throws -> Scene {
    var zip = ZipBuilder([("images/a.png", Pictures.red)])
    zip.add("manifest.json", #"{"animations":[{"id":"x"}]}"#)
    zip.add("animations/x.json", text)
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) { try LottieReader().read(try folder.write("x.lottie", zip.data)) }
  }

  // MARK: Zips and gzip

  @Test("a zip of a Lottie file with its pictures is read, wherever in the zip", arguments: ["", "export/", "a b/c/"])
  func zipOfAnimation(_ home: String) throws {
    let folder = try TemporaryFolder()
    var zip = ZipBuilder([(home + "images/img_0.png", Pictures.red), ("__MACOSX/data.json", Data("{}".utf8))])
    zip.add("package.json", #"{"name":"x"}"#)
    zip.add(home + "data.json", Self.showing(folder: "images/", name: "img_0.png"))
    let path = try folder.write("x.zip", zip.data)
    for path in [path, path + "/\(home)data.json"] {
      #expect(LottieReader.recognizes(path))
      let scene = try LottieReader().read(path)
      #expect(scene.root.sublayers?.first?.contents is CGImage && scene.diagnostics.isEmpty, "\(scene.diagnostics)")
    }
  }

  @Test("of several animations in a zip one is read and the others are named; a document of Core Animation comes first")
  func severalInZip() throws {
    let folder = try TemporaryFolder()
    var zip = ZipBuilder()
    zip.add("a.json", Self.animation(width: 10))
    zip.add("b.json", Self.animation(width: 20))
    let path = try folder.write("x.zip", zip.data)
    let scene = try LottieReader().read(path)
    #expect(scene.root.bounds.width == 10 && scene.diagnostics.map(\.code) == ["other-animations"])
    #expect(try LottieReader().read(path + "/b.json").root.bounds.width == 20)
    zip.add("main.caml", "<caml><CALayer/></caml>")
    #expect(!LottieReader.recognizes(try folder.write("y.zip", zip.data)))
  }

  @Test("an animation that gzip packed is read; damage and great lengths are errors")
  func gzipped() throws {
    let folder = try TemporaryFolder()
    let whole = Self.gzip(Self.animation())
    let path = try folder.write("x.tgs", whole)
    #expect(LottieReader.recognizes(path))
    #expect(try LottieReader().read(path).root.bounds.width == 100)
    #expect(try LottieReader().read(Array(whole), named: "x.tgs").root.bounds.width == 100)
    var longer = whole
    longer.replaceSubrange((longer.count - 4)..., with: [0xFF, 0xFF, 0xFF, 0x7F])
    // The last four bytes are taken for the length: whatever they are, it is damage or too much.
    for (name, data, reasons) in [
      ("cut", whole.dropLast(9), ["damaged", "limit"]), ("bytes", whole + Data([1, 2, 3, 4]), ["damaged", "limit"]),
      ("long", longer, ["limit"]), ("head", Data([0x1F, 0x8B]), ["damaged"]),
      ("text", Self.gzip("no animation in here"), ["no Lottie animation"]),
    ] {
      let message = message { () throws(SceneError) in _ = try LottieReader().read(Array(data), named: name) }
      #expect(message.hasPrefix(name) && reasons.contains(where: message.contains), "\(name): \(message)")
    }
  }

  @Test("wallpapers are found at any depth, and in a .tendies inside a zip; archives in archives end")
  func nested() throws {
    let folder = try TemporaryFolder()
    let document = Data(#"<caml><CALayer bounds="0 0 40 80"/></caml>"#.utf8)
    let home = (0..<30).map { "f\($0)/" }.joined() + "w.wallpaper/Wallpaper.ca/"
    let tendies = ZipBuilder([(home + "main.caml", document)]).data
    #expect(try SceneReader().read(try folder.write("x.tendies", tendies)).root.bounds.width > 0)
    let outer = ZipBuilder([("read me.txt", Data()), ("in/x.tendies", tendies)]).data
    let path = try folder.write("y.zip", outer)
    #expect(try SceneReader().read(path).root.bounds.width > 0)
    #expect(try SceneReader().read(path + "/in/x.tendies/" + home.dropLast()).root.bounds.width == 40)
    var deep = tendies
    for _ in 0..<5 { deep = ZipBuilder([("x.zip", deep)]).data }
    let message = message { () throws(SceneError) in
      _ = try SceneReader().read((try? folder.write("z.zip", deep)) ?? "")
    }
    #expect(message.contains("holds no scene"), "\(message)")
    let bad = ZipBuilder([("x.tendies", tendies.dropLast(30))]).data
    let other = self.message { () throws(SceneError) in
      _ = try SceneReader().read((try? folder.write("b.zip", bad)) ?? "")
    }
    #expect(other.contains("b.zip/x.tendies"), "\(other)")
  }

  // MARK: Files that are none

  @Test("a file that is no document is named for what it is")
  func foreign() {
    let text = #"{"v":"5","layers":[]}"#
    let files: [(bytes: [UInt8], kind: String)] = [
      (Array("<!DOCTYPE html><html></html>".utf8), "an HTML page"),
      (Array("\n<?xml version='1.0'?><!-- x --><HTML>".utf8), "an HTML page"),
      (Array("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n".utf8), "a pointer of Git LFS"),
      ([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "JSON in UTF-16"),
      (text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, "JSON in UTF-16"),
      ([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], "text in UTF-32"),
      (Array("var data = \(text);".utf8), "JavaScript"), (Array("export default \(text)".utf8), "JavaScript"),
      (Array("callback(\(text))".utf8), "JavaScript"), (Array("window.a = \(text)".utf8), "JavaScript"),
      ([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], "a PNG picture"), (Array("[1]".utf8), "a JSON list"),
    ]
    for (bytes, kind) in files {
      let message = message { () throws(SceneError) in _ = try SceneReader().read(bytes, named: "x") }
      #expect(message.hasPrefix("x:1:1: ") && message.contains("it is \(kind)"), "\(kind): \(message)")
    }
  }

  @Test("documents are not taken for other files")
  func documents() throws {
    let texts = [
      "<caml><CALayer name='var x = {'/></caml>", "<!-- <html> --><caml><CALayer/></caml>",
      "<?xml version='1.0'?>\n<caml><CALayer name='&lt;svg'/></caml>",
    ]
    for text in texts { _ = try SceneReader().read(Array(text.utf8), named: "x") }
    let wide = Array("<caml><CALayer/></caml>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    _ = try SceneReader().read([0xFF, 0xFE] + wide, named: "x")
  }

  private func message(_ body: () throws(SceneError) -> Void) -> String {
    do throws(SceneError) {
      try body()
      return "nothing was thrown"
    } catch {
      return "\(error)"
    }
  }
}
