// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
public import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension Scene {
  /// Adds captions as layers, which show while they are spoken.
  ///
  /// Each is a copy of the layer named `caption`, at its place among its siblings, which itself is hidden. The template
  /// is a `CATextLayer` or holds one; the text, and with it what is around it, becomes as large as the words need, and
  /// its anchor point stays where it is from top to bottom, and the side that its lines stand at from left to right.
  /// Its animations begin when the caption does. Without such a layer captions are white letters on a dark plate at the
  /// bottom of the root.
  ///
  /// Where the file says when words are spoken, and there is a text layer named `caption-word`, or no template, the
  /// word that is spoken has its colour, and its font if it has one.
  ///
  ///     try scene.add(Captions(contentsOf: "words.srt"))
  ///
  /// - Parameter captions: By the time of the film, which is that in which the root lies.
  /// - Throws: ``CaptionError`` where the template has no text, or the time that it is in does not run.
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
  /// What holds all captions; its time is that of the film.
  private let container = CALayer()
  /// The captions that may still show, with the room that they take in the parent.
  private var shown: [(end: TimeInterval, frame: CGRect)] = []
  private var layerCount = 0
  private var leftOut = 0
  /// How many captions lie over others.
  private var crowded = 0

  /// All captions together have at most so many layers.
  private static let maximumLayers = 1_000_000

  init(_ style: CaptionStyle) throws(CaptionError) {
    self.style = style
    // The time inside the parent is begin + rate * t; the container's goes back to t.
    let begin = style.parent.convertTime(0, from: nil)
    let rate = style.parent.convertTime(1, from: nil) - begin
    guard rate != 0, rate.isFinite, begin.isFinite else {
      throw .standsStill(layer: style.parent.name ?? "\(type(of: style.parent))")
    }
    container.name = "captions"
    if rate != 1 || begin != 0 { (container.beginTime, container.speed) = (begin, Float(1 / rate)) }
    // As large as the parent, and in its space.
    container.bounds = style.parent.bounds
    container.anchorPoint = .zero
    container.position = style.parent.bounds.origin
  }

  /// Puts what was made into the tree.
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
    // Before the first moment by less than any clock tells, which belongs to it; the last does not.
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
    // A word lasts until the next one begins.
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

  /// The text with its looks.
  ///
  /// - Parameter lit: When the word is spoken that is lit; `nil` for none.
  private func attributed(_ text: CaptionText, _ layer: CATextLayer, lit: TimeInterval?) -> NSAttributedString {
    let result = NSMutableAttributedString(string: "")
    let base = layer.plainFont
    for run in text.runs {
      let isLit = lit.map { abs((run.time ?? -1) - $0) < 5e-4 } ?? false
      var attributes: [NSAttributedString.Key: Any] = [:]
      var font = base
      if isLit, let own = style.word?.font {
        font = CTFontCreateWithName(CTFontCopyPostScriptName(own), layer.fontSize, nil)
      }
      var traits: CTFontSymbolicTraits = []
      if run.isBold { traits.insert(.traitBold) }
      if run.isItalic { traits.insert(.traitItalic) }
      if !traits.isEmpty { font = CTFontCreateCopyWithSymbolicTraits(font, 0, nil, traits, traits) ?? font }
      attributes[.font] = font
      if run.isUnderlined { attributes[.underlineStyle] = NSUnderlineStyle.single.rawValue }
      attributes[.foregroundColor] = (isLit ? style.word?.color : nil) ?? run.color ?? layer.foregroundColor
      result.append(NSAttributedString(string: run.text, attributes: attributes))
    }
    return result
  }

  // MARK: places

  /// Gives lines another width than the template's.
  private func widen(_ layer: CALayer, _ text: CATextLayer, to width: CGFloat) {
    let around = layer === text ? 0 : layer.bounds.width - text.bounds.width
    resize(layer, text, by: CGSize(width: max(1, width - around) - text.bounds.width, height: 0))
  }

  /// Makes the text as large as its words need, and what is around it with it.
  private func fit(_ layer: CALayer, _ text: CATextLayer) {
    let wanted = text.sizeOfText
    guard wanted.width.isFinite, wanted.height.isFinite, wanted.height > 0 else { return }
    // A text that is not wrapped has the room of its line, whatever the template's words took.
    let room = text.isWrapped ? text.bounds.width : max(text.bounds.width, style.parent.bounds.width)
    let width = min(wanted.width.rounded(.up), room)
    resize(
      layer, text,
      by: CGSize(width: width - text.bounds.width, height: wanted.height.rounded(.up) - text.bounds.height))
  }

  /// Changes the text's size, and that of every layer around it by as much. Sublayers as large as the layer that they
  /// are in stay so; others follow their `autoresizingMask`.
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

  /// Puts a caption where its file says.
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
    // What would stand outside is moved inside, where it has room there.
    let frame = layer.frame
    if frame.width <= picture.width {
      layer.position.x += max(0, picture.minX - frame.minX) - max(0, frame.maxX - picture.maxX)
    }
    if frame.height <= picture.height, placement.vertical != nil {
      layer.position.y += max(0, picture.minY - frame.minY) - max(0, frame.maxY - picture.maxY)
    }
  }

  /// Moves a caption off those that show when it begins: towards the middle of the picture.
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
    // Over another one it can still be read in part; outside of the picture it cannot.
    let (frame, picture) = (layer.frame, style.parent.bounds)
    if layer.position.y != place, frame.minY < picture.minY || frame.maxY > picture.maxY {
      crowded += 1
      layer.position.y = place
    }
    shown.append((cue.range.upperBound, layer.frame))
  }
}
