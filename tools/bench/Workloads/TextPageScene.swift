// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// `text-page`: a table of short lines, each a text layer of its own, in sizes of 9 points and more.
enum TextPageScene {
  private static let nouns = ["Harbour", "Invoice", "Meridian", "Quartz", "Voyage", "Wavelength", "Exchange", "Figure"]

  /// Columns of `count` lines in total that fill the canvas.
  static func make(count: Int) -> CALayer {
    let root = CardsScene.makeBackground()
    // Cells about eight times as wide as high.
    let columns = max(1, Int(clamping: (Double(count) * 1920 / 1080 / 8).squareRoot().rounded()))
    let rows = (count + columns - 1) / columns
    let cell = CGSize(
      width: CardsScene.size.width / CGFloat(columns), height: CardsScene.size.height / CGFloat(rows))
    for index in 0..<count {
      let (column, row) = (index / rows, index % rows)
      let line = CATextLayer()
      line.frame = CGRect(
        x: (CGFloat(column) * cell.width).rounded() + 4, y: (CGFloat(row) * cell.height).rounded(),
        width: max(1, (cell.width - 8).rounded(.down)), height: max(1, cell.height.rounded(.up)))
      line.font = index % 5 == 0 ? "DejaVu Sans Bold" : "DejaVu Sans"
      line.fontSize = min(24, max(4, (0.62 * cell.height).rounded(.down)))
      line.string = "\(nouns[index * 5 % nouns.count]) \(index * 7919 % 10_000).\(index % 90 + 10)"
      line.foregroundColor = CGColor(straight: [Float(index % 4) * 0.15, 0.1, 0.3, 1])
      root.addSublayer(line)
    }
    return root
  }
}
