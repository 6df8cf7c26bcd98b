// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A replacement of a range of a file's bytes. Bytes outside of edits stay unchanged.
struct Edit: Equatable {
  /// The range, in bytes from the beginning of the file; empty for an insertion.
  var range: Range<Int>
  /// The replacement.
  var text: String

  init(_ range: Range<Int>, _ text: String) {
    (self.range, self.text) = (range, text)
  }

  /// Inserts a text before a byte.
  init(at offset: Int, _ text: String) {
    self.init(offset..<offset, text)
  }
}

/// The edits of a file in the order of their positions; at the same position, in the order in which they were added.
struct EditList {
  private(set) var edits: [Edit] = []

  mutating func add(_ edit: Edit) {
    // An insertion precedes a deletion at the same position; insertions at the same position keep their order.
    let index =
      edits.lastIndex {
        $0.range.lowerBound < edit.range.lowerBound
          || $0.range.lowerBound == edit.range.lowerBound && ($0.range.isEmpty || !edit.range.isEmpty)
      }.map { $0 + 1 } ?? 0
    edits.insert(edit, at: index)
  }

  /// Adds an edit at the beginning of the file, before any other.
  mutating func addFirst(_ edit: Edit) { edits.insert(edit, at: 0) }

  mutating func remove(_ range: Range<Int>) { add(Edit(range, "")) }

  /// The bytes after all edits. An edit inside a range that another edit has replaced is ignored.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 256)
    var place = 0
    for edit in edits where edit.range.lowerBound >= place && edit.range.upperBound <= bytes.count {
      result += bytes[place..<edit.range.lowerBound]
      result += edit.text.utf8
      place = edit.range.upperBound
    }
    return result + bytes[place...]
  }

  /// The position of an original byte after the edits, including insertions before it.
  func moved(_ offset: Int) -> Int {
    var place = 0
    var shift = 0
    for edit in edits where edit.range.lowerBound >= place && edit.range.upperBound <= offset {
      shift += edit.text.utf8.count - edit.range.count
      place = edit.range.upperBound
    }
    return offset + shift
  }
}
