package import LaminaGeometry

/// Everything that makes a pass out of an earlier one, pixel by pixel of the new one.
///
/// Whoever runs, names or prints filters switches over it without `default`, so that a new one does not compile until all do.
package enum FilterStep: Sendable, Hashable {
  case blur(BlurFilter)

  /// The index of the pass in `RenderPlan.passes` that it reads, before the one that it makes.
  package var source: Int32 {
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

  /// The step with the pass that it reads replaced.
  func reading(_ place: (Int32) -> Int32) -> FilterStep {
    switch self {
    case .blur(var blur):
      blur.source = place(blur.source)
      return .blur(blur)
    }
  }
}
