// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import Synchronization

/// Finds the names that look like a mistyped one.
package enum NearNames {
  /// At most `limit` of `names` that are near `name`, the nearest first.
  ///
  /// Near is a third of the length, at least two edits; an edit inserts, removes, changes or swaps characters, and
  /// upper against lower case counts nothing.
  package static func nearest(to name: String, in names: some Sequence<String>, limit: Int = 4) -> [String] {
    nearest(to: name, in: NameList(names), limit: limit)
  }

  /// The same of names that are asked for often.
  static func nearest(to name: String, in list: NameList, limit: Int = 4) -> [String] {
    var measure = NameDistance(from: NameList.Entry(name))
    var found: [(distance: Int, name: String)] = []
    for entries in list.byLength[measure.lengths] {
      for entry in entries where entry.name != name {
        if let distance = measure.distance(to: entry) { found.append((distance, entry.name)) }
      }
    }
    found.sort { $0.distance != $1.distance ? $0.distance < $1.distance : $0.name < $1.name }
    return found.prefix(limit).map(\.name)
  }

  /// "; did you mean 'a', 'b' or 'c'?", or nothing.
  package static func suggestion(_ names: [String]) -> String {
    guard let last = names.last else { return "" }
    let quoted = names.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return "; did you mean \(quoted.isEmpty ? "" : quoted + " or ")'\(last)'?"
  }
}

/// Names by the lengths that they are compared in, each once.
struct NameList: Sendable {
  /// A name, and what is compared of it.
  struct Entry: Sendable {
    let name: String
    /// In lower case, up to ``longest``.
    let bytes: [UInt8]
    /// How many letters there are of each kind; several letters share a kind.
    let letters: SIMD32<Int16>

    init(_ name: String) {
      self.name = name
      bytes = Array(name.lowercased().utf8.prefix(NameList.longest))
      var letters = SIMD32<Int16>.zero
      for byte in bytes { letters[Int(byte & 31)] += 1 }
      self.letters = letters
    }
  }

  /// Names are compared up to this many bytes.
  static let longest = 256
  /// The names whose bytes are so many.
  private(set) var byLength = [[Entry]](repeating: [], count: longest + 1)

  init(_ names: some Sequence<String>) {
    for name in Set(names) {
      let entry = Entry(name)
      byLength[entry.bytes.count].append(entry)
    }
  }
}

extension LayerKeyTable {
  private static let lists = Locked<[String: NameList]>([:])

  /// The key paths that look like a mistyped one. A document may ask for a hundred thousand that are none, so what is
  /// compared is kept.
  func nearest(to name: String) -> [String] {
    let list = Self.lists.withLock { lists in
      if let list = lists[className] { return list }
      let list = NameList(pathNames)
      lists[className] = list
      return list
    }
    return NearNames.nearest(to: name, in: list)
  }
}

/// The optimal string alignment distance of one name to many, as far as it is near.
///
/// Most names are told apart by their lengths and by the letters that they are made of; of the others only the cells
/// are looked at that can lead to a distance within reach.
private struct NameDistance {
  private let wanted: NameList.Entry
  /// The largest distance that counts as near.
  private let reach: Int
  private var row: [Int]
  private var previous: [Int]
  private var twoBack: [Int]
  /// More than any distance.
  private static let far = 1 << 20

  init(from wanted: NameList.Entry) {
    self.wanted = wanted
    reach = max(2, wanted.bytes.count / 3)
    row = [Int](repeating: 0, count: wanted.bytes.count + reach + 1)
    (previous, twoBack) = (row, row)
  }

  /// How long names are that can be near.
  var lengths: ClosedRange<Int> {
    max(wanted.bytes.count - reach, 0)...min(wanted.bytes.count + reach, NameList.longest)
  }

  /// The distance to a name of such a length; `nil` where it is not near.
  mutating func distance(to candidate: NameList.Entry) -> Int? {
    // An edit adds one letter, takes one away, or both.
    let more = candidate.letters &- wanted.letters
    let added = Int(more.replacing(with: 0, where: more .< 0).wrappedSum())
    guard max(added, added - Int(more.wrappedSum())) <= reach else { return nil }
    return aligned(wanted.bytes, candidate.bytes)
  }

  private mutating func aligned(_ wanted: [UInt8], _ candidate: [UInt8]) -> Int? {
    let count = candidate.count
    for column in 0...count { previous[column] = column <= reach ? column : Self.far }
    var leastBefore = 0
    for line in wanted.indices {
      let (low, high) = (max(0, line - reach), min(count, line + reach + 1))
      row[low] = low == 0 ? line + 1 : Self.far
      var least = row[low]
      for column in low..<max(low, high) {
        let isSame = wanted[line] == candidate[column]
        var best = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, row[column] + 1)
        if line > 0, column > 0, wanted[line] == candidate[column - 1], wanted[line - 1] == candidate[column] {
          best = min(best, twoBack[column - 1] + 1)
        }
        row[column + 1] = best
        least = min(least, best)
      }
      if high < count { row[high + 1] = Self.far }
      // What is far after two lines is never near again.
      guard min(least, leastBefore) <= reach else { return nil }
      leastBefore = least
      swap(&twoBack, &previous)
      swap(&previous, &row)
    }
    return previous[count] <= reach ? previous[count] : nil
  }
}
