// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

// Tiles. A canvas that is larger than a device's textures is planned once and drawn in tiles. The plan of a tile holds
// the operations that touch the tile, and of each pass the pixels that these operations read: from the last pass to the
// first, the pixels that each pass reads are added to the passes that it reads. Shapes, clips and pictures are the ones
// of the whole plan, so a pixel is computed from the same numbers in both plans.

extension RenderPlan {
  /// Returns the plan of a part of the canvas.
  ///
  /// The plan draws the same pixels as the whole plan. Diagnostics stay with the whole plan.
  ///
  /// - Parameter tile: The part of the canvas; pixels.
  /// - Complexity: O(n) in operations and clips.
  package func cut(to tile: PixelRect) -> RenderPlan {
    guard let canvasPass = passes.indices.last else { return self }
    let needed = needs(of: PixelRegion(tile.intersection(region))).map(\.bounds)
    var result = self
    result.region = needed[canvasPass]
    result.passes = []
    result.innerVertices = []
    result.diagnostics = []
    // The handle of each pass in the tile's plan.
    var places = PassRenumbering(count: passes.count)
    for index in passes.indices where index == canvasPass || !needed[index].isEmpty {
      var pass = passes[index]
      pass.region = needed[index]
      pass.content = content(of: pass, within: needed[index], &result.innerVertices, &places)
      if needed[index] != passes[index].region {
        pass.key = pass.key.map { PassFingerprint.key(of: $0, cutTo: needed[index]) }
      }
      places.places[index] = PassHandle(result.passes.count)
      result.passes.append(pass)
    }
    return result
  }

  /// The content of a part of a pass.
  ///
  /// - Parameters:
  ///   - vertices: The vertices of inner polygons, to which the ones of the part are appended.
  ///   - places: The places of earlier passes in the tile's plan.
  private func content(
    of pass: RenderPass, within part: PixelRect, _ vertices: inout [SIMD2<Float>], _ places: inout PassRenumbering
  ) -> PassContent {
    switch pass.content {
    case .draws(let draws):
      var kept: [DrawOperation] = []
      for run in draws.runs {
        let table = self.vertices(of: run)
        for index in run.draws.indices where run.draws[index].pixelBounds.intersects(part) {
          var draw = run.draws[index].cut(to: part, table, &vertices)
          draw.visitHandles(&places)
          kept.append(draw)
        }
      }
      return .draws(DrawList(kept))
    case .filters(let steps):
      var kept = steps.compactMap { $0.cut(to: part) }
      for index in kept.indices { kept[index].visitHandles(&places) }
      return .filters(kept)
    }
  }
}

extension DrawOperation {
  /// The operation, limited to a part of its pass.
  ///
  /// - Parameters:
  ///   - table: The vertices of its inner polygon.
  ///   - vertices: The vertices of the tile's plan.
  fileprivate func cut(
    to part: PixelRect, _ table: [SIMD2<Float>], _ vertices: inout [SIMD2<Float>]
  ) -> DrawOperation {
    switch self {
    case .box(var box):
      let inner = table[box.innerRange(in: table)]
      let isWhole = part.contains(box.pixelBounds)
      box.pixelBounds = box.pixelBounds.intersection(part)
      box.innerStart = Int32(vertices.count)
      if isWhole {
        vertices += inner
        box.innerCount = Int32(inner.count)
      } else {
        // Renderers fill the inner polygon without comparing it with `pixelBounds`.
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
