// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Rasterizes shapes for shape layers: computes how much of each pixel a path or its stroke covers.
//
// Only the pixels that the shape can touch are made. Cairo writes straight into the result's memory, so a mask costs
// one allocation and the scan conversion.

internal import CCairo
internal import Foundation
package import LaminaGeometry

/// How much of each pixel of a rectangle a shape covers; 0 outside.
package struct CoverageMask: Hashable, Sendable {
  /// The pixels that the mask has.
  package let region: PixelRect
  /// The number of bytes from one row to the next: the width, rounded up to a multiple of four.
  package let bytesPerRow: Int
  /// The coverage, row by row from the top, from 0 for none to 255 for all of a pixel.
  package let coverage: [UInt8]

  /// The mask that covers nothing.
  package static let empty = CoverageMask(region: .empty, bytesPerRow: 0, coverage: [])

  /// How much of a pixel of the target is covered; 0 outside the region.
  package func coverage(x: Int, y: Int) -> UInt8 {
    let (column, row) = (x - Int(region.minX), y - Int(region.minY))
    guard column >= 0, row >= 0, column < region.width, row < region.height else { return 0 }
    return coverage[row * bytesPerRow + column]
  }

  /// The shape in a colour, as a picture of the size of ``region``; `nil` where the region is empty.
  package func image(in color: CGColor) -> CGImage? {
    let premultiplied = color.premultiplied
    let levels = (0..<256).map { coverage in
      let scaled = (premultiplied.clamped(lowerBound: .zero, upperBound: .one) * Float(coverage))
        .rounded(.toNearestOrAwayFromZero)
      return SIMD4(
        UInt8(clamping: scaled.x), UInt8(clamping: scaled.y), UInt8(clamping: scaled.z), UInt8(clamping: scaled.w))
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * region.area)
    for y in 0..<region.height {
      for x in 0..<region.width {
        let level = levels[Int(coverage[y * bytesPerRow + x])]
        // A component may be rounded up above the alpha.
        for component in 0..<3 { pixels.append(min(level[component], level.w)) }
        pixels.append(level.w)
      }
    }
    return CGImage(width: region.width, height: region.height, premultipliedRGBA: pixels)
  }
}

/// Computes the coverage of paths.
///
///     let mask = PathRasterizer.coverage(
///       of: path, stroke: StrokeStyle(width: 4), pixelFromPath: transform, within: canvas)
///
/// - Conformance: SHAPE-1
package enum PathRasterizer {
  /// Returns how much of each pixel the inside of a path covers.
  ///
  /// - Parameters:
  ///   - path: The path. Points that are not finite are left out; open subpaths are filled as if closed.
  ///   - rule: The rule that decides the inside.
  ///   - pixelFromPath: The transform of the path to pixels of the target, with y down.
  ///   - region: The pixels that are needed.
  ///   - antialiases: Whether edges are smooth.
  /// - Returns: The mask, cut to the pixels that the path can touch. The mask is empty where sides are over 32,767
  ///   pixels, or memory is short.
  package static func coverage(
    of path: CGPath, fillRule rule: CGPathFillRule, pixelFromPath: CGAffineTransform, within region: PixelRect,
    antialiases: Bool = true
  ) -> CoverageMask {
    let inPixels = path.elements.applying(pixelFromPath)
    let command = DrawCommand(coverage: .fill(inPixels, rule), ink: .color(.black), antialiases: antialiases)
    return coverage(of: command, within: region)
  }

  /// Returns how much of each pixel the stroke of a path covers.
  ///
  /// - Parameters:
  ///   - path: The path, as for fills. To stroke a part of the path, trim it first.
  ///   - style: The stroke, in the path's space.
  ///   - pixelFromPath: The transform of the path to pixels of the target, with y down. The transform also applies to
  ///     the pen; with a transform without an inverse, nothing is covered.
  ///   - region: The pixels that are needed.
  ///   - antialiases: Whether edges are smooth.
  /// - Returns: The mask, as for fills.
  package static func coverage(
    of path: CGPath, stroke style: StrokeStyle, pixelFromPath: CGAffineTransform, within region: PixelRect,
    antialiases: Bool = true
  ) -> CoverageMask {
    guard style.strokesSomething, pixelFromPath.isUsable else { return .empty }
    let dashed = path.copy(dashingWithPhase: style.dashPhase, lengths: style.dashLengths)
    let inPixels = dashed.elements.applying(pixelFromPath)
    let command = DrawCommand(
      coverage: .stroke(inPixels, style, deviceFromPen: pixelFromPath), ink: .color(.black), antialiases: antialiases)
    return coverage(of: command, within: region)
  }

  static func coverage(of command: DrawCommand, within region: PixelRect) -> CoverageMask {
    let touched = command.region.map { $0.intersection(region) } ?? region
    let limit = CairoSurface.maximumSide
    guard !touched.isEmpty, touched.width <= limit, touched.height <= limit else { return .empty }
    let bytesPerRow = (touched.width + 3) & ~3
    if let mask = accumulated(command, touched) { return mask }
    var isDrawn = false
    var bytes = [UInt8](repeating: 0, count: bytesPerRow * touched.height)
    bytes.withUnsafeMutableBufferPointer { pixels in
      guard let surface = CairoSurface(alpha: pixels, region: touched, bytesPerRow: bytesPerRow),
        let canvas = CairoCanvas(surface)
      else { return }
      command.draw(on: canvas, alpha: 1)
      isDrawn = true
    }
    return isDrawn ? CoverageMask(region: touched, bytesPerRow: bytesPerRow, coverage: bytes) : .empty
  }

  /// The coverage of a path that has too many edges for Cairo; `nil` for other paths.
  static func accumulated(_ command: DrawCommand, _ region: PixelRect) -> CoverageMask? {
    let path: PathElements
    var rule = CGPathFillRule.winding
    switch command.coverage {
    case .everything: return nil
    case .fill(let inside, let fillRule): (path, rule) = (inside, fillRule)
    case .stroke(let line, let style, let deviceFromPen):
      let reach = Double(style.width) / 2 * deviceFromPen.largestScale
      guard CoverageAccumulator.isNeeded(for: line, reach: reach, region: region) else { return nil }
      path = line.outline(style, deviceFromPen: deviceFromPen)
    }
    guard command.antialiases, CoverageAccumulator.isNeeded(for: path, region: region) else { return nil }
    let bytesPerRow = (region.width + 3) & ~3
    var accumulator = CoverageAccumulator(region: region)
    accumulator.add(path)
    return CoverageMask(
      region: region, bytesPerRow: bytesPerRow, coverage: accumulator.coverage(rule, bytesPerRow: bytesPerRow))
  }
}
