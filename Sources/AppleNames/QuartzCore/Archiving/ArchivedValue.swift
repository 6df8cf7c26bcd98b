// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics
internal import LaminaLayers

/// Conversions between values and the objects of archives.
enum ArchivedValue {
  /// All classes that Lamina's objects may contain in an archive. One list for every key: Foundation ends the process
  /// at an unexpected class, and values of a type other than the property's are left out here.
  static var classes: [AnyClass] {
    [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSData.self, NSDate.self, NSNull.self,
      NSURL.self, NSUUID.self, CALayer.self, CAAnimation.self, CAEmitterCell.self, CAFilter.self,
      CAMediaTimingFunction.self, CAValueFunction.self, CAConstraint.self, CAConstraintLayoutManager.self,
      LKNSValueCodingProxy.self, LKCGColorCodingProxy.self, CACGPathCodingProxy.self, CACGPathCodingSegment.self,
      CGImageCodingProxy.self,
    ]
  }

  /// Returns the object for a property's value; `nil` where archives cannot hold it.
  static func object(for value: LayerValue) -> NSObject? {
    switch value {
    case .none: nil
    case .number(let number): NSNumber(value: number)
    case .bool(let isOn): NSNumber(value: isOn)
    case .point(let point): LKNSValueCodingProxy(.point(point))
    case .size(let size): LKNSValueCodingProxy(.size(size))
    case .rect(let rect): LKNSValueCodingProxy(.rect(rect))
    case .transform(let transform): LKNSValueCodingProxy(.transform(transform))
    case .color(let color): LKCGColorCodingProxy(color)
    case .path(let path): CACGPathCodingProxy(path)
    case .image(let image): CGImageCodingProxy(image)
    case .string(let text): NSString(string: text)
    case .numbers(let numbers): NSArray(array: numbers.map { NSNumber(value: $0) })
    case .colors(let colors): NSArray(array: colors.map(LKCGColorCodingProxy.init))
    case .object(let object): self.object(forAny: object)
    }
  }

  /// Returns the object for any value; `nil` where archives cannot hold it, or a part of it.
  static func object(forAny value: Any) -> NSObject? {
    if let number = value as? NSNumber { return number }
    if let known = typed(value) { return object(for: known) }
    switch value {
    case let value as NSNull: return value
    case let value as String: return NSString(string: value)
    case let value as any RawRepresentable<String>: return NSString(string: value.rawValue)
    case let value as Data: return NSData(data: value)
    case let value as Date: return NSDate(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate)
    case let value as [Any]: return array(value)
    case let value as [AnyHashable: Any]: return dictionary(value)
    default: break
    }
    if let number = LayerValue(value, as: .number(.double, allowsInfinity: true)) { return object(for: number) }
    guard let object = value as? NSObject, let secure = object as? any NSSecureCoding,
      type(of: secure).supportsSecureCoding, isExpected(object)
    else { return nil }
    return object
  }

  /// Returns the objects for values; a value that archives cannot hold is reported and left out.
  ///
  /// - Parameter kind: The words of the report for the values' type; `nil` names the type of each.
  static func objects(for values: [String: Any], of kind: String? = nil) -> [String: NSObject] {
    var objects: [String: NSObject] = [:]
    for (key, value) in values {
      objects[key] = object(forAny: value)
      guard objects[key] == nil else { continue }
      CALayer.archiveFailureHandler(.leftOut(key: key, type: kind ?? "\(type(of: value))"))
    }
    return objects
  }

  /// Returns a value of one of Lamina's own types.
  private static func typed(_ value: Any) -> LayerValue? {
    switch value {
    case let value as CGPoint: .point(value)
    case let value as CGSize: .size(value)
    case let value as CGRect: .rect(value)
    case let value as CATransform3D: .transform(value)
    case let value as CGAffineTransform: .transform(CATransform3DMakeAffineTransform(value))
    case let value as CGColor: .color(value)
    case let value as CGPath: .path(value)
    case let value as CGImage: .image(value)
    case let value as CAColorMatrix: .numbers(value.numbers.map { Double($0) })
    case let value as NSValue:
      value.boxedPoint.map(LayerValue.point) ?? value.boxedSize.map(LayerValue.size)
        ?? value.boxedRect.map(LayerValue.rect) ?? value.boxedTransform.map(LayerValue.transform)
        ?? value.boxedAffineTransform.map { .transform(CATransform3DMakeAffineTransform($0)) }
    default: nil
    }
  }

  private static func array(_ values: [Any]) -> NSObject? {
    let objects = values.compactMap(object(forAny:))
    return objects.count == values.count ? NSArray(array: objects) : nil
  }

  private static func dictionary(_ entries: [AnyHashable: Any]) -> NSObject? {
    var result: [String: Any] = [:]
    for (key, value) in entries {
      guard let key = key.base as? String, let object = object(forAny: value) else { return nil }
      result[key] = object
    }
    return NSDictionary(dictionary: result)
  }

  /// Whether an object is of a class that is accepted when it is read.
  private static func isExpected(_ object: NSObject) -> Bool {
    switch object {
    case is CALayer, is CAAnimation, is CAEmitterCell, is CAFilter, is CAMediaTimingFunction, is CAValueFunction,
      is CAConstraint, is CAConstraintLayoutManager, is NSURL, is NSUUID, is NSDate, is NSData:
      true
    default: false
    }
  }

  /// Returns the value that an object of an archive represents.
  static func value(of object: Any) -> Any {
    switch object {
    case let proxy as any CodingProxy: proxy.value
    case let array as NSArray: array.map { value(of: $0) }
    case let dictionary as NSDictionary:
      dictionary.reduce(into: [String: Any]()) { result, entry in
        if let key = entry.key as? String { result[key] = value(of: entry.value) }
      }
    case let text as String: text
    default: object
    }
  }
}
