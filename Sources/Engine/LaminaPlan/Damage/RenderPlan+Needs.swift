// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

extension RenderPlan {
  /// The pixels of each pass that are needed to draw a part of the canvas.
  ///
  /// From the last pass to the first, the pixels that each pass reads are added to the passes that it reads.
  ///
  /// - Parameters:
  ///   - pixels: The pixels of the canvas that are to be drawn.
  ///   - grain: The cell size of a grid that begins at the corner of a pass, of which draws fill whole cells; `nil` if
  ///     draws fill single pixels.
  ///   - drawn: Returns, for the needed region of a pass, the region that is drawn, which contains the needed one.
  ///   - isReady: Whether the pixels of a pass are already available, so that no other pixels are needed for it.
  /// - Returns: A region for each pass, inside the pass's own region.
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
      // The first pass does not read any pass.
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

  /// For each pass, the operations that may show in some of its pixels, in their order.
  ///
  /// - Parameter pixels: For each pass, the pixels.
  package func draws(touching pixels: [PixelRegion]) -> [[Int32]] {
    zip(passes.indices, pixels).map { draws(of: $0, touching: $1) }
  }

  /// The operations of a pass that may show in some pixels, in their order. Operations that opaque ones hide there are
  /// left out, as far as that is found easily.
  ///
  /// - Complexity: O(n) in operations, of which nothing but the extents is read; fragments that touch none of the
  ///   pixels are left out as a whole.
  package func draws(of pass: Int, touching pixels: PixelRegion) -> [Int32] {
    var (chosen, open) = ([Int32](), OpenPixels(pixels))
    let runs = passes[pass].draws.runs
    for place in runs.indices.reversed() {
      if open.isEmpty { break }
      guard let fragment = runs[place].fragment else {
        choose(runs[place], &chosen, &open)
        continue
      }
      if open.intersects(fragment.bounds) { choose(fragment, from: runs[place].first, &chosen, &open) }
    }
    return chosen.reversed()
  }

  /// The number of chosen operations after which the squares of the open pixels are found anew.
  private static let choicesBetweenUpdates = 16

  /// Chooses operations of a fragment, the first of which has an index in the whole list.
  private func choose(_ fragment: DrawnFragment, from first: Int, _ chosen: inout [Int32], _ open: inout OpenPixels) {
    let countBefore = chosen.count
    fragment.cells.withUnsafeBufferPointer { cells in
      var index = cells.count
      while index > 0 {
        index -= 1
        guard cells[index] & open.cells != 0, open.intersects(fragment.extents[index].bounds) else { continue }
        chosen.append(Int32(clamping: first + index))
        open.hide(fragment.extents[index].hidden)
      }
    }
    // Not after each fragment: as many rectangles as are hidden may be left.
    if chosen.count / Self.choicesBetweenUpdates > countBefore / Self.choicesBetweenUpdates { open.updateCells() }
  }

  /// Chooses operations of a run that is no fragment.
  private func choose(_ run: DrawList.Run, _ chosen: inout [Int32], _ open: inout OpenPixels) {
    vertices(of: run).withUnsafeBufferPointer { vertices in
      run.draws.withUnsafeBufferPointer { draws in
        guard let base = draws.baseAddress else { return }
        for index in draws.indices.reversed() where open.intersects((base + index).pixelBounds) {
          chosen.append(Int32(clamping: run.first + index))
          open.hide(DrawExtent(of: base + index, vertices).hidden)
        }
      }
    }
  }
}

extension RenderPass {
  /// Calls `body` for each pass that is read to make a part of this one, with the pixels that are read from it.
  func forEachNeed(of part: PixelRect, in plan: RenderPlan, _ body: (Int, PixelRect) -> Void) {
    switch content {
    case .draws(let draws):
      for run in draws.runs where !run.isRecordedApart {
        let span = run.draws.span
        for index in span.indices where span[index].readsPass {
          let pixels = span[index].pixelBounds.intersection(part)
          guard !pixels.isEmpty else { continue }
          span[index].forEachSource { source, reading in
            switch reading {
            case .samePixel: body(source.index, pixels)
            case .anyPixels:
              // Surfaces are small, so the exact pixels that a plane in perspective reads are not computed.
              guard source.index < plan.passes.count else { return }
              body(source.index, plan.passes[source].region)
            }
          }
        }
      }
    case .filters(let steps):
      for step in steps {
        let pixels = step.pixelBounds.intersection(part)
        guard !pixels.isEmpty, step.source.exists, step.source.index < plan.passes.count else { continue }
        // For a step that reads only outside of its source, the pixels there are empty or continue the edge: it needs
        // the nearest pixels.
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
  /// The intersection with another rectangle, or the nearest pixels of that rectangle if the intersection is empty.
  fileprivate func nearest(in other: PixelRect) -> PixelRect {
    guard !other.isEmpty else { return other }
    let low = (min(max(minX, other.minX), other.maxX - 1), min(max(minY, other.minY), other.maxY - 1))
    return PixelRect(
      minX: low.0, minY: low.1, maxX: max(min(maxX, other.maxX), low.0 + 1), maxY: max(min(maxY, other.maxY), low.1 + 1)
    )
  }
}
