// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Synchronization
import Testing

/// Text layers, compared with the same text laid out and drawn alone, which is compared with Pango in the tests of
/// the text engine. The fonts are those of the package fonts-dejavu-core.
@Suite struct TextLayerTests {
  static let lorem = "Lorem ipsum dolor sit amet, consectetur adipiscing elit."

  static func layer(_ string: Any?, size: CGFloat = 14, width: CGFloat = 160, height: CGFloat = 60) -> CATextLayer {
    let layer = CATextLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    layer.position = CGPoint(x: width / 2, y: height / 2)
    layer.string = string
    layer.font = "DejaVu Sans"
    layer.fontSize = size
    return layer
  }

  static func draw(_ layer: CALayer, scale: Double = 1, on backEnd: BackEnd = .cpu) throws -> CGImage {
    var options = PlanOptions()
    options.scale = scale
    let root = ShapeFixtures.root(layer.bounds.width, layer.bounds.height, layer)
    return try SharedRenderers.draw(root, options: options, on: backEnd).image
  }

  /// The text drawn by the engine alone, white.
  static func reference(
    _ text: StyledText, width: CGFloat, height: CGFloat, isWrapped: Bool = false,
    truncation: TextLayout.Truncation = .none, scale: CGFloat = 1
  ) throws -> CGImage {
    let options = TextLayout.Options(width: width, height: height, isWrapped: isWrapped, truncation: truncation)
    let image = try TextLayout(text, options: options)
      .image(size: CGSize(width: width, height: height), scale: scale, color: .white)
    return try #require(image)
  }

  static func plain(_ string: String, _ size: CGFloat = 14, _ alignment: NSTextAlignment = .natural) -> StyledText {
    var paragraph = ParagraphStyle()
    paragraph.alignment = alignment
    return StyledText(
      string, attributes: TextAttributes(font: CTFont(fontName: "DejaVu Sans", pointSize: size)), paragraph: paragraph)
  }

