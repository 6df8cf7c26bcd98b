package import LaminaGeometry

/// Everything a renderer can be asked to draw.
///
/// Both renderers switch over it without `default`, so that a new operation does not compile until both draw it.
package enum DrawOperation: Sendable, Equatable {
  case box(BoxOperation)
  case composite(CompositeOperation)

  /// The pixels it may touch.
  package var pixelBounds: PixelRect {
    switch self {
    case .box(let box): box.pixelBounds
    case .composite(let composite): composite.pixelBounds
    }
  }

  /// Calls `body` for each pass that it reads.
  package func forEachSource(_ body: (Int32) -> Void) {
    switch self {
    case .box: break
    case .composite(let composite):
      body(composite.source)
      if composite.mask >= 0 { body(composite.mask) }
    }
  }
}
