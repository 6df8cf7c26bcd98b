// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// Everything that makes a pass out of an earlier one, pixel by pixel of the new one.
///
/// Whoever runs, names or prints filters switches over it without `default`, so that a new one does not compile until
/// all do.
package enum FilterStep: Sendable, Hashable {
  case blur(BlurFilter)

  /// The index of the pass in `RenderPlan.passes` that it reads, before the one that it makes.
  package var source: PassHandle {
    switch self {
    case .blur(let blur): blur.source
    }
  }

  /// The pixels that it makes.
  package var pixelBounds: PixelRect {
    switch self {
    case .blur(let blur): blur.pixelBounds
    }
  }

  /// Pixels of its source along a side of one that it makes.
  package var sourcePixels: Int {
    switch self {
    case .blur(let blur): 1 << blur.halvings
    }
  }

  /// The pixels of the source that make some of its pixels.
  func pixelsRead(for pixels: PixelRect) -> PixelRect {
    switch self {
    case .blur(let blur): blur.pixelsRead(for: pixels)
    }
  }

  /// Its pixels that some pixels of its source take part in, as far as it makes them.
  ///
  /// - Parameter source: All pixels that the source has.
  func pixelsReached(by pixels: PixelRect, of source: PixelRect) -> PixelRect {
    switch self {
    case .blur(let blur): blur.pixelsReached(by: pixels, of: source)
    }
  }

  /// Whether it makes the same pixels of the same source.
  func isSame(as other: FilterStep) -> Bool {
    switch (self, other) {
    case (.blur(var blur), .blur(let other)):
      blur.node = other.node
      return blur == other
    }
  }

  /// The part of it that makes some pixels; `nil` where that is none.
  package func cut(to part: PixelRect) -> FilterStep? {
    let pixels = pixelBounds.intersection(part)
    guard !pixels.isEmpty else { return nil }
    switch self {
    case .blur(var blur):
      blur.pixelBounds = pixels
      return .blur(blur)
    }
  }

  /// The step with the pass that it reads replaced.
  func reading(_ place: (PassHandle) -> PassHandle) -> FilterStep {
    switch self {
    case .blur(var blur):
      blur.source = place(blur.source)
      return .blur(blur)
    }
  }
}
