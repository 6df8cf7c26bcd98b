// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The position of a caption, as far as its file specifies it.
///
/// Everything else is taken from the template.
public struct CaptionPlacement: Sendable, Hashable {
  /// The vertical position in the picture.
  public enum Vertical: Sendable, Hashable {
    /// The top of the caption, as a fraction of the height.
    case top(Double)
    /// The middle of the caption, as a fraction of the height.
    case middle(Double)
    /// The bottom of the caption, as a fraction of the height.
    case bottom(Double)
    /// The line of text at which the caption begins: from 0 at the top, or from -1, the last line, at the bottom.
    case line(Int)
  }

  /// The alignment of lines at their horizontal position.
  public enum Alignment: String, Sendable, Hashable {
    /// Left-aligned.
    case left
    /// Centred.
    case center
    /// Right-aligned.
    case right
  }

  /// The vertical position; `nil` for the template's.
  public var vertical: Vertical?
  /// The alignment of lines; `nil` for the template's.
  public var alignment: Alignment?
  /// The horizontal position of lines, as a fraction of the width: of their left side, middle or right side, depending
  /// on ``alignment``.
  public var horizontal: Double?
  /// The largest width of lines, as a fraction of the picture's width.
  public var width: Double?

  /// Makes a placement that takes everything from the template.
  public init() {}

  /// Parses the settings after the times in WebVTT: `line:90% position:50% size:80% align:start`.
  ///
  /// - Returns: The placement, and the settings that were ignored.
  static func webVTT(_ settings: Substring) -> (CaptionPlacement, ignored: [Substring]) {
    var placement = CaptionPlacement()
    var ignored: [Substring] = []
    for setting in settings.split(whereSeparator: \.isWhitespace) {
      guard let colon = setting.firstIndex(of: ":") else {
        ignored.append(setting)
        continue
      }
      let value = setting[setting.index(after: colon)...]
      let parts = value.split(separator: ",", omittingEmptySubsequences: false)
      let isTaken =
        switch setting[..<colon] {
        case "line": placement.setLine(parts)
        case "position": placement.set(\.horizontal, parts.first)
        case "size": placement.set(\.width, parts.first)
        case "align": placement.setAlignment(value)
        default: false
        }
      if !isTaken { ignored.append(setting) }
    }
    return (placement, ignored)
  }

  /// Makes a placement from a position on a numeric keypad, as SubStation has it: 1 is at the bottom left, 9 at the top
  /// right.
  init(keypad place: Int) {
    alignment = [.left, .center, .right][(place - 1) % 3]
    // The default captions have the same distance from the edge.
    vertical = [nil, .middle(0.5), .top(CaptionStyle.margin)][(place - 1) / 3]
  }

  private mutating func setLine(_ parts: [Substring]) -> Bool {
    guard let first = parts.first else { return false }
    if let fraction = Self.fraction(first) {
      vertical =
        switch parts.dropFirst().first {
        case "center": .middle(fraction)
        case "end": .bottom(fraction)
        default: .top(fraction)
        }
      return true
    }
    guard let line = Int(first), (-1000...1000).contains(line) else { return false }
    vertical = .line(line)
    return true
  }

  private mutating func setAlignment(_ value: Substring) -> Bool {
    switch value {
    case "start", "left": alignment = .left
    case "center", "middle": alignment = .center
    case "end", "right": alignment = .right
    default: return false
    }
    return true
  }

  private mutating func set(_ path: WritableKeyPath<CaptionPlacement, Double?>, _ text: Substring?) -> Bool {
    guard let fraction = text.flatMap(Self.fraction) else { return false }
    self[keyPath: path] = fraction
    return true
  }

  private static func fraction(_ text: Substring) -> Double? {
    guard text.hasSuffix("%"), let number = Double(text.dropLast()), (0...100).contains(number) else { return nil }
    return number / 100
  }
}
