// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaLayers

// Classes without subclasses: nothing of their secure coding has to be in their bodies.

extension CAMediaTimingFunction: NSSecureCoding {
  /// Makes a curve from an archive.
  ///
  /// - Parameter coder: A keyed decoder. Missing numbers are 0.
  public convenience init?(coder: NSCoder) {
    let numbers = ["c1x", "c1y", "c2x", "c2y"].map { coder.decodeDouble(forKey: $0) }
    self.init(curve: TimingCurve(numbers[0], numbers[1], numbers[2], numbers[3]))
  }

  /// Whether archives may demand that functions are decoded securely: always.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the control points into an archive.
  ///
  /// - Parameter coder: A keyed encoder.
  public func encode(with coder: NSCoder) {
    let numbers = [("c1x", curve.first.x), ("c1y", curve.first.y), ("c2x", curve.second.x), ("c2y", curve.second.y)]
    for (key, number) in numbers { coder.encode(number, forKey: key) }
  }
}

extension CAValueFunction: NSSecureCoding {
  /// Makes a function from an archive; `nil` for a name that is none of Apple's.
  ///
  /// - Parameter coder: A keyed decoder.
  public convenience init?(coder: NSCoder) {
    guard let name = coder.decodeArchived(forKey: "name") as? String else { return nil }
    self.init(name: CAValueFunctionName(rawValue: name))
  }

  /// Whether archives may demand that functions are decoded securely: always.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the name into an archive.
  ///
  /// - Parameter coder: A keyed encoder.
  public func encode(with coder: NSCoder) { coder.encode(NSString(string: name.rawValue), forKey: "name") }
}

extension CAFilter: NSSecureCoding {
  /// Makes a filter from an archive; `nil` where the archive does not state its type.
  ///
  /// - Parameter coder: A keyed decoder.
  public convenience init?(coder: NSCoder) {
    guard let type = coder.decodeValue(forKey: "type") as? String else { return nil }
    self.init(type: type)
    name = coder.decodeValue(forKey: "name") as? String ?? type
    isEnabled = coder.decodeValue(forKey: "enabled") as? Bool ?? true
    values = coder.decodeValue(forKey: "inputs") as? [String: Any] ?? [:]
  }

  /// Whether archives may demand that filters are decoded securely: always.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the filter with its inputs into an archive; an input that archives cannot hold is left out.
  ///
  /// - Parameter coder: A keyed encoder.
  public func encode(with coder: NSCoder) {
    coder.encode(NSString(string: type), forKey: "type")
    coder.encode(NSString(string: name), forKey: "name")
    coder.encode(NSNumber(value: isEnabled), forKey: "enabled")
    let inputs = ArchivedValue.objects(for: values, of: "an input of \(type)")
    coder.encode(NSDictionary(dictionary: inputs), forKey: "inputs")
  }
}
