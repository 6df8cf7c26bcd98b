/// A table in aligned columns, for people.
struct TextTable {
  /// The titles of the columns.
  var header: [String]
  /// The rows, each as long as the header.
  var rows: [[String]]
  /// Columns whose cells are aligned to the right.
  var rightAligned: Set<Int> = []

  /// The table, one line a row, two blanks between columns, none at the end of a line.
  var text: String {
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
