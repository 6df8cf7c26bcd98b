// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaSystem
import LaminaTestSupport
import LaminaWorkers
import Testing

/// A worker draws the bytes that this process would have drawn, and reports what this one
/// would.
@Suite struct IsolatedPictureTests {
  /// All documents among the examples.
  static let documents = PackageFolder.files(under: "Examples").compactMap { path -> String? in
    let parts = path.split(separator: "/")
    guard parts.count >= 2 else { return nil }
    let isDocument = [".ca", ".wallpaper", ".json"].contains { parts[1].hasSuffix($0) }
    return isDocument ? "\(parts[0])/\(parts[1])" : nil
  }

  @Test("all examples are the same with and without, by one worker", arguments: ["cpu", "gpu"])
  func examples(_ renderer: String) throws {
    guard renderer == "cpu" || TranscriptDevice.isThere else { return }
    let scenes = Array(Set(Self.documents)).sorted()
    #expect(scenes.count > 20)
    let (plain, isolated) = (try TemporaryFolder(), try TemporaryFolder())
    let arguments = ["render", "--renderer", renderer] + scenes
    let first = try LaminaTool.run(arguments + ["-o", plain.path("")], in: PackageFolder.file(""), timeout: 300)
    let second = try LaminaTool.run(
      arguments + ["-o", isolated.path(""), "--isolate"], in: PackageFolder.file(""), timeout: 300)
    #expect(first.status == 0 && second.status == 0, "\(second.errors)")
    #expect(second.errors == first.errors)
    #expect(plain.contents.count == scenes.count && isolated.contents == plain.contents)
    for name in plain.contents {
      #expect(
        FileManager.default.contents(atPath: plain.path(name))
          == FileManager.default.contents(atPath: isolated.path(name)),
        "\(name)")
    }
  }

  @Test("so is every eighth scene of the tests of pictures, and what is said of it, by one warm worker")
  func scenes() throws {
    let scenes = PackageFolder.files(under: "Tests/Facade/RenderTests/Scenes").filter { $0.hasSuffix(".caml") }.sorted()
    #expect(scenes.count > 200)
    let (renderer, isolated) = (try Renderer(.cpu(threads: 2)), isolatedRenderer())
    for (index, name) in scenes.enumerated() where index % 8 == 0 {
      let path = PackageFolder.file(name).path
      let own = try renderer.render(try DocumentReader().read(path))
      let other = try isolated.draw(SceneRequest(path))
      #expect(other.image.premultipliedRGBA == own.image.premultipliedRGBA, "\(name)")
      #expect(other.diagnostics == own.diagnostics, "\(name)")
    }
  }

  @Test(
    "the command line says and returns the same",
    arguments: [
      "render good.caml -o -", "render missing.caml -o out.png", "render bad.caml -o out.png",
      "render empty.ca -o out.png", "render good.caml bad.caml good.ca missing -o out/",
      "render good.caml -o out.png --state Locked", "render good.caml -o out.png --tilt 0.5,0.5",
      "render good.caml -o out.png --marker end", "render picture.caml -o - --strict",
      "render good.caml -o - --set square.backgroundColor=#00f", "render good.caml -o out.png --set none.opacity=1",
      "render good.caml -o - --set square.contents=missing.png", "render good.caml -o - --scale 3 --background #123456",
      "render good.caml -o out.png --max-pixels 10", "render - -o out.png",
      "render good.caml -o - --time 1 --diagnostics json",
      "render good.caml -o - --set square.contents=../picture.png", "render /dev/null -o out.png",
    ])
  func words(_ command: String) throws {
    let folder = try TemporaryFolder()
    let square =
      "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">"
      + "<CALayer name=\"square\" bounds=\"0 0 8 8\" backgroundColor=\"1 0 0\" what=\"1\"/></caml>"
    try folder.write(square, to: "in/good.caml")
    try folder.write("<caml><CALayer", to: "in/bad.caml")
    try folder.write(square, to: "in/good.ca/main.caml")
    try folder.write("nothing", to: "in/empty.ca/readme.txt")
    try folder.write(showing("gone.png"), to: "in/picture.caml")
    try PNGEncoder().write(
      try #require(CGImage(width: 2, height: 2, premultipliedRGBA: .init(repeating: 255, count: 16))),
      to: folder.path("picture.png"))
    func run(_ more: String) throws -> LaminaTool.Outcome {
      try LaminaTool.shell(
        "cd in; lamina \(command) --renderer cpu --threads 2 \(more); code=$?; cat out.png out/*.png 2>/dev/null; rm -rf out*; exit $code",
        in: folder.url)
    }
    let (plain, isolated) = (try run(""), try run("--isolate"))
    #expect(isolated.status == plain.status)
    #expect(isolated.outputData == plain.outputData)
    let announcement = "renderer: CPU, 2 threads"
    #expect(Self.said(isolated, without: announcement) == Self.said(plain, without: announcement))
  }

  /// The messages, without the line about the renderer: a worker says it with its first picture.
  private static func said(_ outcome: LaminaTool.Outcome, without line: String) -> [Substring] {
    outcome.errors.split(separator: "\n").filter { !$0.contains(line.dropFirst("renderer: ".count)) }
  }

  @Test("a picture that takes too long costs itself, with 71, and not the next one")
  func timeLimit() throws {
    let folder = try TemporaryFolder()
    try folder.write(redSquare, to: "good.caml")
    let outcome = try LaminaTool.shell(
      """
      mkfifo slow.caml; sleep 20 >slow.caml & writer=$!
      lamina render slow.caml good.caml -o out/ --isolate --max-time 2 --renderer cpu -q; echo $?
      kill $writer; ls out
      """, in: folder.url)
    #expect(outcome.output == "71\ngood.png\n")
    #expect(
      outcome.errors
        == "lamina: error: slow.caml: the worker that drew it was ended after 2 s, its limit; --max-time sets it\n")
  }

  @Test("the tool's own scenes are not for workers")
  func workloads() throws {
    let outcome = try LaminaTool.run(["render", "@cards", "-o", "-", "--isolate"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--isolate is for documents"))
  }
}

/// Whether any device draws with OpenGL ES, be it software.
enum TranscriptDevice {
  static let isThere = (try? LaminaTool.run(["devices"]))?.status == 0
}
