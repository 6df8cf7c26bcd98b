// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaLottie
import LaminaTestSupport
import LaminaVideo
import Testing

/// Videos that Lottie animations name: at every frame the picture that the file's own times ask for.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct LottieVideoTests {
  /// A layer, and the number that it shows at a frame.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var layer: String
    var assets = ""
    var number: @Sendable (Int) -> Int
  }

  private static let whole = #"{"id":"clip","w":320,"h":180,"u":"","p":"clip.mp4","e":0}"#

  private static func animation(_ layer: String, _ assets: String = whole) -> String {
    #"{"v":"5.9.0","fr":25,"ip":0,"op":100,"w":320,"h":180,"assets":[\#(assets)],"layers":[\#(layer)]}"#
  }

  private static func composition(_ layer: String) -> String { #","# + #"{"id":"inner","layers":["# + layer + "]}" }

  private static let clip = #""refId":"clip","ip":-1000,"op":1000"#
  private static let inner = #""ty":0,"refId":"inner","w":320,"h":180,"ip":0,"op":100"#
  private static let cases = [
    Case(testDescription: "a video layer", layer: #"{"ty":9,\#(clip)}"#, number: { $0 }),
    Case(testDescription: "one that begins later", layer: #"{"ty":9,\#(clip),"st":10}"#, number: { $0 - 10 }),
    Case(testDescription: "a picture layer that is slow", layer: #"{"ty":2,\#(clip),"sr":2}"#, number: { $0 / 2 }),
    Case(testDescription: "one that runs backwards", layer: #"{"ty":9,\#(clip),"st":80,"sr":-1}"#, number: { 80 - $0 }),
    Case(
      testDescription: "in a composition that is faster", layer: #"{\#(inner),"st":20,"sr":0.5}"#,
      assets: composition(#"{"ty":9,\#(clip),"st":-4}"#), number: { 2 * $0 - 36 }),
    Case(
      testDescription: "in one whose time is a property",
      layer: #"""
        {\#(inner),"tm":{"a":1,"k":[{"t":0,"s":[3],"i":{"x":[0.833],"y":[0.833]},"o":{"x":[0.167],"y":[0.167]}},{"t":50,"s":[1]}]}}
        """#, assets: composition(#"{"ty":9,\#(clip)}"#), number: { 75 - min($0, 50) }),
    Case(testDescription: "one that stands", layer: #"{"ty":9,\#(clip),"tm":{"a":0,"k":2}}"#, number: { _ in 50 }),
  ]

  private static func number(_ image: CGImage) -> Int {
    let bytes = image.straightRGBA()
    return (0..<12).reduce(0) { number, bit in
      number | (bytes[4 * (20 * image.width + 30 + bit * 20)] > 128 ? 1 << bit : 0)
    }
  }

  private static func place() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try NumberedClip.make(
      100, rate: "25", encoding: "-c:v libx264 -preset ultrafast -bf 2 -g 40 -pix_fmt yuv420p clip.mp4", in: folder)
    return folder
  }

  @Test("it follows the layer's time, and that of all compositions around it", arguments: cases)
  func times(_ given: Case) throws {
    let folder = try Self.place()
    // Without a size in the file it is as large as it is.
    for asset in [Self.whole, #"{"id":"clip","p":"clip.mp4"}"#] {
      let path = try folder.write(Self.animation(given.layer, asset + given.assets), to: "a.json")
      let scene = try DocumentReader(videos: .ffmpeg).read(path)
      #expect(scene.diagnostics.isEmpty, "\(scene.diagnostics)")
      let renderer = try Renderer(.cpu(threads: 1))
      for frame in [0, 7, 24, 41, 60] {
        let result = try renderer.render(scene, at: Double(frame) / 25)
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
        #expect(Self.number(result.image) == min(max(given.number(frame), 0), 99), "frame \(frame)")
      }
    }
  }

  private func numbers(_ arguments: String, in folder: TemporaryFolder) throws -> [Int] {
    let outcome = try LaminaTool.shell(
      "lamina render \(arguments) --renderer cpu --strict -o x.png && ffmpeg -v error -y -i x.png -pix_fmt yuv420p -c:v ffv1 x.mkv",
      in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try NumberedClip.numbers("x.mkv", in: folder)
  }

  @Test("from a folder and out of an archive, here and by workers, and when it was converted")
  func places() throws {
    let folder = try Self.place()
    let text = Self.animation(#"{"ty":9,\#(Self.clip),"st":10}"#)
    try folder.write(text, to: "a.json")
    try folder.write(text, to: "animations/main.json")
    try folder.write(#"{"version":"1.0","generator":"test","animations":[{"id":"main"}]}"#, to: "manifest.json")
    let packed = try LaminaTool.shell(
      "mkdir videos && cp clip.mp4 videos && python3 -m zipfile -c a.lottie manifest.json animations videos",
      in: folder.url)
    try #require(packed.status == 0, "\(packed.errors)")
    for document in ["a.json", "a.lottie"] {
      #expect(try numbers("\(document) --time 1.6", in: folder) == [30])
      #expect(try numbers("\(document) --time 1.6 --isolate", in: folder) == [30])
      let converted = try LaminaTool.shell("lamina convert \(document) b.ca --strict", in: folder.url)
      #expect(converted.status == 0, "\(converted.errors)")
      #expect(try numbers("b.ca --time 1.6", in: folder) == [30])
      _ = try LaminaTool.shell("rm -r b.ca", in: folder.url)
    }
    // A film of several workers, each of which unpacks it.
    let film = try LaminaTool.shell(
      "lamina export a.lottie -o film.mkv.mp4 --isolate --jobs 2 --renderer cpu --preset ultrafast", in: folder.url)
    #expect(film.status == 0, "\(film.errors)")
    #expect(
      try NumberedClip.numbers("film.mkv.mp4", in: folder)
        == [Int](repeating: 0, count: 10) + Array(0..<90))
  }

  @Test("what is not shown is named as a video")
  func problems() throws {
    let folder = try Self.place()
    let layer = #"{"ty":9,\#(Self.clip)}"#
    let path = try folder.write(Self.animation(layer), to: "a.json")
    let alone = try LottieReader().read(path).diagnostics
    #expect(alone.map(\.code) == ["bad-video"] && alone[0].message.contains("is a video"), "\(alone)")
    let bytes = try #require(FileManager.default.contents(atPath: folder.path("clip.mp4")))
    let embedded = #"{"id":"clip","p":"data:video/mp4;base64,\#(bytes.base64EncodedString())","e":1}"#
    try folder.write(Self.animation(layer, embedded), to: "b.json")
    let inside = try DocumentReader(videos: .ffmpeg).read(folder.path("b.json")).diagnostics
    #expect(inside.map(\.code) == ["bad-video"] && inside[0].message.contains("beside it"), "\(inside)")
    try folder.write("no film", to: "clip.mp4")
    let text = try DocumentReader(videos: .ffmpeg).read(path).diagnostics
    #expect(text.map(\.code) == ["bad-image"], "\(text)")
    try folder.write(bytes.prefix(2000), to: "clip.mp4")
    let cut = try DocumentReader(videos: .ffmpeg).read(path).diagnostics
    #expect(cut.map(\.code) == ["bad-video"], "\(cut)")
    // No file shows a time that is a property.
    try folder.write(bytes, to: "clip.mp4")
    let remapped = Self.cases[5]
    let scene = try DocumentReader(videos: .ffmpeg).read(
      folder.write(Self.animation(remapped.layer, Self.whole + remapped.assets), to: "c.json"))
    #expect(try SceneWriter().write(scene, to: folder.path("c.ca")).map(\.code) == ["not-written"])
  }
}
