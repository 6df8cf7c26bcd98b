// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

extension String {
  /// The text without control characters, which a terminal would interpret; line breaks and tabs stay.
  var harmless: String {
    guard unicodeScalars.contains(where: Self.isControl) else { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(Self.isControl(scalar) ? "\u{FFFD}" : scalar) }
    return String(scalars)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
  }
}

extension Diagnostic {
  /// The diagnostic with its texts made safe for terminals.
  var harmless: Diagnostic {
    var result = self
    (result.code, result.message) = (code.harmless, message.harmless)
    (result.layerPath, result.file) = (layerPath?.harmless, file?.harmless)
    result.location?.file = location?.file.harmless ?? ""
    return result
  }
}
