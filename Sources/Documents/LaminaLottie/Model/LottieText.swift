// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A text layer.
struct LottieText {
  /// The texts in ascending order of time; texts do not change gradually.
  var documents: [(time: Double, document: LottieTextDocument)]
}

/// A text and its attributes.
struct LottieTextDocument: Equatable {
  var text: String
  /// Whether all letters are shown as capitals.
  var isInCapitals: Bool
  var fontName: String
  var size: Double
  var lineHeight: Double
  var justification: Int
  /// The tracking, in thousandths of the font size.
  var tracking: Double
  var baselineShift: Double
  var fill: SIMD4<Double>?
  var stroke: SIMD4<Double>?
  var strokeWidth: Double
  var strokeIsOnTop: Bool
  /// The box in which text is wrapped: position and size.
  var box: (position: SIMD2<Double>, size: SIMD2<Double>)?

  static func == (one: Self, two: Self) -> Bool {
    one.text == two.text && one.isInCapitals == two.isInCapitals && one.fontName == two.fontName
      && one.size == two.size && one.lineHeight == two.lineHeight
      && one.justification == two.justification && one.tracking == two.tracking
      && one.baselineShift == two.baselineShift && one.fill == two.fill && one.stroke == two.stroke
      && one.strokeWidth == two.strokeWidth && one.strokeIsOnTop == two.strokeIsOnTop
      && one.box?.position == two.box?.position && one.box?.size == two.box?.size
  }
}

/// A font that texts refer to.
struct LottieFont: Equatable {
  var family: String
  var style: String
  /// The distance of the first baseline from the top of a text box, in percent of the font size.
  var ascent: Double?
}

/// The outlines of letters that a document contains.
struct LottieGlyphs {
  /// The identity of a glyph.
  struct Key: Hashable {
    var character: String
    var family: String
    var style: String
  }

  /// An outline in hundredths of the font size, with the baseline at 0.
  struct Glyph {
    var width: Double
    var outline: [Bezier]
  }

  var glyphs: [Key: Glyph] = [:]
}
