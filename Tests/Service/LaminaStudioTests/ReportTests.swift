// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// Reports of a scene: its layers, their properties, offscreen passes with reasons; and requests that change it.
@Suite(.timeLimit(.minutes(30))) struct ReportTests {
  private static let markup = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
    <CALayer name="root" bounds="0 0 100 100">
      <sublayers>
        <CALayer name="masked" bounds="0 0 40 40" position="30 30" backgroundColor="1 0 0">
          <mask type="CATextLayer" name="letters" bounds="0 0 40 40" position="20 20" string="ab"/>
          <sublayers><CALayer name="inside" bounds="0 0 4 4" position="9 9" backgroundColor="0 1 0"/></sublayers>
        </CALayer>
        <CALayer name="moving" bounds="0 0 10 10" position="50 50" backgroundColor="0 0 1" opacity="0.5">
          <animations>
            <animation type="CABasicAnimation" keyPath="opacity" fromValue="0" toValue="1" duration="2" key="fade"/>
          </animations>
        </CALayer>
      </sublayers>
    </CALayer>
    </caml>

    """

  private static func studio() throws -> (RunningStudio, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let studio = try RunningStudio(folder.write(markup, to: "scene.caml"))
    studio.scenes = folder
    return (studio, folder)
  }

  @Test func theTreeIsInPreOrderWithMasksFirst() throws {
    let (studio, _) = try Self.studio()
    let tree = try studio.get("/api/tree?scene=scene.caml").json
    #expect(tree["names"] as? [String] == ["root", "masked", "letters", "inside", "moving"])
    #expect(tree["parents"] as? [Int] == [-1, 0, 1, 1, 0])
    #expect(tree["places"] as? [Int] == [0, 0, -1, 0, 1])
    let classes = try #require(tree["classes"] as? [String])
    #expect(
      (tree["kinds"] as? [Int])?.map { classes[$0] } == ["CALayer", "CALayer", "CATextLayer", "CALayer", "CALayer"])
    // Masked, mask, animated.
    #expect(tree["marks"] as? [Int] == [0, 8, 2, 0, 4])
  }

  @Test func aLayerSaysWhatIsSetAndWhatIsShown() throws {
    let (studio, _) = try Self.studio()
    let layer = try studio.post("/api/layer?scene=scene.caml", ["view": ["time": 0.5], "layer": 4]).json
    #expect(layer["address"] as? String == "1")
    #expect(layer["path"] as? String == "root/moving")
    let corners = try #require(layer["corners"] as? [[Double]])
    #expect(Set(corners.map { "\($0[0]) \($0[1])" }) == ["45.0 45.0", "55.0 45.0", "55.0 55.0", "45.0 55.0"])
    let properties = try #require(layer["properties"] as? [[String: Any]])
    let opacity = try #require(properties.first { $0["key"] as? String == "opacity" })
    #expect(opacity["model"] as? String == "0.5")
    #expect(opacity["shown"] as? String == "0.25")
    #expect(opacity["animations"] as? [String] == ["opacity (fade)"])
    #expect(opacity["source"] as? String == "document")
    let border = try #require(properties.first { $0["key"] as? String == "borderWidth" })
    #expect(border["source"] as? String == "default")
    #expect(border["unit"] as? String == "pt")
    // In the picture, the front-most first.
    let found = try studio.post("/api/pick?scene=scene.caml", ["view": ["time": 1], "x": 50.5, "y": 50.5])
    #expect(try JSONSerialization.jsonObject(with: Data(found.body)) as? [Int] == [4])
    #expect(try studio.post("/api/layer?scene=scene.caml", ["view": [:], "layer": 99]).status == 404)
  }

  @Test func timeIsThatOfThePicture() throws {
    let (studio, _) = try Self.studio()
    let timeline = try studio.get("/api/timeline?scene=scene.caml").json
    #expect(timeline["duration"] as? Double == 2)
    let row = try #require((timeline["rows"] as? [[String: Any]])?.first)
    #expect(row["keyPath"] as? String == "opacity")
    #expect(row["name"] as? String == "fade")
    #expect(row["begin"] as? Double == 0)
    #expect(row["end"] as? Double == 2)
    let curve = try #require(row["curve"] as? [String: Any])
    #expect(curve["keyframes"] as? [Double] == [0, 1])
    #expect(curve["levels"] as? [Double] == [0, 1])
    #expect(row["values"] as? [String] == ["0", "1"])
  }

  /// Each way to go offscreen is named, with the layer and the property that does it.
  @Test(arguments: [
    ("blending.ca", "glass", "backdrop", "backgroundFilters"),
    ("blending.ca", "multiply", "blend", "compositingFilter"),
    ("blending.ca", "soft", "blur", "filters"), ("blending.ca", "grey", "color-filter", "filters"),
  ])
  func whatGoesOffscreenIsNamed(scene: String, layer: String, cause: String, property: String) throws {
    let studio = try RunningStudio(PackageFolder.file("Examples/\(scene)").path)
    let costs = try studio.post("/api/costs?scene=\(scene)").json
    let findings = try #require(costs["findings"] as? [[String: Any]])
    let found = try #require(findings.first { $0["title"] as? String == layer && $0["cause"] as? String == cause })
    #expect(found["property"] as? String == property)
    #expect((found["why"] as? String)?.isEmpty == false)
    #expect((found["avoid"] as? String)?.isEmpty == false)
    // Every pass but the canvas has its reason.
    let passes = try #require(costs["passes"] as? [[String: Any]])
    #expect(passes.dropLast().allSatisfy { $0["cause"] is String && $0["layer"] is Int })
    #expect(passes.last?["kind"] as? String == "canvas")
  }

  /// A layer with one property that takes a pass; without it there is none.
  @Test(arguments: [
    ("mask", "", #"<mask type="CATextLayer" bounds="0 0 60 60" position="30 30" string="ab"/>"#),
    ("fade", #" opacity="0.5""#, ""), ("rasterize", #" shouldRasterize="1""#, ""),
    ("shadow", #" shadowOpacity="1" shadowRadius="3""#, ""),
    ("blur", "", #"<filters><CAFilter filter="gaussianBlur" inputRadius="3"/></filters>"#),
    ("blend", #" compositingFilter="screenBlendMode""#, ""),
  ])
  func onePropertyTakesAPass(cause: String, attributes: String, children: String) throws {
    let folder = try TemporaryFolder()
    func markup(_ attributes: String, _ children: String) -> String {
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 90 90" backgroundColor="1 1 1"><sublayers>
      <CALayer name="group" bounds="0 0 60 60" position="45 45"\(attributes)>\(children)<sublayers>
      <CALayer bounds="0 0 30 30" position="25 25" backgroundColor="1 0 0"/>
      <CALayer bounds="0 0 30 30" position="35 35" backgroundColor="0 0 1" cornerRadius="9"/>
      </sublayers></CALayer></sublayers></CALayer></caml>
      """
    }
    try folder.write(markup(attributes, children), to: "with.caml")
    try folder.write(markup("", ""), to: "without.caml")
    let studio = try RunningStudio(folder.path(""))
    let with = try studio.post("/api/costs?scene=with.caml").json
    let findings = try #require(with["findings"] as? [[String: Any]])
    #expect(findings.map { $0["title"] as? String } == ["group"])
    #expect(findings.map { $0["cause"] as? String } == [cause])
    let without = try studio.post("/api/costs?scene=without.caml").json
    #expect((without["findings"] as? [[String: Any]])?.isEmpty == true)
    #expect((without["passes"] as? [[String: Any]])?.count == 1)
  }

  @Test func anEditIsSeenAndTakenBack() throws {
    let (studio, folder) = try Self.studio()
    let path = folder.path("scene.caml")
    func picture() throws -> [UInt8] { try studio.get("/api/picture.png?scene=scene.caml").body }
    let before = try picture()
    func edit(_ layer: String, _ key: String, _ value: String) throws -> Answer {
      try studio.post("/api/edit?scene=scene.caml", ["layer": layer, "key": key, "value": value])
    }
    #expect(try edit("0", "backgroundColor", "#00ffff").status == 200)
    #expect(try picture() == rendered(path, "--set", "masked.backgroundColor=#00ffff"))
    let wrong = try edit("0", "cornerRadius", "round")
    #expect(wrong.status == 400)
    #expect(wrong.json["detail"] as? String == "cornerRadius: 'round' is not a number")
    #expect(try edit("0", "nothing", "1").status == 400)
    #expect(try edit("0.7", "opacity", "1").status == 404)
    let code = try studio.get("/api/code?scene=scene.caml&layer=1&form=swift").json["text"] as? String
    #expect(code?.contains("masked.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)") == true)
    #expect(code?.contains("masked.mask = letters") == true)
    #expect(try studio.post("/api/revert?scene=scene.caml").status == 200)
    #expect(try picture() == before)
  }

  @Test func hidingIsNotWritten() throws {
    let (studio, folder) = try Self.studio()
    let path = folder.path("scene.caml")
    #expect(try studio.post("/api/show?scene=scene.caml", ["hidden": ["0"]]).status == 200)
    #expect(try studio.get("/api/picture.png?scene=scene.caml").body == rendered(path, "--set", "masked.hidden=1"))
    #expect(try studio.post("/api/save?scene=scene.caml", ["name": "copy"]).status == 200)
    #expect(try rendered(folder.path("copy.ca")) == rendered(path))
    #expect(try studio.post("/api/save?scene=scene.caml", ["name": "copy"]).status == 409)
    for (name, words) in [
      ("../out", "without a path"), ("a/b", "without a path"), (".hidden", "no dot"), ("", "there is none"),
      (".ca", "there is none"), ("line\nbreak", "cannot be seen"),
      (String(repeating: "x", count: 198), "201 bytes with .ca, and may have at most 200"),
    ] {
      let answer = try studio.post("/api/save?scene=scene.caml", ["name": name])
      #expect(answer.status == 400, "\(name)")
      #expect((answer.json["detail"] as? String)?.contains(words) == true, "\(answer.json)")
    }
    #expect(try studio.post("/api/show?scene=scene.caml", ["hidden": [], "isolated": "1"]).status == 200)
    #expect(try studio.get("/api/picture.png?scene=scene.caml").body == rendered(path, "--set", "masked.hidden=1"))
  }

  @Test func aFilmBecomesOnePage() throws {
    let (studio, _) = try Self.studio()
    let order: [String: Any] = ["format": "html", "fps": 5, "from": 0, "to": 1, "view": ["background": "#fff"]]
    let id = try #require(studio.post("/api/films?scene=scene.caml", order).json["id"] as? String)
    try poll("the film is not finished") { try studio.get("/api/films/\(id)").json["state"] as? String != "running" }
    let film = try studio.get("/api/films/\(id)").json
    #expect(film["state"] as? String == "finished", "\(film)")
    #expect(film["total"] as? Int == 5)
    let page = try studio.get("/api/films/\(id)/file")
    #expect(page["Content-Disposition"] == "attachment; filename=\"scene.html\"")
    #expect(page.text.components(separatedBy: "data:image/jpeg;base64,").count == 6)
  }

  /// Impossible films are refused at once, with the field and the numbers.
  @Test(
    arguments: [
      (["format": "gif", "fps": 0], "fps", "0.0 is no rate"),
      (["format": "gif", "fps": 60, "to": 1], "fps", "60 are too many"),
      (["format": "gif", "fps": 30, "to": 1e9], "to", "10000000"),
      (["format": "mp4", "from": 2, "to": 1], "to", "ends at 1.0 s"),
      (["format": "mp4", "to": 1e200], "to", "1e+200 s is no time"),
      (["format": "html", "fps": 1000, "to": 100], "to", "100000 frames are too many for one page: at most 1200"),
    ] as [([String: any Sendable], String, String)])
  func aFilmThatCannotBeIsRefused(order: [String: any Sendable], field: String, words: String) throws {
    let (studio, _) = try Self.studio()
    let answer = try studio.post("/api/films?scene=scene.caml", order.merging(["view": [String: String]()]) { $1 })
    #expect(answer.status == 400)
    #expect(answer.json["parameter"] as? String == field)
    #expect((answer.json["detail"] as? String)?.contains(words) == true, "\(answer.json)")
  }

  /// A film is over for pages as soon as it is cancelled, and says how far it came; another can be begun.
  @Test func aFilmEndsWhenItIsCancelled() throws {
    let (studio, _) = try Self.studio()
    let long: [String: Any] = ["format": "html", "fps": 600, "from": 0, "to": 2, "view": ["size": "1000x1000"]]
    let id = try #require(studio.post("/api/films?scene=scene.caml", long).json["id"] as? String)
    try poll("no frame is made") { try (studio.get("/api/films/\(id)").json["finished"] as? Int ?? 0) > 2 }
    #expect(try studio.post("/api/films?scene=scene.caml", long).status == 429)
    let headers = studio.usual
    #expect(try studio.request("DELETE", "/\(studio.token)/api/films/\(id)", headers: headers).status == 204)
    let film = try studio.get("/api/films/\(id)").json
    #expect(film["state"] as? String == "cancelled")
    let finished = try #require(film["finished"] as? Int)
    #expect(film["message"] as? String == "Cancelled after \(finished) of 1200 frames. Nothing of it is kept.")
    let short: [String: Any] = ["format": "html", "fps": 5, "to": 1, "view": [String: Any]()]
    let other = try #require(studio.post("/api/films?scene=scene.caml", short).json["id"] as? String)
    try poll("the next is not made") { try studio.get("/api/films/\(other)").json["state"] as? String == "finished" }
    #expect(try studio.get("/api/films/\(id)").json["finished"] as? Int == finished)
  }

  /// Nothing that is done in the page adds animations, also after a state was entered, which commits all layers.
  @Test func editsAddNoAnimations() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.markup, to: "scene.caml")
    try FileManager.default.copyItem(
      atPath: PackageFolder.file("Examples/day-and-night.ca").path, toPath: folder.path("day.ca"))
    let studio = try RunningStudio(folder.path(""))
    func rows(_ scene: String) throws -> Int {
      (try studio.get("/api/timeline?scene=\(scene)").json["rows"] as? [Any])?.count ?? -1
    }
    #expect(try rows("scene.caml") == 1)
    let states = try #require(studio.get("/api/timeline?scene=day.ca").json["states"] as? [String])
    #expect(try studio.post("/api/state?scene=day.ca", ["name": try #require(states.last)]).status == 200)
    for scene in ["scene.caml", "day.ca"] {
      let before = try rows(scene)
      #expect(try studio.post("/api/show?scene=\(scene)", ["hidden": ["0"]]).status == 200)
      #expect(try rows(scene) == before)
      #expect(try studio.post("/api/show?scene=\(scene)", ["hidden": [String](), "isolated": "0"]).status == 200)
      #expect(try rows(scene) == before)
      let edit = ["layer": "0", "key": "opacity", "value": "0.5"]
      #expect(try studio.post("/api/edit?scene=\(scene)", edit).status == 200)
      #expect(try rows(scene) == before)
      #expect(try studio.post("/api/revert?scene=\(scene)").status == 200)
      #expect(try rows(scene) == before)
    }
  }

  /// Operations of a pass that filters halve, or that lies elsewhere, are marked where they are seen.
  @Test func whatLiesInAPassIsMarkedInThePicture() throws {
    let studio = try RunningStudio(PackageFolder.file("Examples/blending.ca").path)
    let costs = try studio.post("/api/costs?scene=blending.ca").json
    let passes = try #require(costs["passes"] as? [[String: Any]])
    let soft = 13
    let own = passes.filter { $0["layer"] as? Int == soft }
    #expect(own.count > 2)
    for pass in own {
      let polygons = try #require(pass["shown"] as? [[[Double]]])
      #expect(!polygons.isEmpty)
      // The layer lies at 383, 147 and is 78 wide; a blur reaches further.
      for corner in polygons.joined() {
        #expect(corner[0] > 340 && corner[0] < 481 && corner[1] > 100 && corner[1] < 270, "\(pass)")
      }
    }
    // One of them has other pixels than the picture.
    #expect(own.contains { (($0["region"] as? [Int])?[0] ?? 400) < 300 })
    let operations = try #require(costs["operations"] as? [[String: Any]])
    #expect(operations.allSatisfy { $0["shown"] is [[[Double]]] })
    // On the canvas they are where they are.
    let box = try #require(operations.last)
    let (bounds, shown) = (try #require(box["bounds"] as? [Int]), try #require(box["shown"] as? [[[Double]]]))
    #expect(shown[0].map { $0[0] }.min() == Double(bounds[0]))
    #expect(shown[0].map { $0[1] }.max() == Double(bounds[1] + bounds[3]))
  }

  /// Layers of animation formats are outlined by what they draw, as their bounds say nothing.
  @Test func aLayerWithoutAUsualBoxIsOutlinedByWhatItDraws() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 100 100" geometryFlipped="1"><sublayers>
      <CALayer name="far" anchorPoint="0 0" bounds="0 0 100 100" position="50 50"><sublayers>
      <CAShapeLayer name="path" anchorPoint="0 0" bounds="0 0 100 100" fillColor="1 0 0" path="-10 -10 m 10 -10 l 10 10 l -10 10 l h"/>
      </sublayers></CALayer>
      <CALayer name="empty" position="20 20"><sublayers>
      <CALayer name="box" bounds="0 0 8 8" position="0 0" backgroundColor="0 0 1"/></sublayers></CALayer>
      <CALayer name="usual" bounds="0 0 30 30" position="80 80"><sublayers>
      <CALayer bounds="0 0 8 8" position="15 15" backgroundColor="0 1 0"/></sublayers></CALayer>
      <CALayer name="nothing" bounds="0 0 30 30" position="80 20"/>
      </sublayers></CALayer></caml>
      """, to: "odd.caml")
    let studio = try RunningStudio(path)
    func box(_ layer: Int) throws -> [Double] {
      let body = try studio.post("/api/outline?scene=odd.caml", ["view": [String: Any](), "layer": layer]).body
      let corners = try #require(JSONSerialization.jsonObject(with: Data(body)) as? [[Double]])
      let (x, y) = (corners.map { $0[0] }, corners.map { $0[1] })
      return [x.min() ?? 0, y.min() ?? 0, x.max() ?? 0, y.max() ?? 0]
    }
    #expect(try box(1) == [40, 40, 60, 60])
    #expect(try box(2) == [40, 40, 60, 60])
    #expect(try box(3) == [16, 16, 24, 24])
    #expect(try box(5) == [65, 65, 95, 95])
    #expect(try box(7) == [65, 5, 95, 35])
  }

  /// Blend modes and filters can be set, so that advice can be tried.
  @Test func effectsAreEdited() throws {
    let scene = PackageFolder.file("Examples/blending.ca").path
    let studio = try RunningStudio(scene)
    func layer(_ number: Int) throws -> [String: Any] {
      try studio.post("/api/layer?scene=blending.ca", ["view": [String: Any](), "layer": number]).json
    }
    func edit(_ address: String, _ key: String, _ value: String) throws -> Answer {
      try studio.post("/api/edit?scene=blending.ca", ["layer": address, "key": key, "value": value])
    }
    func causes(_ number: Int) throws -> [String] {
      let findings = try studio.post("/api/costs?scene=blending.ca").json["findings"] as? [[String: Any]] ?? []
      return findings.filter { $0["layer"] as? Int == number }.compactMap { $0["cause"] as? String }
    }
    let properties = try #require(layer(1)["properties"] as? [[String: Any]])
    let blend = try #require(properties.first { $0["key"] as? String == "compositingFilter" })
    #expect(blend["model"] as? String == "multiplyBlendMode")
    #expect(blend["text"] as? String == "multiplyBlendMode")
    #expect((blend["words"] as? [String])?.contains("screenBlendMode") == true)
    #expect(try causes(1) == ["blend"])
    #expect(try edit("0", "compositingFilter", "none").status == 200)
    #expect(try causes(1) == [])
    #expect(try edit("0", "compositingFilter", "nonesuch").status == 400)
    let filters = try #require(layer(14)["filters"] as? [[String: Any]])
    #expect(filters.map { $0["type"] as? String } == ["gaussianBlur", "colorSaturate"])
    let input = try #require((filters[0]["inputs"] as? [[String: Any]])?.first)
    #expect(input["key"] as? String == "inputRadius")
    #expect(input["text"] as? String == "7")
    // As with the numbers in the document.
    let list =
      #"[{"type":"gaussianBlur","inputs":{"inputRadius":"3"}},{"type":"colorSaturate","inputs":{"inputAmount":"1.6"}}]"#
    #expect(try edit("13", "backgroundFilters", list).status == 200)
    let folder = try TemporaryFolder()
    let copy = folder.path("copy.ca")
    try FileManager.default.copyItem(atPath: scene, toPath: copy)
    var text = try String(contentsOfFile: copy + "/main.caml", encoding: .utf8)
    text = text.replacing("inputRadius=\"7\"", with: "inputRadius=\"3\"")
    text = text.replacing(" compositingFilter=\"multiplyBlendMode\"", with: "")
    try text.write(toFile: copy + "/main.caml", atomically: true, encoding: .utf8)
    #expect(try studio.get("/api/picture.png?scene=blending.ca").body == rendered(copy))
    let wrong = try edit("13", "backgroundFilters", #"[{"type":"gaussianBlur","inputs":{"inputRadius":"wide"}}]"#)
    #expect(wrong.status == 400)
    let detail = wrong.json["detail"] as? String
    #expect(detail == "backgroundFilters: inputRadius of gaussianBlur: 'wide' is not a number")
    #expect(try edit("13", "backgroundFilters", #"[{"type":"noSuchFilter"}]"#).status == 400)
    #expect(try edit("13", "backgroundFilters", "none").status == 200)
    #expect(try causes(14) == [])
    #expect(try studio.post("/api/revert?scene=blending.ca").status == 200)
    #expect(try causes(14) == ["backdrop"])
    #expect(try studio.get("/api/picture.png?scene=blending.ca").body == rendered(scene))
  }

  /// Code says what it does not hold, in itself and beside it.
  @Test func codeSaysWhatIsNotInIt() throws {
    let studio = try RunningStudio(PackageFolder.file("Examples/blending.ca").path)
    func code(_ layer: Int, _ form: String) throws -> (text: String, missing: [String]) {
      let answer = try studio.get("/api/code?scene=blending.ca&layer=\(layer)&form=\(form)").json
      return (answer["text"] as? String ?? "", answer["missing"] as? [String] ?? [])
    }
    let swift = try code(14, "swift")
    #expect(swift.text.contains("let glassBackgroundFilter1 = CAFilter(type: \"gaussianBlur\")"))
    #expect(swift.text.contains("glassBackgroundFilter1.setValue(7, forKey: \"inputRadius\")"))
    #expect(swift.text.contains("glass.backgroundFilters = [glassBackgroundFilter1, glassBackgroundFilter2]"))
    #expect(swift.missing.count == 1)
    #expect(swift.missing.first?.hasPrefix("contents of layer, a picture of ") == true)
    #expect(swift.text.contains("// Not here: contents of layer, a picture of "))
    #expect(try code(1, "swift").text.contains("multiply.compositingFilter = \"multiplyBlendMode\""))
    #expect(try code(1, "swift").missing == [])
    let caml = try code(14, "caml")
    #expect(caml.missing.map { $0.prefix(27) } == ["the picture assets/ida.png "])
    #expect(caml.text.contains("<!-- Not here: the picture assets/ida.png "))
    #expect(try code(1, "caml").text.contains("Not here") == false)
  }

  /// Values that were set stay when the document changes, and only where the layer is still the same; pages are told
  /// which.
  @Test func editsOutliveTheDocumentTheyWereMadeIn() throws {
    let (studio, folder) = try Self.studio()
    let stream = try studio.stream("page", scene: "scene.caml")
    _ = try stream.message(of: "hello")
    for (layer, value) in [("0", "0.25"), ("1", "0.75")] {
      let edit = ["layer": layer, "key": "cornerRadius", "value": value]
      #expect(try studio.post("/api/edit?scene=scene.caml", edit).status == 200)
    }
    try folder.write(Self.markup.replacing("name=\"moving\"", with: "name=\"other\""), to: "scene.caml")
    let header = try stream.message(of: "changed").header
    let (kept, dropped) = (header["kept"] as? [[String: Any]], header["dropped"] as? [[String: Any]])
    #expect(kept?.map { $0["value"] as? String } == ["0.25"])
    #expect(dropped?.map { $0["title"] as? String } == ["moving"])
    let layer = try studio.post("/api/layer?scene=scene.caml", ["view": [String: Any](), "layer": 1]).json
    let radius = (layer["properties"] as? [[String: Any]])?.first { $0["key"] as? String == "cornerRadius" }
    #expect(radius?["model"] as? String == "0.25")
  }

  /// In the exploded view the card that is nearest is found, and outlined where it is.
  @Test func layersAreFoundWhereTheyArePulledTo() throws {
    let studio = try RunningStudio(PackageFolder.file("Examples/postcards.ca").path)
    let view: [String: Any] = ["mode": "exploded", "yaw": 0.72, "pitch": -0.36, "spacing": 1]
    let names = try #require(studio.get("/api/tree?scene=postcards.ca").json["names"] as? [String])
    for layer in names.indices {
      let outline = try studio.post("/api/outline?scene=postcards.ca", ["view": view, "layer": layer]).body
      let corners = try #require(JSONSerialization.jsonObject(with: Data(outline)) as? [[Double]])
      guard corners.count > 2 else { continue }
      #expect(corners.allSatisfy { (0...1200).contains($0[0]) && (0...900).contains($0[1]) })
      let place = (0..<2).map { axis in corners.reduce(0) { $0 + $1[axis] } / Double(corners.count) }
      let question: [String: Any] = ["view": view, "x": place[0], "y": place[1]]
      let found = try studio.post("/api/pick?scene=postcards.ca", question).body
      #expect(
        try #require(JSONSerialization.jsonObject(with: Data(found)) as? [Int]).contains(layer), "\(names[layer])")
    }
  }

  /// A picture that repeats the one before has the counters of that one.
  @Test func countersAreThoseOfTheLastDrawing() throws {
    let studio = try RunningStudio(PackageFolder.file("Examples/blending.ca").path)
    let stream = try studio.stream("page", scene: "blending.ca")
    _ = try stream.message(of: "hello")
    for seq in 1...2 {
      _ = try studio.post("/api/stream/page/view", ["seq": seq])
      let header = try stream.message(of: "picture").header
      _ = try studio.post("/api/stream/page/seen")
      #expect(header["repeated"] as? Bool == (seq == 2))
      let counters = try #require(header["counters"] as? [String: Int])
      #expect(counters["passes"] == 23)
      #expect((counters["drawCalls"] ?? 0) > 20)
    }
  }

  @Test func theListFollowsTheFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.markup, to: "scene.caml")
    let studio = try RunningStudio(folder.path(""))
    let stream = try studio.stream("page", scene: "scene.caml")
    _ = try stream.message(of: "hello")
    // The list is known once it was looked at.
    Thread.sleep(forTimeInterval: 1.5)
    try folder.write(Self.markup, to: "another.caml")
    _ = try stream.message(of: "scenes")
    #expect(try studio.get("/api/scenes").json["names"] as? [String] == ["another.caml", "scene.caml"])
  }
}
#endif
