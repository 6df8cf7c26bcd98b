// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// Pictures over one answer: those of `lamina render`, newest first, no more than the page has seen.
@Suite(.timeLimit(.minutes(30))) struct StreamTests {
  @Test func aPictureIsTheOneThatRenderMakes() throws {
    let scene = PackageFolder.file("Examples/sunrise.json").path
    let studio = try RunningStudio(scene)
    let stream = try studio.stream("page", scene: "sunrise.json")
    #expect(stream.head["Content-Type"] == "application/octet-stream")
    #expect(try stream.message().header["kind"] as? String == "hello")
    let order: [String: Any] = ["seq": 7, "time": 1.5, "scale": 2, "background": "#123456"]
    #expect(try studio.post("/api/stream/page/view", order).status == 204)
    let (header, payload) = try stream.message(of: "picture")
    #expect(header["seq"] as? Int == 7)
    #expect(header["exact"] as? Bool == true)
    #expect(header["width"] as? Int == 800)
    #expect(try payload == rendered(scene, "--time", "1.5", "--scale", "2", "--background", "#123456"))
    // Overlays, and the moment as a file.
    _ = try studio.post("/api/stream/page/seen")
    _ = try studio.post("/api/stream/page/view", ["seq": 8, "time": 1, "overlay": "offscreen"])
    #expect(try stream.message(of: "picture").payload == rendered(scene, "--time", "1", "--overlay", "offscreen"))
    let file = try studio.get("/api/picture.png?scene=sunrise.json&time=2&size=320x200")
    #expect(try file.body == rendered(scene, "--time", "2", "--size", "320x200"))
    #expect(file["Content-Disposition"] == "attachment; filename=\"sunrise.png\"")
  }

  @Test func theNewestIsDrawnAndTheRestForgotten() throws {
    let studio = try RunningStudio(PackageFolder.file("Examples/sunrise.json").path)
    let stream = try studio.stream("page", scene: "sunrise.json")
    _ = try stream.message(of: "hello")
    // Two are sent; the others wait until the page has seen one.
    for seq in 1...2 {
      _ = try studio.post("/api/stream/page/view", ["seq": seq, "time": Double(seq) / 10])
      #expect(try stream.message(of: "picture").header["seq"] as? Int == seq)
    }
    for seq in 3...40 {
      _ = try studio.post("/api/stream/page/view", ["seq": seq, "time": Double(seq) / 10, "exact": false])
    }
    // One that was overtaken on its way.
    _ = try studio.post("/api/stream/page/view", ["seq": 39, "time": 0])
    _ = try studio.post("/api/stream/page/seen")
    let next = try stream.message(of: "picture").header
    #expect(next["seq"] as? Int == 40)
    #expect(next["time"] as? Double == 4)
  }

  @Test func aFilmIsTimedByTheStudio() throws {
    let studio = try RunningStudio(PackageFolder.file("Examples/sunrise.json").path)
    let stream = try studio.stream("page", scene: "sunrise.json")
    let film: [String: Any] = [
      "view": ["seq": 1, "size": "64x48", "exact": false],
      "playback": ["from": 0, "to": 4, "start": 3, "speed": 8, "loops": false],
    ]
    #expect(try studio.post("/api/stream/page/play", film).status == 204)
    var times: [Double] = []
    while true {
      let header = try stream.message(of: "picture").header
      times.append(try #require(header["time"] as? Double))
      _ = try studio.post("/api/stream/page/seen")
      if header["playing"] as? Bool == false { break }
    }
    #expect(times == times.sorted())
    #expect(times.first.map { $0 >= 3 } == true)
    #expect(times.last == 4)
  }

  @Test func whatMovesIsDrawnNoLargerThanItIsShown() throws {
    let studio = try RunningStudio(PackageFolder.file("Examples/sunrise.json").path)
    let stream = try studio.stream("page", scene: "sunrise.json")
    var seq = 0
    func sizes(_ order: [String: Any]) throws -> [Double] {
      seq += 1
      _ = try studio.post("/api/stream/page/view", order.merging(["seq": seq, "time": 1]) { $1 })
      let header = try stream.message(of: "picture").header
      _ = try studio.post("/api/stream/page/seen")
      return try ["width", "height", "share"].map { try #require(header[$0] as? Double) }
    }
    #expect(try sizes(["exact": false, "shown": 0.5]) == [200, 130, 0.5])
    #expect(try sizes(["exact": false, "shown": 0.25, "scale": 4]) == [400, 260, 0.25])
    #expect(try sizes(["exact": false, "shown": 0.5, "size": "321x33"]) == [161, 17, 0.5])
    #expect(try sizes(["exact": false, "shown": 0.5, "mode": "exploded"]) == [600, 450, 0.5])
    // Never larger than it is, never nothing, and whole at rest.
    #expect(try sizes(["exact": false, "shown": 3]) == [400, 260, 1])
    #expect(try sizes(["exact": false, "shown": 1e-9, "size": "640x64"]) == [10, 1, 1.0 / 64])
    #expect(try sizes(["exact": false, "shown": -1]) == [400, 260, 1])
    #expect(try sizes(["exact": true, "shown": 0.5]) == [400, 260, 1])
  }

  @Test func whatNoPictureCanHaveIsSaid() throws {
    let studio = try RunningStudio(PackageFolder.file("Examples/blending.ca").path)
    let stream = try studio.stream("page", scene: "blending.ca")
    for (order, word) in [
      (["seq": 1, "size": "0x9"] as [String: Any], "size"), (["seq": 2, "background": "mauve"], "background"),
      (["seq": 3, "overlay": "x"], "overlay"), (["seq": 4, "scale": -1], "scale"),
    ] {
      _ = try studio.post("/api/stream/page/view", order)
      let header = try stream.message(of: "failed").header
      #expect((header["message"] as? String)?.contains(word) == true, "\(header)")
      _ = try studio.post("/api/stream/page/seen")
    }
    #expect(try studio.post("/api/stream/other/view", ["seq": 1]).status == 404)
    #expect(try studio.post("/api/stream/page/view", ["seq": "one"]).status == 400)
  }

  @Test func aChangeOfTheDocumentIsTold() throws {
    let folder = try TemporaryFolder()
    func markup(_ color: String, _ end: String = "caml") -> String {
      "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">\n"
        + "<CALayer name=\"square\" bounds=\"0 0 8 8\" backgroundColor=\"\(color)\"/>\n</\(end)>\n"
    }
    let path = try folder.write(markup("1 0 0"), to: "square.caml")
    let studio = try RunningStudio(path)
    let stream = try studio.stream("page", scene: "square.caml")
    _ = try studio.post("/api/stream/page/view", ["seq": 1])
    let before = try stream.message(of: "picture")
    try folder.write(markup("0 1 0"), to: "square.caml")
    let change = try stream.message(of: "changed").header
    #expect(change["scene"] as? String == "square.caml")
    #expect(try #require(change["revision"] as? Int) > #require(before.header["revision"] as? Int))
    _ = try studio.post("/api/stream/page/view", ["seq": 2])
    let after = try stream.message(of: "picture")
    #expect(after.payload != before.payload)
    #expect(try after.payload == rendered(path))
    // Malformed, and mended.
    try folder.write(markup("0 1 0", "camel"), to: "square.caml")
    let broken = try stream.message(of: "changed").header
    #expect(broken["line"] as? Int == 3)
    #expect(try studio.get("/api/tree?scene=square.caml").status == 422)
    _ = try studio.post("/api/stream/page/seen")
    _ = try studio.post("/api/stream/page/seen")
    _ = try studio.post("/api/stream/page/view", ["seq": 3])
    #expect(try stream.message(of: "failed").header["line"] as? Int == 3)
    _ = try studio.post("/api/stream/page/seen")
    try folder.write(markup("1 0 0"), to: "square.caml")
    #expect(try stream.message(of: "changed").header["message"] == nil)
    _ = try studio.post("/api/stream/page/view", ["seq": 4])
    #expect(try stream.message(of: "picture").payload == before.payload)
  }
}
#endif
