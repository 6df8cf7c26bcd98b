// What a value is, as code asks that takes colours, paths and texts out of an `Any`.

internal import Foundation
public import LaminaGeometry

/// The number of a type of Core Foundation. It is another in every version: compare it, and do not keep it.
public typealias CFTypeID = UInt

/// The types that have a number. The first that a value is of counts.
private enum KnownType: CFTypeID, CaseIterable {
  case string = 1
  case attributedString, number, array, dictionary, data
  case color, colorSpace, path, image, context, gradient, pattern, graphicsFont, font

  func holds(_ value: AnyObject) -> Bool {
    switch self {
    case .string: value is String || value is NSString
    case .attributedString: value is NSAttributedString
    case .number: value is NSNumber
    case .array: value is [Any] || value is NSArray
    case .dictionary: value is [AnyHashable: Any] || value is NSDictionary
    case .data: value is Data || value is NSData
    case .color: value is CGColor
    case .colorSpace: value is CGColorSpace
    case .path: value is CGPath
    case .image: value is CGImage
    case .context: value is CGContext
    case .gradient: value is CGGradient
    case .pattern: value is CGPattern
    case .graphicsFont: value is CGFont
    case .font: value is CTFont
    }
  }
}

/// The number of a value's type; 0 for a value of a type that has none.
///
///     if CFGetTypeID(value as CFTypeRef) == CGColor.typeID { … }
public func CFGetTypeID(_ cf: CFTypeRef) -> CFTypeID {
  KnownType.allCases.first { $0.holds(cf) }?.rawValue ?? 0
}

/// Whether two values are equal: the same object, or of one type whose values are compared.
public func CFEqual(_ cf1: CFTypeRef?, _ cf2: CFTypeRef?) -> Bool {
  if cf1 === cf2 { return true }
  guard let first = cf1 as? AnyHashable, let second = cf2 as? AnyHashable else { return false }
  return first == second
}

/// The number of the type of strings.
public func CFStringGetTypeID() -> CFTypeID { KnownType.string.rawValue }
/// The number of the type of strings with attributes.
public func CFAttributedStringGetTypeID() -> CFTypeID { KnownType.attributedString.rawValue }
/// The number of the type of numbers, and of truth values, which are numbers here.
public func CFNumberGetTypeID() -> CFTypeID { KnownType.number.rawValue }
/// The number of the type of arrays.
public func CFArrayGetTypeID() -> CFTypeID { KnownType.array.rawValue }
/// The number of the type of dictionaries.
public func CFDictionaryGetTypeID() -> CFTypeID { KnownType.dictionary.rawValue }
/// The number of the type of data.
public func CFDataGetTypeID() -> CFTypeID { KnownType.data.rawValue }
/// The number of the type of fonts.
public func CTFontGetTypeID() -> CFTypeID { KnownType.font.rawValue }

extension CGColor {
  /// The number of the type.
  public static var typeID: CFTypeID { KnownType.color.rawValue }
}

extension CGColorSpace {
  /// The number of the type.
  public static var typeID: CFTypeID { KnownType.colorSpace.rawValue }
}

extension CGPath {
  /// The number of the type.
  public static var typeID: CFTypeID { KnownType.path.rawValue }
}

extension CGImage {
  /// The number of the type.
  public static var typeID: CFTypeID { KnownType.image.rawValue }
}

extension CGContext {
  /// The number of the type.
  public static var typeID: CFTypeID { KnownType.context.rawValue }
}

extension CGGradient {
  /// The number of the type.
  public static var typeID: CFTypeID { KnownType.gradient.rawValue }
}

extension CGPattern {
  /// The number of the type.
  public static var typeID: CFTypeID { KnownType.pattern.rawValue }
}

extension CGFont {
  /// The number of the type.
  public static var typeID: CFTypeID { KnownType.graphicsFont.rawValue }
}
