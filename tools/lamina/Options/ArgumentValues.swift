// How the values of options are written, and what is refused: every mistake is a usage error that names the value.

import ArgumentParser
import Foundation
import Lamina

extension PixelSize {
  /// Reads `WxH`, such as `1920x1080`.
  init(argument: String) throws {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width >= 1, height >= 1,
      max(width, height) <= 1 << 24
    else { throw ValidationError("a size is WIDTHxHEIGHT in pixels, each from 1 to 16777216, such as 1920x1080") }
    self.init(width: width, height: height)
  }
}

/// The colour behind the root layer, as `--background` gives it.
struct BackgroundArgument {
  /// `nil` for `none`.
  var color: CGColor?

  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or `none`.
  init(argument: String) throws {
    guard argument != "none" else { return }
    let values = argument.dropFirst().compactMap(\.hexDigitValue)
    guard argument.hasPrefix("#"), values.count == argument.count - 1, [3, 4, 6, 8].contains(values.count) else {
      throw ValidationError("a colour is #rgb, #rgba, #rrggbb, #rrggbbaa or none")
    }
    // One digit stands for two equal ones.
    let bytes = values.count <= 4 ? values.map { $0 * 17 } : Self.pairs(values)
    var components = bytes.map { Float($0) / 255 }
    if components.count == 3 { components.append(1) }
    color = CGColor(straight: SIMD4(components))
  }

  private static func pairs(_ digits: [Int]) -> [Int] {
    stride(from: 0, to: digits.count, by: 2).map { 16 * digits[$0] + digits[$0 + 1] }
  }
}

/// A finite number.
func finiteNumber(_ argument: String) throws -> Double {
  guard let value = Double(argument), value.isFinite else { throw ValidationError("a finite number is expected") }
  return value
}

/// A finite number above zero.
func positiveNumber(_ argument: String) throws -> Double {
  guard let value = Double(argument), value.isFinite, value > 0 else {
    throw ValidationError("a finite number above 0 is expected")
  }
  return value
}

/// A whole number in a range.
func wholeNumber(in range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
  { argument in
    guard let value = Int(argument), range.contains(value) else {
      let upper = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
      throw ValidationError("a whole number, \(range.lowerBound) \(upper), is expected")
    }
    return value
  }
}

/// A number of bytes: digits, then K, M or G for powers of 1024.
func byteCount(_ argument: String) throws -> Int {
  let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
  let shift = argument.last.flatMap { shifts[Character($0.uppercased())] }
  guard let value = Int(shift == nil ? argument : String(argument.dropLast())), value >= 1,
    value <= Int.max >> (shift ?? 0)
  else { throw ValidationError("a number of bytes is expected, such as 1500000, 64M or 2G") }
  return value << (shift ?? 0)
}

/// Several values, separated by commas.
func list<Value>(of parse: @escaping @Sendable (String) throws -> Value) -> @Sendable (String) throws -> [Value] {
  { argument in
    try argument.split(separator: ",", omittingEmptySubsequences: false).map { try parse(String($0)) }
  }
}

/// The names of an enumeration.
func oneOf<Value: RawRepresentable & CaseIterable & SendableMetatype>(_ type: Value.Type)
  -> @Sendable (String) throws -> Value
where Value.RawValue == String, Value.AllCases: SendableMetatype {
  { argument in
    guard let value = Value(rawValue: argument) else {
      let names = Value.allCases.map(\.rawValue)
      throw ValidationError(
        "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "") is expected")
    }
    return value
  }
}
