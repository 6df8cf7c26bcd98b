public import Foundation

// Filters, rasterization, and what a layer keeps for its owner.

extension CALayer {
  /// Filters that act on the layer and its sublayers, shadow included, one after the other.
  ///
  /// - Range: ``CAFilter`` objects, or the name of a type; others are kept, reported when they should draw, and left out.
  /// - Default: `nil`.
  /// - Conformance: GROUP-4
  public final var filters: [Any]? {
    get { attachments?.filters }
    set {
      attach(newValue, at: \.filters)
      self[extra: \.hasFilters] = newValue?.isEmpty == false
    }
  }

  /// Filters that act on what is behind the layer: inside its bounds, rounded by its corners, fading with it.
  ///
  /// Behind is what was drawn before it into the same picture: that of the nearest layer above that fades as a group,
  /// is masked, filtered, blended or rasterized, else the canvas.
  ///
  /// - Range: As for ``filters``.
  /// - Default: `nil`.
  /// - Conformance: GROUP-4
  public final var backgroundFilters: [Any]? {
    get { attachments?.backgroundFilters }
    set {
      attach(newValue, at: \.backgroundFilters)
      self[extra: \.hasBackgroundFilters] = newValue?.isEmpty == false
    }
  }

  /// How the layer, with all in it, is blended with what is behind: a name, or a ``CAFilter`` of that type.
  ///
  /// Blend modes: `normalBlendMode`, `multiplyBlendMode`, `screenBlendMode`, `overlayBlendMode`, `darkenBlendMode`,
  /// `lightenBlendMode`, `colorDodgeBlendMode`, `colorBurnBlendMode`, `softLightBlendMode`, `hardLightBlendMode`,
  /// `differenceBlendMode`, `exclusionBlendMode`, `subtractBlendMode`, `divideBlendMode`, `linearBurnBlendMode`,
  /// `linearDodgeBlendMode`, `linearLightBlendMode`, `pinLightBlendMode`, `hueBlendMode`, `saturationBlendMode`,
  /// `colorBlendMode`, `luminosityBlendMode`. Operators: `clear`, `copy`, `sourceOver`, `sourceIn`, `sourceOut`,
  /// `sourceAtop`, `dest`, `destOver`, `destIn`, `destOut`, `destAtop`, `xor`, `plusL`, `plusD`, `minimum`, `maximum`.
  ///
  /// What is behind is as for ``backgroundFilters``. Operators that remove what is behind where the layer is clear do so
  /// inside the layer's bounds, rounded by its corners, and wherever the layer draws.
  ///
  /// - Range: Another name is kept and reported, and draws as source-over.
  /// - Default: `nil`, which is source-over.
  /// - Conformance: GROUP-4
  public final var compositingFilter: Any? {
    get { attachments?.compositingFilter }
    set {
      attach(newValue, at: \.compositingFilter)
      self[extra: \.hasCompositingFilter] = newValue != nil
    }
  }

  /// Whether the layer and all in it, filters and shadow included, are drawn as a bitmap first, which is kept while
  /// nothing in it changes.
  ///
  /// The bitmap lies in the layer's own plane, ``rasterizationScale`` pixels to a point, and is shown through
  /// `magnificationFilter` and `minificationFilter`. It is one picture, so it fades as one, whatever
  /// ``allowsGroupOpacity`` says.
  ///
  /// - Default: `false`.
  /// - Conformance: GROUP-2
  public final var shouldRasterize: Bool {
    get { properties.flags.contains(.shouldRasterize) }
    set { properties.flags.set(.shouldRasterize, to: newValue) }
  }

  /// How many pixels of that bitmap make a point.
  ///
  /// - Range: above 0; others are stored and draw as 1. Where the bitmap would have more pixels than a few canvases,
  ///   it has as many as fit, and that is reported.
  /// - Default: 1.
  /// - Conformance: GROUP-2
  public final var rasterizationScale: CGFloat {
    get { self[extra: \.rasterizationScale] }
    set { self[extra: \.rasterizationScale] = newValue }
  }

  /// A name for the owner's use, which diagnostics show too.
  ///
  /// - Default: `nil`.
  public final var name: String? {
    get { self[extra: \.name] }
    set { self[extra: \.name] = newValue }
  }

  /// What runs when properties change, by event; `NSNull` runs nothing.
  ///
  /// - Default: `nil`.
  /// - Conformance: TIME-10
  public final var actions: [String: any CAAction]? {
    get { attachments?.actions }
    set { attach(newValue, at: \.actions) }
  }

  /// Values for keys that are not set on the layer itself; `actions` in it are looked up like ``actions``.
  ///
  /// - Default: `nil`.
  public final var style: [AnyHashable: Any]? {
    get { attachments?.style }
    set { attach(newValue, at: \.style) }
  }
}
