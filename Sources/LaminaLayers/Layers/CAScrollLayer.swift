/// In which directions a layer scrolls.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In none.
  public static let none = CAScrollLayerScrollMode(rawValue: "none")
  /// Along y.
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  /// Along x.
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  /// Along both.
  public static let both = CAScrollLayerScrollMode(rawValue: "both")
}

/// A layer that shows a part of what is in it, at `bounds.origin`. It cuts at its bounds unless told otherwise.
///
/// - Conformance: SCROLL-1
open class CAScrollLayer: CALayer {
  /// In which directions it scrolls.
  ///
  /// - Default: `both`.
  open var scrollMode: CAScrollLayerScrollMode = .both

  /// Makes an empty layer that masks to its bounds.
  public override init() {
    super.init()
    properties.kind = .scroll
    properties.flags.insert(.masksToBounds)
  }

  /// Makes a copy of a layer's own values; see ``CALayer/init(layer:)``.
  public override init(layer: Any) {
    super.init(layer: layer)
    properties.kind = .scroll
    guard let layer = layer as? CAScrollLayer else { return }
    scrollMode = layer.scrollMode
  }
}
