// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
package import LaminaLayers

/// Texts of property values that ``Scene/assign(_:_:limits:)`` reads back as the same values, for tools that edit.
package enum EditableText {
  /// Returns the text of a value; `nil` for values without one: pictures and objects.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - type: The property's type.
  package static func text(of value: LayerValue, as type: LayerValueType) -> String? {
    switch value {
    case .none:
      switch type {
      case .color, .path, .numbers, .colors: "none"
      case .string: ""
      default: nil
      }
    case .number(let number):
      if case .number(let kind, _) = type { ValueText.number(number, as: kind) } else { ValueText.number(number) }
    case .bool(let value): value ? "1" : "0"
    case .point(let point): ValueText.numbers(point.x, point.y)
    case .size(let size): ValueText.numbers(size.width, size.height)
    case .rect(let rect): ValueText.numbers(rect.origin.x, rect.origin.y, rect.size.width, rect.size.height)
    case .color(let color): text(of: color)
    case .transform(let transform): ValueText.transform(transform)
    case .path(let path): ValueText.path(path)
    case .string(let text): text
    case .numbers(let numbers): numbers.map { ValueText.number($0) }.joined(separator: " ")
    case .colors(let colors): colors.map(text).joined(separator: "; ")
    case .image, .object: nil
    }
  }

  /// Returns red, green, blue, and alpha where it is not 1.
  private static func text(of color: CGColor) -> String {
    ValueText.components(color) + (color.straight.w == 1 ? "" : " " + ValueText.number(color.straight.w))
  }
}
