// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import QuartzCore

/// Traits of an element for assistive technologies.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt64
  /// Makes a set from its bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// No traits.
  public static let none: UIAccessibilityTraits = []
  /// A button.
  public static let button = UIAccessibilityTraits(rawValue: 1)
  /// A link.
  public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
  /// A picture.
  public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
  /// A selected element.
  public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
  /// An element that plays its own sound.
  public static let playsSound = UIAccessibilityTraits(rawValue: 1 << 4)
  /// A key of a keyboard.
  public static let keyboardKey = UIAccessibilityTraits(rawValue: 1 << 5)
  /// Text that does not change.
  public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
  /// A summary of the screen.
  public static let summaryElement = UIAccessibilityTraits(rawValue: 1 << 7)
  /// A disabled element.
  public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 8)
  /// An element that changes often.
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
  /// A search field.
  public static let searchField = UIAccessibilityTraits(rawValue: 1 << 10)
  /// An element that starts to play a medium.
  public static let startsMediaSession = UIAccessibilityTraits(rawValue: 1 << 11)
  /// An element with an adjustable value.
  public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 12)
  /// An element that is touched directly.
  public static let allowsDirectInteraction = UIAccessibilityTraits(rawValue: 1 << 13)
  /// An element that turns a page.
  public static let causesPageTurn = UIAccessibilityTraits(rawValue: 1 << 14)
  /// A bar of tabs.
  public static let tabBar = UIAccessibilityTraits(rawValue: 1 << 15)
  /// A heading.
  public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
}

/// The accessibility properties of a view. They are stored for the program; no screen reader uses them.
struct ViewAccessibility {
  var isElement = false
  var label: String?
  var value: String?
  var hint: String?
  var traits = UIAccessibilityTraits.none
  var elementsHidden = false
  var elements: [Any]?
  var containerType = UIAccessibilityContainerType.none
  var isModal = false
  var isGroup = false
  var frame: CGRect?
}

/// The direction of a view where text runs from right to left.
public enum UISemanticContentAttribute: Int, Sendable {
  /// The direction of text.
  case unspecified = 0
  /// Left to right: playback controls.
  case playback = 1
  /// Left to right: controls for directions in space.
  case spatial = 2
  /// Left to right.
  case forceLeftToRight = 3
  /// Right to left.
  case forceRightToLeft = 4
}

extension UIView {
  /// The change of the tint colour while the view is covered.
  public enum TintAdjustmentMode: Int, Sendable {
    /// The same as the superview's.
    case automatic = 0
    /// The unchanged tint colour.
    case normal = 1
    /// The tint colour in grey.
    case dimmed = 2
  }

  /// The direction for an attribute: left to right, unless the attribute forces right to left.
  public class func userInterfaceLayoutDirection(
    for semanticContentAttribute: UISemanticContentAttribute
  ) -> UIUserInterfaceLayoutDirection {
    semanticContentAttribute == .forceRightToLeft ? .rightToLeft : .leftToRight
  }

  /// The direction for the view's own attribute.
  public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    Self.userInterfaceLayoutDirection(for: semanticContentAttribute)
  }
}
