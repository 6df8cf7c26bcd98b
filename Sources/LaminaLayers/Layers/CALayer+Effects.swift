public import Foundation

// Filters, rasterization, and what a layer keeps for its owner.

extension CALayer {
  /// Filters that act on the layer and its sublayers; stored, do not draw yet and are reported.
  ///
  /// - Default: `nil`.
  /// - Conformance: GROUP-4
  public final var filters: [Any]? {
    get { attachments?.filters }
    set {
      attach(newValue, at: \.filters)
      self[extra: \.hasFilters] = newValue?.isEmpty == false
    }
  }

  /// Filters that act on what is behind the layer; stored, do not draw yet and are reported.
  ///
  /// - Default: `nil`.
  /// - Conformance: GROUP-4
  public final var backgroundFilters: [Any]? {
    get { attachments?.backgroundFilters }
    set {
      attach(newValue, at: \.backgroundFilters)
      self[extra: \.hasBackgroundFilters] = newValue?.isEmpty == false
    }
  }

  /// How the layer is blended with what is behind; stored, does not draw yet and is reported.
  ///
  /// - Default: `nil`, which is source-over.
  /// - Conformance: GROUP-4
  public final var compositingFilter: Any? {
    get { attachments?.compositingFilter }
    set {
      attach(newValue, at: \.compositingFilter)
      self[extra: \.hasCompositingFilter] = newValue != nil
    }
  }

  /// Whether the layer is drawn as a bitmap first; stored, does not draw yet and is reported.
  ///
  /// - Default: `false`.
  /// - Conformance: GROUP-2
  public final var shouldRasterize: Bool {
    get { properties.flags.contains(.shouldRasterize) }
    set { properties.flags.set(.shouldRasterize, to: newValue) }
  }

  /// How many pixels of that bitmap make a point; stored, does not draw yet.
  ///
  /// - Range: above 0; others are stored and draw as 1.
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

  /// What runs when properties change, by event; stored, not run yet.
  ///
  /// - Default: `nil`.
  /// - Conformance: TIME-10
  public final var actions: [String: any CAAction]? {
    get { attachments?.actions }
    set { attach(newValue, at: \.actions) }
  }

  /// Values for properties that are not set on the layer itself; stored, not consulted yet.
  ///
  /// - Default: `nil`.
  public final var style: [AnyHashable: Any]? {
    get { attachments?.style }
    set { attach(newValue, at: \.style) }
  }

  /// What of the layer gives way when its superlayer changes size; stored and without effect.
  ///
  /// - Default: nothing does.
  public final var autoresizingMask: CAAutoresizingMask {
    get { self[attachment: \.autoresizingMask, else: []] }
    set { self[attachment: \.autoresizingMask, else: []] = newValue }
  }
}
