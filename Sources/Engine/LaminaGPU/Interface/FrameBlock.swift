// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The values that are constant over a pass.
///
/// Mirrors the block `Frame` in `Shaders/lib/frame.glsl`; `ShaderInterfaceTests` compares the two.
package struct FrameBlock: ShaderInterface {
  /// Pixels of the canvas: minimum x, minimum y, width, height of the pass.
  var region: SIMD4<Float>
  /// x: 1 in a pass that keeps alpha alone, else 0; the rest unused.
  var store: SIMD4<Float>

  init(_ pass: RenderPass) {
    self.init(pass.region)
    store = [pass.format == .alpha16Float ? 1 : 0, 0, 0, 0]
  }

  /// A target that is no pass and keeps all components.
  init(_ region: PixelRect) {
    self.region = SIMD4(Float(region.minX), Float(region.minY), Float(region.width), Float(region.height))
    store = .zero
  }

  package static var fields: [ShaderField] {
    [field("region", .vec4, \.region), field("store", .vec4, \.store)]
  }
}
