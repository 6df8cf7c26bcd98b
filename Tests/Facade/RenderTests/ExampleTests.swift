// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// The examples look as the gallery shows them.
@Suite struct ExampleTests {
  /// A document of `Examples/`, by the name of its folder.
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var testDescription: String { name }
    /// Relative to the package: a `.ca` or a `.wallpaper` folder.
    var folder: String
    var path: String { PackageFolder.file(folder).path }

    static let all: [Example] = PackageFolder.files(under: "Examples").compactMap { file in
      let folder = (file as NSString).deletingLastPathComponent
      let isWallpaper = file.hasSuffix(".wallpaper/Wallpaper.plist")
      guard isWallpaper || file.hasSuffix(".ca/main.caml") && !file.contains(".wallpaper/") else { return nil }
      return Example(name: ((folder as NSString).lastPathComponent as NSString).deletingPathExtension, folder: folder)
    }
  }

  /// Pictures of the gallery have two pixels a point.
  private static var options: PlanOptions {
    var options = PlanOptions()
    options.scale = 2
    return options
  }

  private static func picture(of name: String) -> String {
    PackageFolder.file("docs/images/\(name).png").path
  }

  @Test("documents", arguments: Example.all)
  func document(_ example: Example) throws {
    let scene = try SceneReader().read(example.path)
    let plan = try Planner(options: Self.options).plan(TreeSnapshot(of: scene.root, hostIsFlipped: scene.hostIsFlipped))
    // One example shows what a name does that is none.
    let diagnostics = (scene.diagnostics + plan.diagnostics).filter { !"\($0)".contains("noSuchGravity") }
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    let drawn = try SharedRenderers.draw(plan, on: .cpu).image
    try Recording.check(drawn, path: Self.picture(of: example.name), scene: "examples/\(example.name)")
    guard SharedRenderers.hasGPU else { return }
    try expectSame(
      PixelGrid(try SharedRenderers.draw(plan, on: .gpu).image), PixelGrid(drawn), scene: "examples/\(example.name)",
      check: "parity", on: .gpu, standard: ParityTests.standard)
  }

  @Test("Lottie files", arguments: ["sunrise"])
  func lottie(_ name: String) throws {
    let scene = try DocumentReader().read(PackageFolder.file("Examples/\(name).json").path)
    let time = try #require(scene.timeline?.time(atProgress: 0.7))
    let plan = try Planner(options: Self.options).plan(TreeSnapshot(of: scene.root, at: time))
    #expect((scene.diagnostics + plan.diagnostics).isEmpty, "\(scene.diagnostics + plan.diagnostics)")
    let drawn = try SharedRenderers.draw(plan, on: .cpu).image
    try Recording.check(drawn, path: Self.picture(of: name), scene: "examples/\(name)")
    guard SharedRenderers.hasGPU else { return }
    try expectSame(
      PixelGrid(try SharedRenderers.draw(plan, on: .gpu).image), PixelGrid(drawn), scene: "examples/\(name)",
      check: "parity", on: .gpu, standard: ParityTests.standard)
  }

  @Test(
    "programs",
    arguments: [
      "convert", "drawing", "drawn-compass", "hierarchy", "key-paths", "soft-masks", "tiles",
      "uikit", "animations", "implicit-animation", "paper-plane", "transitions",
    ])
  func program(_ name: String) throws {
    let folder = try TemporaryFolder()
    let program = LaminaTool.url.deletingLastPathComponent().appendingPathComponent("example-\(name)")
    let process = try Process.run(program, arguments: [folder.path("picture.png")])
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let drawn = try ImageDecoder().decode(contentsOf: folder.path("picture.png")).image
    try Recording.check(drawn, path: Self.picture(of: name), scene: "examples/\(name)")
  }

  @Test("the program with views of README.md and docs/swift.md is an example, letter for letter, above what it draws")
  func readme() throws {
    let program = try PackageFolder.text("Examples/card/main.swift")
    for (page, picture) in [("docs/swift.md", "images/card.png"), ("README.md", "docs/images/card.png")] {
      let text = try PackageFolder.text(page)
      let start = try #require(
        text.range(of: "```swift\n\(program)```\n\n!["), "\(page) does not show Examples/card/main.swift with a picture"
      )
      #expect(text[start.upperBound...].prefix { $0 != "\n" }.hasSuffix("](\(picture))"))
    }
    #expect(program.split(separator: "\n").last?.contains("PNGEncoder") == true, "its last line is the one to add")
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = LaminaTool.url.deletingLastPathComponent().appendingPathComponent("example-card")
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path("."), isDirectory: true)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let drawn = try ImageDecoder().decode(contentsOf: folder.path("card.png")).image
    let path = Self.picture(of: "card")
    guard FileManager.default.fileExists(atPath: path), Recording.mode == .never else {
      return try Recording.check(drawn, path: path, scene: "examples/card")
    }
    // The program takes whichever renderer there is.
    let mismatch = PictureExpectation.mismatch(
      drawn, try ImageDecoder().decode(contentsOf: path).image, tolerance: ParityTests.standard.levels)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("the gallery shows every example, and nothing else")
  func gallery() throws {
    let text = try PackageFolder.text("docs/gallery.md")
    let names = Set(
      Example.all.map(\.name) + [
        "animations", "card", "convert", "drawing", "drawn-compass", "hierarchy", "implicit-animation", "key-paths",
        "paper-plane", "soft-masks", "sunrise", "tiles", "transitions", "uikit",
      ])
    let shown = Set(text.matches(of: /images\/([a-z-]+)\.png/).map { String($0.1) })
    #expect(shown == names)
    // Pictures of what is no example stand in a document of their own.
    let documents = try PackageFolder.files(under: "docs").filter { $0.hasSuffix(".md") }.map(PackageFolder.text)
    let pictures = PackageFolder.files(under: "docs/images").map { ($0 as NSString).lastPathComponent }
    for picture in pictures where !names.contains(String(picture.dropLast(4))) {
      #expect(documents.contains { $0.contains("(images/\(picture))") }, "docs/images/\(picture) is not shown")
    }
  }
}
