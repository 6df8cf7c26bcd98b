// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Lays out a paragraph: breaks its lines in a box and computes the position of each letter. Letters are known only by
// their advances, so that outlines from the document and letters of installed fonts are treated alike.

/// The lines of one paragraph.
struct TextSetting {
  /// A line, without the white space at its end.
  struct Line {
    /// The letters of the line, by their indices in the paragraph.
    var letters: Range<Int>
    /// The position of each letter, in points; for a line that the font sets as a whole, only the beginning of the
    /// line.
    var places: [Double]
    /// Whether the spaces of the line are widened.
    var isJustified: Bool
  }

  private(set) var lines: [Line] = []

  /// Lays out a paragraph.
  ///
  /// - Parameters:
  ///   - advances: The advance of each letter, in points, including tracking.
  ///   - isSpace: Whether each letter is white space.
  ///   - tracking: The tracking that is included in each advance; it does not apply to the last letter of a line.
  init(_ document: LottieTextDocument, advances: [Double], isSpace: [Bool], tracking: Double) {
    var start = 0
    repeat {
      let next = document.box.map { Self.end(of: start, advances, isSpace, $0.size.x + tracking) } ?? advances.count
      var end = next
      // Spaces at the end of a line may exceed the box.
      if document.box != nil { while end > start, isSpace[end - 1] { end -= 1 } }
      let isLast = next >= advances.count
      let (begin, gap) = Self.place(
        document, width: advances[start..<end].reduce(0, +) - (end > start ? tracking : 0),
        spaces: isSpace[start..<end].count(where: \.self), isLast: isLast)
      var x = begin
      var places: [Double] = []
      for index in start..<end {
        places.append(x)
        x += advances[index] + (isSpace[index] ? gap : 0)
      }
      lines.append(Line(letters: start..<end, places: places, isJustified: gap != 0))
      start = next
    } while start < advances.count
  }

  /// Lays out a paragraph of one line whose letters the font sets.
  init(_ document: LottieTextDocument, width: Double, count: Int) {
    let begin = Self.place(document, width: width, spaces: 0, isLast: true).begin
    lines = [Line(letters: 0..<count, places: count > 0 ? [begin] : [], isJustified: false)]
  }

  /// The beginning of the line after a line that begins at `start`: after the last word that fits, or inside a word
  /// that is too long for a whole line.
  private static func end(of start: Int, _ advances: [Double], _ isSpace: [Bool], _ room: Double) -> Int {
    var x = 0.0
    var afterSpace: Int?
    for index in start..<advances.count {
      x += advances[index]
      if isSpace[index] {
        afterSpace = index + 1
      } else if x > room + 1e-6, index > start {
        return afterSpace ?? index
      }
    }
    return advances.count
  }

  /// The beginning of a line, and the amount by which its spaces are widened.
  private static func place(_ document: LottieTextDocument, width: Double, spaces: Int, isLast: Bool)
    -> (begin: Double, gap: Double)
  {
    let left = document.box?.position.x ?? 0
    let rest = (document.box?.size.x ?? 0) - width
    switch document.justification {
    case 1: return (left + rest, 0)
    case 2: return (left + rest / 2, 0)
    case 3...6 where document.box != nil && (!isLast || document.justification == 6):
      return spaces > 0 && rest > 0 ? (left, rest / Double(spaces)) : (left, 0)
    case 4: return (left + rest, 0)
    case 5: return (left + rest / 2, 0)
    default: return (left, 0)
    }
  }
}

extension TextSetting.Line {
  /// The parts of the line in which the font sets the letters: the whole line, or each word of a justified line.
  func parts(isSpace: (Int) -> Bool) -> [(letters: Range<Int>, x: Double)] {
    guard let x = places.first else { return [] }
    guard isJustified else { return [(letters, x)] }
    var result: [(letters: Range<Int>, x: Double)] = []
    var start: Int?
    for index in letters {
      if isSpace(index) {
        if let start { result.append((start..<index, places[start - letters.lowerBound])) }
        start = nil
      } else if start == nil {
        start = index
      }
    }
    if let start { result.append((start..<letters.upperBound, places[start - letters.lowerBound])) }
    return result
  }
}
