// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
public import LaminaGraphics

/// How the lines of a paragraph are laid out, as Core Text calls it: the style of UIKit and AppKit.
public typealias CTParagraphStyle = NSParagraphStyle

/// The alignment of lines between the edges.
public enum CTTextAlignment: UInt8, Sendable {
  // The cases are in the order of their numbers: settings point to values whose bytes are these numbers.
  /// At the left.
  case left = 0
  /// At the right.
  case right = 1
  /// In the middle.
  case center = 2
  /// At both edges.
  case justified = 3
  /// At the edge where the writing direction begins.
  case natural = 4
}

/// The treatment of a line that is longer than the available width.
public enum CTLineBreakMode: UInt8, Sendable {
  /// The line is broken between words.
  case byWordWrapping = 0
  /// The line is broken between characters.
  case byCharWrapping = 1
  /// The line is cut off at the edge.
  case byClipping = 2
  /// The beginning of the line is left out.
  case byTruncatingHead = 3
  /// The end of the line is left out.
  case byTruncatingTail = 4
  /// The middle of the line is left out.
  case byTruncatingMiddle = 5
}

/// The direction of text.
public struct CTWritingDirection: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int8
  /// Makes a direction from its number.
  public init(rawValue: Int8) { self.rawValue = rawValue }

  /// By the first letter with a direction.
  public static let natural = CTWritingDirection(rawValue: -1)
  /// From left to right.
  public static let leftToRight = CTWritingDirection(rawValue: 0)
  /// From right to left.
  public static let rightToLeft = CTWritingDirection(rawValue: 1)
}

/// The property that a setting of a paragraph style sets.
public enum CTParagraphStyleSpecifier: UInt32, Sendable {
  /// A ``CTTextAlignment``.
  case alignment = 0
  /// The indent of the first line from the leading edge: a `CGFloat`, in points.
  case firstLineHeadIndent = 1
  /// The indent of the other lines from the leading edge: a `CGFloat`, in points.
  case headIndent = 2
  /// The end of lines: a `CGFloat`, in points, from the leading edge where it is above 0, otherwise from the trailing
  /// edge.
  case tailIndent = 3
  /// Tab stops: ignored.
  case tabStops = 4
  /// The distance of tabs: ignored.
  case defaultTabInterval = 5
  /// A ``CTLineBreakMode``.
  case lineBreakMode = 6
  /// The factor of the natural height of lines: a `CGFloat`.
  case lineHeightMultiple = 7
  /// The greatest height of a line: a `CGFloat`, in points.
  case maximumLineHeight = 8
  /// The least height of a line: a `CGFloat`, in points.
  case minimumLineHeight = 9
  /// The space between lines: a `CGFloat`, in points.
  case lineSpacing = 10
  /// The space after the paragraph: a `CGFloat`, in points.
  case paragraphSpacing = 11
  /// The space before the paragraph: a `CGFloat`, in points.
  case paragraphSpacingBefore = 12
  /// A ``CTWritingDirection``.
  case baseWritingDirection = 13
  /// The greatest space between lines: a `CGFloat`, in points.
  case maximumLineSpacing = 14
  /// The least space between lines: a `CGFloat`, in points.
  case minimumLineSpacing = 15
  /// The space added between lines: a `CGFloat`, in points.
  case lineSpacingAdjustment = 16
  /// The contents of the bounds of lines: ignored.
  case lineBoundsOptions = 17
}

/// A value of a paragraph style.
public struct CTParagraphStyleSetting {
  /// The property that is set.
  public var spec: CTParagraphStyleSpecifier
  /// The size of the value in bytes.
  public var valueSize: Int
  /// The value.
  public var value: UnsafeRawPointer

  /// Makes a setting.
  ///
  /// - Parameters:
  ///   - spec: The property that is set.
  ///   - valueSize: The size of the value in bytes.
  ///   - value: The value, which must stay where it is until the style is made.
  public init(spec: CTParagraphStyleSpecifier, valueSize: Int, value: UnsafeRawPointer) {
    (self.spec, self.valueSize, self.value) = (spec, valueSize, value)
  }
}

/// Makes a paragraph style.
///
/// - Parameters:
///   - settings: The settings that differ from the default style; values of a wrong size are left out.
///   - settingCount: The number of settings.
public func CTParagraphStyleCreate(
  _ settings: UnsafePointer<CTParagraphStyleSetting>?, _ settingCount: Int
) -> CTParagraphStyle {
  var reader = ParagraphSettings()
  for setting in UnsafeBufferPointer(start: settings, count: settings == nil ? 0 : max(settingCount, 0)) {
    reader.take(setting)
  }
  return NSParagraphStyle(values: reader.style)
}

/// Makes a paragraph style of the same values.
public func CTParagraphStyleCreateCopy(_ paragraphStyle: CTParagraphStyle) -> CTParagraphStyle {
  NSParagraphStyle(values: paragraphStyle.values)
}

