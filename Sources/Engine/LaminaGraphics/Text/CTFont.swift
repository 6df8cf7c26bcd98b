// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry

/// A font: a name and a size. The installed font for it is looked up when text is laid out.
///
///     let title = UIFont.boldSystemFont(ofSize: 24)
///     let body = CTFont(name: "Helvetica", size: 12)
///
/// A name can be a family ("DejaVu Sans"), a full name ("DejaVu Sans Bold") or a PostScript name ("Helvetica-Bold").
/// Names of Apple's fonts that are not installed stand for an installed font of the same kind: sans, serif or
/// monospaced; other missing fonts for the installed sans, with a diagnostic.
///
/// - Conformance: TEXT-1
public final class CTFont: NSObject, NSCopying, Sendable {
  /// The requested name.
  public let fontName: String
  /// The size in points.
  public let pointSize: CGFloat
  /// A weight that replaces the name's, 100...1000.
  package let weight: Int?
  /// Whether the font is slanted, whatever the name says.
  package let isItalic: Bool
  /// The face, where it was not found by name: the face of a run whose glyphs another font has.
  package let face: FontFace?

  /// Makes a font of a name and a size; see ``init(name:size:)``.
  package init(
    fontName: String, pointSize: CGFloat, weight: Int? = nil, isItalic: Bool = false, face: FontFace? = nil
  ) {
    self.fontName = fontName
    self.face = face
    self.pointSize = pointSize > 0 && pointSize.isFinite ? min(pointSize, Self.maximumSize) : Self.defaultSize
    self.weight = weight
    self.isItalic = isItalic
    super.init()
  }

  /// Makes the system's font in 12 points.
  public override convenience init() { self.init(fontName: Self.systemName, pointSize: Self.defaultSize) }

  /// Makes a font.
  ///
  /// - Parameters:
  ///   - name: The name. Any name makes a font: one that is missing is replaced and reported when text is laid out.
  ///   - size: The size in points. Zero, negative and not finite sizes are 12, as Apple documents for zero; sizes above
  ///     1e6 are 1e6.
  public convenience init?(name: String, size: CGFloat) {
    self.init(fontName: name, pointSize: size)
  }

  /// The size of fonts that are made without a size.
  package static let defaultSize: CGFloat = 12
  /// The largest size.
  static let maximumSize: CGFloat = 1e6
  /// The name of the system's font: the installed sans.
  static let systemName = ".AppleSystemUIFont"

  /// The system's font.
  public static func systemFont(ofSize size: CGFloat) -> CTFont { CTFont(fontName: systemName, pointSize: size) }

  /// The system's font, bold.
  public static func boldSystemFont(ofSize size: CGFloat) -> CTFont { systemFont(ofSize: size, weight: .bold) }

  /// The system's font, slanted.
  public static func italicSystemFont(ofSize size: CGFloat) -> CTFont {
    CTFont(fontName: systemName, pointSize: size, isItalic: true)
  }

  /// The system's font of a weight.
  public static func systemFont(ofSize size: CGFloat, weight: Weight) -> CTFont {
    CTFont(fontName: systemName, pointSize: size, weight: weight.numeric)
  }

  /// The installed monospaced font of a weight.
  public static func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> CTFont {
    CTFont(fontName: "Menlo", pointSize: size, weight: weight.numeric)
  }

  /// The same font in another size.
  public func withSize(_ size: CGFloat) -> CTFont {
    CTFont(fontName: fontName, pointSize: size, weight: weight, isItalic: isItalic, face: face)
  }

  /// How bold a font is, from -1 to 1.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    /// The number: 0 is regular.
    public let rawValue: CGFloat
    /// Makes a weight from its number.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    /// The thinnest.
    public static let ultraLight = Weight(rawValue: -0.8)
    /// Thin.
    public static let thin = Weight(rawValue: -0.6)
    /// Light.
    public static let light = Weight(rawValue: -0.4)
    /// The weight of running text.
    public static let regular = Weight(rawValue: 0)
    /// A little bolder than regular.
    public static let medium = Weight(rawValue: 0.23)
    /// Less than bold.
    public static let semibold = Weight(rawValue: 0.3)
    /// Bold.
    public static let bold = Weight(rawValue: 0.4)
    /// Bolder than bold.
    public static let heavy = Weight(rawValue: 0.56)
    /// The boldest.
    public static let black = Weight(rawValue: 0.62)

    /// The weight by the numbers of CSS and Pango: the nearest named weight.
    package var numeric: Int {
      let steps: [(weight: Weight, numeric: Int)] = [
        (.ultraLight, 100), (.thin, 200), (.light, 300), (.regular, 400), (.medium, 500), (.semibold, 600),
        (.bold, 700), (.heavy, 800), (.black, 900),
      ]
      return steps.min { abs($0.weight.rawValue - rawValue) < abs($1.weight.rawValue - rawValue) }?.numeric ?? 400
    }
  }

  /// Whether both have the same name, style and size.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CTFont else { return false }
    return other === self
      || fontName == other.fontName && pointSize == other.pointSize && weight == other.weight
        && isItalic == other.isItalic && face === other.face
  }

  /// A number that is the same for equal fonts.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(fontName)
    hasher.combine(pointSize)
    hasher.combine(weight)
    hasher.combine(isItalic)
    return hasher.finalize()
  }

  /// The font itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// The name and the size, such as `Helvetica 12.0 pt`.
  public override var description: String { "\(fontName) \(pointSize) pt" }
}

/// A font, as UIKit calls it.
public typealias UIFont = CTFont
/// A font, as AppKit calls it.
public typealias NSFont = CTFont
