// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport

/// The table of measurements beside the pictures that Apple's renderer made. The data is not part of the package:
/// tests that need it are skipped where it is absent.
enum TruthTable {
  /// One row.
  struct Row {
    /// The value measured on the picture, in points.
    var measured: String
    /// The value by the listing's parameters, in points.
    var model: String
    /// How far the picture's crop is shifted in x, in points.
    var shift: Double

    /// The coordinate pairs `(x,y)` of a cell, in order.
    static func points(_ cell: String) -> [SIMD2<Double>] {
      cell.matches(of: /\((-?[0-9.]+),(-?[0-9.]+)\)/).compactMap { match in
        guard let x = Double(match.1), let y = Double(match.2) else { return nil }
        return SIMD2(x, y)
      }
    }

    /// The numbers of a cell, in order.
    static func numbers(_ cell: String) -> [Double] {
      cell.matches(of: /-?[0-9]+\.?[0-9]*/).compactMap { Double($0.0) }
    }
  }

  static let isPresent = PackageFolder.shared("truth/README.md") != nil
  static let absence = "no ../shared/truth beside the package"

  /// The row of a figure.
  static func row(_ figure: String) throws -> Row? {
    guard let url = PackageFolder.shared("truth/README.md") else { return nil }
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    where line.hasPrefix("| \(figure) |") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard cells.count >= 6 else { continue }
      return Row(measured: cells[3], model: cells[4], shift: Row.numbers(cells[5]).first ?? 0)
    }
    return nil
  }
}