/// Reads a value of a paragraph style.
///
/// - Parameters:
///   - paragraphStyle: The style.
///   - spec: The property.
///   - valueBufferSize: The size of its value in bytes.
///   - valueBuffer: Receives the value.
/// - Returns: Whether the style has the property, and `valueBufferSize` is the size of its value.
public func CTParagraphStyleGetValueForSpecifier(
  _ paragraphStyle: CTParagraphStyle, _ spec: CTParagraphStyleSpecifier, _ valueBufferSize: Int,
  _ valueBuffer: UnsafeMutableRawPointer
) -> Bool {
  func write<Value: BitwiseCopyable>(_ value: Value) -> Bool {
    guard valueBufferSize >= MemoryLayout<Value>.size else { return false }
    valueBuffer.storeBytes(of: value, as: Value.self)
    return true
  }
  let style = paragraphStyle.values
  switch spec {
  case .alignment: return write(UInt8(clamping: CTTextAlignment.styles.firstIndex(of: style.alignment) ?? 4))
  case .lineBreakMode: return write(UInt8(truncatingIfNeeded: style.lineBreakMode.rawValue))
  case .baseWritingDirection: return write(Int8(truncatingIfNeeded: style.writingDirection.rawValue))
  case .tabStops, .defaultTabInterval, .lineBoundsOptions: return false
  default: return ParagraphSettings.length(spec).map { write(style[keyPath: $0]) } ?? false
  }
}

extension CTTextAlignment {
  /// The alignments of UIKit and AppKit, by Core Text's numbers.
  fileprivate static let styles: [NSTextAlignment] = [.left, .right, .center, .justified, .natural]
}

/// Reads the settings of C.
private struct ParagraphSettings {
  var style = ParagraphStyle()
  private var spacingLimits: (low: CGFloat, high: CGFloat) = (0, .infinity)
  private var spacing: CGFloat = 0

  /// The member that keeps a length; `nil` for properties that are no lengths.
  static func length(_ spec: CTParagraphStyleSpecifier) -> WritableKeyPath<ParagraphStyle, CGFloat>? {
    switch spec {
    case .firstLineHeadIndent: \.firstLineHeadIndent
    case .headIndent: \.headIndent
    case .tailIndent: \.tailIndent
    case .lineHeightMultiple: \.lineHeightMultiple
    case .maximumLineHeight: \.maximumLineHeight
    case .minimumLineHeight: \.minimumLineHeight
    case .lineSpacing, .lineSpacingAdjustment, .minimumLineSpacing, .maximumLineSpacing: \.lineSpacing
    case .paragraphSpacing: \.paragraphSpacing
    case .paragraphSpacingBefore: \.paragraphSpacingBefore
    case .alignment, .lineBreakMode, .baseWritingDirection, .tabStops, .defaultTabInterval, .lineBoundsOptions: nil
    }
  }

  mutating func take(_ setting: CTParagraphStyleSetting) {
    switch setting.spec {
    case .alignment:
      guard let number = byte(setting), number < CTTextAlignment.styles.count else { return }
      style.alignment = CTTextAlignment.styles[Int(number)]
    case .lineBreakMode:
      if let value = byte(setting).flatMap({ NSLineBreakMode(rawValue: UInt($0)) }) { style.lineBreakMode = value }
    case .baseWritingDirection:
      let value = byte(setting).flatMap { NSWritingDirection(rawValue: Int(Int8(bitPattern: $0))) }
      if let value { style.writingDirection = value }
    case .tabStops, .defaultTabInterval, .lineBoundsOptions:
      return
    default:
      guard let path = Self.length(setting.spec), let value = number(setting) else { return }
      take(value, setting.spec, path)
    }
  }

  private mutating func take(
    _ value: CGFloat, _ spec: CTParagraphStyleSpecifier, _ path: WritableKeyPath<ParagraphStyle, CGFloat>
  ) {
    switch spec {
    case .minimumLineSpacing: spacingLimits.low = value
    case .maximumLineSpacing: spacingLimits.high = value
    case .lineSpacing, .lineSpacingAdjustment: spacing = value
    default:
      style[keyPath: path] = value
      return
    }
    // This is the only space between lines.
    style.lineSpacing = max(min(spacing, spacingLimits.high), spacingLimits.low)
  }

  /// A value of one byte, or the low byte of a wider whole number, since programs point to either.
  private func byte(_ setting: CTParagraphStyleSetting) -> UInt8? {
    switch setting.valueSize {
    case 1: return setting.value.loadUnaligned(as: UInt8.self)
    case 4: return UInt8(truncatingIfNeeded: setting.value.loadUnaligned(as: UInt32.self))
    case 8: return UInt8(truncatingIfNeeded: setting.value.loadUnaligned(as: UInt64.self))
    default: return nil
    }
  }

  private func number(_ setting: CTParagraphStyleSetting) -> CGFloat? {
    let value: CGFloat
    switch setting.valueSize {
    case MemoryLayout<CGFloat>.size: value = setting.value.loadUnaligned(as: CGFloat.self)
    case MemoryLayout<Float>.size: value = CGFloat(setting.value.loadUnaligned(as: Float.self))
    default: return nil
    }
    return value.isNaN ? nil : value
  }
}
