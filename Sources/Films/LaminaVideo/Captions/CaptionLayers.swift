// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
public import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension Scene {
  /// Adds captions as layers, each visible while it is spoken.
  ///
  /// Each caption is a copy of the layer named `caption`, the template, at the same position among its siblings; the
  /// template itself is hidden. The template is a `CATextLayer` or contains one. The text, and the layers around it,
  /// are resized to fit the words. The anchor point keeps its vertical position, and the side at which the lines are
  /// aligned keeps its horizontal position. Animations of the template begin with each caption. Without a template,
  /// captions are white letters on a dark plate at the bottom of the root.
  ///
  /// If the file has times of words, the spoken word is highlighted: in the colour of a text layer named
  /// `caption-word`, and in its font if it has one. Without this layer and without a template it gets a default colour;
  /// with a template alone it is not highlighted.
  ///
  ///     try scene.add(Captions(contentsOf: "words.srt"))
  ///
  /// - Parameter captions: The captions, by the time of the film, which is the parent time of the root.
  /// - Throws: ``CaptionError`` if the template contains no text layer, or its time stands still.
  public mutating func add(_ captions: Captions) throws(CaptionError) {
    let style = try CaptionStyle(of: root, hostIsFlipped: hostIsFlipped)
    var builder = try CaptionBuilder(style)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    for cue in captions.cues { builder.add(cue) }
    builder.finish()
    lastCaption = captions.cues.map(\.range.lowerBound).reduce(lastCaption) { max($0 ?? $1, $1) }
    diagnostics += captions.diagnostics + builder.diagnostics
  }
}

/// Makes layers of captions.
struct CaptionBuilder {
  private(set) var diagnostics: [Diagnostic] = []
  private let style: CaptionStyle
  /// The layer that holds all captions; its time is the time of the film.
  private let container = CALayer()
  /// The captions that may still be visible, with their frames in the parent.
  private var shown: [(end: TimeInterval, frame: CGRect)] = []
  private var layerCount = 0
  private var leftOut = 0
  /// The number of captions that overlap others.
  private var crowded = 0

  /// The largest number of layers of all captions together.
  private static let maximumLayers = 1_000_000

  init(_ style: CaptionStyle) throws(CaptionError) {
    self.style = style
    // The local time of the parent is begin + rate * t; the container's timing maps it back to t.
    let begin = style.parent.convertTime(0, from: nil)
    let rate = style.parent.convertTime(1, from: nil) - begin
    guard rate != 0, rate.isFinite, begin.isFinite else {
      throw .standsStill(layer: style.parent.name ?? "\(type(of: style.parent))")
    }
    container.name = "captions"
    if rate != 1 || begin != 0 { (container.beginTime, container.speed) = (begin, Float(1 / rate)) }
    // The container is as large as the parent and shares its space.
    container.bounds = style.parent.bounds
    container.anchorPoint = .zero
    container.position = style.parent.bounds.origin
  }

  /// Inserts the container of all captions into the tree.
  mutating func finish() {
    style.parent.insertSublayer(container, at: UInt32(clamping: style.index))
    if crowded > 0 {
      diagnostics.append(
        Diagnostic(
          code: "crowded-captions",
          message:
            "\(crowded) captions lie over others that show at the same time: the picture has no room beside those"))
    }
    guard leftOut > 0 else { return }
    diagnostics.append(
      Diagnostic(
        code: "too-many-captions",
        message:
          "\(leftOut) captions are left out: with their template's layers they are more than \(Self.maximumLayers)"))
  }

