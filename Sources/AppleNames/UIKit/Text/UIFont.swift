// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CoreText
internal import LaminaGraphics
public import QuartzCore

// `UIFont` is Lamina's `CTFont`, as Core Text and UIKit bridge their types; this file has UIKit's additions.

extension UIFont {
  /// The font size of buttons, in points.
  public class var buttonFontSize: CGFloat { 18 }
  /// The font size of labels, in points.
  public class var labelFontSize: CGFloat { 17 }
  /// The smallest font size of the system, in points.
  public class var smallSystemFontSize: CGFloat { 12 }
  /// The font size of the system, in points.
  public class var systemFontSize: CGFloat { 14 }

  /// The families of the installed fonts, sorted.
  public class var familyNames: [String] { CTFontManagerCopyAvailableFontFamilyNames() as? [String] ?? [] }

  /// The PostScript names of the installed fonts of a family, sorted; none for a family that is not installed.
  ///
  /// - Complexity: Every installed font is opened at the first call.
  public class func fontNames(forFamilyName familyName: String) -> [String] {
    let names = CTFontManagerCopyAvailablePostScriptNames() as? [String] ?? []
    return names.filter { CTFontCopyFamilyName(CTFont($0, size: 12)) == familyName }
  }

  /// The system's font with a weight; its digits have the widths of the installed font.
  public class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    systemFont(ofSize: fontSize, weight: weight)
  }

  /// The system's font for a text style, at UIKit's default sizes.
  public class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    let known: [TextStyle: (size: CGFloat, weight: Weight)] = [
      .largeTitle: (34, .regular), .title1: (28, .regular), .title2: (22, .regular), .title3: (20, .regular),
      .headline: (17, .semibold), .body: (17, .regular), .callout: (16, .regular), .subheadline: (15, .regular),
      .footnote: (13, .regular), .caption1: (12, .regular), .caption2: (11, .regular),
    ]
    let (size, weight) = known[style] ?? (17, .regular)
    return systemFont(ofSize: size, weight: weight)
  }

  /// A text style.
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    /// UIKit's name of the style.
    public let rawValue: String
    /// Makes a style from UIKit's name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// 34 points.
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    /// 28 points.
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    /// 22 points.
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    /// 20 points.
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    /// 17 points, semibold.
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    /// 17 points.
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    /// 16 points.
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    /// 15 points.
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    /// 13 points.
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    /// 12 points.
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    /// 11 points.
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
  }

  /// Makes a font of a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The requested name and properties.
  ///   - pointSize: The size in points; 0 for the descriptor's size, or for 12 if it has none.
  public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
    let font = CTFontCreateWithFontDescriptor(descriptor, pointSize, nil)
    self.init(fontName: font.fontName, pointSize: font.pointSize, weight: font.weight, isItalic: font.isItalic)
  }

  /// The font's request as a descriptor.
  public var fontDescriptor: UIFontDescriptor {
    var values = FontValues(name: fontName, size: pointSize)
    (values.weight, values.isItalic) = (weight, isItalic ? true : nil)
    return UIFontDescriptor(values)
  }
}
