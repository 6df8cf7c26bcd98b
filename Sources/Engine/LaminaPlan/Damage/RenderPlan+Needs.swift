// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

extension RenderPlan {
  /// The pixels of each pass that are needed to draw some of the canvas.
  ///
  /// From the last pass to the first, every reader says which pixels it reads.
  ///
  /// - Parameters:
  ///   - pixels: What of the canvas is to be drawn.
  ///   - grain: Draws fill whole cells of a grid that begins at the corner of a pass; `nil` where they draw single
  ///     pixels.
  ///   - drawn: What is drawn of a pass where some of it is needed: as much or more.
  ///   - isReady: Whether the pixels of a pass are there already, so that nothing is needed to make it.
  /// - Returns: A region for each pass, inside that pass's own.
  /// - Complexity: O(n) in operations.
  package func needs(
    of pixels: PixelRegion, grain: PixelSize? = nil, drawn: (PixelRegion) -> PixelRegion = { $0 },
    isReady: (Int) -> Bool = { _ in false }
  ) -> [PixelRegion] {
    var needed = [PixelRegion](repeating: PixelRegion(), count: passes.count)
    guard let canvas = passes.indices.last else { return needed }
    needed[canvas] = pixels.mapped { $0.aligned(to: grain ?? .one, in: passes[canvas].region) }
    for index in passes.indices.reversed() where !needed[index].isEmpty && !isReady(index) {
      needed[index] = drawn(needed[index])
      // The first pass reads none.
      guard index > 0 else { break }
      for part in needed[index].rectangles {
        passes[index].forEachNeed(of: part, in: self) { source, pixels in
          guard source >= 0, source < index else { return }
          let pass = passes[source]
          let isDrawn: Bool
          switch pass.content {
          case .draws: isDrawn = true
          case .filters: isDrawn = false
          }
          needed[source].add(pixels.aligned(to: isDrawn ? grain ?? .one : .one, in: pass.region))
        }
      }
    }
    return needed
  }
}

extension RenderPass {
  /// Calls `body` for each pass that is read to make a part of this one, with the pixels that are read of it.
  func forEachNeed(of part: PixelRect, in plan: RenderPlan, _ body: (Int, PixelRect) -> Void) {
    switch content {
    case .draws(let draws):
      for index in draws.indices {
        let pixels = draws[index].pixelBounds.intersection(part)
        guard !pixels.isEmpty else { continue }
        switch draws[index] {
        case .box, .shadow, .particles: break
        case .composite(let composite):
          body(composite.source.index, pixels)
          if composite.mask.exists { body(composite.mask.index, pixels) }
        case .surface(let surface):
          // Which of its pixels a plane in perspective shows is not worth working out: surfaces are small.
          guard surface.source.exists, surface.source.index < plan.passes.count else { continue }
          body(surface.source.index, plan.passes[surface.source].region)
        }
      }
    case .filters(let steps):
      for step in steps {
        let pixels = step.pixelBounds.intersection(part)
        guard !pixels.isEmpty, step.source.exists, step.source.index < plan.passes.count else { continue }
        // Where a step reads beside its source alone, nothing is there, or the edge goes on: the nearest pixels tell.
        let source = plan.passes[step.source].region
        body(step.source.index, step.pixelsRead(for: pixels).nearest(in: source))
      }
    }
  }
}

extension PixelSize {
  fileprivate static var one: PixelSize { PixelSize(width: 1, height: 1) }
}

extension PixelRect {
  /// What lies in another rectangle, or of that one the pixels that are nearest.
  fileprivate func nearest(in other: PixelRect) -> PixelRect {
    guard !other.isEmpty else { return other }
    let low = (min(max(minX, other.minX), other.maxX - 1), min(max(minY, other.minY), other.maxY - 1))
    return PixelRect(
      minX: low.0, minY: low.1, maxX: max(min(maxX, other.maxX), low.0 + 1), maxY: max(min(maxY, other.maxY), low.1 + 1)
    )
  }
}
