// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// The look and the position of captions: a template layer to copy, and the parent of the copies.
struct CaptionStyle {
  /// The template; it is a text layer or contains one.
  let template: CALayer
  /// The superlayer of the copies.
  let parent: CALayer
  /// The index of the copies among the parent's sublayers.
  let index: Int
  /// The look of the spoken word; `nil` if words are not highlighted.
  let word: WordStyle?
  /// Whether y points down on the screen in the parent's space.
  let pointsDown: Bool

  /// The look of a highlighted word.
  struct WordStyle {
    var color: CGColor?
    /// The font; `nil` for the caption's own.
    var font: CTFont?
  }

  /// The distance of the default captions from the edges, as a fraction of the picture's sides.
  static let margin = 0.07

  /// The names of the layers that define the look of captions.
  static let (templateName, wordName) = ("caption", "caption-word")

  /// Finds the template of a tree and hides it, or else makes the default style.
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

  /// The default template: white letters on a dark plate, at the bottom in the middle.
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

  /// The first layer with a name, in order from the root.
  private static func first(_ name: String, in root: CALayer) -> CALayer? {
    var pending = [root]
    while let layer = pending.popLast() {
      if layer.name == name { return layer }
      pending += (layer.sublayers ?? []).reversed()
    }
    return nil
  }

  /// Copies the attributes of a text layer's string to the layer, since captions replace the string. Lottie animations
  /// and archives keep the look of text in the string.
  private static func keepLooks(of text: CATextLayer) {
    guard let string = text.string as? NSAttributedString, string.length > 0 else { return }
    let attributes = string.attributes(at: 0, effectiveRange: nil)
    // Attributed strings without a font are drawn in this one.
    let font = attributes[.font] as? CTFont ?? CTFont(fontName: "Helvetica", pointSize: 12)
    (text.font, text.fontSize) = (font, font.pointSize)
    switch attributes[.foregroundColor] {
    case let color as CGColor: text.foregroundColor = color
    case let color as any ColorAttribute: text.foregroundColor = color.cgColor
    default: break
    }
  }

  /// A layer's text layer: the layer itself, or the first one inside.
  static func textLayer(of layer: CALayer) -> CATextLayer? {
    var pending = [layer]
    while let layer = pending.popLast() {
      if let text = layer as? CATextLayer { return text }
      pending += (layer.sublayers ?? []).reversed()
    }
    return nil
  }
}

/// A copy of a layer, with its sublayers, masks and animations.
struct LayerCopy {
  /// The copied layer.
  let root: CALayer
  /// The number of copied layers.
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
