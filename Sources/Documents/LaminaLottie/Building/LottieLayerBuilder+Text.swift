// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics
internal import LaminaLayers

// Text. If the document contains the outlines of all letters, a text is one shape layer. Otherwise each line is a text
// layer in the document's font, with its baseline at the document's position.

extension LottieLayerBuilder {
  /// Adds the texts of a layer, each visible in its time range.
  func addText(_ text: LottieText, to layer: CALayer, of model: LottieLayer, _ place: Place) {
    for (index, (time, document)) in text.documents.enumerated() {
      guard takeLayers(for: model) else { return }
      let shown = shown(document, of: model, place)
      let end = index + 1 < text.documents.count ? text.documents[index + 1].time : Double.greatestFiniteMagnitude
      if text.documents.count > 1 {
        // The first text is also visible before its time.
        writer.writeVisibility(from: index == 0 ? -1e9 : time, to: min(end, 1e9), of: shown, in: place.time)
      }
      layer.addSublayer(shown)
    }
  }

  /// The text in the document's outlines, or in an installed font if an outline is missing.
  private func shown(_ document: LottieTextDocument, of model: LottieLayer, _ place: Place) -> CALayer {
    guard document.isInCapitals else { return outlined(document, place) ?? set(document, of: model, place) }
    var capitals = document
    capitals.text = document.text.uppercased()
    if let outlined = outlined(capitals, place) { return outlined }
    guard let outlined = outlined(document, place) else { return set(capitals, of: model, place) }
    if capitals.text != document.text {
      report(
        "unsupported-text", model.path,
        "is in capitals, whose outlines the document lacks; it shows its letters as they are")
    }
    return outlined
  }

  /// The lines between explicit line breaks of the document.
  private static func lines(_ document: LottieTextDocument) -> [String] {
    let text = document.text.replacing("\r\n", with: "\n").replacing("\u{3}", with: "\n").replacing("\r", with: "\n")
    return text.split(separator: "\n", omittingEmptySubsequences: false).prefix(10_000).map(String.init)
  }

  // MARK: Outlines

  /// The text in the document's outlines; `nil` if an outline is missing.
  private func outlined(_ document: LottieTextDocument, _ place: Place) -> CALayer? {
    guard !composition.glyphs.glyphs.isEmpty, let font = composition.fonts[document.fontName] else { return nil }
    let scale = document.size / 100
    let tracking = document.tracking * document.size / 1000
    var paths: [Bezier] = []
    var baseline = firstBaseline(document, ascent: document.size)
    for line in Self.lines(document) {
      var glyphs: [LottieGlyphs.Glyph] = []
      for character in line {
        let key = LottieGlyphs.Key(character: String(character), family: font.family, style: font.style)
        guard let glyph = composition.glyphs.glyphs[key] else { return nil }
        glyphs.append(glyph)
      }
      let letters = Array(line)
      let setting = TextSetting(
        document, advances: glyphs.map { $0.width * scale + tracking }, isSpace: letters.map(\.isWhitespace),
        tracking: tracking)
      for set in setting.lines {
        for (index, x) in zip(set.letters, set.places) {
          let map = Affine(a: scale, d: scale, tx: x, ty: baseline)
          paths += glyphs[index].outline.map { $0.applying(map) }
        }
        baseline += document.lineHeight
      }
    }
    return outline(BezierList(paths: paths), document, place)
  }

  /// The first baseline: at the layer's own origin, or an ascent below the top of the text's box.
  ///
  /// - Parameter ascent: The ascent in points, for a font whose ascent the document does not specify.
  private func firstBaseline(_ document: LottieTextDocument, ascent: Double) -> Double {
    guard let box = document.box else { return -document.baselineShift }
    let given = composition.fonts[document.fontName]?.ascent.map { $0 * document.size / 100 }
    return box.position.y + (given ?? ascent) - document.baselineShift
  }

