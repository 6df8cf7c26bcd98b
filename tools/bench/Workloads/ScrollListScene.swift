// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// `scroll-list`: rows with a round picture, two lines of text, a switch and a rule; about 18 are visible at once.
enum ScrollListScene {
  private static let rowHeight: CGFloat = 60

  /// A list of `count` rows, which scrolls to its end in ten seconds and back.
  static func make(count: Int, pictures: [CGImage]) -> CALayer {
    let root = CardsScene.makeBackground()
    let list = CALayer()
    list.frame = CGRect(x: 460, y: 0, width: 1_000, height: 1_080)
    list.backgroundColor = CGColor(straight: [1, 1, 1, 1])
    list.masksToBounds = true
    for index in 0..<count { list.addSublayer(makeRow(index, pictures)) }
    let scroll = CABasicAnimation(keyPath: "bounds.origin.y")
    (scroll.fromValue, scroll.toValue) = (0, max(0, rowHeight * CGFloat(count) - 1_080))
    (scroll.duration, scroll.autoreverses, scroll.repeatCount) = (10, true, .infinity)
    scroll.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    list.add(scroll, forKey: "scroll")
    root.addSublayer(list)
    return root
  }

  private static func makeRow(_ index: Int, _ pictures: [CGImage]) -> CALayer {
    let row = CALayer()
    row.frame = CGRect(x: 0, y: rowHeight * CGFloat(index), width: 1_000, height: rowHeight)
    let face = CALayer()
    face.frame = CGRect(x: 16, y: 10, width: 40, height: 40)
    face.cornerRadius = 20
    face.masksToBounds = true
    face.contents = pictures[index % pictures.count]
    row.addSublayer(face)
    row.addSublayer(makeText("Row number \(index)", 18, CGPoint(x: 72, y: 8), level: 0.1))
    row.addSublayer(makeText("Detail \(index * 7919 % 1_000), seen today", 13, CGPoint(x: 72, y: 33), level: 0.5))
    let isOn = index % 3 == 0
    let toggle = CALayer()
    toggle.frame = CGRect(x: 930, y: 16, width: 51, height: 28)
    toggle.cornerRadius = 14
    toggle.backgroundColor = CGColor(straight: isOn ? [0.2, 0.78, 0.35, 1] : [0.85, 0.85, 0.87, 1])
    let knob = CALayer()
    knob.frame = CGRect(x: isOn ? 25 : 2, y: 2, width: 24, height: 24)
    knob.cornerRadius = 12
    knob.backgroundColor = CGColor(straight: [1, 1, 1, 1])
    (knob.shadowOpacity, knob.shadowRadius, knob.shadowOffset) = (0.25, 2, CGSize(width: 0, height: 1))
    toggle.addSublayer(knob)
    row.addSublayer(toggle)
    let rule = CALayer()
    rule.frame = CGRect(x: 72, y: 59, width: 928, height: 1)
    rule.backgroundColor = CGColor(straight: [0.8, 0.8, 0.82, 1])
    row.addSublayer(rule)
    return row
  }

  private static func makeText(_ string: String, _ size: CGFloat, _ origin: CGPoint, level: Float) -> CATextLayer {
    let text = CATextLayer()
    text.frame = CGRect(x: origin.x, y: origin.y, width: 600, height: (1.5 * size).rounded(.up))
    text.font = "DejaVu Sans"
    text.fontSize = size
    text.string = string
    text.foregroundColor = CGColor(straight: [level, level, level, 1])
    return text
  }
}
