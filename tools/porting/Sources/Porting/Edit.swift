// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A piece of a file's bytes, and what stands there instead. What no edit names stays byte for byte.
struct Edit: Equatable {
  /// Where, in bytes from the beginning of the file; empty where something is put in.
  var range: Range<Int>
  /// What stands there afterwards.
  var text: String

  init(_ range: Range<Int>, _ text: String) {
    (self.range, self.text) = (range, text)
  }

  /// Puts a text in before a byte.
  init(at offset: Int, _ text: String) {
    self.init(offset..<offset, text)
  }
}

/// The edits of a file, in the order of places; of one place, in the order in which they were made.
struct EditList {
  private(set) var edits: [Edit] = []

  mutating func add(_ edit: Edit) {
    // What is put in stands before what is taken away at the same place; insertions at one place keep their order.
    let index =
      edits.lastIndex {
        $0.range.lowerBound < edit.range.lowerBound
          || $0.range.lowerBound == edit.range.lowerBound && ($0.range.isEmpty || !edit.range.isEmpty)
      }.map { $0 + 1 } ?? 0
    edits.insert(edit, at: index)
  }

  /// An edit at the beginning of the file, before any other.
  mutating func addFirst(_ edit: Edit) { edits.insert(edit, at: 0) }

  mutating func remove(_ range: Range<Int>) { add(Edit(range, "")) }

  /// The bytes with all edits made. An edit that lies in what another took away is left out.
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

  /// Where a byte of the original lies after the edits; what was put in before it counts.
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
