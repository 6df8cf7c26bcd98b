// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The parts of a paragraph that are laid out: the whole paragraph, or the visible parts of a long one.
struct TextPieces {
  /// The bytes of the text, in order.
  let ranges: [Range<Int>]
  /// Whether nothing is left out.
  let isWhole: Bool

  /// Takes the text at one or both ends of a paragraph.
  ///
  /// - Parameters:
  ///   - paragraph: Its bytes.
  ///   - text: All bytes of the text, to cut between characters.
  ///   - length: The approximate number of bytes to take from each needed end.
  ///   - truncation: The part of the paragraph that is left out.
  init(of paragraph: Range<Int>, in text: [UInt8], length: Int, truncation: TextLayout.Truncation) {
    func boundary(_ index: Int) -> Int {
      var result = index
      while result > paragraph.lowerBound, result < paragraph.upperBound, text[result] & 0xC0 == 0x80 { result -= 1 }
      return result
    }
    guard paragraph.count > 2 * length else {
      ranges = [paragraph]
      isWhole = true
      return
    }
    let beginning = paragraph.lowerBound..<boundary(paragraph.lowerBound + length)
    let end = boundary(paragraph.upperBound - length)..<paragraph.upperBound
    switch truncation {
    case .none, .end: ranges = [beginning]
    case .start: ranges = [end]
    case .middle: ranges = [beginning, end]
    }
    isWhole = false
  }

  /// The bytes that are laid out.
  func bytes(of text: [UInt8]) -> [UInt8] {
    ranges.reduce(into: []) { $0 += text[$1] }
  }

  /// The position in the text of a byte of the laid-out text.
  func position(of offset: Int) -> Int {
    var offset = offset
    for range in ranges {
      if offset < range.count { return range.lowerBound + offset }
      offset -= range.count
    }
    return ranges.last?.upperBound ?? 0
  }

  /// The parts of a range of the text that are laid out, in bytes of the laid-out text.
  func overlaps(with range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    for piece in ranges {
      let overlap = range.clamped(to: piece)
      if !overlap.isEmpty {
        let low = start + overlap.lowerBound - piece.lowerBound
        result.append(low..<(low + overlap.count))
      }
      start += piece.count
    }
    return result
  }
}

/// Splits text at the ends of paragraphs: line feed, carriage return, both, or U+2029.
struct ParagraphSplitter {
  let bytes: [UInt8]

  /// The bytes of each paragraph, without its terminator. Text that ends with a terminator has an empty paragraph after
  /// it.
  ///
  /// - Parameter limit: The greatest number of paragraphs to look for.
  func paragraphs(limit: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let length = separatorLength(at: index)
      guard length > 0 else {
        index += 1
        continue
      }
      result.append(start..<index)
      if result.count == limit { return result }
      index += length
      start = index
    }
    result.append(start..<bytes.count)
    return result
  }

  private func separatorLength(at index: Int) -> Int {
    switch bytes[index] {
    case 0x0A: 1
    case 0x0D: index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
    case 0xE2: index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0xA9 ? 3 : 0
    default: 0
    }
  }
}
