// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

extension UIView {
  /// How contents lie in bounds of another size.
  public enum ContentMode: Int, Sendable {
    /// Stretched to the bounds.
    case scaleToFill = 0
    /// As large as fits, with its sides in proportion.
    case scaleAspectFit = 1
    /// Large enough to cover the bounds, with its sides in proportion.
    case scaleAspectFill = 2
    /// Drawn anew when the bounds change.
    case redraw = 3
    /// In the middle.
    case center = 4
    /// At the top in the middle.
    case top = 5
    /// At the bottom in the middle.
    case bottom = 6
    /// At the left in the middle.
    case left = 7
    /// At the right in the middle.
    case right = 8
    /// At the top left.
    case topLeft = 9
    /// At the top right.
    case topRight = 10
    /// At the bottom left.
    case bottomLeft = 11
    /// At the bottom right.
    case bottomRight = 12

    /// The gravity that does it. "Bottom" is minimum y there, which is at the top of a view.
    var gravity: CALayerContentsGravity {
      switch self {
      case .scaleToFill, .redraw: .resize
      case .scaleAspectFit: .resizeAspect
      case .scaleAspectFill: .resizeAspectFill
      case .center: .center
      case .top: .bottom
      case .bottom: .top
      case .left: .left
      case .right: .right
      case .topLeft: .bottomLeft
      case .topRight: .bottomRight
      case .bottomLeft: .topLeft
      case .bottomRight: .topRight
      }
    }
  }

  /// How a view's size and margins follow the superview's size.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The room at minimum x.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The width.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The room at maximum x.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The room at minimum y.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The height.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The room at maximum y.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
  }

  /// The size along an axis of a view whose content has none: -1.
  public static let noIntrinsicMetric: CGFloat = -1
}
