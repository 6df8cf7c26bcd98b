// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGraphics

/// The truncation of a line that is too long.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Lines are not truncated.
  public static let none = CATextLayerTruncationMode(rawValue: "none")
  /// Lines are truncated at the start.
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  /// Lines are truncated at the end.
  public static let end = CATextLayerTruncationMode(rawValue: "end")
  /// Lines are truncated in the middle.
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")
}

/// The alignment of lines of text.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Lines are aligned with the side on which the script's lines begin.
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  /// Lines are aligned with the left side.
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  /// Lines are aligned with the right side.
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  /// Lines are centred.
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  /// Lines are stretched to both sides.
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}

/// A layer that draws text in place of contents: from the top of its bounds down, clipped to the bounds.
///
/// Text is drawn in the resolution in which it shows, whatever `contentsScale` is. It is laid out once, and drawn once
/// for each size in which it shows. A layer without a ``string`` draws its `contents`.
///
///     let title = CATextLayer()
///     title.string = "Hello"
///     title.font = "Helvetica-Bold"
///     title.fontSize = 24
///     title.foregroundColor = .black
///
/// - Conformance: TEXT-1
open class CATextLayer: CALayer {
  /// The text: a `String` or an `NSAttributedString`; other objects draw nothing.
  ///
  /// An attributed string is copied when it is set, and has its own fonts, colours and paragraph styles; parts without
  /// attributes are Helvetica 12 in black, with this layer's alignment.
  ///
  /// - Range: At most a mebibyte of UTF-8 is drawn; a longer text is cut off, which is reported.
  /// - Default: `nil`.
  open var string: Any? {
    didSet {
      let attributed = string as? NSAttributedString
      if let attributed { string = attributed.copy() }
      isAttributed = attributed != nil
      keyedText = nil
      markChanged()
    }
  }

  /// The font of plain text: its name as a `String`, a `CTFont` or a `CGFont`; a `CTFont`'s size is ignored.
  ///
  /// A font that is not installed is replaced by an installed one, and reported.
  ///
  /// - Default: Helvetica, for `nil`.
  open var font: Any? {
    didSet {
      keyedText = nil
      markChanged()
    }
  }

  /// The size of the font of plain text.
  ///
  /// - Units: points.
  /// - Range: above 0; other values draw nothing.
  /// - Default: 36. Animatable.
  open var fontSize: CGFloat = 36 {
    willSet { willChange("fontSize") }
    didSet {
      keyedText = nil
      didChange("fontSize")
    }
  }

  /// The colour of plain text.
  ///
  /// - Default: opaque white. Animatable.
  open var foregroundColor: CGColor? = CGColor(straight: [1, 1, 1, 1]) {
    willSet { willChange("foregroundColor") }
    didSet { didChange("foregroundColor") }
  }

  /// Whether lines are broken at the width of the bounds.
  ///
  /// - Default: `false`.
  open var isWrapped = false {
    didSet {
      keyedText = nil
      markChanged()
    }
  }

  /// The truncation of lines that are too long; in wrapped text, of the last line that fits.
  ///
  /// - Range: A name that is none of Apple's is stored and draws as `none`.
  /// - Default: `none`.
  open var truncationMode: CATextLayerTruncationMode = .none {
    didSet {
      keyedText = nil
      markChanged()
    }
  }

  /// The alignment of lines, unless a paragraph style sets another.
  ///
  /// - Range: A name that is none of Apple's is stored and draws as `natural`.
  /// - Default: `natural`.
  open var alignmentMode: CATextLayerAlignmentMode = .natural {
    didSet {
      keyedText = nil
      markChanged()
    }
  }

  /// Whether glyphs are placed in steps smaller than a pixel; stored without effect.
  ///
  /// - Default: `true`.
  open var allowsFontSubpixelQuantization = true {
    didSet { markChanged() }
  }

  /// Whether `string` has attributes; stored, because the check takes too long for every snapshot.
  private var isAttributed = false
  /// The text as a key, made when a snapshot first needs it.
  private var keyedText: KeyedText?

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
    (string, isAttributed) = (layer.string, layer.isAttributed)
    font = layer.font
    fontSize = layer.fontSize
    foregroundColor = layer.foregroundColor
    isWrapped = layer.isWrapped
    truncationMode = layer.truncationMode
    alignmentMode = layer.alignmentMode
    allowsFontSubpixelQuantization = layer.allowsFontSubpixelQuantization
    if layer.keyedText == nil { layer.keyedText = layer.makeKeyedText() }
    keyedText = layer.keyedText
  }

  /// Makes a layer from an archive; see ``CALayer/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  package override var patternColorNames: [String] { foregroundColor?.isPattern == true ? ["foregroundColor"] : [] }

  package override func snapshotContent() -> LayerContent? {
    guard isAttributed || fontSize > 0, let keyed = keyedText ?? makeKeyedText() else { return nil }
    keyedText = keyed
    let color = isAttributed ? CGColor.black : foregroundColor
    return .text(TextContent(text: keyed, color: color ?? .clear))
  }

  private func makeKeyedText() -> KeyedText? {
    var paragraph = ParagraphStyle()
    paragraph.alignment =
      switch alignmentMode {
      case .left: .left
      case .right: .right
      case .center: .center
      case .justified: .justified
      default: .natural
      }
    let truncation: TextLayout.Truncation =
      switch truncationMode {
      case .start: .start
      case .middle: .middle
      case .end: .end
      default: .none
      }
    let text: StyledText
    if let attributed = string as? NSAttributedString {
      let plain = TextAttributes(font: CTFont(fontName: "Helvetica", pointSize: 12))
      text = StyledText(attributed, defaults: plain, paragraph: paragraph, drawsPatterns: false)
    } else if let string = string as? String {
      text = StyledText(string, attributes: TextAttributes(font: plainFont), paragraph: paragraph)
    } else {
      return nil
    }
    return KeyedText(text, isWrapped: isWrapped, truncation: truncation)
  }

  /// The size of the whole text, broken at the width of the bounds where it is wrapped; `nil` without text.
  override var preferredBoundsSize: CGSize? { sizeOfText == .zero ? nil : sizeOfText }

  /// The size of the text, broken at the width of the bounds where it is wrapped; zero without text.
  package final var sizeOfText: CGSize {
    guard isAttributed || fontSize > 0, let keyed = keyedText ?? makeKeyedText() else { return .zero }
    keyedText = keyed
    return TextLayout(
      keyed.text, options: TextLayout.Options(width: isWrapped ? bounds.width : nil, isWrapped: isWrapped)
    ).size
  }

  /// The font of plain text.
  package final var plainFont: CTFont {
    switch font {
    case let font as CTFont: font.withSize(fontSize)
    case let font as CGFont: font.font(ofSize: fontSize)
    case let name as String: CTFont(fontName: name, pointSize: fontSize)
    default: CTFont(fontName: "Helvetica", pointSize: fontSize)
    }
  }
}
