// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import LaminaGeometry
package import LaminaGraphics
package import LaminaPlan

/// The reason why a parameter's text is not valid.
package struct ParameterProblem: Error, Equatable, CustomStringConvertible {
  /// The text that is expected instead, as the end of a sentence.
  package var reason: String

  /// Makes a problem.
  package init(_ reason: String) {
    self.reason = reason
  }

  /// The reason; parsers of command lines show it.
  package var description: String { reason }
}

/// Parsers of the parameters of a picture, as written in command lines and in requests to a service.
package enum ParameterText {
  /// `WxH`, such as `1920x1080`.
  package static func size(_ text: String) throws(ParameterProblem) -> PixelSize {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width >= 1, height >= 1,
      max(width, height) <= 1 << 24
    else {
      throw ParameterProblem("a size is WIDTHxHEIGHT in pixels, each from 1 to 16777216, such as 1920x1080")
    }
    return PixelSize(width: width, height: height)
  }

  /// A number from 0 to 1.
  package static func fraction(_ text: String) throws(ParameterProblem) -> Double {
    guard let value = Double(text), (0...1).contains(value) else {
      throw ParameterProblem("a number from 0 to 1 is expected")
    }
    return value
  }

  /// `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or `none`, which gives `nil`.
  package static func color(_ text: String) throws(ParameterProblem) -> CGColor? {
    guard text != "none" else { return nil }
    let values = text.dropFirst().compactMap(\.hexDigitValue)
    guard text.hasPrefix("#"), values.count == text.count - 1, [3, 4, 6, 8].contains(values.count) else {
      throw ParameterProblem("a colour is #rgb, #rgba, #rrggbb, #rrggbbaa or none")
    }
    // One digit stands for two equal ones.
    let bytes =
      values.count <= 4
      ? values.map { $0 * 17 }
      : stride(from: 0, to: values.count, by: 2).map { 16 * values[$0] + values[$0 + 1] }
    var components = bytes.map { Float($0) / 255 }
    if components.count == 3 { components.append(1) }
    return CGColor(straight: SIMD4(components))
  }

  /// A finite number.
  package static func finiteNumber(_ text: String) throws(ParameterProblem) -> Double {
    guard let value = Double(text), value.isFinite else { throw ParameterProblem("a finite number is expected") }
    return value
  }

  /// A finite number above zero.
  package static func positiveNumber(_ text: String) throws(ParameterProblem) -> Double {
    guard let value = Double(text), value.isFinite, value > 0 else {
      throw ParameterProblem("a finite number above 0 is expected")
    }
    return value
  }

  /// A whole number in a range.
  package static func wholeNumber(_ text: String, in range: ClosedRange<Int>) throws(ParameterProblem) -> Int {
    guard let value = Int(text), range.contains(value) else {
      let upper = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
      throw ParameterProblem("a whole number, \(range.lowerBound) \(upper), is expected")
    }
    return value
  }

  /// A number of bytes: digits, then K, M or G for powers of 1024.
  package static func byteCount(_ text: String) throws(ParameterProblem) -> Int {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { shifts[Character($0.uppercased())] }
    guard let value = Int(shift == nil ? text : String(text.dropLast())), value >= 1, value <= Int.max >> (shift ?? 0)
    else { throw ParameterProblem("a number of bytes is expected, such as 1500000, 64M or 2G") }
    return value << (shift ?? 0)
  }

  /// One of the names of an enumeration.
  package static func word<Value: RawRepresentable & CaseIterable>(
    _ text: String, of type: Value.Type
  ) throws(ParameterProblem) -> Value where Value.RawValue == String {
    guard let value = Value(rawValue: text) else {
      let names = Value.allCases.map(\.rawValue)
      throw ParameterProblem("\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "") is expected")
    }
    return value
  }

  /// A debug overlay that can be drawn over a single picture.
  package static func overlayOfOnePicture(_ text: String) throws(ParameterProblem) -> DebugOverlay {
    switch try? word(text, of: DebugOverlay.self) {
    case .damage:
      throw ParameterProblem(
        "damage compares a frame with the one before it, and this is one picture; films show it (lamina export --overlay damage)"
      )
    case let overlay?: return overlay
    case nil: throw ParameterProblem("blended, offscreen, overdraw or bounds is expected")
    }
  }

  /// The tilt of a device as `x,y`.
  package static func tilt(_ text: String) throws(ParameterProblem) -> CGPoint {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], (-1...1).contains(x), (-1...1).contains(y) else {
      throw ParameterProblem("a tilt is x,y, each from -1 to 1, such as 0.5,-0.2")
    }
    return CGPoint(x: x, y: y)
  }
}
