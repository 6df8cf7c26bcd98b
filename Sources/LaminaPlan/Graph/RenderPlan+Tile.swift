package import LaminaGeometry

// A canvas that is larger than a device's textures is planned once and drawn in tiles. A tile's plan holds the operations
// that touch it, and of each pass what they read of it: from the last pass to the first, every reader says which pixels it
// needs. Shapes, clips and pictures are those of the whole plan, so a pixel comes from the same numbers in either.

extension RenderPlan {
  /// The plan of a part of the canvas.
  ///
  /// What it draws are the same pixels. Diagnostics and counters of the planner stay with the whole.
  ///
  /// - Parameter tile: The part, pixels of the canvas.
  /// - Complexity: O(n) in operations and clips.
  package func cut(to tile: PixelRect) -> RenderPlan {
    guard let canvasPass = passes.indices.last else { return self }
    var needed = [PixelRect](repeating: .empty, count: passes.count)
    needed[canvasPass] = tile.intersection(region)
    for index in passes.indices.reversed() where !needed[index].isEmpty {
      passes[index].forEachNeed(of: needed[index], in: self) { source, pixels in
        needed[source] = needed[source].union(pixels.intersection(passes[source].region))
      }
    }
    var result = self
    result.region = needed[canvasPass]
    result.passes = []
    result.innerVertices = []
    result.drawnPictures = 0
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

extension RenderPass {
  /// Calls `body` for each pass that is read to make a part of this one, with the pixels that are read of it.
  fileprivate func forEachNeed(of part: PixelRect, in plan: RenderPlan, _ body: (Int, PixelRect) -> Void) {
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
          body(surface.source.index, plan.passes[surface.source].region)
        }
      }
    case .filters(let steps):
      for step in steps {
        let pixels = step.pixelBounds.intersection(part)
        guard !pixels.isEmpty else { continue }
        // Where a step reads beside its source alone, nothing is there, or the edge goes on: the nearest pixels tell.
        let source = plan.passes[step.source].region
        body(step.source.index, step.pixelsRead(for: pixels).nearest(in: source))
      }
    }
  }
}

extension BlurFilter {
  /// The pixels of the source that make some pixels of the result.
  func pixelsRead(for pixels: PixelRect) -> PixelRect {
    let reach = Int32(clamping: taps)
    return switch step {
    case .halve, .quarter:
      PixelRect(
        minX: pixels.minX << Int32(halvings), minY: pixels.minY << Int32(halvings),
        maxX: pixels.maxX << Int32(halvings), maxY: pixels.maxY << Int32(halvings))
    case .horizontal:
      PixelRect(minX: pixels.minX - reach, minY: pixels.minY, maxX: pixels.maxX + reach, maxY: pixels.maxY)
    case .vertical:
      PixelRect(minX: pixels.minX, minY: pixels.minY - reach, maxX: pixels.maxX, maxY: pixels.maxY + reach)
    }
  }
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
      } else {
        // Renderers fill it without looking at the pixels that the box may touch.
        var polygon = ConvexPolygon(inner.map { SIMD2<Double>($0) })
        polygon.clip(to: ConvexPolygon(part))
        if polygon.isEmpty { polygon.removeAll() }
        polygon.append(to: &vertices)
      }
      box.innerCount = Int32(vertices.count) - box.innerStart
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
