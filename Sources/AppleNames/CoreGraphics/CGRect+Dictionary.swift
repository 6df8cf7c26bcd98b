// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Points, sizes and rectangles as dictionaries of numbers, by the keys that Core Graphics gives them.

public import Foundation
public import LaminaCoreFoundation

extension CGPoint {
  /// The coordinates by the keys "X" and "Y".
  public var dictionaryRepresentation: CFDictionary {
    ["X": NSNumber(value: Double(x)), "Y": NSNumber(value: Double(y))]
  }

  /// Makes a point of ``dictionaryRepresentation``.
  ///
  /// - Returns: `nil` where a coordinate is missing or is no number.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let numbers = numbers(["X", "Y"], in: dict) else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }
}

extension CGSize {
  /// The sides by the keys "Width" and "Height".
  public var dictionaryRepresentation: CFDictionary {
    ["Width": NSNumber(value: Double(width)), "Height": NSNumber(value: Double(height))]
  }

  /// Makes a size of ``dictionaryRepresentation``.
  ///
  /// - Returns: `nil` where a side is missing or is no number.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let numbers = numbers(["Width", "Height"], in: dict) else { return nil }
    self.init(width: numbers[0], height: numbers[1])
  }
}

extension CGRect {
  /// The origin and the sides by the keys "X", "Y", "Width" and "Height".
  public var dictionaryRepresentation: CFDictionary {
    origin.dictionaryRepresentation.merging(size.dictionaryRepresentation) { first, _ in first }
  }

  /// Makes a rectangle of ``dictionaryRepresentation``.
  ///
  /// - Returns: `nil` where a number is missing or another type.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let origin = CGPoint(dictionaryRepresentation: dict), let size = CGSize(dictionaryRepresentation: dict) else {
      return nil
    }
    self.init(origin: origin, size: size)
  }
}

private func numbers(_ keys: [String], in dict: CFDictionary) -> [CGFloat]? {
  let numbers = keys.compactMap { key -> CGFloat? in
    if let number = dict[key] as? NSNumber { return CGFloat(number.doubleValue) }
    if let number = dict[key] as? Double { return CGFloat(number) }
    if let number = dict[key] as? CGFloat { return number }
    return (dict[key] as? Int).map { CGFloat($0) }
  }
  return numbers.count == keys.count ? numbers : nil
}
