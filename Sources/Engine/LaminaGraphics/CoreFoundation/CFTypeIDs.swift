// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Type numbers of values, for code that takes colours, paths and texts out of an `Any`.

internal import Foundation
public import LaminaGeometry

/// The number of a type of Core Foundation. The number changes between versions: compare it, and do not store it.
public typealias CFTypeID = UInt

/// The types with a number. The first type that matches a value counts.
private enum KnownType: CFTypeID, CaseIterable {
  case string = 1
  case attributedString, number, array, dictionary, data
  case color, colorSpace, path, image, context, gradient, pattern, graphicsFont, font
  case shading, function, layer, dataProvider, dataConsumer, imageSource, imageDestination
  case fontDescriptor, paragraphStyle, line, run, runDelegate, frame, framesetter, typesetter

  func holds(_ value: Any) -> Bool {
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
    case .shading: value is CGShading
    case .function: value is CGFunction
    case .layer: value is CGLayer
    case .dataProvider: value is CGDataProvider
    case .dataConsumer: value is CGDataConsumer
    case .imageSource: value is CGImageSource
    case .imageDestination: value is CGImageDestination
    case .fontDescriptor: value is CTFontDescriptor
    case .paragraphStyle: value is CTParagraphStyle
    case .line: value is CTLine
    case .run: value is CTRun
    case .runDelegate: value is CTRunDelegate
    case .frame: value is CTFrame
    case .framesetter: value is CTFramesetter
    case .typesetter: value is CTTypesetter
    }
  }
}

/// The number of a value's type; 0 for `nil` and for a value of a type without a number.
///
/// Apple's functions take objects. Colours are values here, so these take anything, with a cast to ``CFTypeRef`` or
/// without.
///
///     if CFGetTypeID(value as CFTypeRef) == CGColor.typeID { … }
///     if CFGetTypeID(layer.backgroundColor) == CGColor.typeID { … }
public func CFGetTypeID(_ cf: Any?) -> CFTypeID {
  guard let cf else { return 0 }
  return KnownType.allCases.first { $0.holds(cf) }?.rawValue ?? 0
}

/// Whether two values are equal: the same object, or of one type whose values are compared. Strings, numbers, arrays
/// and their like are equal to Foundation's objects of the same value.
///
/// Colours are equal, as Apple documents, when their spaces and components are equal. `==` compares only the drawn
/// colour.
public func CFEqual(_ cf1: Any?, _ cf2: Any?) -> Bool {
  guard let cf1, let cf2 else { return cf1 == nil && cf2 == nil }
  if let first = cf1 as? CGColor, let second = cf2 as? CGColor { return first === second }
  if let first = foundationObject(cf1), let second = foundationObject(cf2) { return first.isEqual(second) }
  if let first = cf1 as? AnyHashable, let second = cf2 as? AnyHashable { return first == second }
  return cf1 as AnyObject === cf2 as AnyObject
}

/// A number that is the same for equal values; see ``CFEqual(_:_:)``. The number changes between runs of a program.
public func CFHash(_ cf: Any?) -> CFHashCode {
  guard let cf else { return 0 }
  if let object = foundationObject(cf) { return CFHashCode(bitPattern: object.hash) }
  if let value = cf as? AnyHashable { return CFHashCode(bitPattern: value.hashValue) }
  return CFHashCode(bitPattern: ObjectIdentifier(cf as AnyObject).hashValue)
}

/// The Foundation object for a value of Swift or an object of Foundation; `nil` for any other value.
private func foundationObject(_ value: Any) -> NSObject? {
  switch value {
  case let string as String: NSString(string: string)
  case let object as NSObject: object
  case let data as Data: NSData(data: data)
  case let array as [Any]: NSArray(array: array)
  case let dictionary as [AnyHashable: Any]: NSDictionary(dictionary: dictionary)
  default: nil
  }
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

/// The number of the type of descriptions of fonts.
public func CTFontDescriptorGetTypeID() -> CFTypeID { KnownType.fontDescriptor.rawValue }

/// The number of the type of paragraph styles.
public func CTParagraphStyleGetTypeID() -> CFTypeID { KnownType.paragraphStyle.rawValue }

/// The number of the type of lines.
public func CTLineGetTypeID() -> CFTypeID { KnownType.line.rawValue }

/// The number of the type of runs.
public func CTRunGetTypeID() -> CFTypeID { KnownType.run.rawValue }

/// The type number of run delegates, which leave room in text.
public func CTRunDelegateGetTypeID() -> CFTypeID { KnownType.runDelegate.rawValue }

/// The number of the type of frames of text.
public func CTFrameGetTypeID() -> CFTypeID { KnownType.frame.rawValue }

/// The type number of framesetters.
public func CTFramesetterGetTypeID() -> CFTypeID { KnownType.framesetter.rawValue }

/// The type number of typesetters.
public func CTTypesetterGetTypeID() -> CFTypeID { KnownType.typesetter.rawValue }

/// The number of the type of sources of pictures.
public func CGImageSourceGetTypeID() -> CFTypeID { KnownType.imageSource.rawValue }

/// The number of the type of destinations of pictures.
public func CGImageDestinationGetTypeID() -> CFTypeID { KnownType.imageDestination.rawValue }

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

extension CGShading {
  /// The number of the type.
  public static var typeID: CFTypeID { KnownType.shading.rawValue }
}

extension CGFunction {
  /// The number of the type.
  public static var typeID: CFTypeID { KnownType.function.rawValue }
}

extension CGLayer {
  /// The number of the type.
  public static var typeID: CFTypeID { KnownType.layer.rawValue }
}

extension CGDataProvider {
  /// The number of the type.
  public static var typeID: CFTypeID { KnownType.dataProvider.rawValue }
}

extension CGDataConsumer {
  /// The number of the type.
  public static var typeID: CFTypeID { KnownType.dataConsumer.rawValue }
}

/// Whether both are the same colour of the same space, as ``CFEqual(_:_:)`` compares them; `==` compares only the drawn
/// colour.
public func CGColorEqualToColor(_ color1: CGColor?, _ color2: CGColor?) -> Bool { CFEqual(color1, color2) }
