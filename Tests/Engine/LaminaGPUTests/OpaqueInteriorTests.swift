// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaCPU
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Opaque interiors that the next box hides are left out.
@Suite(.needsDevice) struct OpaqueInteriorTests {
  @Test("an interior is hidden by the same pixels, and by no others")
  func hidden() {
    let vertices: [SIMD2<Float>] = [[0, 0], [8, 0], [8, 8], [0, 8], [0, 0], [8, 0], [8, 8], [0, 8], [1, 1]]
    let bounds = PixelRect(minX: 0, minY: 0, maxX: 8, maxY: 8)
    vertices.withUnsafeBufferPointer { vertices in
      func interior(_ range: Range<Int>, in bounds: PixelRect) -> OpaqueInterior {
        OpaqueInterior(UnsafeBufferPointer(rebasing: vertices[range]), in: bounds)
      }
      let box = interior(0..<4, in: bounds)
      #expect(box.isSame(as: interior(4..<8, in: bounds)))
      #expect(!box.isSame(as: interior(5..<9, in: bounds)))
      #expect(!box.isSame(as: interior(4..<7, in: bounds)))
      #expect(!box.isSame(as: interior(4..<8, in: PixelRect(minX: 0, minY: 0, maxX: 9, maxY: 8))))
    }
  }

  @Test("of opaque layers that fill one another, one interior is drawn, and the front one shows")
  func filled() throws {
    let renderer = try GPURenderer(profile: .hardware)
    let colors = [(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)].map { CGColor(srgbRed: $0.0, green: $0.1, blue: 0, alpha: 1) }
    let root = makeRoot(64, 64, color: CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
    for color in colors {
      root.addSublayer(makeLayer(41, 37, at: CGPoint(x: 30.25, y: 31.5), color: color, radius: 9))
    }
    let plan = try makePlan(of: root)
    let image = try renderer.render(plan)
    let cpu = image.difference(from: try CPURenderer().render(plan), tolerance: 2)
    #expect(cpu.pixels == 0, "\(cpu.pixels) pixels, up to \(cpu.largest), from the CPU")
    #expect(image[30, 31] == [128, 128, 0, 255])
  }
}
