// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// What a user may have asked of the system: nothing here. No screen reader runs, so what is posted reaches nobody.
public enum UIAccessibility {
  /// Whether less is to move: `false`.
  public static var isReduceMotionEnabled: Bool { false }
  /// Whether less is to be seen through: `false`.
  public static var isReduceTransparencyEnabled: Bool { false }
  /// Whether a screen reader speaks: `false`.
  public static var isVoiceOverRunning: Bool { false }
  /// Whether switches take the place of touches: `false`.
  public static var isSwitchControlRunning: Bool { false }
  /// Whether sounds have captions: `false`.
  public static var isClosedCaptioningEnabled: Bool { false }
  /// Whether text is bold: `false`.
  public static var isBoldTextEnabled: Bool { false }
  /// Whether colours are inverted: `false`.
  public static var isInvertColorsEnabled: Bool { false }
  /// Whether colours are taken away: `false`.
  public static var isGrayscaleEnabled: Bool { false }
  /// Whether colours are darker: `false`.
  public static var isDarkerSystemColorsEnabled: Bool { false }
  /// Whether the device is bound to one program: `false`.
  public static var isGuidedAccessEnabled: Bool { false }
  /// Whether sound is the same in both ears: `false`.
  public static var isMonoAudioEnabled: Bool { false }
  /// Whether a shake undoes: `false`.
  public static var isShakeToUndoEnabled: Bool { false }
  /// Whether touches are eased: `false`.
  public static var isAssistiveTouchRunning: Bool { false }
  /// Whether a screen is spoken: `false`.
  public static var isSpeakScreenEnabled: Bool { false }
  /// Whether a choice is spoken: `false`.
  public static var isSpeakSelectionEnabled: Bool { false }
  /// Whether shapes show what colours do: `false`.
  public static var shouldDifferentiateWithoutColor: Bool { false }
  /// Whether switches have labels: `false`.
  public static var isOnOffSwitchLabelsEnabled: Bool { false }
  /// Whether videos begin by themselves: `false`.
  public static var isVideoAutoplayEnabled: Bool { false }
  /// Whether screens fade in place of moving: `false`.
  public static var prefersCrossFadeTransitions: Bool { false }
  /// Whether buttons have shapes: `false`.
  public static var buttonShapesEnabled: Bool { false }

  /// What a program tells whoever reads a screen to somebody.
  public struct Notification: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt32
    /// Makes one from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Something is to be spoken.
    public static let announcement = Notification(rawValue: 1008)
    /// A part of the screen changed.
    public static let layoutChanged = Notification(rawValue: 1001)
    /// The whole screen changed.
    public static let screenChanged = Notification(rawValue: 1000)
    /// A page was scrolled.
    public static let pageScrolled = Notification(rawValue: 1009)
    /// Help is to pause.
    public static let pauseAssistiveTechnology = Notification(rawValue: 1010)
    /// Help is to go on.
    public static let resumeAssistiveTechnology = Notification(rawValue: 1011)
  }

  /// Tells whoever reads a screen to somebody. Nobody does here: it has no effect.
  ///
  /// - Parameters:
  ///   - notification: What happened.
  ///   - argument: What is to be spoken, or the element that comes next.
  public static func post(notification: Notification, argument: Any?) {}

  /// The element that a screen reader is at: none.
  public static func focusedElement(using assistiveTechnologyIdentifier: AssistiveTechnologyIdentifier?) -> Any? { nil }

  /// A rectangle of a view's space in that of its window, which stands for the screen.
  public static func convertToScreenCoordinates(_ rect: CGRect, in view: UIView) -> CGRect {
    view.convert(rect, to: nil)
  }

  /// A way to use a system without looking or touching.
  public struct AssistiveTechnologyIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes one from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A screen reader.
    public static let notificationVoiceOver = AssistiveTechnologyIdentifier(
      rawValue: "UIAccessibilityNotificationVoiceOverIdentifier")
    /// Switches.
    public static let notificationSwitchControl = AssistiveTechnologyIdentifier(
      rawValue: "UIAccessibilityNotificationSwitchControlIdentifier")
  }
}

// Nobody posts these; a program may do so itself.
extension UIAccessibility {
  /// The name of a notification that a program may post itself.
  public static let reduceMotionStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityReduceMotionStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let reduceTransparencyStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityReduceTransparencyStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let voiceOverStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityVoiceOverStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let switchControlStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilitySwitchControlStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let closedCaptioningStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityClosedCaptioningStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let boldTextStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityBoldTextStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let invertColorsStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityInvertColorsStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let grayscaleStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityGrayscaleStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let darkerSystemColorsStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityDarkerSystemColorsStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let guidedAccessStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityGuidedAccessStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let monoAudioStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityMonoAudioStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let shakeToUndoDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityShakeToUndoDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let assistiveTouchStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityAssistiveTouchStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let speakScreenStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilitySpeakScreenStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let speakSelectionStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilitySpeakSelectionStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let differentiateWithoutColorDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityDifferentiateWithoutColorDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let onOffSwitchLabelsDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityOnOffSwitchLabelsDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let videoAutoplayStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityVideoAutoplayStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let prefersCrossFadeTransitionsStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityPrefersCrossFadeTransitionsStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let buttonShapesEnabledStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityButtonShapesEnabledStatusDidChangeNotification")
  /// The name of a notification that a program may post itself.
  public static let elementFocusedNotification = Foundation.Notification.Name(
    "UIAccessibilityElementFocusedNotification")
  /// The name of a notification that a program may post itself.
  public static let announcementDidFinishNotification = Foundation.Notification.Name(
    "UIAccessibilityAnnouncementDidFinishNotification")
}

/// What is in a container for whoever cannot see it.
public enum UIAccessibilityContainerType: Int, Sendable {
  /// Nothing in particular.
  case none = 0
  /// A table of rows and columns.
  case dataTable = 1
  /// A list.
  case list = 2
  /// A part of a page.
  case landmark = 3
  /// Things that belong together.
  case semanticGroup = 4
}
