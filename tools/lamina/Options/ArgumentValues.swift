// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// How the values of options are written, and what is refused: every mistake is a usage error that names the value. How
// a picture's own parameters are written, a service says too: `ParameterText`.

import ArgumentParser
import Foundation
import Lamina
import LaminaWorkers

/// Reads a value that is written as elsewhere.
private func argument<Value>(_ read: () throws(ParameterProblem) -> Value) throws -> Value {
  do throws(ParameterProblem) {
    return try read()
  } catch {
    throw ValidationError(error.reason)
  }
}

extension PixelSize {
  /// Reads `WxH`, such as `1920x1080`.
  init(argument text: String) throws {
    self = try argument { () throws(ParameterProblem) in try ParameterText.size(text) }
  }
}

/// The colour behind the root layer, as `--background` gives it.
struct BackgroundArgument {
  /// `nil` for `none`.
  var color: CGColor?

  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or `none`.
  init(argument text: String) throws {
    color = try argument { () throws(ParameterProblem) in try ParameterText.color(text) }
  }
}

/// A finite number.
func finiteNumber(_ text: String) throws -> Double {
  try argument { () throws(ParameterProblem) in try ParameterText.finiteNumber(text) }
}

/// A number from 0 to 1.
func fraction(_ text: String) throws -> Double {
  try argument { () throws(ParameterProblem) in try ParameterText.fraction(text) }
}

/// A finite number above zero.
func positiveNumber(_ text: String) throws -> Double {
  try argument { () throws(ParameterProblem) in try ParameterText.positiveNumber(text) }
}

/// A whole number in a range.
func wholeNumber(in range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
  { text in try argument { () throws(ParameterProblem) in try ParameterText.wholeNumber(text, in: range) } }
}

/// A number of bytes: digits, then K, M or G for powers of 1024.
func byteCount(_ text: String) throws -> Int {
  try argument { () throws(ParameterProblem) in try ParameterText.byteCount(text) }
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
  { text in try argument { () throws(ParameterProblem) in try ParameterText.word(text, of: type) } }
}

/// What one picture may be coloured by.
func overlayOfOnePicture(_ text: String) throws -> DebugOverlay {
  try argument { () throws(ParameterProblem) in try ParameterText.overlayOfOnePicture(text) }
}

/// A tilt as `x,y`.
func deviceTilt(_ text: String) throws -> CGPoint {
  try argument { () throws(ParameterProblem) in try ParameterText.tilt(text) }
}
