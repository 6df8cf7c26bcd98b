// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaPlan

/// The parts of a table that are the same, in the same places, as in the walk before.
///
/// During a walk, the table holds only the other parts, one after the other. At the end of the walk they are written
/// into the remaining places of an array that holds the kept parts: the table of the walk before the last. The plan
/// that used that table has been drawn and released, so the array is not shared, and only the parts that the last walk
/// changed have to be updated in it. So the cost depends on the amount of changes, and not on the length of the table.
struct Splice {
  /// The kept parts, as indices in the whole table; ascending, with gaps between them.
  private var kept: [Range<Int>] = []
  /// The number of elements in the kept parts.
  private(set) var count = 0

  /// Keeps a part, which comes after everything recorded so far.
  mutating func keep(_ part: Range<Int>) {
    guard !part.isEmpty else { return }
    count += part.count
    if let last = kept.last, last.upperBound == part.lowerBound {
      kept[kept.count - 1] = last.lowerBound..<part.upperBound
    } else {
      kept.append(part)
    }
  }

  /// Writes the parts of a table into their places, and then forgets the kept parts.
  ///
  /// - Parameters:
  ///   - fresh: The elements that were recorded between the kept parts; afterwards the whole table.
  ///   - before: The whole table of the walk before.
  ///   - spare: An older table to write into; afterwards the table that the next walk may write into.
  mutating func join<Element>(
    _ fresh: inout [Element], over before: [Element], _ spare: inout SpareTable<Element>
  ) {
    guard count > 0 else { return spare = SpareTable() }
    defer { self = Splice() }
    // Taken out of `spare`, since a shared array would be copied when it is written.
    var whole: [Element] = []
    swap(&whole, &spare.elements)
    whole.reserveCapacity(count + fresh.count)
    var next = 0
    var place = 0
    var written: [Range<Int>] = []
    func write(upTo end: Int) {
      guard place < end else { return }
      written.append(place..<end)
      while place < end {
        if place < whole.count { whole[place] = fresh[next] } else { whole.append(fresh[next]) }
        (place, next) = (place + 1, next + 1)
      }
    }
    var nextOld = 0
    for part in kept {
      write(upTo: part.lowerBound)
      // Both lists ascend; a range that extends beyond this part is examined again for the next part.
      while nextOld < spare.differing.count, spare.differing[nextOld].lowerBound < part.upperBound {
        let old = spare.differing[nextOld]
        for index in old.clamped(to: part) where index < whole.count { whole[index] = before[index] }
        if old.upperBound > part.upperBound { break }
        nextOld += 1
      }
      if whole.count < part.upperBound { whole += before[whole.count..<part.upperBound] }
      place = part.upperBound
    }
    write(upTo: place + fresh.count - next)
    whole.removeLast(max(0, whole.count - place))
    swap(&fresh, &whole)
    spare = SpareTable(elements: before, differing: written)
  }
}

/// The table of the walk before the last, and the parts in which it may differ from the table of the last walk.
struct SpareTable<Element> {
  var elements: [Element] = []
  /// The parts that may differ, in ascending order. Elements beyond the end of either table differ as well.
  var differing: [Range<Int>] = []
}

/// The tables that the next walk may write into.
struct SpareTables {
  var draws = SpareTable<DrawOperation>()
  var vertices = SpareTable<SIMD2<Float>>()

  /// The approximate memory that the tables take; bytes.
  var bytes: Int {
    draws.elements.count * MemoryLayout<DrawOperation>.stride
      + vertices.elements.count * MemoryLayout<SIMD2<Float>>.stride
  }
}
