// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Makes fonts by name, by description, and from other fonts.

public import Foundation
public import LaminaCoreFoundation
public import LaminaGeometry
public import LaminaGraphics

/// Makes a font from a name and a size; see `CTFont/init(name:size:)`.
///
/// - Parameters:
///   - name: The name of an installed font.
///   - size: The size in points.
///   - matrix: Ignored.
public func CTFontCreateWithName(
  _ name: String, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  CTFont(fontName: name, pointSize: size)
}

/// Makes a font of a Core Graphics font.
///
/// - Parameters:
///   - graphicsFont: The font.
///   - size: The size in points; 0 for 12.
///   - matrix: Ignored.
///   - attributes: Further properties of the font; a name is ignored.
public func CTFontCreateWithGraphicsFont(
  _ graphicsFont: CGFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?,
  _ attributes: CTFontDescriptor?
) -> CTFont {
  let font = graphicsFont.font(ofSize: size)
  return attributes.map { $0.values.applied(to: font, size: font.pointSize) } ?? font
}

/// Returns the Core Graphics font of a font.
///
/// - Parameters:
///   - font: The font.
///   - attributes: Receives the properties that a font without a size does not have.
public func CTFontCopyGraphicsFont(
  _ font: CTFont, _ attributes: UnsafeMutablePointer<CTFontDescriptor?>?
) -> CGFont {
  attributes?.pointee = CTFontCopyFontDescriptor(font)
  return CGFont(font)
}

/// The uses of the system's fonts.
public enum CTFontUIFontType: UInt32, Sendable {
  /// No use.
  case none = 0xFFFF_FFFF
  /// Text that a reader writes.
  case user = 0
  /// Text of one width for all letters.
  case userFixedPitch = 1
  /// Text of the system.
  case system = 2
  /// Emphasised text of the system.
  case emphasizedSystem = 3
  /// Small text.
  case smallSystem = 4
  /// Small emphasised text.
  case smallEmphasizedSystem = 5
  /// The smallest text.
  case miniSystem = 6
  /// The smallest emphasised text.
  case miniEmphasizedSystem = 7
  /// The content of views.
  case views = 8
  /// Text of applications.
  case application = 9
  /// Names beside controls.
  case label = 10
  /// The names of menus.
  case menuTitle = 11
  /// The items of menus.
  case menuItem = 12
  /// The marks in menus.
  case menuItemMark = 13
  /// The keys in menus.
  case menuItemCmdKey = 14
  /// The names of windows.
  case windowTitle = 15
  /// The titles of buttons.
  case pushButton = 16
  /// The names of small windows.
  case utilityWindowTitle = 17
  /// The first line of a warning.
  case alertHeader = 18
  /// Secondary text of the system.
  case systemDetail = 19
  /// Emphasised secondary text of the system.
  case emphasizedSystemDetail = 20
  /// The items of toolbars.
  case toolbar = 21
  /// The items of small toolbars.
  case smallToolbar = 22
  /// Messages.
  case message = 23
  /// The content of palettes.
  case palette = 24
  /// Hints.
  case toolTip = 25
  /// The content of controls.
  case controlContent = 26

  fileprivate var isBold: Bool {
    let bold: [CTFontUIFontType] = [
      .emphasizedSystem, .smallEmphasizedSystem, .miniEmphasizedSystem, .alertHeader, .emphasizedSystemDetail,
    ]
    return bold.contains(self)
  }

  fileprivate var defaultSize: CGFloat {
    switch self {
    case .smallSystem, .smallEmphasizedSystem, .utilityWindowTitle, .toolTip, .smallToolbar: 11
    case .miniSystem, .miniEmphasizedSystem: 9
    case .label, .systemDetail, .emphasizedSystemDetail: 10
    case .system, .emphasizedSystem, .application, .menuTitle, .menuItem, .menuItemMark, .menuItemCmdKey,
      .windowTitle, .pushButton, .alertHeader, .toolbar, .message:
      13
    case .none, .user, .userFixedPitch, .views, .palette, .controlContent: CTFont.defaultSize
    }
  }
}

