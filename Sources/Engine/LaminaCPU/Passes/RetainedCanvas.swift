// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// A picture with the plan it was drawn from, so that the next picture can begin with it.
struct RetainedCanvas {
  let plan: RenderPlan
  let strategy: RenderStrategy
  let image: CGImage
  let opacity: TileOpacity

  /// The pixels of another plan's canvas that may differ; `nil` if the canvas has to be drawn completely.
  func damage(of plan: RenderPlan, strategy: RenderStrategy) -> PixelRegion? {
    strategy == self.strategy ? plan.damage(since: self.plan) : nil
  }
}
