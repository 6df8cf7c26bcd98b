// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How a table of draws came out of the one that the walk before recorded: what was taken over from it in its place need not be compared with it.
///
/// It is of use for plans that show tables as they were recorded, in a single pass. A plan that is changed afterwards has other draws, and no history.
struct DrawHistory: Sendable {
  /// Stands for one table, for as long as anybody asks.
  final class Table: Sendable {}

  /// The table.
  let table: Table
  /// Its draws. A pass has them as they are if it has the same storage.
  let draws: [DrawOperation]
  /// The table of the walk before; `nil` where nothing was taken over.
  let base: Table?
  /// Where the draws may differ from those of the walk before, which refer to the same in the other places: rising, in places of the table.
  let differing: [Range<Int>]

  /// A stretch of each of two lists of draws.
  typealias Stretches = (old: Range<Int>, new: Range<Int>)

  /// The stretches in which a plan's draws may differ from those of another plan, rising, of lists that both begin at 0.
  ///
  /// - Returns: `nil` where that is not known: all may differ.
  static func differing(_ old: RenderPlan, _ new: RenderPlan) -> [Stretches]? {
    guard let before = old.history, let history = new.history, history.base === before.table,
      before.isShown(by: old), history.isShown(by: new)
    else { return nil }
    let (oldCount, count) = (before.draws.count, history.draws.count)
    var stretches: [Stretches] = []
    for stretch in history.differing where stretch.upperBound < count {
      stretches.append((stretch.clamped(to: 0..<oldCount), stretch))
    }
    // The ends differ from the last place on that is the same in both.
    let end = history.differing.last.flatMap { $0.upperBound == count ? $0.lowerBound : nil } ?? count
    if end < count || end < oldCount { stretches.append((min(end, oldCount)..<oldCount, end..<count)) }
    return stretches
  }

  /// Whether a plan shows the draws as they are, and has no other pass.
  func isShown(by plan: RenderPlan) -> Bool {
    guard plan.passes.count == 1, case .draws(let shown) = plan.passes[0].content else { return false }
    return shown.isSameStorage(as: draws)
  }
}
