// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaGeometry
public import LaminaGraphics

/// The text of a caption, as runs with one look each.
public struct CaptionText: Sendable, Hashable {
  /// A piece of text.
  public struct Run: Sendable, Hashable {
    /// The text; may hold line breaks.
    public var text: String
    /// Whether the text is bold.
    public var isBold = false
    /// Whether the text is slanted.
    public var isItalic = false
    /// Whether the text is underlined.
    public var isUnderlined = false
    /// The colour of the text; `nil` for the caption's own.
    public var color: CGColor?
    /// The time when the text is spoken; `nil` if the file does not specify it.
    ///
    /// - Units: seconds of the file's time.
    public var time: TimeInterval?

    /// Makes a run of plain text.
    public init(_ text: String) { self.text = text }

    /// Whether the run has no attributes of its own.
    var isPlain: Bool { !isBold && !isItalic && !isUnderlined && color == nil }
  }

  /// The runs, in order.
  public var runs: [Run]

  /// Makes a text from runs.
  public init(_ runs: [Run]) { self.runs = runs }

  /// Makes a plain text.
  public init(_ text: String) { runs = [Run(text)] }

  /// The text without its attributes.
  public var string: String { runs.map(\.text).joined() }

  /// Whether the file specifies the times of words.
  public var hasTimes: Bool { runs.contains { $0.time != nil } }

  /// Whether no run has attributes of its own.
  var isPlain: Bool { runs.allSatisfy(\.isPlain) }
}

/// Parses the text and the tags of SubRip and WebVTT.
struct CaptionMarkup {
  /// An open tag, and the look of the text before it.
  private struct Open {
    var name: String
    var before: CaptionText.Run
  }

  /// The format of the file.
  let format: CaptionFormat
  private(set) var runs: [CaptionText.Run] = []
  /// The position from SubRip's `{\an8}`, as on a numeric keypad; `nil` if there is none.
  private(set) var keypadPlace: Int?
  private var look = CaptionText.Run("")
  private var open: [Open] = []

  /// The largest depth of nested tags.
  private static let maximumDepth = 64

  init(_ text: String, format: CaptionFormat) {
    self.format = format
    read(text[...])
  }

  private mutating func read(_ text: Substring) {
    var rest = text
    var plain = ""
    while let character = rest.first {
      if character == "<", let end = rest.firstIndex(of: ">"),
        let mark = Mark(rest[rest.index(after: rest.startIndex)..<end]),
        format == .webVTT || mark.isKnown
      {
        add(&plain)
        apply(mark)
        rest = rest[rest.index(after: end)...]
      } else if format == .subRip, rest.hasPrefix("{\\"), let end = rest.firstIndex(of: "}") {
        add(&plain)
        for order in rest[..<end].dropFirst(2).split(separator: "\\") { apply(override: order) }
        rest = rest[rest.index(after: end)...]
      } else if character == "&", let (value, end) = Self.entity(rest) {
        plain += value
        rest = rest[end...]
      } else {
        plain.append(character)
        rest = rest.dropFirst()
      }
    }
    add(&plain)
  }

  private mutating func add(_ plain: inout String) {
    defer { plain = "" }
    guard !plain.isEmpty else { return }
    var run = look
    run.text = plain
    runs.append(run)
  }

  /// A tag: the text between `<` and `>`.
  private struct Mark {
    var name: String
    var isEnd = false
    var classes: [Substring] = []
    var rest = ""
    var time: TimeInterval?

    var isKnown: Bool { time != nil || ["b", "i", "u", "s", "font", "c", "v", "lang", "ruby", "rt"].contains(name) }

    init?(_ text: Substring) {
      if let time = CaptionTime.seconds(text) {
        (name, self.time) = ("", time)
        return
      }
      var body = text
      if body.first == "/" {
        isEnd = true
        body = body.dropFirst()
      }
      guard isEnd || body.first?.isLetter == true, !body.contains("\n") else { return nil }
      let head = body.prefix { !$0.isWhitespace }
      let parts = head.split(separator: ".", omittingEmptySubsequences: true)
      name = parts.first.map { $0.lowercased() } ?? ""
      classes = Array(parts.dropFirst())
      rest = String(body.dropFirst(head.count))
    }
  }

  private mutating func apply(_ mark: Mark) {
    if let time = mark.time {
      look.time = time
      return
    }
    guard !mark.isEnd else { return close(mark.name) }
    guard open.count < Self.maximumDepth else { return }
    open.append(Open(name: mark.name, before: look))
    switch mark.name {
    case "b": look.isBold = true
    case "i": look.isItalic = true
    case "u": look.isUnderlined = true
    case "font":
      if let found = mark.rest.firstMatch(of: /color\s*=\s*["']?(#?[0-9A-Za-z]+)/) {
        look.color = Self.color(found.1) ?? look.color
      }
    default: break
    }
    for name in mark.classes { if let color = Self.named[name.lowercased()] { look.color = color } }
  }

  private mutating func close(_ name: String) {
    guard let index = open.lastIndex(where: { $0.name == name || name.isEmpty }) else { return }
    let time = look.time
    look = open[index].before
    // The time of a word stays when the tag ends.
    look.time = time
    open.removeSubrange(index...)
  }

  /// Applies an override code of SubStation, which SubRip files use too: `an8`, `i1`, `c&H00FFFF&`.
  private mutating func apply(override order: Substring) {
    let isOn = order.last != "0"
    switch order {
    case "b0", "b1": look.isBold = isOn
    case "i0", "i1": look.isItalic = isOn
    case "u0", "u1": look.isUnderlined = isOn
    case _ where order.hasPrefix("an"):
      keypadPlace = Int(order.dropFirst(2)).flatMap { (1...9).contains($0) ? $0 : nil }
    default:
      if let found = order.wholeMatch(of: /1?c&H([0-9A-Fa-f]{6})&?/), let value = UInt32(found.1, radix: 16) {
        // Blue comes first in these codes.
        look.color = Self.color(red: value & 0xFF, green: value >> 8 & 0xFF, blue: value >> 16)
      }
    }
  }

  private static func color(_ text: Substring) -> CGColor? {
    if let color = named[text.lowercased()] { return color }
    let digits = text.hasPrefix("#") ? text.dropFirst() : text
    guard digits.count == 6, let value = UInt32(digits, radix: 16) else { return nil }
    return color(red: value >> 16, green: value >> 8 & 0xFF, blue: value & 0xFF)
  }

  private static func color(red: UInt32, green: UInt32, blue: UInt32) -> CGColor {
    CGColor(srgbRed: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255, alpha: 1)
  }

  /// The colours that have classes in WebVTT.
  private static let named: [String: CGColor] = [
    "white": color(red: 255, green: 255, blue: 255), "lime": color(red: 0, green: 255, blue: 0),
    "cyan": color(red: 0, green: 255, blue: 255), "red": color(red: 255, green: 0, blue: 0),
    "yellow": color(red: 255, green: 255, blue: 0), "magenta": color(red: 255, green: 0, blue: 255),
    "blue": color(red: 0, green: 0, blue: 255), "black": color(red: 0, green: 0, blue: 0),
  ]

  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}", "quot": "\"", "apos": "'",
  ]

  private static func entity(_ text: Substring) -> (String, Substring.Index)? {
    guard let end = text.prefix(12).firstIndex(of: ";") else { return nil }
    let name = text[text.index(after: text.startIndex)..<end]
    let after = text.index(after: end)
    if let value = entities[String(name)] { return (value, after) }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, number >= 32, let scalar = Unicode.Scalar(number) else { return nil }
    return (String(scalar), after)
  }
}
