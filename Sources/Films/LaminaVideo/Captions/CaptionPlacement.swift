// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Where a caption stands, as far as its file says.
///
/// What the file leaves open is the template's.
public struct CaptionPlacement: Sendable, Hashable {
  /// How far down the picture.
  public enum Vertical: Sendable, Hashable {
    /// Its top lies at a part of the height.
    case top(Double)
    /// Its middle lies at a part of the height.
    case middle(Double)
    /// Its bottom lies at a part of the height.
    case bottom(Double)
    /// It begins at a line of text, from 0 at the top, or from -1, the last line, at the bottom.
    case line(Int)
  }

  /// At which side of its place lines stand.
  public enum Alignment: String, Sendable, Hashable {
    /// On the left.
    case left
    /// In the middle.
    case center
    /// On the right.
    case right
  }

  /// How far down it stands; `nil` where the template does.
  public var vertical: Vertical?
  /// How its lines stand; `nil` as the template has it.
  public var alignment: Alignment?
  /// Where its lines stand across the picture, as a part of the width: its left side, middle or right side, as
  /// ``alignment`` says.
  public var horizontal: Double?
  /// How wide its lines may be, as a part of the width.
  public var width: Double?

  /// Makes a placement that leaves all to the template.
  public init() {}

  /// The settings behind a time of WebVTT: `line:90% position:50% size:80% align:start`.
  ///
  /// - Returns: It, and the settings that mean nothing here.
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

  /// A place on the keypad of numbers, as SubStation has it: 1 is on the left below, 9 on the right above.
  init(keypad place: Int) {
    alignment = [.left, .center, .right][(place - 1) % 3]
    // As far from the edge as the usual captions are.
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
