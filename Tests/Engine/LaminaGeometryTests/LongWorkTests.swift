// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaSystem
import Testing

/// Long loops over paths end soon after nobody wants what they make.
@Suite struct LongWorkTests {
  private static func zigzag(_ count: Int) -> CGPath {
    let path = CGMutablePath()
    path.move(to: .zero)
    for index in 1...count { path.addLine(to: CGPoint(x: Double(index), y: Double(index % 2) * 10)) }
    return path
  }

  @Test("outlines of strokes are given up within two strides, and are whole where nobody asks")
  func strokes() {
    let path = Self.zigzag(50_000)
    func points() -> Int { path.elements.stroked(StrokeStyle(width: 2), tolerance: 0.1).points.count }
    let whole = points()
    #expect(whole > 100_000)
    #expect(LongWork.with({ false }) { points() } == whole)
    // At most a few points a step of each side.
    let given = LongWork.with({ true }) { points() }
    #expect(given < 16 * LongWork.stride)
  }
}