/// Returns the system's font for a use.
///
/// - Parameters:
///   - uiType: The use.
///   - size: The size in points; 0 for the use's own.
///   - language: Ignored.
/// - Returns: The font; `nil` for ``CTFontUIFontType/none``.
public func CTFontCreateUIFontForLanguage(
  _ uiType: CTFontUIFontType, _ size: CGFloat, _ language: CFString?
) -> CTFont? {
  let points = size > 0 ? size : uiType.defaultSize
  switch uiType {
  case .none: return nil
  case .userFixedPitch: return .monospacedSystemFont(ofSize: points, weight: .regular)
  default: return uiType.isBold ? .boldSystemFont(ofSize: points) : .systemFont(ofSize: points)
  }
}

/// Returns the font of a description.
///
/// - Parameters:
///   - descriptor: The description. Without a name or family, the result is the system's font.
///   - size: The size in points; 0 for the size of the description, or 12 where it has none.
///   - matrix: Ignored.
public func CTFontCreateWithFontDescriptor(
  _ descriptor: CTFontDescriptor, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  let values = descriptor.values
  return values.applied(to: .systemFont(ofSize: 0), size: size > 0 ? size : values.size ?? CTFont.defaultSize)
}

/// Returns a font like another, with other properties.
///
/// - Parameters:
///   - font: The other font.
///   - size: The size in points; 0 for the other font's size.
///   - matrix: Ignored.
///   - attributes: The properties that differ: a name, a family, a weight, traits; a size only where `size` is 0.
public func CTFontCreateCopyWithAttributes(
  _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ attributes: CTFontDescriptor?
) -> CTFont {
  let points = size > 0 ? size : attributes?.values.size ?? font.pointSize
  return attributes.map { $0.values.applied(to: font, size: points) } ?? font.withSize(points)
}

/// Returns a font like another, of another family.
///
/// - Parameters:
///   - font: The other font.
///   - size: The size in points; 0 for the other font's size.
///   - matrix: Ignored.
///   - family: The family.
/// - Returns: The font; `nil` where the family is not installed.
public func CTFontCreateCopyWithFamily(
  _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ family: CFString
) -> CTFont? {
  let known = CTFont(fontName: family, pointSize: size > 0 ? size : font.pointSize)
  guard known.isInstalled else { return nil }
  let traits = CTFontGetSymbolicTraits(font)
  return known.styled(isBold: traits.contains(.traitBold), isItalic: traits.contains(.traitItalic))
}

/// Returns a font that differs from another only in being bold or slanted.
///
/// - Parameters:
///   - font: The other font.
///   - size: The size in points; 0 for the other font's size.
///   - matrix: Ignored.
///   - symTraitValue: The traits of the new font.
///   - symTraitMask: The traits to change. Only bold and italic can be requested.
/// - Returns: The font; `nil` where another trait is requested that the font does not have.
public func CTFontCreateCopyWithSymbolicTraits(
  _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?,
  _ symTraitValue: CTFontSymbolicTraits, _ symTraitMask: CTFontSymbolicTraits
) -> CTFont? {
  let present = CTFontGetSymbolicTraits(font)
  let wanted = present.subtracting(symTraitMask).union(symTraitValue.intersection(symTraitMask))
  let styles: CTFontSymbolicTraits = [.traitBold, .traitItalic]
  guard wanted.subtracting(styles) == present.subtracting(styles) else { return nil }
  let sized = size > 0 ? font.withSize(size) : font
  return wanted == present
    ? sized : sized.styled(isBold: wanted.contains(.traitBold), isItalic: wanted.contains(.traitItalic))
}

/// Returns a font with the glyphs of a text: the font itself, or a substitute for characters that it lacks.
///
/// - Parameters:
///   - currentFont: The requested font.
///   - string: The text.
///   - range: The part of it, in UTF-16.
public func CTFontCreateForString(_ currentFont: CTFont, _ string: CFString, _ range: CFRange) -> CTFont {
  let text = NSAttributedString(string: string, attributes: [.font: currentFont])
  let part = text.attributedSubstring(from: range.clamped(to: text.length))
  return CTLine(TextLine(part)).runs.first?.font ?? currentFont
}
