// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Rasterizes strokes that leave most of their box empty, such as a line across a chart: only the upright strips of
// pixels that they touch are made. Their areas are added up edge by edge, which takes a tenth of the time of Cairo,
// which samples fifteen heights of every row, and is exact where the stroke does not overlap itself; where it does,
// Cairo draws it.

internal import Foundation
package import LaminaGeometry

extension PathRasterizer {
  /// The least area, in pixels, for which strips are worthwhile.
  private static let worthwhileArea = 65_536.0
  /// The least width of a stroke, in pixels: thinner strokes may overlap themselves without covering any pixel more
  /// than once.
  private static let least = 2.0

  /// The stroke of a path in upright strips, which do not overlap.
  ///
  /// The content of a strip depends on `region` only in that the strip is cut to the region.
  ///
  /// - Parameters: As in ``coverage(of:stroke:pixelFromPath:within:antialiases:)``.
  /// - Returns: `nil` where the stroke touches much of its box or overlaps itself, and where it is small or thin.
  package static func strips(
    of path: CGPath, stroke style: StrokeStyle, pixelFromPath: CGAffineTransform, within region: PixelRect
  ) -> [CoverageMask]? {
    guard style.strokesSomething, pixelFromPath.isUsable, !region.isEmpty,
      Double(style.width) * pixelFromPath.smallestScale >= least
    else { return nil }
    let box = path.elements.finiteControlBox.applying(pixelFromPath)
    let reach = style.reach * pixelFromPath.largestScale
    guard !box.isNull, (Double(box.width) + 2 * reach) * (Double(box.height) + 2 * reach) >= worthwhileArea,
      path.elements.points.count <= CoverageAccumulator.fewPoints
    else { return nil }
    let dashed = path.copy(dashingWithPhase: style.dashPhase, lengths: style.dashLengths)
    let inPixels = dashed.elements.applying(pixelFromPath)
    guard inPixels.isWithin(CoverageStrips.limit - reach) else { return nil }
    let outline = inPixels.outline(style, deviceFromPen: pixelFromPath)
    return CoverageStrips(outline, region: region)?.masks()
  }
}

extension CGAffineTransform {
  /// The least scale of a length: the smaller singular value.
  fileprivate var smallestScale: Double {
    let largest = largestScale
    return largest > 0 ? abs(Double(a * d - b * c)) / largest : 0
  }
}
