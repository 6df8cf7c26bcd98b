// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

extension UIView {
  /// The placement of contents in bounds of another size.
  public enum ContentMode: Int, Sendable {
    /// Stretched to the bounds.
    case scaleToFill = 0
    /// Scaled to fit inside the bounds, in proportion.
    case scaleAspectFit = 1
    /// Scaled to cover the bounds, in proportion.
    case scaleAspectFill = 2
    /// Redrawn when the bounds change.
    case redraw = 3
    /// Centred.
    case center = 4
    /// Centred at the top.
    case top = 5
    /// Centred at the bottom.
    case bottom = 6
    /// Centred at the left.
    case left = 7
    /// Centred at the right.
    case right = 8
    /// At the top left.
    case topLeft = 9
    /// At the top right.
    case topRight = 10
    /// At the bottom left.
    case bottomLeft = 11
    /// At the bottom right.
    case bottomRight = 12

    /// The mode as a layer's gravity. "Bottom" is minimum y for gravities, which is at the top of a view.
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

  /// The parts of a view that follow the superview's size.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The margin at minimum x.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The width.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The margin at maximum x.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The margin at minimum y.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The height.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The margin at maximum y.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
  }

  /// The value for an axis along which a view's content has no size of its own: -1.
  public static let noIntrinsicMetric: CGFloat = -1
}
