// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A table in aligned columns, for people.
package struct TextTable {
  /// The titles of the columns.
  package var header: [String]
  /// The rows, each as long as the header.
  package var rows: [[String]]
  /// Columns whose cells are aligned to the right.
  package var rightAligned: Set<Int>

  /// Makes a table of rows as long as the header; columns are left-aligned unless `rightAligned` has their index.
  package init(header: [String], rows: [[String]], rightAligned: Set<Int> = []) {
    self.header = header
    self.rows = rows
    self.rightAligned = rightAligned
  }

  /// The table, one line per row, with two spaces between columns and none at the end of a line.
  package var text: String {
    let all = [header] + rows
    let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return rightAligned.contains(column) ? padding + cell : cell + padding
      }
      let line = cells.joined(separator: "  ")
      return line.trimmingSuffix(while: { $0 == " " }) + "\n"
    }.joined()
  }
}

extension String {
  /// The string without trailing characters that satisfy `predicate`.
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    guard let last = lastIndex(where: { !predicate($0) }) else { return "" }
    return String(self[...last])
  }
}
