// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// How captions look and where they stand: a layer to copy for each, and the layer that the copies go into.
struct CaptionStyle {
  /// What is copied; it holds a text layer or is one.
  let template: CALayer
  /// What the copies are added to.
  let parent: CALayer
  /// The place among its sublayers.
  let index: Int
  /// The look of the word that is spoken; `nil` where words are not lit.
  let word: WordStyle?
  /// Whether y points down in the parent, as it is seen.
  let pointsDown: Bool

  /// The look of a word.
  struct WordStyle {
    var color: CGColor?
    /// `nil` for the caption's own.
    var font: CTFont?
  }

  /// How far from the edges the usual captions are, as a part of the picture's sides.
  static let margin = 0.07

  /// The names of the layers that say how captions look.
  static let (templateName, wordName) = ("caption", "caption-word")

  /// The style of a tree: that of its template, which is hidden, or the usual one.
  ///
  /// - Parameter hostIsFlipped: Whether the root stands in a host whose y axis points up.
  init(of root: CALayer, hostIsFlipped: Bool) throws(CaptionError) {
    let word = Self.first(Self.wordName, in: root)
    word?.isHidden = true
    let lit = word.flatMap(Self.textLayer).map {
      Self.keepLooks(of: $0)
      return WordStyle(color: $0.foregroundColor, font: $0.font == nil ? nil : $0.plainFont)
    }
    guard let template = Self.first(Self.templateName, in: root) else {
      let isDown = root.isTurnedOver == hostIsFlipped
      self.init(
        template: Self.usual(in: root.bounds, pointsDown: isDown), parent: root, index: root.sublayers?.count ?? 0,
        word: lit ?? WordStyle(color: CGColor(srgbRed: 1, green: 0.82, blue: 0.25, alpha: 1)), pointsDown: isDown)
      return
    }
    guard let text = Self.textLayer(of: template) else { throw .noText(layer: Self.templateName) }
    Self.keepLooks(of: text)
    let parent = template.superlayer ?? root
    let place = parent.sublayers?.firstIndex { $0 === template }
    template.isHidden = true
    self.init(
      template: template, parent: parent, index: place.map { $0 + 1 } ?? parent.sublayers?.count ?? 0, word: lit,
      pointsDown: parent.isTurnedOver == hostIsFlipped)
  }

  private init(template: CALayer, parent: CALayer, index: Int, word: WordStyle?, pointsDown: Bool) {
    (self.template, self.parent, self.index, self.word, self.pointsDown) = (template, parent, index, word, pointsDown)
  }

  /// White letters on a dark plate, at the bottom in the middle.
  private static func usual(in picture: CGRect, pointsDown: Bool) -> CALayer {
    let size = max(8, picture.height * 0.05)
    let padding = (size * 0.35).rounded()
    let plate = CALayer()
    plate.name = templateName
    plate.bounds = CGRect(x: 0, y: 0, width: picture.width * 0.8, height: 2 * padding + size)
    plate.anchorPoint = CGPoint(x: 0.5, y: pointsDown ? 1 : 0)
    let edge = picture.height * CGFloat(margin)
    plate.position = CGPoint(x: picture.midX, y: pointsDown ? picture.maxY - edge : picture.minY + edge)
    plate.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.7)
    plate.cornerRadius = padding
    let text = CATextLayer()
    text.frame = plate.bounds.insetBy(dx: 2 * padding, dy: padding)
    text.font = "DejaVu Sans"
    text.fontSize = size
    text.isWrapped = true
    text.alignmentMode = .center
    plate.addSublayer(text)
    return plate
  }

  /// The first layer of a name, from the root down.
  private static func first(_ name: String, in root: CALayer) -> CALayer? {
    var pending = [root]
    while let layer = pending.popLast() {
      if layer.name == name { return layer }
      pending += (layer.sublayers ?? []).reversed()
    }
    return nil
  }

  /// Has a text layer keep the looks that its string has in itself, as those of Lottie animations and of archives do:
  /// the words of captions are other strings.
  private static func keepLooks(of text: CATextLayer) {
    guard let string = text.string as? NSAttributedString, string.length > 0 else { return }
    let attributes = string.attributes(at: 0, effectiveRange: nil)
    // As attributed strings without a font are drawn.
    let font = attributes[.font] as? CTFont ?? CTFontCreateWithName("Helvetica", 12, nil)
    (text.font, text.fontSize) = (font, font.pointSize)
    switch attributes[.foregroundColor] {
    case let color as CGColor: text.foregroundColor = color
    case let color as any ColorAttribute: text.foregroundColor = color.cgColor
    default: break
    }
  }

  /// A text layer: the layer itself, or the first in it.
  static func textLayer(of layer: CALayer) -> CATextLayer? {
    var pending = [layer]
    while let layer = pending.popLast() {
      if let text = layer as? CATextLayer { return text }
      pending += (layer.sublayers ?? []).reversed()
    }
    return nil
  }
}

/// A copy of a layer with its sublayers, its masks and its animations.
struct LayerCopy {
  /// The copy.
  let root: CALayer
  /// How many layers were copied.
  private(set) var count = 1

  init(of original: CALayer) {
    root = original.presentationCopy()
    Self.copyAnimations(of: original, to: root)
    var pending = [(original, root)]
    while let (from, to) = pending.popLast() {
      for sublayer in from.sublayers ?? [] {
        let copy = sublayer.presentationCopy()
        Self.copyAnimations(of: sublayer, to: copy)
        to.addSublayer(copy)
        pending.append((sublayer, copy))
        count += 1
      }
      if let mask = from.mask {
        let copy = mask.presentationCopy()
        Self.copyAnimations(of: mask, to: copy)
        to.mask = copy
        pending.append((mask, copy))
        count += 1
      }
    }
  }

  private static func copyAnimations(of layer: CALayer, to copy: CALayer) {
    for key in layer.animationKeys() ?? [] {
      if let animation = layer.animation(forKey: key) { copy.add(animation, forKey: key) }
    }
  }
}
