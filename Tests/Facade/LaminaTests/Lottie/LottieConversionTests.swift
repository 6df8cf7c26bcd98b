// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// A Lottie animation that is written as a Core Animation document shows the same pictures, or a diagnostic says what
/// documents cannot say.
@Suite struct LottieConversionTests {
  /// A composition of 100 x 80 points and two seconds.
  private static func composed(_ layers: String, _ more: String = "") -> String {
    #"{"v":"5.7.0","fr":30,"ip":10,"op":70,"w":100,"h":80,"nm":"test",\#(more)"layers":[\#(layers)]}"#
  }

  private static func shapes(_ shapes: String, _ more: String = "") -> String {
    #"{"ty":4,"nm":"shapes","ind":1,"ip":0,"op":90,"st":0,\#(more)"shapes":[\#(shapes)]}"#
  }

  private static let turning =
    #""ks":{"a":{"k":[50,40]},"p":{"k":[50,40]},"r":{"k":[{"t":10,"s":[3]},{"t":70,"s":[200]}]}},"#
  private static let ellipse = #"{"ty":"el","p":{"k":[50,40]},"s":{"k":[61,37]}}"#
  private static let square = #"{"ty":"rc","p":{"k":[50,40]},"s":{"k":[30.5,21]},"r":{"k":4}}"#
  private static let red = #"{"ty":"fl","c":{"k":[0.9,0.1,0.1]},"o":{"k":100}}"#

  private static func gradient(_ kind: Int, _ stops: String, _ count: Int, _ type: String = "gf") -> String {
    #"{"ty":"\#(type)","o":{"k":80},"w":{"k":7},"t":\#(kind),"s":{"k":[30,30]},"e":{"k":[75,52]},"g":{"p":\#(count),"k":{"k":[\#(stops)]}}}"#
  }

