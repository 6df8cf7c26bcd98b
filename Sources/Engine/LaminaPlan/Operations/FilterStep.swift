// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// The steps that make a pass from an earlier one, each pixel of the new pass separately.
///
/// Functions that run, name or print filters switch over the cases without `default`, so that a new filter does not
/// compile until all of them handle it.
@usableFromInline package enum FilterStep: Sendable, Hashable {
  case blur(BlurFilter)

  /// The index of the pass in `RenderPlan.passes` that the step reads, before the one that it makes.
  package var source: PassHandle {
    switch self {
    case .blur(let blur): blur.source
    }
  }

  /// The pixels that the step makes.
  package var pixelBounds: PixelRect {
    switch self {
    case .blur(let blur): blur.pixelBounds
    }
  }

  /// The number of pixels of the source along a side of one pixel that the step makes.
  package var sourcePixels: Int {
    switch self {
    case .blur(let blur): 1 << blur.halvings
    }
  }

  /// The pixels of the source that contribute to some of the step's pixels.
  func pixelsRead(for pixels: PixelRect) -> PixelRect {
    switch self {
    case .blur(let blur): blur.pixelsRead(for: pixels)
    }
  }

  /// The step's pixels to which some pixels of its source contribute.
  ///
  /// - Parameter source: All pixels of the source.
  func pixelsReached(by pixels: PixelRect, of source: PixelRect) -> PixelRect {
    switch self {
    case .blur(let blur): blur.pixelsReached(by: pixels, of: source)
    }
  }

  /// The part of the step that makes some pixels; `nil` if it makes none of them.
  package func cut(to part: PixelRect) -> FilterStep? {
    let pixels = pixelBounds.intersection(part)
    guard !pixels.isEmpty else { return nil }
    switch self {
    case .blur(var blur):
      blur.pixelBounds = pixels
      return .blur(blur)
    }
  }
}
