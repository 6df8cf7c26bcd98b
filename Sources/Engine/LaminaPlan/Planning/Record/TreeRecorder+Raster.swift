// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

// In a plan from nothing, what paths and texts look like as pixels is worked out by all threads together, once a list
// is flattened, so that what is kept of earlier frames does not show in it. A walk that notes what it records for the
// next one draws those whose pictures are there like any other box, and in their places the few that are new: a stretch
// that holds them is then taken over as it is.

extension TreeRecorder {
  /// So many pictures are looked for in vain in a walk, and drawn where they are met if something is taken over; more
  /// wait for one another.
  private static let mostMissing = 16
  /// Larger pictures wait in any case, so that all threads draw them together.
  private static let mostTexels = 1 << 16

  /// Records how a path or a text is drawn.
  ///
  /// - Parameters:
  ///   - ownColors: The tint where the raster has colours of its own.
  ///   - cut: Where it is cut off, layer space: minimum x, y, maximum x, y; `nil` for nowhere.
  @inline(__always) mutating func request(
    _ subject: RasterRequest.Subject, on grid: TexelGrid, ownColors: SIMD4<Float>, cut: SIMD4<Double>? = nil,
    _ part: BoxPart
  ) {
    if grid.isCoarse { diagnostics.add(.coarsePicture, node: Int(part.node), in: snapshot) }
    let request = RasterRequest(subject: subject, grid: grid)
    var box = RasterBox(part: part, ownColors: ownColors, cut: cut)
    let isPlain = drawsPicturesAtOnce
    let raster = isPlain ? picture(for: request, node: part.node) : nil
    guard let raster else {
      return list.append(RasterDraw(request: request, node: part.node, box: box, isPlain: isPlain))
    }
    // Taken out: the resources are changed with it.
    var list = DisplayList()
    swap(&list, &self.list)
    list.append(raster, as: &box, on: grid, region: walk.region, in: &resources)
    swap(&list, &self.list)
  }

  /// Whether a picture that is there is a draw like others: where that is noted, on the grid of the canvas.
  private var drawsPicturesAtOnce: Bool { retention != nil && walk.chains.isEmpty && walk.depth == 0 }

  /// What became of a request, where that is known or can be found out at once.
  private mutating func picture(for request: RasterRequest, node: Int32) -> Raster? {
    if let known = retention?.answer(to: request) { return known }
    guard missingPictures < Self.mostMissing else { return nil }
    if let known = request.known { return known }
    missingPictures += 1
    guard retention?.before != nil, request.grid.region.area <= Self.mostTexels else { return nil }
    return flattener?.picture(for: request, node: node)
  }
}
