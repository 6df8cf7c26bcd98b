// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Which parts of a table are, in the same places, what the walk before recorded there.
///
/// While a walk goes on, the table holds the other parts only, one behind the other. When it ends they are put into the
/// places that are left, of an array that holds the rest: the one of the walk before the last. Its plan is drawn and
/// gone, so nobody else holds it, and of it only what the last walk changed has to be brought up to date. So the cost
/// follows what changed, and not the length of the table.
struct Splice {
  /// Rising, with gaps between them; places in the whole table.
  private var kept: [Range<Int>] = []
  /// How many elements the kept parts have.
  private(set) var count = 0

  /// Keeps a part, which lies behind all that was recorded so far.
  mutating func keep(_ part: Range<Int>) {
    guard !part.isEmpty else { return }
    count += part.count
    if let last = kept.last, last.upperBound == part.lowerBound {
      kept[kept.count - 1] = last.lowerBound..<part.upperBound
    } else {
      kept.append(part)
    }
  }

  /// Puts the parts of a table into their places, and keeps none from then on.
  ///
  /// - Parameters:
  ///   - fresh: What was recorded between the kept parts; all of the table afterwards.
  ///   - before: All of the table that the walk before recorded.
  ///   - spare: An older table to write into, and then what the next walk may write into.
  mutating func join<Element>(
    _ fresh: inout [Element], over before: [Element], _ spare: inout SpareTable<Element>
  ) {
    guard count > 0 else { return spare = SpareTable() }
    defer { self = Splice() }
    // Taken out: where anybody else holds the array, all of it is copied.
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
      // Both lists rise; what reaches beyond this part is looked at once more.
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

/// A table of the walk before the last, and in which parts it may differ from that of the last.
struct SpareTable<Element> {
  var elements: [Element] = []
  /// Rising. What lies beyond the end of either table differs, too.
  var differing: [Range<Int>] = []
}

/// What the next walk may write into.
struct SpareTables {
  var draws = SpareTable<DrawOperation>()
  var vertices = SpareTable<SIMD2<Float>>()

  /// About how much memory they take.
  var bytes: Int {
    draws.elements.count * MemoryLayout<DrawOperation>.stride
      + vertices.elements.count * MemoryLayout<SIMD2<Float>>.stride
  }
}
