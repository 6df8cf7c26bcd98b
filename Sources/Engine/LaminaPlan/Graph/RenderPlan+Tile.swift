// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

// A canvas that is larger than a device's textures is planned once and drawn in tiles. A tile's plan holds the
// operations that touch it, and of each pass what they read of it: from the last pass to the first, every reader says
// which pixels it needs. Shapes, clips and pictures are those of the whole plan, so a pixel comes from the same numbers
// in either.

extension RenderPlan {
  /// The plan of a part of the canvas.
  ///
  /// What it draws are the same pixels. Diagnostics and counters of the planner stay with the whole.
  ///
  /// - Parameter tile: The part, pixels of the canvas.
  /// - Complexity: O(n) in operations and clips.
  package func cut(to tile: PixelRect) -> RenderPlan {
    guard let canvasPass = passes.indices.last else { return self }
    let needed = needs(of: PixelRegion(tile.intersection(region))).map(\.bounds)
    var result = self
    result.region = needed[canvasPass]
    result.passes = []
    result.history = nil
    result.innerVertices = []
    (result.drawnPictures, result.keptPictures, result.laidOutTexts) = (0, 0, 0)
    (result.copiedLayers, result.keptLayers, result.decodedPictures) = (0, 0, 0)
    result.diagnostics = []
    // Where each pass stands in the tile's plan.
    var places = [PassHandle](repeating: .none, count: passes.count)
    for index in passes.indices where index == canvasPass || !needed[index].isEmpty {
      var pass = passes[index]
      pass.region = needed[index]
      pass.content = content(of: pass, within: needed[index], &result.innerVertices) { places[$0.index] }
      if needed[index] != passes[index].region {
        pass.key = pass.key.map { PassFingerprint.key(of: $0, cutTo: needed[index]) }
      }
      places[index] = PassHandle(result.passes.count)
      result.passes.append(pass)
    }
    return result
  }

  /// What is drawn into a part of a pass.
  ///
  /// - Parameters:
  ///   - vertices: Those of inner polygons, to which those of the part are added.
  ///   - place: Where a pass that is read stands.
  private func content(
    of pass: RenderPass, within part: PixelRect, _ vertices: inout [SIMD2<Float>], _ place: (PassHandle) -> PassHandle
  ) -> PassContent {
    switch pass.content {
    case .draws(let draws):
      var kept: [DrawOperation] = []
      for index in draws.indices where draws[index].pixelBounds.intersects(part) {
        kept.append(draws[index].reading(place).cut(to: part, of: self, &vertices))
      }
      return .draws(kept)
    case .filters(let steps):
      return .filters(steps.compactMap { $0.cut(to: part)?.reading(place) })
    }
  }
}

extension DrawOperation {
  /// The operation on a part of its pass.
  fileprivate func cut(
    to part: PixelRect, of plan: RenderPlan, _ vertices: inout [SIMD2<Float>]
  ) -> DrawOperation {
    switch self {
    case .box(var box):
      let inner = box.innerRange(in: plan).map { plan.innerVertices[$0] } ?? []
      let isWhole = part.contains(box.pixelBounds)
      box.pixelBounds = box.pixelBounds.intersection(part)
      box.innerStart = Int32(vertices.count)
      if isWhole {
        vertices += inner
        box.innerCount = Int32(inner.count)
      } else {
        // Renderers fill it without looking at the pixels that the box may touch.
        var polygon = ConvexPolygon(inner.map { SIMD2<Double>($0) })
        polygon.clip(to: ConvexPolygon(part))
        if polygon.isEmpty { polygon.removeAll() }
        polygon.append(to: &vertices)
        box.innerCount = Int32(polygon.count)
      }
      return .box(box)
    case .shadow(var shadow):
      shadow.pixelBounds = shadow.pixelBounds.intersection(part)
      return .shadow(shadow)
    case .composite(var composite):
      composite.pixelBounds = composite.pixelBounds.intersection(part)
      return .composite(composite)
    case .particles(var run):
      run.pixelBounds = run.pixelBounds.intersection(part)
      return .particles(run)
    case .surface(var surface):
      surface.pixelBounds = surface.pixelBounds.intersection(part)
      surface.wholePixels = surface.wholePixels.intersection(part)
      return .surface(surface)
    }
  }
}