  static func difference(_ first: CGImage, _ second: CGImage) -> Int {
    zip(first.premultipliedRGBA, second.premultipliedRGBA).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// A tile of texts that stand apart goes straight to the target; where one lies on something else, it does not.
  @Test("a patch of the background's own colour under a text changes nothing")
  func patchUnderText() throws {
    func draw(hasPatch: Bool) throws -> CGImage {
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
      root.backgroundColor = CGColor(straight: [0.71, 0.33, 0.9, 1])
      if hasPatch {
        let patch = CALayer()
        patch.frame = CGRect(x: 3, y: 2, width: 41, height: 57)
        patch.backgroundColor = root.backgroundColor
        root.addSublayer(patch)
      }
      for (index, word) in ["Harbour", "Meridian", "Wavelength"].enumerated() {
        let text = Self.layer(word, size: 17, width: 150, height: 24)
        text.position = CGPoint(x: 80 + 5 * CGFloat(index), y: 14 + 30 * CGFloat(index))
        text.foregroundColor = CGColor(straight: [0.1, 0.9, 0.4, index == 1 ? 0.6 : 1])
        if index == 2 { text.opacity = 0.5 }
        root.addSublayer(text)
      }
      return try SharedRenderers.draw(root, on: .cpu).image
    }
    let (plain, patched) = (try draw(hasPatch: false), try draw(hasPatch: true))
    #expect(plain.premultipliedRGBA == patched.premultipliedRGBA)
    #expect(Set(plain.premultipliedRGBA).count > 20)
  }

  @Test(
    "a line is what the engine draws, at any whole scale",
    arguments: [
      "Hamburgefonstiv", "e\u{301} a\u{308} o\u{302}\u{323}", "السلام عليكم 123", "שלום abc", "ΑΩ Жук office",
    ],
    [1.0, 2, 3])
  func lines(_ string: String, _ scale: Double) throws {
    let expected = try Self.reference(Self.plain(string), width: 160, height: 60, scale: scale)
    for backEnd in SharedRenderers.available {
      let drawn = try Self.draw(Self.layer(string), scale: scale, on: backEnd)
      #expect(Self.difference(drawn, expected) <= 1, "\(backEnd)")
    }
  }

  @Test("contentsScale does not limit how sharp it is")
  func sharpness() throws {
    let layer = Self.layer("Sharp")
    let sharp = try Self.draw(layer, scale: 3)
    layer.contentsScale = 0.25
    #expect(Self.difference(try Self.draw(layer, scale: 3), sharp) == 0)
  }

  @Test(
    "alignments, wrapping, truncation",
    arguments: [
      ("natural", "none", false), ("left", "none", true), ("right", "end", false), ("center", "start", true),
      ("justified", "end", true), ("nonsense", "middle", false),
    ])
  func modes(_ mode: (alignment: String, truncation: String, isWrapped: Bool)) throws {
    let layer = Self.layer(Self.lorem)
    layer.alignmentMode = CATextLayerAlignmentMode(rawValue: mode.alignment)
    layer.truncationMode = CATextLayerTruncationMode(rawValue: mode.truncation)
    layer.isWrapped = mode.isWrapped
    let alignment: NSTextAlignment =
      ["left": .left, "right": .right, "center": .center, "justified": .justified][mode.alignment] ?? .natural
    let truncation: TextLayout.Truncation =
      ["start": .start, "middle": .middle, "end": .end][mode.truncation] ?? TextLayout.Truncation.none
    let expected = try Self.reference(
      Self.plain(Self.lorem, 14, alignment), width: 160, height: 60, isWrapped: mode.isWrapped, truncation: truncation)
    #expect(Self.difference(try Self.draw(layer), expected) <= 1)
  }

  @Test("an attributed string brings its own looks; the layer's colour does not matter")
  func attributed() throws {
    let string = NSMutableAttributedString(string: "red and blue")
    string.addAttributes(
      [.foregroundColor: CGColor.red, .font: CTFont(fontName: "DejaVu Sans", pointSize: 20)],
      range: NSRange(location: 0, length: 3))
    string.addAttributes(
      [.foregroundColor: CGColor.blue, .underlineStyle: NSUnderlineStyle.single.rawValue],
      range: NSRange(location: 8, length: 4))
    let layer = Self.layer(string)
    layer.foregroundColor = .green
    let drawn = try Self.draw(layer)
    func has(_ test: ([Int]) -> Bool) -> Bool {
      (0..<60).contains { y in (0..<160).contains { test(drawn.levels($0, y)) } }
    }
    #expect(has { $0 == [255, 0, 0, 255] } && has { $0 == [0, 0, 255, 255] } && has { $0 == [0, 0, 0, 255] })
    #expect(!has { $0[1] > 0 })
    // The property stores a copy.
    string.deleteCharacters(in: NSRange(location: 0, length: 12))
    #expect(Self.difference(try Self.draw(layer), drawn) == 0)
  }

  @Test("plain text has the layer's colour, and another one costs nothing")
  func color() throws {
    let layer = Self.layer("Colours \(#line)", size: 30)
    let root = ShapeFixtures.root(160, 60, layer)
    #expect(try ShapeFixtures.made(root).report.drawnPictures == 1)
    layer.foregroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)
    let made = try ShapeFixtures.made(root)
    #expect(made.report.drawnPictures == 0)
    let image = try SharedRenderers.draw(made.plan, on: .cpu).image
    #expect(
      stride(from: 0, to: image.premultipliedRGBA.count, by: 4).allSatisfy { image.premultipliedRGBA[$0 + 1] == 0 })
    #expect(image.premultipliedRGBA.contains(128))
    layer.string = "Other \(#line)"
    #expect(try ShapeFixtures.made(root).report.drawnPictures == 1)
    layer.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
    #expect(try ShapeFixtures.made(root).report.drawnPictures == 1)
    layer.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    layer.position.x += 0.3
    #expect(try ShapeFixtures.made(root).report.drawnPictures == 0)
    layer.foregroundColor = nil
    #expect(try ShapeFixtures.plan(root).draws.isEmpty)
  }

  @Test("turned and moved by fractions, the text stays near what it is")
  func transforms() throws {
    let layer = Self.layer("Hamburgefonstiv", size: 20)
    let upright = try Self.draw(layer)
    layer.position.x += 0.37
    let moved = try Self.draw(layer)
    func ink(_ image: CGImage) -> Double {
      stride(from: 3, to: image.premultipliedRGBA.count, by: 4).reduce(0) { $0 + Double(image.premultipliedRGBA[$1]) }
    }
    #expect(abs(ink(moved) / ink(upright) - 1) < 0.02)
    layer.position.x -= 0.37
    layer.transform = CATransform3DMakeRotation(0.1, 0, 0, 1)
    #expect(abs(ink(try Self.draw(layer)) / ink(upright) - 1) < 0.04)
  }

  @Test("text or contents, never both")
  func contents() throws {
    let layer = Self.layer("Text")
    let expected = try Self.draw(layer)
    layer.contents = CGImage(width: 2, height: 2) { _, _ in [255, 0, 0, 255] }
    #expect(Self.difference(try Self.draw(layer), expected) == 0)
    layer.string = nil
    #expect(try Self.draw(layer).levels(80, 30) == [255, 0, 0, 255])
    layer.string = 17
    #expect(try Self.draw(layer).levels(80, 30) == [255, 0, 0, 255])
  }

  @Test("in a space with y up it stands upright and begins at the top")
  func flipped() throws {
    let layer = Self.layer("Upright")
    let expected = try Self.draw(layer)
    let root = ShapeFixtures.root(160, 60, layer)
    let snapshot = TreeSnapshot(of: root, hostIsFlipped: true)
    let drawn = try SharedRenderers.draw(try Planner().plan(snapshot), on: .cpu).image
    #expect(Self.difference(drawn, expected) <= 1)
  }

  @Test("it is cut at the bounds")
  func bounds() throws {
    let layer = Self.layer("MMMMMMMM", size: 40, width: 60, height: 24)
    let root = ShapeFixtures.root(200, 100, layer)
    let image = try SharedRenderers.draw(root, on: .cpu).image
    for y in 0..<100 {
      for x in 0..<200 where x >= 60 || y >= 24 { #expect(image.levels(x, y)[3] == 0) }
    }
    #expect(image.premultipliedRGBA.contains { $0 > 0 })
  }

  @Test("a missing font falls back to an installed one, and that reaches the result")
  func missingFont() throws {
    let layer = Self.layer("Fallback")
    layer.name = "label"
    layer.font = "No Such Font At All"
    let root = ShapeFixtures.root(160, 60, layer)
    let result = try Renderer(.cpu(threads: 1)).render(root)
    #expect(result.diagnostics.count == 1)
    #expect(result.diagnostics.first?.description.contains("No Such Font At All") == true)
    #expect(result.diagnostics.first?.layerPath?.hasSuffix("label") == true)
    #expect(result.image.premultipliedRGBA.contains { $0 > 0 })
    for name in ["Helvetica", "SFProText-Regular", "SFProDisplay-Bold"] {
      layer.font = name
      let notes = try Renderer(.cpu(threads: 1)).render(root).diagnostics
      #expect(notes.allSatisfy { $0.severity == .note }, "\(name)")
    }
  }

  @Test("fonts by name, as CTFont and as CGFont")
  func fonts() throws {
    let layer = Self.layer("Fonts", size: 18)
    let expected = try Self.draw(layer)
    layer.font = CTFont(fontName: "DejaVu Sans", pointSize: 3)
    #expect(Self.difference(try Self.draw(layer), expected) == 0)
    layer.font = CGFont("DejaVu Sans")
    #expect(Self.difference(try Self.draw(layer), expected) == 0)
  }

  @Test("both renderers agree, under any transform")
  func parity() throws {
    guard SharedRenderers.hasGPU else { return }
    for angle in [0, 0.2, 1.1] as [CGFloat] {
      let layer = Self.layer(Self.lorem)
      layer.isWrapped = true
      layer.transform = CATransform3DRotate(CATransform3DMakeScale(0.8, 0.9, 1), angle, 0, 0.3, 1)
      #expect(Self.difference(try Self.draw(layer, on: .cpu), try Self.draw(layer, on: .gpu)) <= 2)
    }
  }

  @Test("sizes and texts that nobody should ask for", .timeLimit(.minutes(30)))
  func badInput() throws {
    for size in [0, -3, .nan, .infinity, 1e6] as [CGFloat] {
      let image = try Self.draw(Self.layer("Size", size: size))
      if !(size > 0) { #expect(image.premultipliedRGBA.allSatisfy { $0 == 0 }) }
    }
    let long = Self.layer(String(repeating: "Ten megabytes of text. ", count: 450_000))
    long.isWrapped = true
    let root = ShapeFixtures.root(160, 60, long)
    let result = try Renderer(.cpu(threads: 1)).render(root)
    #expect(result.diagnostics.map(\.code) == ["text-cut-off"])
    long.isWrapped = false
    _ = try Self.draw(long)
    let invalid = String(decoding: [0x61, 0xFF, 0xC3, 0x28, 0xE2, 0x82, 0x62] as [UInt8], as: UTF8.self)
    _ = try Self.draw(Self.layer(invalid))
    for size in [CGSize(width: 0, height: 10), CGSize(width: 1e12, height: 10), CGSize(width: -160, height: -60)] {
      let layer = Self.layer("Bounds")
      layer.bounds.size = size
      _ = try SharedRenderers.draw(ShapeFixtures.root(100, 100, layer), on: .cpu)
    }
  }

  @Test("where the heap cannot grow at its place, memory is not short") func blockedHeap() async {
    await #expect(processExitsWith: .success) { try Self.drawWithBlockedHeap() }
  }

  /// The C library then takes memory from elsewhere, and leaves the error behind that there was none.
  private static func drawWithBlockedHeap() throws {
    let expected = try draw(layer(String(repeating: "words ", count: 20_000))).premultipliedRGBA
    // Threads share one heap from now on, right behind which lies a page.
    let setting = try #require(dlsym(nil, "mallopt"), "the C library is another one")
    let set = unsafeBitCast(setting, to: (@convention(c) (Int32, Int32) -> Int32).self)
    let arenaCount: Int32 = -8
    #expect(set(arenaCount, 1) == 1)
    let (pageSize, onlyThere) = (UInt(4096), Int32(0x10_0000))
    let page = (UInt(bitPattern: sbrk(0)) + pageSize - 1) / pageSize * pageSize
    let place = mmap(
      UnsafeMutableRawPointer(bitPattern: page), Int(pageSize), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | onlyThere, -1,
      0)
    #expect(place == UnsafeMutableRawPointer(bitPattern: page))
    errno = 0
    #expect(sbrk(1 << 24) == UnsafeMutableRawPointer(bitPattern: -1) && errno == ENOMEM)
    let failures = Locked<[String]>([])
    let group = DispatchGroup()
    for number in 0..<8 {
      group.enter()
      let thread = Thread {
        do {
          // Others' words, so that nothing is known of them.
          _ = try draw(layer(String(repeating: "other\(number) ", count: 20_000)))
          let image = try draw(layer(String(repeating: "words ", count: 20_000)))
          if image.premultipliedRGBA != expected { failures.withLock { $0.append("\(number) is another picture") } }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
        group.leave()
      }
      thread.stackSize = 1 << 22
      thread.start()
    }
    group.wait()
    let problems = failures.withLock { $0 }
    #expect(problems.isEmpty, "\(problems)")
  }
}
