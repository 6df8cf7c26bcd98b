// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// The accessibility settings of a user, all off. No screen reader runs here, so posted notifications have no effect.
public enum UIAccessibility {
  /// Whether motion is reduced: `false`.
  public static var isReduceMotionEnabled: Bool { false }
  /// Whether transparency is reduced: `false`.
  public static var isReduceTransparencyEnabled: Bool { false }
  /// Whether a screen reader runs: `false`.
  public static var isVoiceOverRunning: Bool { false }
  /// Whether Switch Control replaces touches: `false`.
  public static var isSwitchControlRunning: Bool { false }
  /// Whether sounds have captions: `false`.
  public static var isClosedCaptioningEnabled: Bool { false }
  /// Whether text is bold: `false`.
  public static var isBoldTextEnabled: Bool { false }
  /// Whether colours are inverted: `false`.
  public static var isInvertColorsEnabled: Bool { false }
  /// Whether colours are shown as shades of grey: `false`.
  public static var isGrayscaleEnabled: Bool { false }
  /// Whether colours are darker: `false`.
  public static var isDarkerSystemColorsEnabled: Bool { false }
  /// Whether the device is restricted to one program: `false`.
  public static var isGuidedAccessEnabled: Bool { false }
  /// Whether both ears get the same sound: `false`.
  public static var isMonoAudioEnabled: Bool { false }
  /// Whether shaking the device undoes: `false`.
  public static var isShakeToUndoEnabled: Bool { false }
  /// Whether AssistiveTouch helps with touches: `false`.
  public static var isAssistiveTouchRunning: Bool { false }
  /// Whether the screen can be spoken: `false`.
  public static var isSpeakScreenEnabled: Bool { false }
  /// Whether the selection can be spoken: `false`.
  public static var isSpeakSelectionEnabled: Bool { false }
  /// Whether information has to be shown by more than colour: `false`.
  public static var shouldDifferentiateWithoutColor: Bool { false }
  /// Whether switches have labels: `false`.
  public static var isOnOffSwitchLabelsEnabled: Bool { false }
  /// Whether videos start by themselves: `false`.
  public static var isVideoAutoplayEnabled: Bool { false }
  /// Whether screens are cross-faded and not moved: `false`.
  public static var prefersCrossFadeTransitions: Bool { false }
  /// Whether buttons are shown with shapes: `false`.
  public static var buttonShapesEnabled: Bool { false }

  /// A notification for assistive technologies, such as a screen reader.
  public struct Notification: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt32
    /// Makes a notification from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A text should be spoken.
    public static let announcement = Notification(rawValue: 1008)
    /// A part of the screen changed.
    public static let layoutChanged = Notification(rawValue: 1001)
    /// The whole screen changed.
    public static let screenChanged = Notification(rawValue: 1000)
    /// A page was scrolled.
    public static let pageScrolled = Notification(rawValue: 1009)
    /// Assistive technologies should pause.
    public static let pauseAssistiveTechnology = Notification(rawValue: 1010)
    /// Assistive technologies should continue.
    public static let resumeAssistiveTechnology = Notification(rawValue: 1011)
  }

  /// Notifies assistive technologies. None runs here, so the call has no effect.
  ///
  /// - Parameters:
  ///   - notification: The kind of event.
  ///   - argument: The text to speak, or the element that follows.
  public static func post(notification: Notification, argument: Any?) {}

  /// The element that a screen reader focuses: none.
  public static func focusedElement(using assistiveTechnologyIdentifier: AssistiveTechnologyIdentifier?) -> Any? { nil }

  /// Converts a rectangle from a view's space to the space of its window, which stands for the screen.
  public static func convertToScreenCoordinates(_ rect: CGRect, in view: UIView) -> CGRect {
    view.convert(rect, to: nil)
  }

  /// An assistive technology.
  public struct AssistiveTechnologyIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes an identifier from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A screen reader.
    public static let notificationVoiceOver = AssistiveTechnologyIdentifier(
      rawValue: "UIAccessibilityNotificationVoiceOverIdentifier")
    /// Switch Control.
    public static let notificationSwitchControl = AssistiveTechnologyIdentifier(
      rawValue: "UIAccessibilityNotificationSwitchControlIdentifier")
  }
}

// The library never posts these notifications; a program may post them itself.
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

/// The kind of content in a container, for assistive technologies.
public enum UIAccessibilityContainerType: Int, Sendable {
  /// No particular type.
  case none = 0
  /// A table of rows and columns.
  case dataTable = 1
  /// A list.
  case list = 2
  /// A part of a page.
  case landmark = 3
  /// Elements that belong together.
  case semanticGroup = 4
}
