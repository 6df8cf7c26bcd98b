// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGraphics

extension ValueGrammar {
  /// Reads a colour: `r g b`, `r g b a`, one number for grey, or `#rgb[a]`, `#rrggbb[aa]`.
  ///
  /// Red, green and blue are kept as written: Apple's documents contain values outside 0...1, and only output clamps
  /// them. Alpha is clamped, since it has no meaning outside.
  ///
  /// - Parameter opacity: The factor of alpha; documents write it as an attribute of its own.
  package static func color(_ scanner: inout ValueScanner, opacity: Double = 1) throws(ValueProblem) -> CGColor {
    scanner.skipBlanks()
    let components = scanner.take(UInt8(ascii: "#")) ? try hexadecimal(&scanner) : try numbers(&scanner)
    let rgb: [Double]
    switch components.count {
    case 1: rgb = [components[0], components[0], components[0]]
    case 3, 4: rgb = components
    default: throw ValueProblem("is not a colour: it has \(components.count) numbers instead of 1, 3 or 4")
    }
    let alpha = min(max((rgb.count == 4 ? rgb[3] : 1) * opacity, 0), 1)
    let straight = SIMD4(Float(rgb[0]), Float(rgb[1]), Float(rgb[2]), Float(alpha))
    guard straight.x.isFinite, straight.y.isFinite, straight.z.isFinite else {
      throw ValueProblem("has a number that is out of range")
    }
    return CGColor(straight: straight)
  }

  /// Reads the digits after `#`, as components in 0...1.
  private static func hexadecimal(_ scanner: inout ValueScanner) throws(ValueProblem) -> [Double] {
    var digits: [Int] = []
    while !scanner.isAtEnd, digits.count < 9, let digit = Character(Unicode.Scalar(scanner.next)).hexDigitValue {
      digits.append(digit)
      _ = scanner.takeByte()
    }
    try finish(&scanner, "is not a colour")
    switch digits.count {
    case 3, 4: return digits.map { Double($0 * 17) / 255 }
    case 6, 8: return stride(from: 0, to: digits.count, by: 2).map { Double(digits[$0] * 16 + digits[$0 + 1]) / 255 }
    default: throw ValueProblem("is not a colour")
    }
  }
}
