// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// A path with a placeholder for the number of a frame: `frames/%05d.png`.
public struct FramePattern: Sendable, Hashable {
  /// The pattern as it was given.
  public let text: String
  private let before: String
  private let after: String
  /// The smallest number of digits.
  private let digits: Int

  /// Parses a pattern.
  ///
  /// - Parameter text: A path with one `%d` or `%0Nd` in it, N from 1 to 9; `%%` stands for a percent sign.
  /// - Throws: ``ExportError/badDestination(path:reason:)`` if there is no placeholder, several, or any other
  ///   conversion.
  public init(_ text: String) throws(ExportError) {
    self.text = text
    var parts = [""]
    var width = 0
    var rest = Substring(text)
    while let percent = rest.firstIndex(of: "%") {
      parts[parts.count - 1] += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      if rest.first == "%" {
        parts[parts.count - 1] += "%"
        rest = rest.dropFirst()
        continue
      }
      let flags = rest.prefix { $0.isASCII && $0.isNumber }
      guard rest.dropFirst(flags.count).first == "d", flags.isEmpty || Self.width(flags) != nil else {
        let conversion = "%" + rest.prefix(flags.count + 1)
        throw .badDestination(
          path: text,
          reason: "'\(conversion)' is no place for a frame's number; write %d or %05d, and %% for a percent sign")
      }
      width = Self.width(flags) ?? 1
      parts.append("")
      rest = rest.dropFirst(flags.count + 1)
    }
    parts[parts.count - 1] += rest
    guard parts.count == 2 else {
      throw .badDestination(
        path: text,
        reason: parts.count < 2
          ? "a sequence of pictures takes one %d or %05d in its name" : "the frame's number stands in it more than once"
      )
    }
    (before, after, digits) = (parts[0], parts[1], width)
  }

  private static func width(_ flags: Substring) -> Int? {
    guard flags.count == 2, flags.first == "0", let width = Int(flags), width >= 1 else { return nil }
    return width
  }

  /// A name that is equal for all patterns that may have common files: the file name without its folder, with `%d` for
  /// the number and all digits beside it. `%d.png`, `%05d.png` and `2%d.png` all match files such as `20000.png`.
  package var family: String {
    // A number in the name of the folder does not affect the name of the file.
    guard !after.contains("/") else { return PathParts.name(of: after) }
    func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
    var front = Substring(PathParts.name(of: before))
    while let last = front.last, isDigit(last) { front.removeLast() }
    return "\(front)%d\(after.drop(while: isDigit))"
  }

  /// The path of the file of a frame.
  public func path(of frame: Int) -> String {
    let number = String(frame)
    return before + String(repeating: "0", count: max(0, digits - number.count)) + number + after
  }
}