  /// Adds a caption.
  mutating func add(_ cue: Captions.Cue) {
    guard layerCount < Self.maximumLayers else {
      leftOut += 1
      return
    }
    let copy = LayerCopy(of: style.template)
    guard let text = CaptionStyle.textLayer(of: copy.root) else { return }
    layerCount += copy.count
    let layer = copy.root
    layer.name = "caption-\(container.sublayers?.count ?? 0)"
    container.addSublayer(layer)
    if let alignment = cue.placement.alignment {
      text.alignmentMode = CATextLayerAlignmentMode(rawValue: alignment.rawValue)
    }
    if let width = cue.placement.width { widen(layer, text, to: CGFloat(width) * style.parent.bounds.width) }
    let length = cue.range.upperBound - cue.range.lowerBound
    write(cue, into: text, length)
    fit(layer, text)
    place(layer, cue.placement, text)
    avoidOthers(layer, cue)
    layer.beginTime += cue.range.lowerBound
    layer.isHidden = true
    let showing = CABasicAnimation(keyPath: "hidden")
    (showing.fromValue, showing.toValue) = (false, false)
    // The animation begins slightly early, by less than any clock resolves, so that it includes its first moment and
    // excludes its last.
    (showing.beginTime, showing.duration) = (-1e-7, length)
    showing.isRemovedOnCompletion = false
    layer.add(showing, forKey: "caption")
  }

  // MARK: words

  private func write(_ cue: Captions.Cue, into text: CATextLayer, _ length: TimeInterval) {
    let isLit = cue.text.hasTimes && style.word != nil
    guard isLit || !cue.text.isPlain else {
      text.string = cue.text.string
      return
    }
    text.string = attributed(cue.text, text, lit: nil)
    guard isLit else { return }
    // A word lasts until the next word begins.
    var times: [TimeInterval] = [0]
    for run in cue.text.runs {
      let time = max(times.last ?? 0, min(max((run.time ?? 0) - cue.range.lowerBound, 0), length))
      if time > (times.last ?? 0) { times.append(time) }
    }
    let speaking = CAKeyframeAnimation(keyPath: "string")
    speaking.calculationMode = .discrete
    speaking.keyTimes = (times + [length]).map { NSNumber(value: $0 / length) }
    speaking.values = times.map { time in attributed(cue.text, text, lit: time + cue.range.lowerBound) }
    (speaking.beginTime, speaking.duration) = (-1e-7, length)
    speaking.isRemovedOnCompletion = false
    text.add(speaking, forKey: "caption-words")
  }

  /// The text with its attributes.
  ///
  /// - Parameter lit: The time of the highlighted word; `nil` for none.
  private func attributed(_ text: CaptionText, _ layer: CATextLayer, lit: TimeInterval?) -> NSAttributedString {
    let result = NSMutableAttributedString(string: "")
    let base = layer.plainFont
    for run in text.runs {
      let isLit = lit.map { abs((run.time ?? -1) - $0) < 5e-4 } ?? false
      var attributes: [NSAttributedString.Key: Any] = [:]
      var font = base
      if isLit, let own = style.word?.font {
        font = CTFont(fontName: own.postScriptName, pointSize: layer.fontSize)
      }
      var traits: FontTraits = []
      if run.isBold { traits.insert(.bold) }
      if run.isItalic { traits.insert(.italic) }
      attributes[.font] = font.adding(traits)
      if run.isUnderlined { attributes[.underlineStyle] = NSUnderlineStyle.single.rawValue }
      attributes[.foregroundColor] = (isLit ? style.word?.color : nil) ?? run.color ?? layer.foregroundColor
      result.append(NSAttributedString(string: run.text, attributes: attributes))
    }
    return result
  }

  // MARK: places

  /// Changes the width of lines from the template's.
  private func widen(_ layer: CALayer, _ text: CATextLayer, to width: CGFloat) {
    let around = layer === text ? 0 : layer.bounds.width - text.bounds.width
    resize(layer, text, by: CGSize(width: max(1, width - around) - text.bounds.width, height: 0))
  }

  /// Resizes the text to fit its words, and the layers around it accordingly.
  private func fit(_ layer: CALayer, _ text: CATextLayer) {
    let wanted = text.sizeOfText
    guard wanted.width.isFinite, wanted.height.isFinite, wanted.height > 0 else { return }
    // The width of text that is not wrapped is limited by the parent and not by the template's text.
    let room = text.isWrapped ? text.bounds.width : max(text.bounds.width, style.parent.bounds.width)
    let width = min(wanted.width.rounded(.up), room)
    resize(
      layer, text,
      by: CGSize(width: width - text.bounds.width, height: wanted.height.rounded(.up) - text.bounds.height))
  }

