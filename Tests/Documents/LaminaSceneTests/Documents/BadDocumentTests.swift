// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// Documents that give no scene: each a typed error with its place and one line of reason.
@Suite struct BadDocumentTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var line: Int
    var column: Int
    var reason: String
    var testDescription: String { name }
  }

  static let samples: [Sample] = [
    Sample(name: "empty", text: "", line: 1, column: 1, reason: "empty"),
    Sample(name: "blank", text: "\n\n  ", line: 3, column: 3, reason: "empty"),
    Sample(name: "not XML", text: "hello", line: 1, column: 1, reason: "not well-formed"),
    Sample(name: "PNG", text: "\u{89}PNG\r\n\u{1a}\n", line: 1, column: 1, reason: "not well-formed"),
    Sample(name: "wrong root", text: "\n<svg/>", line: 2, column: 1, reason: "<svg>"),
    Sample(name: "a bare layer", text: "<CALayer/>", line: 1, column: 1, reason: "<CALayer>"),
    Sample(
      name: "no layer inside", text: "<caml>\n <MicaAssetManifest/></caml>", line: 2, column: 2,
      reason: "<MicaAssetManifest>, which is no layer"),
    Sample(
      name: "unclosed element", text: "<caml>\n <CALayer>\n  <sublayers>\n </CALayer>\n</caml>", line: 4, column: 2,
      reason: "</CALayer> does not close <sublayers>, opened at line 3, column 3"),
    Sample(
      name: "cut off between tags", text: "<caml>\n <CALayer>", line: 2, column: 11,
      reason: "ends inside <CALayer>, opened at line 2, column 2"),
    Sample(name: "cut off in a tag", text: "<caml><CALayer bou", line: 1, column: 7, reason: "unclosed token"),
    Sample(
      name: "attribute twice", text: "<caml><CALayer a='1' a='2'/></caml>", line: 1, column: 22,
      reason: "duplicate attribute"),
    Sample(name: "two roots", text: "<caml/><caml/>", line: 1, column: 8, reason: "junk after document element"),
    Sample(
      name: "undefined entity", text: "<caml><CALayer name='&lol;'/></caml>", line: 1, column: 7,
      reason: "undefined entity"),
    Sample(name: "doctype", text: "<!DOCTYPE caml>\n<caml/>", line: 1, column: 1, reason: "DOCTYPE"),
    Sample(
      name: "external entity",
      text: "<?xml version='1.0'?>\n<!DOCTYPE caml [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>\n<caml>&x;</caml>",
      line: 2, column: 1, reason: "DOCTYPE"),
    Sample(
      name: "entity bomb",
      text:
        "<!DOCTYPE caml [<!ENTITY a 'aaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;'>]><caml>&c;</caml>",
      line: 1, column: 1, reason: "DOCTYPE"),
    Sample(
      name: "external DTD", text: "<!DOCTYPE caml SYSTEM 'http://example.org/caml.dtd'><caml/>", line: 1, column: 1,
      reason: "DOCTYPE"),
    Sample(
      name: "invalid UTF-8", text: "<?xml version='1.0' encoding='x-unknown'?><caml/>", line: 1, column: 31,
      reason: "unknown encoding"),
  ]

  @Test("gives an error with its place", arguments: samples)
  func error(_ sample: Sample) throws {
    let error = try #require(refusal(of: sample.text))
    #expect(error.location == Diagnostic.Location(file: "test.caml", line: sample.line, column: sample.column))
    #expect(error.description.contains(sample.reason), "\(error)")
    #expect(error.description.hasPrefix("test.caml:\(sample.line):\(sample.column): "))
    #expect(!error.description.contains("\n"))
  }

  @Test func kindsOfErrors() {
    func isCase(_ text: String, _ holds: (SceneError) -> Bool) -> Bool { refusal(of: text).map(holds) ?? false }
    #expect(isCase("<caml>") { if case .malformed = $0 { true } else { false } })
    #expect(isCase("<!DOCTYPE caml><caml/>") { if case .refused = $0 { true } else { false } })
    #expect(isCase("<svg/>") { if case .wrongRoot = $0 { true } else { false } })
  }

  @Test func invalidUTF8() {
    let bytes = Array("<caml><CALayer name='".utf8) + [0xC3, 0x28] + Array("'/></caml>".utf8)
    #expect(throws: SceneError.self) { try SceneReader().read(bytes, named: "x") }
  }

  @Test func limits() throws {
    var limits = SceneLimits()
    limits.documentBytes = 20
    #expect(
      refusal(of: "<caml><CALayer/><!-- long --></caml>", limits: limits)
        == .documentTooLarge(path: "test.caml", limit: 20))
    limits = SceneLimits()
    limits.elements = 3
    #expect(refusal(of: "<caml><CALayer><a/></CALayer></caml>", limits: limits) == nil)
    let elements = try #require(refusal(of: "<caml><CALayer><a/>\n<b/></CALayer></caml>", limits: limits))
    #expect(elements.location?.line == 2 && elements.description.contains("more than 3 elements"))
    limits = SceneLimits()
    limits.attributeBytes = 10
    #expect(refusal(of: "<caml><CALayer name='0123456789'/></caml>", limits: limits) == nil)
    let attribute = try #require(refusal(of: "<caml><CALayer name='01234567890'/></caml>", limits: limits))
    #expect(attribute.description.contains("'name' is longer than 10 bytes"))
  }

  @Test func aHundredThousandLevels() throws {
    let depth = 100_000
    let document =
      "<caml>" + String(repeating: "<CALayer><sublayers>", count: depth)
      + String(repeating: "</sublayers></CALayer>", count: depth) + "</caml>"
    let scene = try read(document)
    var levels = 1
    var layer = scene.root
    while let next = layer.sublayers?.first { (layer, levels) = (next, levels + 1) }
    #expect(levels == depth)
    #expect(scene.diagnostics.isEmpty)
  }

  @Test func deepMasksAndDeepNonsense() throws {
    let masks =
      String(repeating: "<CALayer><mask>", count: 100_000)
      + String(repeating: "</mask></CALayer>", count: 100_000)
    #expect(try read("<caml>\(masks)</caml>").root.mask != nil)
    let nonsense = String(repeating: "<a>", count: 500_000) + String(repeating: "</a>", count: 500_000)
    #expect(try readRoot("<CALayer>\(nonsense)</CALayer>").codes == ["unknown-element"])
    #expect(try readRoot("<CALayer><backgroundColor>\(nonsense)</backgroundColor></CALayer>").codes == ["bad-value"])
    #expect(refusal(of: String(repeating: "<caml>", count: 900_000))?.location?.column == 5_400_001)
  }

  @Test func theMostElements() throws {
    let layers = String(repeating: "<CALayer bounds='0 0 1 1' position='3 4'/>", count: 999_997)
    let scene = try readRoot("<CALayer><sublayers>\(layers)</sublayers></CALayer>")
    #expect(scene.root.sublayers?.count == 999_997)
    #expect(refusal(of: "<caml><CALayer><sublayers>\(layers)<CALayer/></sublayers></CALayer></caml>") != nil)
  }

  @Test func repeatingALongValueByReferenceIsBounded() throws {
    let path = String(repeating: "0 0 m 1 1 l ", count: 100_000)
    let layers = String(repeating: "<CAShapeLayer><path object='p'/></CAShapeLayer>", count: 10_000)
    let scene = try readRoot(
      "<CAShapeLayer><path id='p' value='\(path)'/><sublayers>\(layers)</sublayers></CAShapeLayer>")
    #expect(scene.codes == ["bad-reference"])
  }
}