  static let documents: [String: String] = {
    let trim = #"{"ty":"tm","s":{"k":[{"t":10,"s":[0]},{"t":70,"s":[60]}]},"e":{"k":90},"o":{"k":75},"m":1}"#
    let dashes = #""d":[{"n":"d","v":{"k":9}},{"n":"g","v":{"k":7}}]"#
    let stroke = #"{"ty":"st","c":{"k":[0.1,0.3,0.9]},"o":{"k":100},"w":{"k":4.5},"lc":2,"lj":2,\#(dashes)}"#
    let inner = shapes(ellipse + "," + red)
    return [
      "turning edges": composed(shapes(ellipse + "," + red, turning) + "," + shapes(square + "," + stroke, turning)),
      "trims": composed(shapes(ellipse + "," + square + "," + trim + "," + stroke)),
      "linear gradient": composed(shapes(ellipse + "," + gradient(1, "0,0,0,1,1,1,1,0", 2), turning)),
      "radial gradient with alphas": composed(
        shapes(square + "," + gradient(2, "0,0,0,1,0.5,0,1,0,1,1,0,0,0,1,1,0.2", 3))),
      "gradient stroke": composed(shapes(ellipse + "," + gradient(1, "0,1,0,0,1,0,0,1", 2, "gs"))),
      "mask": composed(
        shapes(
          square + "," + red,
          #""masksProperties":[{"mode":"s","inv":true,"pt":{"k":{"c":true,"v":[[40,30],[70,33],[55,60]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}},"o":{"k":70}}],"#
        )),
      "luminance matte": composed(
        shapes(ellipse + "," + gradient(1, "0,0,0,0,1,1,1,1", 2), #""td":1,"#) + ","
          + shapes(square + "," + red, #""tt":3,"#)),
      "blend mode": composed(
        shapes(square + #",{"ty":"fl","c":{"k":[0.2,0.8,0.6]},"o":{"k":80}}"#, #""bm":1,"#) + ","
          + shapes(ellipse + "," + red)),
      "shadow": composed(
        shapes(
          square + "," + red,
          #""ef":[{"ty":25,"en":1,"ef":[{"v":{"k":[0,0,0,1]}},{"v":{"k":200}},{"v":{"k":135}},{"v":{"k":6}},{"v":{"k":12}}]}],"#
        )),
      "repeater": composed(
        shapes(
          #"{"ty":"rc","p":{"k":[10,20]},"s":{"k":[9,9]},"r":{"k":0}},\#(red),{"ty":"rp","c":{"k":4},"o":{"k":0},"tr":{"p":{"k":[20,9]},"r":{"k":15},"so":{"k":100},"eo":{"k":30}}}"#
        )),
      "time remap": composed(
        #"{"ty":0,"nm":"inner","ind":2,"refId":"a","w":100,"h":80,"ip":0,"op":90,"st":0,"tm":{"k":[{"t":10,"s":[0.1]},{"t":70,"s":[1.5]}]}}"#,
        #""assets":[{"id":"a","layers":[\#(shapes(square + "," + red, turning))]}],"#),
      "space": composed(
        #"{"ty":1,"nm":"solid","ind":1,"ddd":1,"sc":"30a060","sw":50,"sh":40,"ip":0,"op":90,"st":0,"ks":{"a":{"k":[25,20,0]},"p":{"k":[50,40,0]},"or":{"k":[0,0,0]},"rx":{"k":30},"ry":{"k":[{"t":10,"s":[0]},{"t":70,"s":[120]}]},"rz":{"k":10}}}"#
      ),
      "path in space": composed(
        #"{"ty":1,"nm":"solid","ind":1,"sc":"a03060","sw":12,"sh":9,"ip":14,"op":60,"st":0,"ao":1,"ks":{"a":{"k":[6,4,0]},"p":{"k":[{"t":10,"s":[10,60,0],"to":[20,-60,0],"ti":[-30,40,0],"o":{"x":[0.4],"y":[0.1]},"i":{"x":[0.6],"y":[1]}},{"t":70,"s":[90,20,0]}]}}}"#
      ),
      "merged outline": composed(
        shapes(
          #"{"ty":"rc","p":{"k":[{"t":10,"s":[20,40]},{"t":70,"s":[80,40]}]},"s":{"k":[30,50]},"r":{"k":0}},\#(ellipse),{"ty":"mm","mm":5},\#(square),{"ty":"mm","mm":3},"#
            + stroke + "," + red)),
      "dash lengths": composed(
        shapes(
          ellipse + ","
            + stroke.replacing(
              #"{"n":"d","v":{"k":9}}"#, with: #"{"n":"d","v":{"k":[{"t":10,"s":[2]},{"t":70,"s":[20]}]}}"#))),
      "mask expansion": composed(
        shapes(
          square + "," + red,
          #""masksProperties":[{"mode":"a","pt":{"k":{"c":true,"v":[[40,30],[70,33],[55,60]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}},"o":{"k":70},"x":{"k":[{"t":10,"s":[-9]},{"t":70,"s":[14]}]}}],"#
        )),
      "picture": composed(
        #"{"ty":2,"nm":"picture","ind":1,"refId":"dot","ip":0,"op":90,"st":0,"ks":{"p":{"k":[20,15]},"s":{"k":[900,700]}}}"#,
        #""assets":[{"id":"dot","w":4,"h":4,"e":1,"u":"","p":"data:image/png;base64,\#(picture)"}],"#),
      "moving outline": composed(
        shapes(
          #"{"ty":"sh","ks":{"k":[{"t":10,"s":[{"c":true,"v":[[20,20],[80,25],[60,70]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}]},{"t":70,"s":[{"c":true,"v":[[30,10],[70,45],[20,60]],"i":[[0,0],[9,-5],[0,0]],"o":[[0,0],[0,9],[0,0]]}]}]}},"#
            + red)),
      "hidden": composed(
        shapes(square + "," + red, #""hd":true,"#) + "," + #"{"ty":3,"nm":"null","ind":4,"ip":0,"op":90,"st":0},"#
          + inner),
    ]
  }()

  /// 4 x 4 pixels of noise.
  private static let picture: String = {
    let image = CGImage(width: 4, height: 4) { x, y in
      SIMD4(UInt8(x * 60), UInt8(y * 60), UInt8((x * 7 + y * 11) % 5 * 50), 255)
    }
    return image.flatMap { try? Data(PNGEncoder().encode($0)).base64EncodedString() } ?? ""
  }()

  private func convert(_ text: String) throws -> (scene: Scene, copy: Scene, diagnostics: [Diagnostic]) {
    let folder = try TemporaryFolder()
    let scene = try DocumentReader().read(try folder.write(text, to: "a.json"))
    let diagnostics = try SceneWriter().write(scene, to: folder.path("a.ca"))
    return (scene, try DocumentReader().read(folder.path("a.ca")), diagnostics)
  }

  @Test("what was written shows the same, byte for byte, at every moment", arguments: documents.keys.sorted())
  func document(_ name: String) throws {
    let (scene, copy, diagnostics) = try convert(try #require(Self.documents[name]))
    #expect(diagnostics.isEmpty && copy.diagnostics.isEmpty, "\(diagnostics) \(copy.diagnostics)")
    #expect(copy.timeline == scene.timeline && copy.duration == scene.duration)
    let renderer = try Renderer(.cpu(threads: 1))
    var pictures: Set<[UInt8]> = []
    for progress in [0, 0.21, 0.5, 0.77, 1] {
      let time = try #require(scene.timeline?.time(atProgress: progress))
      let drawn = try renderer.render(scene, at: time).image
      #expect(try renderer.render(copy, at: time).image.premultipliedRGBA == drawn.premultipliedRGBA, "at \(progress)")
      pictures.insert(drawn.premultipliedRGBA)
    }
    // A blank picture would agree with anything.
    #expect(pictures.contains { $0.contains { $0 != 0 } })
  }

  @Test("without the rules that are Lamina's own, edges and gradients differ: they are needed")
  func needed() throws {
    let folder = try TemporaryFolder()
    for name in ["turning edges", "linear gradient"] {
      let scene = try DocumentReader().read(try folder.write(try #require(Self.documents[name]), to: "a.json"))
      try SceneWriter().write(scene, to: folder.path("a.ca"))
      let text = try String(contentsOfFile: folder.path("a.ca/main.caml"), encoding: .utf8)
      let plain = text.replacing(#/ lamina_(exactEdges|mixing)="[^"]*"/#, with: "")
      #expect(plain != text)
      try folder.write(plain, to: "a.ca/main.caml")
      let copy = try DocumentReader().read(folder.path("a.ca"))
      let renderer = try Renderer(.cpu(threads: 1))
      let pictures = try [scene, copy].map { try renderer.render($0, at: 0.7).image.premultipliedRGBA }
      #expect(pictures[0] != pictures[1], "\(name)")
    }
  }

  @Test("frames and markers are kept, whatever their names")
  func timeline() throws {
    let markers = #""markers":[{"cm":"a \"b\" & <c>\nd\\n","tm":12.5,"dr":3},{"cm":"","tm":70,"dr":0}],"#
    let (scene, copy, _) = try convert(Self.composed(Self.shapes(Self.square), markers))
    #expect(scene.timeline?.markers.count == 2 && scene.timeline?.firstFrame == 10)
    #expect(copy.timeline == scene.timeline)
  }

  @Test("which of Core Animation's two ways of drawing shows a scene is kept")
  func reference() throws {
    let folder = try TemporaryFolder()
    for reference in [ReferenceRenderer.screen, .context] {
      var scene = Scene(root: CALayer(), hostIsFlipped: false)
      scene.reference = reference
      try SceneWriter().write(scene, to: folder.path("\(reference).ca"))
      #expect(try DocumentReader().read(folder.path("\(reference).ca")).reference == reference)
    }
    let scene = try SceneReader().read(
      Array("<caml lamina_reference=\"paper\"><CALayer/></caml>".utf8), named: "a.caml")
    #expect(scene.reference == .screen && scene.diagnostics.map(\.code) == ["bad-value"])
  }

  @Test(
    "a timeline that cannot be understood is reported and left out",
    arguments: ["", "1 2", "5 3 30", "0 9 0", "0 9 x", "0 9 30\nx"])
  func badTimeline(_ text: String) throws {
    let escaped = text.replacing("\n", with: "&#10;")
    let scene = try SceneReader().read(
      Array("<caml lamina_timeline=\"\(escaped)\"><CALayer bounds=\"0 0 9 9\"/></caml>".utf8), named: "a.caml")
    #expect(scene.timeline == nil)
    #expect(scene.diagnostics.map(\.code) == ["bad-value"])
  }

  @Test("texts in a font are written as they look, and what documents cannot say of them is named")
  func texts() throws {
    func text(_ tracking: Int, _ box: String = "") -> String {
      Self.composed(
        #"{"ty":5,"nm":"text","ind":1,"ip":0,"op":90,"st":0,"ks":{"p":{"k":[10,40]}},"t":{"d":{"k":[{"t":0,"s":{"t":"Hej da","f":"Any","s":18,"fc":[0.8,0.2,0.1],"j":0,"tr":\#(tracking),"lh":20\#(box)}}]}}}"#,
        #""fonts":{"list":[{"fName":"Any","fFamily":"Helvetica","fStyle":"Bold"}]},"#)
    }
    let renderer = try Renderer(.cpu(threads: 1))
    for document in [text(0), text(0, #","sz":[80,50],"ps":[0,-20]"#)] {
      let (scene, copy, diagnostics) = try convert(document)
      #expect(diagnostics.isEmpty, "\(diagnostics)")
      let pictures = try [scene, copy].map { try renderer.render($0, at: 1).image.premultipliedRGBA }
      #expect(pictures[0].contains { $0 != 0 })
      #expect(zip(pictures[0], pictures[1]).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    }
    let (_, copy, diagnostics) = try convert(text(200))
    #expect(diagnostics.map(\.code) == ["text-look-not-written"])
    #expect(diagnostics.first?.message.contains("space between its letters") == true)
    #expect(try renderer.render(copy, at: 1).image.premultipliedRGBA.contains { $0 != 0 })
  }

  @Test("Examples/sunrise.json as a document")
  func example() throws {
    let folder = try TemporaryFolder()
    let scene = try DocumentReader().read(PackageFolder.file("Examples/sunrise.json").path)
    #expect(try SceneWriter().write(scene, to: folder.path("a.ca")) == [])
    let copy = try DocumentReader().read(folder.path("a.ca"))
    let renderer = try Renderer(.cpu(threads: 1))
    for time in [0.0, 1.3, 2.9] {
      let pictures = try [scene, copy].map { try renderer.render($0, at: time).image.premultipliedRGBA }
      #expect(pictures[0] == pictures[1])
    }
  }
}
