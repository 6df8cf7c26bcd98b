// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

// The new places, in the plan, of everything that a list holds besides draws.

extension ResolvedStyle {
  /// Replaces the style's clip, gradient and node by the ones of the plan.
  mutating func place(at places: ResourcePlaces) {
    clip = places.clip(clip)
    gradient = places.gradient(gradient)
    node = places.node(node)
  }
}

extension RasterDraw {
  /// The same draw with the indices of the plan.
  func placed(at places: ResourcePlaces) -> RasterDraw {
    var box = box
    box?.part.place(at: places)
    return RasterDraw(request: request, node: places.node(node), box: box)
  }
}

extension BoxPart {
  /// Replaces the part's handles by the ones of the plan.
  fileprivate mutating func place(at places: ResourcePlaces) {
    clip = places.clip(clip)
    node = places.node(node)
    paint.image = places.image(paint.image)
    paint.gradient = places.gradient(paint.gradient)
  }
}

extension BackdropFilter {
  /// The same filter with the indices of the plan.
  func placed(at places: ResourcePlaces) -> BackdropFilter {
    var result = self
    result.style.place(at: places)
    return result
  }
}

extension EffectChain {
  /// The same chain with the indices of the plan.
  func placed(at places: ResourcePlaces) -> EffectChain {
    var result = self
    result.clip = places.clip(clip)
    result.style.place(at: places)
    result.maskPlace?.clip = places.clip(maskPlace?.clip ?? .none)
    result.maskLink = maskLink?.placed(at: places)
    return result
  }
}

extension SurfaceShadow {
  /// The same shadow with the indices of the plan.
  func placed(at places: ResourcePlaces) -> SurfaceShadow {
    var result = self
    result.clip = places.clip(clip)
    result.node = places.node(node)
    if cast >= 0 { result.cast += places.castShift }
    return result
  }
}
