// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// `glass`: panes that blur their background, every other one with a mask, moving over photographs.
enum GlassScene {
  /// A photograph for each quarter of the canvas.
  static func makePhotographs() -> [CGImage] { PhotoWallScene.makePhotographs(count: 4, width: 960, height: 540) }

  /// A scene of `count` panes.
  static func make(count: Int, pictures: [CGImage]) -> CALayer {
    let root = CardsScene.makeBackground()
    for (index, picture) in pictures.enumerated() {
      let photo = CALayer()
      photo.frame = CGRect(x: 960 * (index % 2), y: 540 * (index / 2), width: 960, height: 540)
      photo.contents = picture
      root.addSublayer(photo)
    }
    let columns = max(1, Int(clamping: (Double(count) * 16 / 9).squareRoot().rounded(.up)))
    let rows = (count + columns - 1) / columns
    let cell = CGSize(
      width: CardsScene.size.width / CGFloat(columns), height: CardsScene.size.height / CGFloat(rows))
    for index in 0..<count {
      let pane = makePane(index, size: CGSize(width: 0.7 * cell.width, height: 0.7 * cell.height))
      pane.position = CGPoint(
        x: (CGFloat(index % columns) + 0.5) * cell.width, y: (CGFloat(index / columns) + 0.5) * cell.height)
      let move = CABasicAnimation(keyPath: "position.x")
      move.byValue = 0.2 * cell.width
      (move.duration, move.autoreverses, move.repeatCount) = (2, true, .infinity)
      move.timeOffset = 0.31 * Double(index)
      pane.add(move, forKey: "move")
      root.addSublayer(pane)
    }
    return root
  }

  private static func makePane(_ index: Int, size: CGSize) -> CALayer {
    let pane = CALayer()
    pane.bounds = CGRect(origin: .zero, size: size)
    pane.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.25)
    pane.cornerRadius = 24
    pane.masksToBounds = true
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(12, forKey: "inputRadius")
    pane.backgroundFilters = [blur]
    if !index.isMultiple(of: 2) {
      let mask = CAShapeLayer()
      mask.frame = pane.bounds
      mask.path = CGPath(ellipseIn: pane.bounds, transform: nil)
      pane.mask = mask
    }
    return pane
  }
}
