// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import Testing

/// Memory that goes from one picture to the next.
@Suite struct PixelMemoryTests {
  /// A size that no other test has, so that nobody else takes its memory.
  private static let side = (width: 1_031, height: 257)

  private static func picture(_ level: UInt8, alpha: UInt8 = 255) throws -> CGImage {
    let pixels = (0..<side.width * side.height).flatMap { _ in [level, level, level, alpha] }
    return pixels.withUnsafeBytes { CGImage(width: side.width, height: side.height, copying: $0) }
  }

  @Test("a copy has the pixels, and knows whether they are opaque, with new memory and with used")
  func copies() throws {
    for round in 0..<4 {
      let level = UInt8(20 + round)
      let opaque = try Self.picture(level)
      #expect(opaque.isOpaque)
      #expect(opaque.premultipliedRGBA.allSatisfy { $0 == level || $0 == 255 })
      let translucent = try Self.picture(level, alpha: 200)
      #expect(!translucent.isOpaque)
      #expect(translucent.premultipliedRGBA.allSatisfy { $0 == level || $0 == 200 })
    }
  }

  @Test("pixels that somebody still holds stay as they are when their picture goes")
  func held() throws {
    var held: [[UInt8]] = []
    for round in 0..<4 { held.append(try Self.picture(UInt8(round)).premultipliedRGBA) }
    for (round, pixels) in held.enumerated() {
      #expect(pixels.allSatisfy { $0 == UInt8(round) || $0 == 255 }, "picture \(round)")
    }
  }

  @Test("no more than the budget is kept")
  func budget() throws {
    for side in 600..<680 {
      _ = CGImage(width: side, height: 700, premultipliedRGBA: [UInt8](repeating: 9, count: 4 * 700 * side))
      #expect(PixelMemory.keptBytes <= PixelMemory.budget)
    }
  }
}
