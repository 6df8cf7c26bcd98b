// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Scenes in which little changes from frame to frame, like most frames of films and programs. Peers may keep anything
// of the previous frame.

import Foundation
import Lamina

/// The benchmark's scenes with few changes.
enum ChangeScene {
  /// `edit`: the cards, three of which change their colour and position in every frame.
  static func makeEdit(count: Int) -> (root: CALayer, change: (Int) -> Void) {
    let root = CardsScene.make(count: count, pictures: CardsScene.makePictures(count: 1))
    let cards = root.sublayers ?? []
    let edited = [0.3, 0.6, 0.9].map { cards[Int(clamping: $0 * Double(cards.count))] }
    let places = edited.map(\.position)
    return (
      root,
      { frame in
        for (index, card) in edited.enumerated() {
          let level = Float((frame * 37 + index * 11) % 256) / 255
          card.backgroundColor = CGColor(straight: [level, 0.5, 1 - level, 1])
          card.position = CGPoint(x: places[index].x + CGFloat(frame % 7), y: places[index].y)
        }
      }
    )
  }

  /// `reorder`: the cards, one of which moves to another index among its siblings in every frame.
  static func makeReorder(count: Int) -> (root: CALayer, change: (Int) -> Void) {
    let root = CardsScene.make(count: count, pictures: CardsScene.makePictures(count: 1))
    return (
      root,
      { frame in
        let cards = root.sublayers ?? []
        let places = [frame * 7919, frame * 104_729].map { $0 % cards.count }
        root.insertSublayer(cards[places[0]], at: UInt32(places[1]))
      }
    )
  }

  /// `backdrop`: the cards, before a background that changes its colour in every frame: all of them are drawn anew.
  static func makeBackdrop(count: Int) -> (root: CALayer, change: (Int) -> Void) {
    let root = CardsScene.make(count: count, pictures: CardsScene.makePictures(count: 1))
    return (
      root,
      { frame in
        let level = Float(frame * 5 % 256) / 255
        root.backgroundColor = CGColor(straight: [level, 0.4, 1 - level, 1])
      }
    )
  }

  /// `scroll`: the list of `scroll-list`, three points further in every frame.
  static func makeScroll(count: Int) -> (root: CALayer, change: (Int) -> Void) {
    let root = ScrollListScene.make(count: count, pictures: CardsScene.makePictures(count: 8))
    let list = root.sublayers?.first
    list?.removeAllAnimations()
    let length = max(1, 60 * count - 1_080)
    return (root, { frame in list?.bounds.origin.y = CGFloat(3 * frame % length) })
  }

  /// `ticker`: a still of photographs and cards with N lines of text, and a running number.
  static func makeTicker(count: Int) -> (root: CALayer, change: (Int) -> Void) {
    let root = PhotoWallScene.make(count: 24, pictures: PhotoWallScene.makePhotographs(count: 8))
    for index in 0..<count {
      let line = makeText(
        "Quarter \(index % 4 + 1), harbour \(index * 7919 % 997)", 22,
        CGRect(x: 60, y: 60 + 34 * (index % 26), width: 700, height: 32))
      line.foregroundColor = CGColor(straight: [1, 1, 1, 1])
      root.addSublayer(line)
    }
    let board = CALayer()
    board.frame = CGRect(x: 1_240, y: 880, width: 600, height: 140)
    board.cornerRadius = 24
    board.backgroundColor = CGColor(straight: [0.08, 0.1, 0.16, 0.9])
    (board.shadowOpacity, board.shadowRadius, board.shadowOffset) = (0.6, 14, CGSize(width: 0, height: 8))
    let number = makeText("0", 84, CGRect(x: 40, y: 16, width: 520, height: 110))
    number.foregroundColor = CGColor(straight: [1, 0.85, 0.3, 1])
    board.addSublayer(number)
    root.addSublayer(board)
    let change = { (frame: Int) in number.string = "\(1_000_000 + 37 * frame)" }
    change(0)
    return (root, change)
  }

  /// `template`: a panel over N cards with three values that are set: a name, an amount, and the length of a bar.
  static func makeTemplate(count: Int) -> (root: CALayer, change: (Int) -> Void) {
    let root = CardsScene.makeBackground()
    let cards = CardsScene.make(count: count, pictures: CardsScene.makePictures(count: 1))
    cards.position = CGPoint(x: CardsScene.size.width / 2, y: CardsScene.size.height / 2)
    root.addSublayer(cards)
    let panel = CALayer()
    panel.frame = CGRect(x: 360, y: 240, width: 1_200, height: 600)
    panel.cornerRadius = 40
    panel.backgroundColor = CGColor(straight: [1, 1, 1, 1])
    (panel.shadowOpacity, panel.shadowRadius) = (0.4, 30)
    let name = makeText("", 72, CGRect(x: 80, y: 80, width: 1_040, height: 100))
    let amount = makeText("", 56, CGRect(x: 80, y: 240, width: 1_040, height: 80))
    let bar = CALayer()
    bar.anchorPoint = CGPoint(x: 0, y: 0)
    bar.position = CGPoint(x: 80, y: 440)
    bar.cornerRadius = 24
    bar.backgroundColor = CGColor(straight: [0.1, 0.6, 0.4, 1])
    for part in [name, amount, bar] { panel.addSublayer(part) }
    root.addSublayer(panel)
    let names = ["Ada Lovelace", "Grace Hopper", "Edsger Dijkstra", "Barbara Liskov", "Alan Kay", "Tony Hoare"]
    let change = { (frame: Int) in
      name.string = "Dear \(names[frame % names.count])"
      amount.string = "Your balance is \(frame * 7919 % 100_000).\(frame % 90 + 10)"
      bar.bounds = CGRect(x: 0, y: 0, width: 60 + frame * 53 % 980, height: 48)
    }
    change(0)
    return (root, change)
  }

  private static func makeText(_ string: String, _ size: CGFloat, _ frame: CGRect) -> CATextLayer {
    let text = CATextLayer()
    text.frame = frame
    text.font = "DejaVu Sans"
    text.fontSize = size
    text.string = string
    text.foregroundColor = CGColor(straight: [0.1, 0.1, 0.15, 1])
    return text
  }
}
