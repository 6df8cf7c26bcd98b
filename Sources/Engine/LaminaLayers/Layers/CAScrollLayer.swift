// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// The directions in which a layer scrolls.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// No direction.
  public static let none = CAScrollLayerScrollMode(rawValue: "none")
  /// Along y.
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  /// Along x.
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  /// Both directions.
  public static let both = CAScrollLayerScrollMode(rawValue: "both")
}

/// A layer that shows a part of its sublayers, at `bounds.origin`. It masks to its bounds by default.
///
/// - Conformance: SCROLL-1
open class CAScrollLayer: CALayer {
  /// The directions in which the layer scrolls.
  ///
  /// - Default: `both`.
  open var scrollMode: CAScrollLayerScrollMode = .both {
    didSet { markChanged() }
  }

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

  /// Makes a layer from an archive; see ``CALayer/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Shows the part of the layer that starts at a point, in the directions of ``scrollMode``.
  ///
  /// - Parameter p: A point, in this layer's coordinate space, which may lie beyond all sublayers; a point that is not
  ///   finite is ignored.
  /// - Conformance: SCROLL-1
  open func scroll(to p: CGPoint) {
    guard p.x.isFinite, p.y.isFinite else { return }
    var origin = bounds.origin
    if scrollMode != .vertically, scrollMode != .none { origin.x = p.x }
    if scrollMode != .horizontally, scrollMode != .none { origin.y = p.y }
    bounds.origin = origin
  }

  /// Scrolls until a rectangle shows, by the shortest way.
  ///
  /// Of a rectangle larger than the layer, as much as fits is shown, next to the part that was shown before.
  ///
  /// - Parameter r: A rectangle, in this layer's coordinate space; one that is not finite is ignored.
  /// - Conformance: SCROLL-1
  open func scroll(to r: CGRect) {
    let wanted = r.standardized
    guard wanted.minX.isFinite, wanted.minY.isFinite, wanted.maxX.isFinite, wanted.maxY.isFinite else { return }
    scroll(
      to: CGPoint(
        x: Self.start(showing: wanted.minX...wanted.maxX, from: bounds.minX, length: bounds.width),
        y: Self.start(showing: wanted.minY...wanted.maxY, from: bounds.minY, length: bounds.height)))
  }

  /// Returns the start of a window that shows as much of a range as it can, nearest to the present start.
  private static func start(showing range: ClosedRange<CGFloat>, from start: CGFloat, length: CGFloat) -> CGFloat {
    let (first, last) = (range.upperBound - length, range.lowerBound)
    return min(max(start, min(first, last)), max(first, last))
  }
}
