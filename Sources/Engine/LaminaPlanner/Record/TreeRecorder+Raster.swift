// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

// The pictures of paths and texts. Without an earlier recording, all threads make the pictures together when a list is
// flattened, so that pictures kept from earlier frames do not affect the plan. A walk that keeps its recording for the
// next walk draws available pictures like any other box, and makes a few new ones in place. A stretch that contains
// them can then be copied unchanged.

extension TreeRecorder {
  /// The greatest number of unavailable pictures for which a walk searches; they are made at once if parts of the walk
  /// before are copied. Further pictures wait, and are made together.
  private static let mostMissing = 16
  /// The greatest number of texels of a picture that is made at once; larger ones wait, so that all threads make them
  /// together.
  private static let mostTexels = 1 << 16

  /// Records the drawing of a path or a text.
  ///
  /// - Parameters:
  ///   - ownColors: The tint to use if the raster has its own colours.
  ///   - cut: The box to which the drawing is cut, in layer space: minimum x, y, maximum x, y; `nil` for no cut.
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
    // Taken out, since the resources are changed at the same time.
    var list = DisplayList()
    swap(&list, &self.list)
    list.append(raster, as: &box, on: grid, region: walk.region, in: &resources)
    swap(&list, &self.list)
  }

  /// Whether available pictures are recorded as draws: in walks that keep their recording, on the grid of the canvas.
  private var drawsPicturesAtOnce: Bool { retention != nil && walk.chains.isEmpty && walk.depth == 0 }

  /// The picture for a request, if it is available or can be made at once.
  private mutating func picture(for request: RasterRequest, node: Int32) -> Raster? {
    if let known = retention?.answer(to: request) { return known }
    guard missingPictures < Self.mostMissing else { return nil }
    if let known = request.known { return known }
    missingPictures += 1
    guard retention?.before != nil, request.grid.region.area <= Self.mostTexels else { return nil }
    return flattener?.picture(for: request, node: node)
  }
}
