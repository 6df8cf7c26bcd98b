// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Parsers for the values of options: every mistake is a usage error that names the value. The values themselves are
// parsed by `ParameterText`, as are the parameters of a service.

import Lamina
import LaminaWorkers

/// The colour behind the root layer, as `--background` gives it.
struct BackgroundArgument {
  /// `nil` for `none`.
  var color: CGColor?

  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or `none`.
  init(argument text: String) throws {
    color = try ParameterText.color(text)
  }
}

/// A whole number in a range.
func wholeNumber(in range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
  { text in try ParameterText.wholeNumber(text, in: range) }
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
  { text in try ParameterText.word(text, of: type) }
}
