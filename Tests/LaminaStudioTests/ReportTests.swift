#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// What is said of a scene: its layers, their properties, what goes offscreen and why; and what changes it.
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
    #expect(opacity["animations"] as? [String] == ["fade"])
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
    #expect(row["keyframes"] as? [Double] == [0, 1])
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
    for name in ["../out", "a/b", ".hidden", "", "line\nbreak"] {
      #expect(try studio.post("/api/save?scene=scene.caml", ["name": name]).status == 400, "\(name)")
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
    let wrong: [String: Any] = ["format": "html", "fps": 1000, "to": 100, "view": [:]]
    let other = try #require(studio.post("/api/films?scene=scene.caml", wrong).json["id"] as? String)
    try poll("it does not fail") { try studio.get("/api/films/\(other)").json["state"] as? String == "failed" }
  }
}
#endif