  private func outline(_ paths: BezierList, _ document: LottieTextDocument, _ place: Place) -> CALayer {
    let shape = CAShapeLayer.withExactEdges()
    shape.anchorPoint = .zero
    shape.bounds = CGRect(origin: .zero, size: place.size)
    shape.path = paths.cgPath(curvesOnly: false)
    shape.fillColor = document.fill.map { CGColor(lottie: $0) }
    guard let stroke = document.stroke, document.strokeWidth > 0 else { return shape }
    let line = document.strokeIsOnTop || document.fill == nil ? shape : CAShapeLayer.withExactEdges()
    line.strokeColor = CGColor(lottie: stroke)
    line.lineWidth = CGFloat(document.strokeWidth)
    line.lineJoin = .round
    guard line !== shape else { return shape }
    // The stroke is drawn below the fill.
    line.anchorPoint = .zero
    line.bounds = shape.bounds
    line.path = shape.path
    line.fillColor = nil
    let both = container(place.size)
    both.sublayers = [line, shape]
    return both
  }

  // MARK: Fonts

  private func set(_ document: LottieTextDocument, of model: LottieLayer, _ place: Place) -> CALayer {
    let result = container(place.size)
    let font = composition.fonts[document.fontName]
    let name = font.map { $0.style.isEmpty || $0.style == "Regular" ? $0.family : "\($0.family) \($0.style)" }
    let face =
      CTFont(name: document.fontName, size: CGFloat(document.size))
      ?? CTFont(name: name ?? "Helvetica", size: CGFloat(document.size))
      ?? CTFont.systemFont(ofSize: CGFloat(document.size))
    if document.stroke != nil, document.strokeWidth > 0 {
      report(
        "unsupported-text", model.path, "strokes its letters, which is done only where the document has their outlines")
    }
    var attributes: [NSAttributedString.Key: Any] = [.font: face]
    if document.tracking != 0 { attributes[.kern] = document.tracking * document.size / 1000 }
    attributes[.foregroundColor] = document.fill.map { CGColor(lottie: $0) } ?? CGColor(straight: SIMD4())
    var baseline = firstBaseline(document, ascent: Double(face.ascender))
    for line in Self.lines(document) {
      let letters = Array(line)
      for set in Self.setting(of: letters, document, attributes).lines {
        for part in set.parts(isSpace: { letters[$0].isWhitespace }) where takeLayers(for: model) {
          let string = NSAttributedString(string: String(letters[part.letters]), attributes: attributes)
          result.addSublayer(Self.textLayer(string, x: part.x, baseline: baseline))
        }
        baseline += document.lineHeight
      }
    }
    return result
  }

  private static func setting(
    of letters: [Character], _ document: LottieTextDocument, _ attributes: [NSAttributedString.Key: Any]
  ) -> TextSetting {
    guard document.box == nil else {
      return TextSetting(
        document, advances: advances(of: letters, attributes), isSpace: letters.map(\.isWhitespace),
        tracking: document.tracking * document.size / 1000)
    }
    // A line that is not wrapped is measured as a whole.
    let line = TextLine(NSAttributedString(string: String(letters), attributes: attributes)).line
    return TextSetting(document, width: Double(line.width), count: letters.count)
  }

  /// Makes a layer for one line.
  private static func textLayer(_ string: NSAttributedString, x: Double, baseline: Double) -> CATextLayer {
    let line = TextLine(string).line
    let layer = CATextLayer()
    layer.string = string
    layer.alignmentMode = .left
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 0, width: line.width + 1, height: line.ascent + line.descent)
    layer.position = CGPoint(x: x, y: baseline - Double(line.ascent))
    return layer
  }

  /// The advance of each letter, as it is set within its word.
  private static func advances(of letters: [Character], _ attributes: [NSAttributedString.Key: Any]) -> [Double] {
    var result: [Double] = []
    var start = 0
    while start < letters.count {
      // A word and the white space after it. Longer words are split, since each letter is looked up in its line.
      var end = start + 1
      while end < letters.count, end - start < 64, letters[end].isWhitespace || !letters[end - 1].isWhitespace {
        end += 1
      }
      let word = NSAttributedString(string: String(letters[start..<end]), attributes: attributes)
      let line = TextLine(word)
      var unit = 0
      var caret = line.offsets(ofUnit: 0).primary
      for letter in letters[start..<end] {
        unit += letter.utf16.count
        let next = line.offsets(ofUnit: unit).primary
        // In right-to-left text the caret offsets decrease.
        result.append(abs(next - caret))
        caret = next
      }
      start = end
    }
    return result
  }
}
