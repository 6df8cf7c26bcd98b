// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaTestSupport
import LaminaWorkers
import Testing

/// Documents that a worker keeps, because it was asked for them before.
@Suite struct KeptSceneTests {
  private static let card =
    "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><CALayer name=\"card\" bounds=\"0 0 40 20\" "
    + "backgroundColor=\"1 0 0\"><sublayers><CATextLayer name=\"title\" bounds=\"0 0 40 20\" position=\"20 10\" "
    + "string=\"One\" fontSize=\"12\" foregroundColor=\"0 0 0\"/></sublayers></CALayer></caml>"

  private func request(_ path: String, _ identity: String?, _ values: [(String, String)]) -> PictureOrder {
    var request = SceneRequest(path)
    request.assignments = values.map { SceneRequest.Assignment($0.0, $0.1) }
    return PictureOrder(request, identity: identity)
  }

  @Test("values of one picture are not those of the next")
  func values() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.card, to: "card.caml")
    let (kept, fresh) = (isolatedRenderer(), isolatedRenderer())
    let rounds: [[(String, String)]] = [
      [], [("card.backgroundColor", "0 1 0")], [("title.string", "Two")], [],
      [("title.string", "Three"), ("title.string", "Four"), ("card.cornerRadius", "5")],
      [("title.transform.rotation.z", "0.5")], [("card.bounds", "0 0 60 60")], [("title.opacity", "0.5")], [],
      [("title.foregroundColor", "#0000ff")], [("card.contents", "none")], [],
    ]
    for round in rounds + rounds {
      let one = try kept.draw(request(path, "card", round))
      let other = try fresh.draw(request(path, nil, round))
      #expect(one.image.premultipliedRGBA == other.image.premultipliedRGBA, "\(round)")
    }
  }

  @Test("a document is read the first two times, and then kept by its name")
  func keeping() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.card, to: "card.caml")
    let renderer = isolatedRenderer()
    let red = try renderer.draw(request(path, "card", []))
    _ = try renderer.draw(request(path, "card", []))
    // Nobody who gives names does so; here it shows what is read.
    try folder.write(Self.card.replacing("1 0 0", with: "0 0 1"), to: "card.caml")
    let kept = try renderer.draw(request(path, "card", []))
    #expect(kept.image.premultipliedRGBA == red.image.premultipliedRGBA)
    for name in ["other", nil] {
      let blue = try renderer.draw(request(path, name, []))
      #expect(blue.image.premultipliedRGBA != red.image.premultipliedRGBA)
    }
    // A value that cannot be set costs the tree, and so does one that cannot be put back.
    #expect(throws: IsolationError.self) { try renderer.draw(request(path, "card", [("card.opacity", "x")])) }
    let blue = try renderer.draw(request(path, "card", []))
    #expect(blue.image.premultipliedRGBA != red.image.premultipliedRGBA)
  }

  @Test("what is kept has an end: eight documents, the latest")
  func room() throws {
    let folder = try TemporaryFolder()
    let renderer = isolatedRenderer()
    let paths = try (0..<9).map { try folder.write(Self.card, to: "card\($0).caml") }
    for path in paths { for _ in 0..<2 { _ = try renderer.draw(request(path, path, [])) } }
    let red = try renderer.draw(request(paths[8], paths[8], [])).image.premultipliedRGBA
    for path in paths {
      try Self.card.replacing("1 0 0", with: "0 0 1").write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try renderer.draw(request(paths[1], paths[1], [])).image.premultipliedRGBA == red)
    #expect(try renderer.draw(request(paths[0], paths[0], [])).image.premultipliedRGBA != red)
  }

  @Test("every eighth scene of the tests of pictures is the same from a tree that was drawn before")
  func scenes() throws {
    let scenes = PackageFolder.files(under: "Tests/Facade/RenderTests/Scenes").filter { $0.hasSuffix(".caml") }.sorted()
    let (renderer, isolated) = (try Renderer(.cpu(threads: 2)), isolatedRenderer())
    for (index, name) in scenes.enumerated() where index % 8 == 3 {
      let path = PackageFolder.file(name).path
      var order = PictureOrder(SceneRequest(path), identity: name)
      // At another time between, so that what is drawn the third time is not what is in the renderer's hands.
      for time in [0, 0.5, 0, 0.5, 0] {
        order.request.moment = .time(time)
        let own = try renderer.render(try DocumentReader().read(path), at: time)
        let other = try isolated.draw(order)
        #expect(other.image.premultipliedRGBA == own.image.premultipliedRGBA, "\(name) at \(time)")
        #expect(other.diagnostics == own.diagnostics, "\(name) at \(time)")
      }
    }
  }
}
