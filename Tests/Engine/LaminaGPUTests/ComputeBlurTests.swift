// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaCPU
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Blurs that compute shaders make.
@Suite(.needsDevice, .serialized) struct ComputeBlurTests {
  private static let driver = FakeDriver()
  private static let renderer = Result { try GPURenderer(libraries: driver.libraries, profile: .compute) }
  private static let drawing = Result { try GPURenderer(profile: .hardware) }

  /// Without and with halvings, of which two are one step; the taps of a tile reach over one and over several tiles.
  private static let radii = [0.4, 1.5, 3.9, 7, 18, 60]

  private enum Kind: CaseIterable {
    /// The backdrop of two panes: edges continue.
    case panes
    /// A layer and its sublayers: the outside is transparent.
    case content
    /// A silhouette: alpha alone.
    case shadow
  }

  private static func blur(_ radius: Double) -> CAFilter {
    let filter = CAFilter(type: "gaussianBlur")
    filter.setValue(radius, forKey: "inputRadius")
    return filter
  }

  private static func layers(_ kind: Kind, radius: Double, shift: Double = 0) -> CALayer {
    let root = makeRoot(118, 93, color: CGColor(srgbRed: 0.9, green: 0.8, blue: 0.3, alpha: 1))
    let picture = makeLayer(61, 47, at: CGPoint(x: 50 + shift, y: 40))
    picture.contents = makePicture(31, 23, seed: 5, isOpaque: false)
    root.addSublayer(picture)
    switch kind {
    case .panes:
      for index in 0..<2 {
        let pane = makeLayer(
          45, 37, at: CGPoint(x: 35 + 48 * index, y: 50 + 9 * index),
          color: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.2), radius: 8)
        pane.backgroundFilters = [blur(radius)]
        pane.masksToBounds = true
        root.addSublayer(pane)
      }
    case .content: picture.filters = [blur(radius)]
    case .shadow:
      picture.shadowOpacity = 0.9
      picture.shadowRadius = radius
      picture.shadowOffset = CGSize(width: 7, height: 5)
    }
    return root
  }

  private static func steps(_ plan: RenderPlan) -> Int { plan.passes.reduce(0) { $0 + $1.content.steps.count } }

  @Test("blurs are as on the CPU and as they are drawn, at every radius", arguments: Kind.allCases, radii)
  private func parity(_ kind: Kind, radius: Double) throws {
    let plan = try makePlan(of: Self.layers(kind, radius: radius))
    let passes = plan.passes.count(where: { !$0.content.steps.isEmpty })
    try #require(passes >= 2)
    let before = Self.driver.calls["glDispatchCompute", default: 0]
    let image = try Self.renderer.get().render(plan)
    // Passes that are drawn in tiles are others.
    #expect(Self.driver.calls["glDispatchCompute", default: 0] - before >= Self.steps(plan))
    let cpu = image.difference(from: try CPURenderer().render(plan), tolerance: 3)
    #expect(cpu.pixels == 0, "\(cpu.pixels) pixels, up to \(cpu.largest), from the CPU")
    let drawn = image.difference(from: try Self.drawing.get().render(plan), tolerance: 2)
    #expect(drawn.pixels == 0, "\(drawn.pixels) pixels, up to \(drawn.largest), from draws")
    #expect(try Self.renderer.get().render(plan).premultipliedRGBA == image.premultipliedRGBA)
  }

  @Test("a part of a frame has the bytes of the whole frame", arguments: Kind.allCases)
  private func damage(_ kind: Kind) throws {
    let keeping = try GPURenderer(profile: .compute)
    keeping.drawsChangesOnly = true
    for step in 0..<4 {
      let plan = try makePlan(of: Self.layers(kind, radius: 5, shift: Double(3 * step)))
      let (kept, whole) = (try keeping.render(plan), try Self.renderer.get().render(plan))
      #expect(kept.premultipliedRGBA == whole.premultipliedRGBA, "step \(step)")
    }
  }

  @Test("without mixing of 32-bit floats, silhouettes are blurred in 16 bits, and without floats all blurs are drawn")
  func formats() throws {
    let floats: Set = ["GL_EXT_color_buffer_float", "GL_EXT_color_buffer_half_float"]
    for hidden in [["GL_OES_texture_float_linear"], ["GL_EXT_color_buffer_float"], floats] as [Set<String>] {
      let isWithout = hidden == floats
      let driver = FakeDriver(.init(strings: [GL_VERSION: "OpenGL ES 3.1 Mesa"], hidden: hidden))
      let renderer = try GPURenderer(libraries: driver.libraries, profile: .compute)
      for kind in Kind.allCases {
        let plan = try makePlan(of: Self.layers(kind, radius: 7))
        let before = driver.calls["glDispatchCompute", default: 0]
        let image = try renderer.render(plan)
        let dispatches = driver.calls["glDispatchCompute", default: 0] - before
        // Passes of draws are drawn in tiles, by one dispatch each.
        let tiles = plan.passes.count { $0.content.steps.isEmpty }
        let isRight = isWithout ? dispatches <= tiles : dispatches >= Self.steps(plan)
        #expect(isRight, "\(dispatches) dispatches without \(hidden)")
        let difference = image.difference(from: try CPURenderer().render(plan), tolerance: isWithout ? 4 : 2)
        #expect(difference.pixels == 0, "\(difference.pixels) pixels, up to \(difference.largest), without \(hidden)")
      }
    }
    #expect(Self.driver.violations.isEmpty)
  }
}
