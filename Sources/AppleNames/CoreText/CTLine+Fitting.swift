// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Lines that are made shorter or longer than their text.

public import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

/// The part of a line that is left out.
public enum CTLineTruncationType: UInt32, Sendable {
  /// Its beginning.
  case start = 0
  /// Its end.
  case end = 1
  /// Its middle.
  case middle = 2
}

/// Returns a line that fits into a width.
///
/// - Parameters:
///   - line: The line.
///   - width: The room, in points.
///   - truncationType: The part that is left out where the line is longer.
///   - truncationToken: The line that replaces the part, such as a line of "…"; `nil` for none.
/// - Returns: The line itself where it fits, otherwise a shorter one, whose offsets count in the shorter text; `nil`
///   where not even the token fits.
public func CTLineCreateTruncatedLine(
  _ line: CTLine, _ width: Double, _ truncationType: CTLineTruncationType, _ truncationToken: CTLine?
) -> CTLine? {
  if Double(line.line.width) <= width { return line }
  let token = truncationToken.map { $0.source.string(in: $0.units) } ?? NSAttributedString(string: "")
  guard truncationToken.map({ Double($0.line.width) <= width }) ?? true else { return nil }
  let carets = line.source.carets(in: line.units)
  // The line grows with the number of letters that are kept, except for kerning and joined letters at the cut.
  var (low, high) = (0, carets.count - 1)
  while low < high {
    let middle = (low + high + 1) / 2
    let made = line.shortened(to: middle, carets: carets, truncationType, token: token)
    if Double(made.line.width) <= width { low = middle } else { high = middle - 1 }
  }
  return line.shortened(to: low, carets: carets, truncationType, token: token)
}

/// Returns the offset at which a line is aligned in a width.
///
/// - Parameters:
///   - line: The line. White space at its end does not count.
///   - flushFactor: 0 for the left edge, 1 for the right, a half for the middle; others are clamped.
///   - flushWidth: The width, in points.
/// - Returns: The offset, in points; 0 for a line that is longer than the width.
public func CTLineGetPenOffsetForFlush(_ line: CTLine, _ flushFactor: CGFloat, _ flushWidth: Double) -> Double {
  let factor = flushFactor > 0 ? Double(min(flushFactor, 1)) : 0
  let free = flushWidth - Double(line.line.width) + CTLineGetTrailingWhitespaceWidth(line)
  return free > 0 ? free * factor : 0
}

/// Returns a line whose words are moved apart, or together, towards a width.
///
/// - Parameters:
///   - line: The line.
///   - justificationFactor: The share of the difference to the width, 0...1; other numbers are clamped.
///   - justificationWidth: The width, in points.
/// - Returns: The line; `nil` where the line has no white space between words, or not enough to remove.
public func CTLineCreateJustifiedLine(
  _ line: CTLine, _ justificationFactor: CGFloat, _ justificationWidth: Double
) -> CTLine? {
  let factor = justificationFactor > 0 ? Double(min(justificationFactor, 1)) : 0
  let trailing = CTLineGetTrailingWhitespaceWidth(line)
  let missing = (justificationWidth - Double(line.line.width) + trailing) * factor
  guard missing.isFinite else { return nil }
  if missing == 0 { return line }
  let words = line.clusters.map(\.units).filter { !line.source.isWhite(at: $0.lowerBound) }
  guard let first = words.map(\.lowerBound).min(), let last = words.map(\.upperBound).max() else { return nil }
  let gaps = line.clusters.filter {
    line.source.isWhite(at: $0.units.lowerBound) && $0.units.lowerBound > first && $0.units.lowerBound < last
  }
  let room = gaps.reduce(0) { $0 + $1.x.upperBound - $1.x.lowerBound }
  guard !gaps.isEmpty, missing > -room else { return nil }
  return line.widened(Set(gaps.map(\.units.lowerBound)), by: missing / Double(gaps.count))
}

extension CTLine {
  /// The line with a number of letters, and the token in place of the remaining letters.
  fileprivate func shortened(
    to count: Int, carets: [Int], _ type: CTLineTruncationType, token: NSAttributedString
  ) -> CTLine {
    let head =
      switch type {
      case .start: 0
      case .end: count
      case .middle: (count + 1) / 2
      }
    let text = NSMutableAttributedString(string: "")
    text.append(source.string(in: carets[0]..<carets[head]))
    text.append(token)
    text.append(source.string(in: carets[carets.count - 1 - (count - head)]..<carets[carets.count - 1]))
    return CTLine(TextLine(text))
  }

  /// The line with additional space at some offsets of the string.
  fileprivate func widened(_ gaps: Set<Int>, by room: Double) -> CTLine {
    var line = line
    var moved = 0.0
    for index in line.runs.indices {
      line.runs[index].x += moved
      guard var details = line.runs[index].details else { continue }
      let before = moved
      for place in details.cells.indices {
        details.cells[place].x += moved - before
        guard gaps.contains(source.unit(ofByte: details.cells[place].byte)) else { continue }
        details.cells[place].advance += room
        moved += room
      }
      line.runs[index].width += moved - before
      line.runs[index].details = details
      line.runs[index].draw(0..<details.cells.count, growth: CGFloat(abs(moved - before)))
    }
    line.width += CGFloat(moved)
    return CTLine(TextLine(source: source, line: line, units: units))
  }
}
