// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

/// A straight colour of 0...1, as the plain arithmetic of the tests has it.
typealias StraightColor = (red: Double, green: Double, blue: Double, alpha: Double)

/// The premultiplied bytes of a straight colour: each product rounded once.
func premultipliedBytes(_ color: StraightColor) -> SIMD4<UInt8> {
  func byte(_ value: Double) -> UInt8 { UInt8((value * 255).rounded()) }
  return [
    byte(color.red * color.alpha), byte(color.green * color.alpha), byte(color.blue * color.alpha), byte(color.alpha),
  ]
}

/// Runs `body` and returns the error it throws.
func graphicsError(_ body: () throws(GraphicsError) -> Void) -> GraphicsError? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}
