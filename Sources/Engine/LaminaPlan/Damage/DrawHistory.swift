// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How the draws of a canvas came out of a table that follows from the one that the walk before recorded: what was
/// taken over from that in its place need not be compared with it.
///
/// A plan whose canvas is changed afterwards has other draws, and no history.
struct DrawHistory: Sendable {
  /// Stands for one table, for as long as anybody asks.
  final class Table: Sendable {}

  /// A part of a table that stands in a canvas as it was recorded.
  struct Piece: Sendable {
    /// Where it is in the table.
    var range: Range<Int>
    /// Where it begins in the canvas.
    var start: Int

    /// Where a place of the table lies in the canvas.
    fileprivate func place(of index: Int) -> Int { start + index - range.lowerBound }
  }

  /// The table.
  let table: Table
  /// The table of the walk before; `nil` where nothing was taken over.
  let base: Table?
  /// Where the draws of the table may differ from those of the one before, which refer to the same in the other places:
  /// rising.
  let differing: [Range<Int>]
  /// The parts of the table that stand in the canvas, rising there and here. What lies between them there was made of
  /// something else.
  var pieces: [Piece] = []
  /// The draws of the canvas. A pass has them as they are if it has the same storage.
  var draws: [DrawOperation] = []

  /// A stretch of each of two lists of draws.
  typealias Stretches = (old: Range<Int>, new: Range<Int>)

  /// The stretches in which the draws of a plan's canvas may differ from those of another plan, rising, of lists that
  /// both begin at 0.
  ///
  /// - Returns: `nil` where that is not known: all may differ.
  static func differing(_ old: RenderPlan, _ new: RenderPlan) -> [Stretches]? {
    guard let before = old.history, let history = new.history, history.base === before.table,
      before.isShown(by: old), history.isShown(by: new)
    else { return nil }
    var stretches: [Stretches] = []
    var end = (old: 0, new: 0)
    func add(upTo next: (old: Int, new: Int)) {
      if end.old < next.old || end.new < next.new { stretches.append((end.old..<next.old, end.new..<next.new)) }
    }
    history.forEachSame(as: before) { (own, other, range) in
      add(upTo: (other.place(of: range.lowerBound), own.place(of: range.lowerBound)))
      end = (other.place(of: range.upperBound), own.place(of: range.upperBound))
    }
    add(upTo: (before.draws.count, history.draws.count))
    return stretches
  }

  /// Calls `body` for the parts of the table that are the same in the one before, and stand in both canvases, each with
  /// the pieces in which it does.
  private func forEachSame(as before: DrawHistory, _ body: (_ own: Piece, _ other: Piece, Range<Int>) -> Void) {
    var (own, other, next) = (0, 0, 0)
    while own < pieces.count, other < before.pieces.count {
      let (a, b) = (pieces[own], before.pieces[other])
      var part = a.range.clamped(to: b.range)
      while next < differing.count, differing[next].upperBound <= part.lowerBound { next += 1 }
      var place = next
      while place < differing.count, differing[place].lowerBound < part.upperBound {
        if differing[place].lowerBound > part.lowerBound { body(a, b, part.lowerBound..<differing[place].lowerBound) }
        part = min(part.upperBound, max(part.lowerBound, differing[place].upperBound))..<part.upperBound
        place += 1
      }
      if !part.isEmpty { body(a, b, part) }
      if a.range.upperBound <= b.range.upperBound { own += 1 } else { other += 1 }
    }
  }

  /// Whether a plan's canvas shows the draws as they are.
  private func isShown(by plan: RenderPlan) -> Bool {
    guard case .draws(let shown)? = plan.passes.last?.content else { return false }
    return shown.isSameStorage(as: draws)
  }
}
