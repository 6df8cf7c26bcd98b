// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// Pictures that a document may name, and pictures that cannot be drawn.
@Suite struct ImageTests {
  /// A folder with pictures and a document, and beside it a picture that the document must not reach.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in [
      "doc/a.png", "doc/assets/red.png", "doc/assets/two words.png", "doc/assets/100%25.png", "doc/sub/deep.png",
      "doc/assets/photo.jpeg", "outside.png", "other/assets/x.png",
    ] {
      try folder.write(name, Pictures.red)
    }
    try folder.write("doc/assets/cut.png", Pictures.red.prefix(40))
    try folder.write("doc/assets/notes.png", "no picture")
    try folder.write("doc/assets/empty.png", "")
    try folder.write("doc/assets/enormous.png", Pictures.enormous)
    try folder.write("doc/assets/shape.svg", "<svg/>")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.path + "/doc/assets/leaving.png", withDestinationPath: folder.path + "/outside.png")
    try files.createSymbolicLink(atPath: folder.path + "/doc/assets/up", withDestinationPath: "../..")
    try files.createSymbolicLink(atPath: folder.path + "/doc/assets/inside.png", withDestinationPath: "red.png")
    #expect(mkfifo(folder.path + "/doc/assets/pipe.png", 0o600) == 0)
    return folder
  }

  private func read(_ object: String, in folder: TemporaryFolder, limits: SceneLimits = SceneLimits()) throws -> Scene {
    try folder.write("doc/main.caml", "<caml>\n\(object)</caml>")
    return try SceneReader(limits: limits).read(folder.path + "/doc/main.caml")
  }

  @Test(
    "pictures that are found",
    arguments: [
      "a.png", "./a.png", "assets/red.png", "assets/../a.png", "sub//deep.png", "assets/two%20words.png",
      "assets/two words.png", "assets/100%25.png", "red.png", "wrong/folder/red.png", "assets/red.jpg",
      "assets/photo.png",
      "a.webp", "assets/inside.png", "data:image/png;base64,\(Pictures.redBase64)",
      "DATA:;BASE64,\(Pictures.redBase64)",
    ])
  func found(_ source: String) throws {
    let folder = try folder()
    for contents in [
      #"<contents type="CGImage" src="\#(source)"/>"#, #"<contents><CGImage src="\#(source)"/></contents>"#,
    ] {
      let scene = try read("<CALayer>\(contents)</CALayer>", in: folder)
      let image = try #require(scene.root.contents as? CGImage)
      #expect(image.width == 2 && image.height == 3)
      #expect(scene.diagnostics.isEmpty, "\(scene.diagnostics)")
    }
  }

  @Test(
    "pictures outside the folder are refused",
    arguments: [
      "../outside.png", "/etc/passwd", "assets/../../outside.png", "%2e%2e/outside.png", "..%2Foutside.png",
      "assets/leaving.png", "assets/up/outside.png", "file:///etc/passwd", "http://example.org/a.png",
      "../other/assets/x.png", "%2Fetc/passwd", "a.png%00.jpg",
    ])
  func outside(_ source: String) throws {
    let scene = try read(#"<CALayer name="r"><contents type="CGImage" src="\#(source)"/></CALayer>"#, in: try folder())
    #expect(scene.root.contents == nil && scene.root.name == "r")
    #expect(scene.codes == ["refused-file"])
    #expect(scene.diagnostics[0].location?.line == 2)
  }

  @Test(
    "pictures that cannot be drawn",
    arguments: [
      ("assets/none.png", "missing-file"), ("", "missing-file"), ("assets", "refused-file"),
      ("assets/pipe.png", "refused-file"), ("assets/cut.png", "bad-image"), ("assets/notes.png", "bad-image"),
      ("assets/empty.png", "bad-image"), ("assets/shape.svg", "bad-image"), ("assets/enormous.png", "image-limit"),
      ("data:image/png;base64,!!!!", "bad-image"), ("data:image/png;base64,AAAA", "bad-image"),
      ("data:image/png", "bad-image"),
    ])
  func unusable(_ source: String, _ code: String) throws {
    let scene = try read(
      #"<CALayer name="r"><contents type="CGImage" src="\#(source)"/><sublayers><CALayer/></sublayers></CALayer>"#,
      in: try folder())
    #expect(scene.root.contents == nil && scene.root.name == "r" && scene.root.sublayers?.count == 1)
    #expect(scene.codes == [code], "\(scene.diagnostics)")
    #expect(scene.diagnostics[0].location?.line == 2 && scene.diagnostics[0].severity == .warning)
  }

  @Test func enormousPicturesAreNamedWithTheirSize() throws {
    let scene = try read(#"<CALayer><contents src="assets/enormous.png"/></CALayer>"#, in: try folder())
    #expect(scene.diagnostics[0].message.contains("100000 x 100000"))
  }

  @Test func oneFileIsOnePicture() throws {
    let scene = try read(
      """
      <CALayer><contents id="#1" src="assets/red.png"/><sublayers>
      <CALayer><contents src="assets/red.png"/></CALayer><CALayer><contents src="assets/inside.png"/></CALayer>
      <CALayer><contents object="#1"/></CALayer></sublayers></CALayer>
      """, in: try folder())
    let image = try #require(scene.root.contents as? CGImage)
    let others = (scene.root.sublayers ?? []).compactMap { $0.contents as? CGImage }
    #expect(others.count == 3 && others.allSatisfy { $0 === image })
    #expect(scene.diagnostics.isEmpty)
  }

  @Test func missingPicturesAreCountedByName() throws {
    let layer = #"<CALayer><contents src="none.png"/></CALayer>"#
    let scene = try read("<CALayer><sublayers>\(layer)\(layer)\(layer)</sublayers></CALayer>", in: try folder())
    #expect(scene.codes == ["missing-file"] && scene.diagnostics[0].message.contains("(3 times"))
  }

  @Test func memoryForPicturesIsLimited() throws {
    var limits = SceneLimits()
    limits.decodedImageBytes = 47
    let object =
      #"<CALayer><contents src="a.png"/><sublayers><CALayer><contents src="a.png"/></CALayer><CALayer><contents src="sub/deep.png"/></CALayer></sublayers></CALayer>"#
    let scene = try read(object, in: try folder(), limits: limits)
    #expect(scene.root.contents != nil && scene.root.sublayers?[0].contents != nil)
    #expect(scene.root.sublayers?[1].contents == nil && scene.codes == ["image-limit"])
    limits = SceneLimits()
    limits.imagePixels = 5
    #expect(try read(object, in: try folder(), limits: limits).codes == ["image-limit", "image-limit"])
    limits = SceneLimits()
    limits.imageFileBytes = 20
    #expect(try read(object, in: try folder(), limits: limits).codes == ["image-limit", "image-limit"])
  }

  @Test func withoutAFolderThereAreOnlyDataURIs() throws {
    let object =
      #"<CALayer><contents src="a.png"/><sublayers><CALayer><contents src="data:;base64,\#(Pictures.redBase64)"/></CALayer></sublayers></CALayer>"#
    let scene = try readRoot(object)
    #expect(scene.root.contents == nil && scene.codes == ["missing-file"])
    #expect(scene.root.sublayers?[0].contents is CGImage)
  }

  @Test func noPictureIsNull() throws {
    let scene = try readRoot(#"<CALayer><contents type="null"/></CALayer>"#)
    #expect(scene.root.contents == nil && scene.diagnostics.isEmpty)
  }
}
