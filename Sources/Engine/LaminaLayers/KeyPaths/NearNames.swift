// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import Synchronization

/// Finds names that are similar to a mistyped one.
package enum NearNames {
  /// Returns at most `limit` of `names` that are similar to `name`, the nearest first.
  ///
  /// Similar means a distance of at most a third of the length, or of two edits where that is more; an edit inserts,
  /// removes, changes or swaps characters, and a difference in case does not count.
  package static func nearest(to name: String, in names: some Sequence<String>, limit: Int = 4) -> [String] {
    nearest(to: name, in: NameList(names), limit: limit)
  }

  /// Returns similar names from a prepared list, for lists that are searched often.
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

  /// Returns "; did you mean 'a', 'b' or 'c'?", or an empty text.
  package static func suggestion(_ names: [String]) -> String {
    guard let last = names.last else { return "" }
    let quoted = names.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return "; did you mean \(quoted.isEmpty ? "" : quoted + " or ")'\(last)'?"
  }
}

/// Names without repetitions, grouped by the lengths in which they are compared.
struct NameList: Sendable {
  /// A name, and the data for its comparison.
  struct Entry: Sendable {
    let name: String
    /// The name in lower case, up to ``longest`` bytes.
    let bytes: [UInt8]
    /// The number of letters of each kind; several letters share a kind.
    let letters: SIMD32<Int16>

    init(_ name: String) {
      self.name = name
      bytes = Array(name.lowercased().utf8.prefix(NameList.longest))
      var letters = SIMD32<Int16>.zero
      for byte in bytes { letters[Int(byte & 31)] += 1 }
      self.letters = letters
    }
  }

  /// The number of bytes up to which names are compared.
  static let longest = 256
  /// The names, by their number of bytes.
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

  /// Returns the key paths that are similar to a mistyped one. A document may use a hundred thousand unknown key paths,
  /// so the prepared list is kept.
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

/// The optimal string alignment distances of one name to many, as long as they count as near.
///
/// Most names are excluded by their lengths and by their letters; for the others, only the cells are computed that can
/// lead to a distance within reach.
private struct NameDistance {
  private let wanted: NameList.Entry
  /// The largest distance that counts as near.
  private let reach: Int
  private var row: [Int]
  private var previous: [Int]
  private var twoBack: [Int]
  /// A number above any distance.
  private static let far = 1 << 20

  init(from wanted: NameList.Entry) {
    self.wanted = wanted
    reach = max(2, wanted.bytes.count / 3)
    row = [Int](repeating: 0, count: wanted.bytes.count + reach + 1)
    (previous, twoBack) = (row, row)
  }

  /// The lengths of names that can be near.
  var lengths: ClosedRange<Int> {
    max(wanted.bytes.count - reach, 0)...min(wanted.bytes.count + reach, NameList.longest)
  }

  /// Returns the distance to a name of such a length; `nil` where it is not near.
  mutating func distance(to candidate: NameList.Entry) -> Int? {
    // An edit adds one letter, removes one, or both.
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
      // After two rows beyond reach, no later distance is within reach.
      guard min(least, leastBefore) <= reach else { return nil }
      leastBefore = least
      swap(&twoBack, &previous)
      swap(&previous, &row)
    }
    return previous[count] <= reach ? previous[count] : nil
  }
}
