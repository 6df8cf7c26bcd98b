// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaPlan

/// A pass on its own plane, and its placement on the target.
struct SurfacePass {
  /// The map from surface space to target pixels. The pass has one pixel per surface unit, or fewer by `halvings`.
  var targetFromSurface: Homography
  /// The pass.
  var pass: PassHandle
  /// The number of times the pass was halved.
  var halvings: Int
  /// The region that the pass covers, in surface space.
  var region: PixelRect
}

extension Flattener {
  /// Blurs a pass: halves it while sigma is above four pixels, then applies a Gaussian along both axes.
  ///
  /// - Parameters:
  ///   - pass: The pass to blur; in 16-bit floats, or alpha only, for full precision.
  ///   - sigma: The standard deviation; pixels of the pass.
  ///   - region: The requested pixels on the pass's grid.
  ///   - extendsEdges: Whether the pass's edge pixels continue outside of it.
  /// - Returns: The blurred pass, which renderers keep, and the number of times it was halved; its pixel (x, y)
  ///   corresponds to the pixels of `pass` from (x, y) * 2^halvings on.
  mutating func addBlur(
    of pass: PassHandle, sigma: Double, region: PixelRect, extendsEdges: Bool, node: Int32
  ) -> (pass: PassHandle, halvings: Int) {
    let format: PassFormat = passes[pass].format == .alpha16Float ? .alpha16Float : .rgba16Float
    // At most a million pixels: a wider blur is flat on any canvas.
    var (sigma, wanted, halvings) = (min(max(sigma, 0), 0x1p20), region, 0)
    // Averaging two by two pixels adds a variance of a quarter of a squared pixel, and the interpolation on the way
    // back adds about a sixth of a squared large pixel.
    var variance = sigma * sigma
    while variance.squareRoot() > Double(BlurFilter.halvingSigma), halvings < 24 {
      variance = (variance - 0.25) / 4
      wanted = wanted.halved
      halvings += 1
    }
    if halvings > 0 { variance = max(variance - 1.0 / 6, 0) }
    sigma = min(variance.squareRoot(), Double(BlurFilter.maximumSigma))
    let taps = Int32(clamping: (sigma * Double(BlurFilter.reach)).rounded(.up))
    // One more pixel on each side for the interpolation.
    wanted = wanted.grown(by: 1)
    let source = addHalvings(
      halvings, of: pass, needed: wanted.grown(by: taps), format: format, extendsEdges: extendsEdges, node: node)
    let across = PixelRect(
      minX: wanted.minX, minY: wanted.minY - taps, maxX: wanted.maxX, maxY: wanted.maxY + taps)
    let rows = extendsEdges ? across : across.intersection(passes[source].region.grown(by: taps))
    let first = BlurFilter(
      source: source, step: .horizontal, pixelSigma: Float(sigma), extendsEdges: extendsEdges, pixelBounds: rows,
      node: node)
    let horizontal = addPass(.blur(first), format: format)
    let second = BlurFilter(
      source: horizontal, step: .vertical, pixelSigma: Float(sigma), extendsEdges: extendsEdges, pixelBounds: wanted,
      node: node)
    let blurred = addPass(.blur(second), format: format)
    passes.keep(blurred, in: resources)
    return (blurred, halvings)
  }

  /// Halves a pass a number of times, two halvings in one pass where possible.
  ///
  /// - Parameter needed: The pixels that are read from the last pass.
  /// - Returns: The last pass.
  private mutating func addHalvings(
    _ halvings: Int, of pass: PassHandle, needed: PixelRect, format: PassFormat, extendsEdges: Bool, node: Int32
  ) -> PassHandle {
    var (source, left) = (pass, halvings)
    while left > 0 {
      let step = left >= 2 ? 2 : 1
      left -= step
      var made = passes[source].region
      // A pass with extended edges gets one more pixel, which holds only the edge.
      for _ in 0..<step { made = made.halved.grown(by: extendsEdges ? 1 : 0) }
      made = made.intersection(needed.doubled(times: left))
      let blur = BlurFilter(
        source: source, step: step == 2 ? .quarter : .halve, pixelSigma: 0, extendsEdges: extendsEdges,
        pixelBounds: made, node: node)
      source = addPass(.blur(blur), format: format)
    }
    return source
  }

  /// Draws a surface onto the current target.
  ///
  /// - Parameters:
  ///   - tint: The colour that the surface is multiplied by, premultiplied, including the opacity.
  ///   - isSilhouette: Whether only the alpha of the surface is used.
  mutating func draw(
    _ surface: SurfacePass, tint: SIMD4<Float>, isSilhouette: Bool, isNearest: Bool = false, clip: ClipHandle,
    limit: PixelRect,
    node: Int32
  ) {
    guard let plane = LayerPlane(targetFromLayer: surface.targetFromSurface) else { return }
    var outline = RoundedRectangle(bounds: .zero)
    outline.minimum = SIMD2(Double(surface.region.minX), Double(surface.region.minY))
    outline.maximum = SIMD2(Double(surface.region.maxX), Double(surface.region.maxY))
    guard let extent = BoxExtent(of: outline.box, on: plane, limit: limit),
      let shape = ShapeGeometry(
        plane: plane, outline: outline, antialiased: SIMD4(repeating: 1), near: extent.pixelBounds)
    else { return }
    let scale = Float(sign: .plus, exponent: -surface.halvings, significand: 1)
    var operation = SurfaceOperation(
      source: surface.pass, shape: shape, texelFromSurface: [scale, scale, 0, 0], isNearest: isNearest,
      isSilhouette: isSilhouette, tint: tint, outer: extent.outer, pixelBounds: extent.pixelBounds, clip: clip,
      node: node)
    if !extent.isWhole { operation.outer = extent.cutOuter(region: surfaces.current.region) }
    if clip.exists, resources.clips.interiors.holds(extent.outer, in: clip) { operation.clip = .none }
    surfaces.append(.surface(operation))
  }
}
