// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import Testing

/// Captions are read as their two kinds of files have them, and become layers that show while they are spoken.
struct CaptionTests {
  private static func read(_ text: String) throws -> Captions { try Captions(Array(text.utf8), path: "words") }

  /// The lines of text that show at a time, from the tree's presentation.
  private static func shown(_ root: CALayer, at time: TimeInterval) -> [String] {
    MediaClock.time = time
    defer { MediaClock.time = 0 }
    var (texts, pending) = ([String](), [root])
    while let layer = pending.popLast() {
      let look = layer.presentation() ?? layer
      guard !look.isHidden else { continue }
      if let text = look as? CATextLayer {
        texts.append((text.string as? NSAttributedString)?.string ?? text.string as? String ?? "")
      }
      pending += (layer.sublayers ?? []).reversed()
    }
    return texts
  }

  private static func scene() -> Scene {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 640, height: 360)
    return Scene(root: root, hostIsFlipped: false)
  }

  @Test("times are exact, with hours or without, with commas or points")
  func times() throws {
    let captions = try Self.read(
      """
      1
      00:00:01,500 --> 01:00:02,001
      a

      2
      00:03.250 --> 99999:59:59.999
      b

      """)
    #expect(captions.cues.map(\.range) == [1.5..<3602.001, 3.25..<359_999_999.999])
    #expect(captions.duration == 359_999_999.999 && captions.diagnostics.isEmpty)
  }

  @Test("new lines of every kind, byte order marks, numbers or none, missing empty lines")
  func lines() throws {
    for end in ["\n", "\r\n", "\r"] {
      let text = [
        "\u{FEFF}1", "00:00:01,000 --> 00:00:02,000", "one", "two", "2", "00:00:02,000 --> 00:00:03,000", "three",
      ]
      .joined(separator: end)
      let captions = try Self.read(text)
      #expect(captions.cues.map(\.text.string) == ["one\ntwo", "three"], "\(end.debugDescription)")
    }
    let utf16 = "1\n00:00:01,000 --> 00:00:02,000\nZürich\n".data(using: .utf16)!
    #expect(try Captions(Array(utf16), path: "w").cues[0].text.string == "Zürich")
    let latin = Array("1\n00:00:01,000 --> 00:00:02,000\nZ".utf8) + [0xFC] + Array("rich".utf8)
    let read = try Captions(latin, path: "w")
    #expect(read.cues[0].text.string == "Zürich" && read.diagnostics.map(\.code) == ["caption-encoding"])
  }

  @Test("WebVTT: headings, notes, styles, names, settings")
  func webVTT() throws {
    let captions = try Self.read(
      """
      WEBVTT - a title
      Kind: captions

      NOTE not
      shown

      STYLE
      ::cue { color: red }

      intro
      00:01.000 --> 00:02.000 line:10% align:start position:20% size:50%
      left

      00:02.000 --> 00:03.000 line:-2 vertical:rl
      low
      """)
    #expect(captions.cues.map(\.text.string) == ["left", "low"])
    var placement = CaptionPlacement()
    (placement.vertical, placement.alignment, placement.horizontal, placement.width) = (.top(0.1), .left, 0.2, 0.5)
    #expect(captions.cues[0].placement == placement)
    #expect(captions.cues[1].placement.vertical == .line(-2))
    #expect(captions.diagnostics.map(\.severity) == [.note, .note])
    #expect(captions.diagnostics[1].message.contains("vertical:rl"))
  }

  @Test("marks and entities become runs; what is no mark stays text")
  func marks() throws {
    let text = try Self.read(
      "WEBVTT\n\n00:00.000 --> 00:09.000\n<v Ada>I <b>am</b> <c.yellow.x>here</c> &amp; <i>I <u>love</i> you</u> <3 &lt;b&gt; <unknown>x"
    ).cues[0].text
    #expect(text.string == "I am here & I love you <3 <b> x")
    let runs = text.runs.filter { !$0.text.allSatisfy(\.isWhitespace) }
    #expect(runs.filter(\.isBold).map(\.text) == ["am"])
    #expect(runs.first { $0.color != nil }?.text == "here")
    #expect(runs.first { $0.color != nil }?.color == CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1))
    #expect(runs.filter(\.isUnderlined).map(\.text) == ["love"])
    let subRip = try Self.read(
      "1\n00:00:00,000 --> 00:00:01,000\n{\\an9}a <font color=\"#0080ff\">b</font> {\\i1}c{\\i0} {\\c&H0000FF&}d <none>e\n"
    ).cues[0]
    #expect(subRip.text.string == "a b c d <none>e")
    #expect(subRip.placement.alignment == .right && subRip.placement.vertical == .top(0.07))
    #expect(subRip.text.runs.first { $0.text == "c" }?.isItalic == true)
    #expect(
      subRip.text.runs.first { $0.text.hasPrefix("d") }?.color == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
  }

  @Test("a caption shows from its first moment on, and no longer at its last")
  func showing() throws {
    var scene = Self.scene()
    try scene.add(
      Self.read("1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:02,000 --> 00:00:03,040\nb\n"))
    let moments: [(Double, [String])] = [
      (0, []), (0.999, []), (1, ["a"]), (1.999, ["a"]), (2, ["b"]), (3, ["b"]), (3.04, []), (9, []),
    ]
    for (time, texts) in moments { #expect(Self.shown(scene.root, at: time) == texts, "\(time)") }
    #expect(scene.duration.map { abs($0 - 3.04) < 1e-6 } == true)
  }

  @Test("where the root's time runs otherwise, captions keep to the film's")
  func otherTime() throws {
    var scene = Self.scene()
    (scene.root.speed, scene.root.timeOffset, scene.root.beginTime) = (0.5, 3, 1)
    try scene.add(Self.read("1\n00:00:01,000 --> 00:00:02,000\na\n"))
    for (time, isShown) in [(0.9, false), (1, true), (1.9, true), (2.1, false)] {
      #expect(Self.shown(scene.root, at: time).isEmpty == !isShown, "\(time)")
    }
    var still = Self.scene()
    still.root.speed = 0
    #expect(throws: CaptionError.standsStill(layer: "CALayer")) {
      try still.add(Self.read("1\n00:00:01,000 --> 00:00:02,000\na\n"))
    }
  }

  @Test("the template says how captions look; what is around the text grows with it, and its lines stay at their side")
  func template() throws {
    var scene = Self.scene()
    let box = CALayer()
    box.name = "caption"
    box.frame = CGRect(x: 40, y: 200, width: 320, height: 60)
    box.anchorPoint = CGPoint(x: 0.5, y: 1)
    box.frame = CGRect(x: 40, y: 200, width: 320, height: 60)
    let plate = CALayer()
    plate.frame = box.bounds
    let text = CATextLayer()
    (text.font, text.fontSize, text.isWrapped) = ("DejaVu Sans", 20, true)
    text.frame = box.bounds.insetBy(dx: 10, dy: 10)
    box.addSublayer(plate)
    box.addSublayer(text)
    scene.root.addSublayer(box)
    try scene.add(
      Self.read(
        "1\n00:00:00,000 --> 00:00:01,000\nHi\n\n2\n00:00:01,000 --> 00:00:02,000\n\(Array(repeating: "word", count: 30).joined(separator: " "))\n"
      ))
    #expect(box.isHidden)
    let container = try #require(scene.root.sublayers?.last)
    let (short, long) = (container.sublayers![0], container.sublayers![1])
    for copy in [short, long] {
      let (plate, text) = (copy.sublayers![0], copy.sublayers![1] as! CATextLayer)
      #expect(plate.frame == copy.bounds)
      #expect(text.frame == copy.bounds.insetBy(dx: 10, dy: 10))
      #expect(abs(copy.frame.maxY - 260) < 1e-9 && abs(copy.frame.minX - 40) < 1e-9)
    }
    let line = (short.sublayers![1] as! CATextLayer).bounds.height
    #expect(short.bounds.width < 80 && line > 20 && line < 30)
    #expect(long.bounds.width > 260 && long.bounds.width <= 320 && long.bounds.height > 3 * line)
  }

  @Test(
    "a template whose text has its looks in itself, as in Lottie animations, gives them to captions, in the room of their line"
  )
  func attributedTemplate() throws {
    var scene = Self.scene()
    let yellow = CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1)
    let text = CATextLayer()
    text.name = "caption"
    text.frame = CGRect(x: 20, y: 100, width: 60, height: 30)
    text.string = NSAttributedString(
      string: "Words",
      attributes: [.font: CTFont(fontName: "DejaVu Sans", pointSize: 22), .foregroundColor: yellow])
    scene.root.addSublayer(text)
    try scene.add(Self.read("1\n00:00:00,000 --> 00:00:01,000\nGood morning to you\n"))
    let copy = try #require(scene.root.sublayers?.last?.sublayers?.first as? CATextLayer)
    #expect(copy.string as? String == "Good morning to you")
    #expect(copy.fontSize == 22 && copy.foregroundColor == yellow)
    #expect((copy.font as? CTFont)?.fontName.hasPrefix("DejaVu") == true)
    #expect(copy.bounds.width > 200)
  }

  @Test("the word that is spoken has the colour of the layer caption-word")
  func words() throws {
    var scene = Self.scene()
    let word = CATextLayer()
    word.name = "caption-word"
    word.foregroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    scene.root.addSublayer(word)
    try scene.add(
      Self.read("WEBVTT\n\n00:01.000 --> 00:04.000\n<00:01.000>one <00:02.000>two <00:03.000>three"))
    func lit(_ time: Double) -> String {
      MediaClock.time = time
      defer { MediaClock.time = 0 }
      let text = scene.root.sublayers!.last!.sublayers![0].sublayers![0] as! CATextLayer
      let string = text.presentation()!.string as! NSAttributedString
      var found = ""
      string.enumerateAttribute(.foregroundColor, in: NSRange(location: 0, length: string.length)) { value, range, _ in
        if value as? CGColor == word.foregroundColor { found += (string.string as NSString).substring(with: range) }
      }
      return found.trimmingCharacters(in: .whitespaces)
    }
    #expect(word.isHidden)
    #expect([1, 1.9, 2, 2.5, 3, 3.9].map(lit) == ["one", "one", "two", "two", "three", "three"])
  }

  @Test("captions that are spoken at the same time stand one above the other")
  func together() throws {
    var scene = Self.scene()
    try scene.add(
      Self.read(
        "1\n00:00:00,000 --> 00:00:03,000\na\n\n2\n00:00:01,000 --> 00:00:04,000\nb\n\n3\n00:00:03,000 --> 00:00:05,000\nc\n"
      ))
    let frames = scene.root.sublayers!.last!.sublayers!.map(\.frame)
    #expect(abs(frames[1].maxY - frames[0].minY) < 1e-9)
    // The third begins when the first is over, and takes its place.
    #expect(abs(frames[2].maxY - frames[0].maxY) < 1e-9)
    #expect(abs(frames[0].maxY - 360 * 0.93) < 1e-9)
  }

  @Test("what has no room beside others lies over them, inside the picture, and is said")
  func crowded() throws {
    var scene = Self.scene()
    let text = "1\n00:00:00,000 --> 00:00:09,000\n\(Array(repeating: "line", count: 10).joined(separator: "\n"))\n\n"
    try scene.add(
      Self.read(
        text + "2\n00:00:01,000 --> 00:00:09,000\n\(Array(repeating: "b", count: 10).joined(separator: "\n"))\n")
    )
    let frames = scene.root.sublayers!.last!.sublayers!.map(\.frame)
    #expect(frames[1].maxY == frames[0].maxY && frames[1].minY >= 0 && frames[0].height * 2 > 360, "\(frames)")
    #expect(scene.diagnostics.map(\.code) == ["crowded-captions"])
  }

  @Test("places of WebVTT and SubRip, in trees whose y points down and up", arguments: [false, true])
  func places(isUp: Bool) throws {
    var scene = Self.scene()
    scene.hostIsFlipped = isUp
    try scene.add(
      Self.read(
        """
        WEBVTT

        00:00.000 --> 00:01.000 line:25% align:start position:50%
        a

        00:01.000 --> 00:02.000 line:100%,end align:right
        b

        00:02.000 --> 00:03.000 line:50%,center
        c
        """))
    let frames = scene.root.sublayers!.last!.sublayers!.map { layer in
      isUp
        ? CGRect(x: layer.frame.minX, y: 360 - layer.frame.maxY, width: layer.frame.width, height: layer.frame.height)
        : layer.frame
    }
    #expect(abs(frames[0].minY - 90) < 1e-9 && abs(frames[0].minX - 320) < 1e-9)
    #expect(abs(frames[1].maxY - 360) < 1e-9 && abs(frames[1].maxX - 640 * 0.93) < 1e-9)
    #expect(abs(frames[2].midY - 180) < 1e-9)
  }

  @Test("what cannot be read is left out with its line; what has nothing at all is an error")
  func badInput() throws {
    let captions = try Self.read(
      """
      no times here

      2
      00:00:01,000 -> 00:00:02,000
      wrong arrow

      3
      00:00:05,000 --> 00:00:04,000
      backwards

      4
      00:61:05,000 --> 01:00:04,000
      no minute

      5
      00:00:06,000 --> 00:00:07,000
      good
      """)
    #expect(captions.cues.map(\.text.string) == ["good"])
    #expect(captions.diagnostics.map { $0.location?.line } == [1, 3, 8, 12])
    for text in ["", "WEBVTT", "nothing", "1\n00:00:01,000 --> 00:00:02,000\n \n"] {
      #expect(throws: CaptionError.self) { try Self.read(text) }
    }
    #expect(throws: CaptionError.unreadable(path: "/nowhere", reason: "there is no such file")) {
      try Captions(contentsOf: "/nowhere")
    }
    let deep = String(repeating: "<b>", count: 1300) + "x"
    #expect(try Self.read("1\n00:00:00,000 --> 00:00:01,000\n\(deep)\n").cues[0].text.string == "x")
    let long = try Self.read("1\n00:00:00,000 --> 00:00:01,000\n\(String(repeating: "x", count: 9000))\n")
    #expect(long.cues[0].text.string.count == 4000 && long.diagnostics.count == 1)
  }

  @Test("a template without text is refused")
  func noText() throws {
    var scene = Self.scene()
    let box = CALayer()
    box.name = "caption"
    scene.root.addSublayer(box)
    #expect(throws: CaptionError.noText(layer: "caption")) {
      try scene.add(Self.read("1\n00:00:00,000 --> 00:00:01,000\na\n"))
    }
  }
}
