// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The relation of the draws of a canvas to the table of the walk before: draws that were copied from it, at the same
/// place, need not be compared with it.
///
/// A plan whose canvas is changed afterwards has other draws, and no history.
package struct DrawHistory: Sendable {
  /// The identity of one table, which lasts as long as a reference to it.
  package final class Table: Sendable {
    package init() {}
  }

  /// A part of a table that appears in a canvas as it was recorded.
  package struct Piece: Sendable {
    /// The range of the part in the table.
    package var range: Range<Int>
    /// The index of its first draw in the canvas.
    package var start: Int

    package init(range: Range<Int>, start: Int) { (self.range, self.start) = (range, start) }

    /// The index in the canvas of a draw of the table.
    fileprivate func place(of index: Int) -> Int { start + index - range.lowerBound }
  }

  /// The table.
  package let table: Table
  /// The table of the walk before; `nil` where nothing was copied.
  let base: Table?
  /// The ranges of draws of the table that may differ from the table before, in ascending order; all other draws are
  /// equal and refer to the same resources.
  let differing: [Range<Int>]
  /// The parts of the table that appear in the canvas, ascending in both. The draws of the canvas between them were
  /// made in another way.
  package var pieces: [Piece] = []
  /// The draws of the canvas. A pass with the same storage has exactly these draws.
  package var draws: [DrawOperation] = []

  package init(table: Table, base: Table?, differing: [Range<Int>]) {
    (self.table, self.base, self.differing) = (table, base, differing)
  }

  /// A stretch of each of two lists of draws.
  typealias Stretches = (old: Range<Int>, new: Range<Int>)

  /// The stretches in which the draws of the canvases of two plans may differ, in ascending order; both lists begin at
  /// 0.
  ///
  /// - Returns: `nil` if the differences are unknown: all draws may differ.
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

  /// Calls `body` for the parts of the table that are equal in the table before and appear in both canvases, each with
  /// the pieces that contain it.
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

  /// Whether the canvas of a plan has exactly these draws.
  package func isShown(by plan: RenderPlan) -> Bool {
    guard case .draws(let shown)? = plan.passes.last?.content else { return false }
    return shown.isSameStorage(as: draws)
  }
}
