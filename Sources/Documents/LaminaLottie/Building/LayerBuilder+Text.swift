// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics
internal import LaminaLayers

// Texts. Where the document brings the outlines of all letters they are one shape layer a text; otherwise each line is a
// text layer with the font that the document names, its baseline where the document has it.

extension LayerBuilder {
  /// Adds the texts of a layer, each at its time.
  func addText(_ text: LottieText, to layer: CALayer, of model: LottieLayer, _ place: Place) {
    for (index, (time, document)) in text.documents.enumerated() {
      guard takeLayers(for: model) else { return }
      let shown = outlined(document, place) ?? set(document, of: model, place)
      let end = index + 1 < text.documents.count ? text.documents[index + 1].time : Double.greatestFiniteMagnitude
      if text.documents.count > 1 {
        // The first one shows before its time too.
        writer.writeVisibility(from: index == 0 ? -1e9 : time, to: min(end, 1e9), of: shown, in: place.time)
      }
      layer.addSublayer(shown)
    }
  }

  private static func lines(_ document: LottieTextDocument) -> [String] {
    let text = document.text.replacing("\r\n", with: "\n").replacing("\u{3}", with: "\n").replacing("\r", with: "\n")
    return text.split(separator: "\n", omittingEmptySubsequences: false).prefix(10_000).map(String.init)
  }

  /// Where a line of a width begins.
  private static func start(_ width: Double, _ document: LottieTextDocument) -> Double {
    let left = document.box?.position.x ?? 0
    let room = document.box?.size.x ?? 0
    switch document.justification {
    case 1, 4: return left + room - width
    case 2, 5: return left + (room - width) / 2
    default: return left
    }
  }

  // MARK: Outlines

  /// The text by the document's outlines; `nil` where one is missing.
  private func outlined(_ document: LottieTextDocument, _ place: Place) -> CALayer? {
    guard !composition.glyphs.glyphs.isEmpty, let font = composition.fonts[document.fontName] else { return nil }
    let scale = document.size / 100
    var paths: [Bezier] = []
    var baseline = document.box.map { $0.position.y + document.size } ?? 0
    baseline -= document.baselineShift
    for line in Self.lines(document) {
      var glyphs: [LottieGlyphs.Glyph] = []
      for character in line {
        let key = LottieGlyphs.Key(character: String(character), family: font.family, style: font.style)
        guard let glyph = composition.glyphs.glyphs[key] else { return nil }
        glyphs.append(glyph)
      }
      let tracking = document.tracking * document.size / 1000
      let width = glyphs.reduce(0) { $0 + $1.width * scale + tracking } - (glyphs.isEmpty ? 0 : tracking)
      var x = Self.start(width, document)
      for glyph in glyphs {
        let map = Affine(a: scale, d: scale, tx: x, ty: baseline)
        paths += glyph.outline.map { $0.applying(map) }
        x += glyph.width * scale + tracking
      }
      baseline += document.lineHeight
    }
    return outline(BezierList(paths: paths), document, place)
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
    // The stroke lies under the fill.
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
    if let box = document.box { return paragraph(document, attributes, box, in: result) }
    var baseline = -document.baselineShift
    for line in Self.lines(document) {
      let string = NSAttributedString(string: line, attributes: attributes)
      var ascent: CGFloat = 0
      var descent: CGFloat = 0
      let width = CTLineGetTypographicBounds(CTLineCreateWithAttributedString(string), &ascent, &descent, nil)
      if !line.isEmpty, takeLayers(for: model) {
        let layer = CATextLayer()
        layer.string = string
        layer.alignmentMode = .left
        layer.anchorPoint = .zero
        layer.bounds = CGRect(x: 0, y: 0, width: CGFloat(width) + 1, height: ascent + descent)
        layer.position = CGPoint(x: Self.start(width, document), y: baseline - Double(ascent))
        result.addSublayer(layer)
      }
      baseline += document.lineHeight
    }
    return result
  }

  /// A text wrapped in a box.
  private func paragraph(
    _ document: LottieTextDocument, _ attributes: [NSAttributedString.Key: Any],
    _ box: (position: SIMD2<Double>, size: SIMD2<Double>), in result: CALayer
  ) -> CALayer {
    let layer = CATextLayer()
    let text = Self.lines(document).joined(separator: "\n")
    layer.string = NSAttributedString(string: text, attributes: attributes)
    layer.isWrapped = true
    layer.alignmentMode = [1: .right, 2: .center, 3: .justified][document.justification] ?? .left
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 0, width: max(box.size.x, 0), height: max(box.size.y, 0))
    layer.position = CGPoint(box.position)
    result.addSublayer(layer)
    return result
  }
}
