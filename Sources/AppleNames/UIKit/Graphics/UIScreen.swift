// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// The screen that programs ask for its size and scale. There is none: both are what the program says.
///
///     UIScreen.main.scale = 3
///     UIScreen.main.bounds = CGRect(x: 0, y: 0, width: 393, height: 852)
///
/// What views draw for themselves, and pictures that are drawn without a scale, have ``scale`` pixels a point from then
/// on. How large the picture of a tree is, the renderer's options say.
public final class UIScreen: NSObject, Sendable {
  private let values = LockedValue(
    (bounds: CGRect(x: 0, y: 0, width: 390, height: 844), scale: CGFloat(2), rate: 60))

  private override init() { super.init() }

  /// The one screen.
  public static let main = UIScreen()

  /// All screens: the one.
  public static var screens: [UIScreen] { [main] }

  /// The screen's rectangle, in points; set it to what the program is to believe.
  ///
  /// - Default: (0, 0, 390, 844).
  public var bounds: CGRect {
    get { values.value.bounds }
    set { values.value.bounds = newValue }
  }

  /// How many pixels a point has; set it to what the program is to believe.
  ///
  /// - Range: above 0 and finite; others count as 1.
  /// - Default: 2.
  public var scale: CGFloat {
    get { values.value.scale }
    set { values.value.scale = newValue > 0 && newValue.isFinite ? newValue : 1 }
  }

  /// How many frames a second programs believe that the screen shows at most; set it to what they are to believe.
  /// Nothing here follows it: display links run at the rate that they ask for.
  ///
  /// - Range: 1 and more; less counts as 1.
  /// - Default: 60.
  public var maximumFramesPerSecond: Int {
    get { values.value.rate }
    set { values.value.rate = max(newValue, 1) }
  }

  /// As ``scale``.
  public var nativeScale: CGFloat { scale }

  /// The screen's rectangle in pixels.
  public var nativeBounds: CGRect {
    CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
  }

  /// As ``bounds``.
  public var applicationFrame: CGRect { bounds }

  /// The traits of the screen.
  public var traitCollection: UITraitCollection { .current }
}

/// Whether what is shown is light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
  /// Not said.
  case unspecified = 0
  /// Dark things on a light ground.
  case light = 1
  /// Light things on a dark ground.
  case dark = 2
}

/// Which way things are laid out.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// What a program may ask of its surroundings: the scale, and that the appearance is light.
public final class UITraitCollection: NSObject, Sendable {
  /// How many pixels a point has.
  public let displayScale: CGFloat
  /// Whether what is shown is light or dark.
  public let userInterfaceStyle: UIUserInterfaceStyle

  /// Makes traits.
  public init(displayScale: CGFloat = 0, userInterfaceStyle: UIUserInterfaceStyle = .unspecified) {
    (self.displayScale, self.userInterfaceStyle) = (displayScale, userInterfaceStyle)
  }

  /// Those of the screen, in light appearance.
  public static var current: UITraitCollection {
    UITraitCollection(displayScale: UIScreen.main.scale, userInterfaceStyle: .light)
  }

  /// Whether colours that follow the appearance may differ between these traits and others.
  public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    userInterfaceStyle != traitCollection?.userInterfaceStyle
  }

  /// Whether both say the same.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return displayScale == other.displayScale && userInterfaceStyle == other.userInterfaceStyle
  }

  /// A hash of what they say.
  public override var hash: Int { displayScale.hashValue ^ userInterfaceStyle.rawValue }
}