  /// Changes the size of the text and of every layer around it by the same amount. Sublayers that fill their superlayer
  /// continue to fill it; others follow their `autoresizingMask`.
  private func resize(_ layer: CALayer, _ text: CATextLayer, by change: CGSize) {
    var current: CALayer = text
    while current !== layer, let above = current.superlayer {
      current.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
      for sibling in above.sublayers ?? []
      where sibling.autoresizingMask.isEmpty && sibling.frame.size == above.bounds.size {
        sibling.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
      }
      current = above
    }
    let side: CGFloat =
      switch text.alignmentMode {
      case .center: 0.5
      case .right: 1
      default: 0
      }
    layer.bounds.size = CGSize(
      width: max(0, layer.bounds.width + change.width), height: max(0, layer.bounds.height + change.height))
    layer.position.x += (layer.anchorPoint.x - side) * change.width
  }

  /// Moves a caption to the position that its file specifies.
  private func place(_ layer: CALayer, _ placement: CaptionPlacement, _ text: CATextLayer) {
    let picture = style.parent.bounds
    if let vertical = placement.vertical {
      let lineHeight = Double(text.plainFont.lineHeight / max(picture.height, 1))
      let (part, anchor): (Double, CGFloat) =
        switch vertical {
        case .top(let part): (part, 0)
        case .middle(let part): (part, 0.5)
        case .bottom(let part): (part, 1)
        case .line(let line) where line >= 0: (CaptionStyle.margin + Double(line) * lineHeight, 0)
        case .line(let line): (1 - CaptionStyle.margin + Double(line + 1) * lineHeight, 1)
        }
      let frame = layer.frame
      let distance = CGFloat(part) * picture.height - anchor * frame.height
      let top = style.pointsDown ? picture.minY + distance : picture.maxY - distance - frame.height
      layer.position.y += top - frame.minY
    }
    var across = placement.horizontal.map { CGFloat($0) }
    if across == nil, placement.alignment == .left { across = CGFloat(CaptionStyle.margin) }
    if across == nil, placement.alignment == .right { across = CGFloat(1 - CaptionStyle.margin) }
    if let across {
      let frame = layer.frame
      let share: CGFloat = placement.alignment == .left ? 0 : placement.alignment == .right ? 1 : 0.5
      layer.position.x += picture.minX + across * picture.width - (frame.minX + share * frame.width)
    }
    // Captions that reach out of the picture are moved inside, if they fit.
    let frame = layer.frame
    if frame.width <= picture.width {
      layer.position.x += max(0, picture.minX - frame.minX) - max(0, frame.maxX - picture.maxX)
    }
    if frame.height <= picture.height, placement.vertical != nil {
      layer.position.y += max(0, picture.minY - frame.minY) - max(0, frame.maxY - picture.maxY)
    }
  }

  /// Moves a caption towards the middle of the picture until it overlaps no caption that is visible when it begins.
  private mutating func avoidOthers(_ layer: CALayer, _ cue: Captions.Cue) {
    shown.removeAll { $0.end <= cue.range.lowerBound }
    let isLow = (layer.frame.midY > style.parent.bounds.midY) == style.pointsDown
    let goesUp = isLow == style.pointsDown
    let place = layer.position.y
    for _ in 0..<min(shown.count, 16) {
      let frame = layer.frame
      guard let other = shown.first(where: { $0.frame.insetBy(dx: 0.5, dy: 0.5).intersects(frame) })?.frame else {
        break
      }
      layer.position.y += goesUp ? other.minY - frame.maxY : other.maxY - frame.minY
    }
    // If that would move it out of the picture, it stays: overlapping captions remain partly readable.
    let (frame, picture) = (layer.frame, style.parent.bounds)
    if layer.position.y != place, frame.minY < picture.minY || frame.maxY > picture.maxY {
      crowded += 1
      layer.position.y = place
    }
    shown.append((cue.range.upperBound, layer.frame))
  }
}
