public import Foundation
public import LaminaGraphics

/// How a line that is too long is cut.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Not at all.
  public static let none = CATextLayerTruncationMode(rawValue: "none")
  /// At its start.
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  /// At its end.
  public static let end = CATextLayerTruncationMode(rawValue: "end")
  /// In its middle.
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")
}

/// Where a line of text stands.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Where the script's lines begin.
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  /// On the left.
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  /// On the right.
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  /// In the middle.
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  /// Stretched to both sides.
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}

/// A layer that draws text in place of contents; stored, does not draw yet and is reported.
///
/// - Conformance: TEXT-1
open class CATextLayer: CALayer {
  /// The text: a `String` or an `NSAttributedString`; others draw nothing.
  ///
  /// - Default: `nil`.
  open var string: Any?

  /// The font: its name as a `String`, or a font object.
  ///
  /// - Default: Helvetica, for `nil`.
  open var font: Any?

  /// The size of the font.
  ///
  /// - Units: points.
  /// - Range: above 0; others draw nothing.
  /// - Default: 36. Animatable.
  open var fontSize: CGFloat = 36

  /// The colour of plain text.
  ///
  /// - Default: opaque white. Animatable.
  open var foregroundColor: CGColor? = CGColor(straight: [1, 1, 1, 1])

  /// Whether lines are broken at the width of the bounds.
  ///
  /// - Default: `false`.
  open var isWrapped = false

  /// How a line that is too long is cut.
  ///
  /// - Default: `none`.
  open var truncationMode: CATextLayerTruncationMode = .none

  /// Where lines stand.
  ///
  /// - Default: `natural`.
  open var alignmentMode: CATextLayerAlignmentMode = .natural

  /// Whether glyphs are placed in steps smaller than a pixel; stored.
  ///
  /// - Default: `true`.
  open var allowsFontSubpixelQuantization = true

  /// Makes an empty layer.
  public override init() {
    super.init()
    properties.kind = .text
  }

  /// Makes a copy of a layer's own values; see ``CALayer/init(layer:)``.
  public override init(layer: Any) {
    super.init(layer: layer)
    properties.kind = .text
    guard let layer = layer as? CATextLayer else { return }
    string = layer.string
    font = layer.font
    fontSize = layer.fontSize
    foregroundColor = layer.foregroundColor
    isWrapped = layer.isWrapped
    truncationMode = layer.truncationMode
    alignmentMode = layer.alignmentMode
    allowsFontSubpixelQuantization = layer.allowsFontSubpixelQuantization
  }
}
