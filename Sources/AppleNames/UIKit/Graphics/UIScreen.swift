// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// The screen that programs ask for its size and scale. There is no real screen: the program sets both values.
///
///     UIScreen.main.scale = 3
///     UIScreen.main.bounds = CGRect(x: 0, y: 0, width: 393, height: 852)
///
/// After a change, bitmaps of views, and pictures that are drawn without a scale, have ``scale`` pixels per point. The
/// size of a rendered tree's picture follows from the renderer's options.
public final class UIScreen: NSObject, Sendable {
  private let values = LockedValue(
    (bounds: CGRect(x: 0, y: 0, width: 390, height: 844), scale: CGFloat(2), rate: 60))

  private override init() { super.init() }

  /// The one screen.
  public static let main = UIScreen()

  /// All screens: a single one.
  public static var screens: [UIScreen] { [main] }

  /// The screen's rectangle, in points; may be set to any value.
  ///
  /// - Default: (0, 0, 390, 844).
  public var bounds: CGRect {
    get { values.value.bounds }
    set { values.value.bounds = newValue }
  }

  /// The pixels per point; may be set to any value.
  ///
  /// - Range: above 0 and finite; other values count as 1.
  /// - Default: 2.
  public var scale: CGFloat {
    get { values.value.scale }
    set { values.value.scale = newValue > 0 && newValue.isFinite ? newValue : 1 }
  }

  /// The screen's highest frame rate, in frames per second; may be set to any value. It has no effect here: display
  /// links run at the rate that they request.
  ///
  /// - Range: 1 and more; smaller values count as 1.
  /// - Default: 60.
  public var maximumFramesPerSecond: Int {
    get { values.value.rate }
    set { values.value.rate = max(newValue, 1) }
  }

  /// The same as ``scale``.
  public var nativeScale: CGFloat { scale }

  /// The screen's rectangle in pixels.
  public var nativeBounds: CGRect {
    CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
  }

  /// The same as ``bounds``.
  public var applicationFrame: CGRect { bounds }

  /// The traits of the screen.
  public var traitCollection: UITraitCollection { .current }
}

/// A light or dark appearance.
public enum UIUserInterfaceStyle: Int, Sendable {
  /// Unspecified.
  case unspecified = 0
  /// Dark content on a light background.
  case light = 1
  /// Light content on a dark background.
  case dark = 2
}

/// The direction of layouts.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// Properties of a program's environment: the scale, and the appearance, which is always light.
public final class UITraitCollection: NSObject, Sendable {
  /// The pixels per point.
  public let displayScale: CGFloat
  /// The appearance.
  public let userInterfaceStyle: UIUserInterfaceStyle

  /// Makes traits.
  public init(displayScale: CGFloat = 0, userInterfaceStyle: UIUserInterfaceStyle = .unspecified) {
    (self.displayScale, self.userInterfaceStyle) = (displayScale, userInterfaceStyle)
  }

  /// The traits of the screen, in light appearance.
  public static var current: UITraitCollection {
    UITraitCollection(displayScale: UIScreen.main.scale, userInterfaceStyle: .light)
  }

  /// Whether colours that depend on the appearance may differ between these traits and others.
  public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    userInterfaceStyle != traitCollection?.userInterfaceStyle
  }

  /// Whether both have the same values.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return displayScale == other.displayScale && userInterfaceStyle == other.userInterfaceStyle
  }

  /// A hash of the values.
  public override var hash: Int { displayScale.hashValue ^ userInterfaceStyle.rawValue }
}
