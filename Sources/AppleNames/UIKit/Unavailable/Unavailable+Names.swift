// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

// Further types without a meaning where there is no screen and no user; see Unavailable+Classes.swift.

/// Supplies animated transitions between controllers.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public protocol UIViewControllerTransitioningDelegate: AnyObject {}

/// Animates a transition between controllers.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public protocol UIViewControllerAnimatedTransitioning: AnyObject {}

/// The context of a transition between controllers.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public protocol UIViewControllerContextTransitioning: AnyObject {}

/// Controls an interactive transition between controllers.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public protocol UIViewControllerInteractiveTransitioning: AnyObject {}

/// Presents a controller over another one.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public class UIPresentationController: NSObject {}

/// An interactive transition, driven by its progress.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public class UIPercentDrivenInteractiveTransition: NSObject {}

/// The style in which a controller is presented over another one.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public struct UIModalPresentationStyle {}

/// The style of the transition to a presented controller.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public struct UIModalTransitionStyle {}

/// A transition between controllers in a storyboard.
@available(
  *, unavailable, message: "there are no storyboards and no nibs; make views and controllers by their initialisers"
)
public class UIStoryboardSegue: NSObject {}

/// An item of a bar.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIBarItem: NSObject {}

/// An item of a bar.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIBarButtonItem: NSObject {}

/// An item of a bar.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UITabBarItem: NSObject {}

/// An item of a bar.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UINavigationItem: NSObject {}

/// Gets messages about the visible controller.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public protocol UINavigationControllerDelegate: AnyObject {}

/// Gets messages about the visible controller.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public protocol UITabBarControllerDelegate: AnyObject {}

/// Gets messages from a scrolling view.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public protocol UIScrollViewDelegate: AnyObject {}

/// Gets messages from a scrolling view.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public protocol UITableViewDelegate: AnyObject {}

/// Supplies the content of a scrolling view.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public protocol UITableViewDataSource: AnyObject {}

/// Gets messages from a scrolling view.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public protocol UICollectionViewDelegate: AnyObject {}

/// Supplies the content of a scrolling view.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public protocol UICollectionViewDataSource: AnyObject {}

/// Arranges the content of a scrolling view.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UICollectionViewLayout: NSObject {}

/// Arranges the content of a scrolling view.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UICollectionViewFlowLayout: NSObject {}

/// The arrangement of an item in a scrolling view.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UICollectionViewLayoutAttributes: NSObject {}

/// Gets messages from gesture recognizers.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public protocol UIGestureRecognizerDelegate: AnyObject {}

/// Gets messages during text input.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public protocol UITextFieldDelegate: AnyObject {}

/// Gets messages during text input.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public protocol UITextViewDelegate: AnyObject {}

/// Animates views as physical bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIDynamicBehavior: NSObject {}

/// Animates views as physical bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIDynamicItemBehavior: NSObject {}

/// Animates views as physical bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIGravityBehavior: NSObject {}

/// Animates views as physical bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UICollisionBehavior: NSObject {}

/// Animates views as physical bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIPushBehavior: NSObject {}

/// Animates views as physical bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UISnapBehavior: NSObject {}

/// Animates views as physical bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIAttachmentBehavior: NSObject {}

/// Gets messages about views that are animated as physical bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public protocol UIDynamicAnimatorDelegate: AnyObject {}

/// A view or object that is animated as a physical body.
@available(*, unavailable, message: "there is no device that moves or is moved")
public protocol UIDynamicItem: AnyObject {}

/// The priority of a constraint.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public struct UILayoutPriority {}

/// The text size chosen by the user.
@available(
  *, unavailable,
  message: "the user's choice of text sizes is not known on a server; take a font of the size that is wanted"
)
public struct UIContentSizeCategory {}

/// Scales fonts to the text size chosen by the user.
@available(
  *, unavailable,
  message: "the user's choice of text sizes is not known on a server; take a font of the size that is wanted"
)
public class UIFontMetrics: NSObject {}

/// A scene of an application's windows.
@available(*, unavailable, message: "windows are never on a screen, so none is in front")
public class UIWindowScene: NSObject {}

/// Gets messages about an application's life.
@available(*, unavailable, message: "a program here is no application; it makes views, draws them and ends")
public protocol UIApplicationDelegate: AnyObject {}

@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
extension UIControl {
  /// An action of a user on a control.
  public struct Event {}

  /// The state of a control.
  public struct State {}
}

@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
extension NSLayoutConstraint {
  /// The property of a view that a constraint applies to.
  public struct Attribute: Sendable {
    /// No attribute.
    public static let notAnAttribute = Attribute()
    /// An edge, a size or an axis.
    public static let left = Attribute()
    /// An edge, a size or an axis.
    public static let right = Attribute()
    /// An edge, a size or an axis.
    public static let top = Attribute()
    /// An edge, a size or an axis.
    public static let bottom = Attribute()
    /// An edge, a size or an axis.
    public static let leading = Attribute()
    /// An edge, a size or an axis.
    public static let trailing = Attribute()
    /// An edge, a size or an axis.
    public static let width = Attribute()
    /// An edge, a size or an axis.
    public static let height = Attribute()
    /// An edge, a size or an axis.
    public static let centerX = Attribute()
    /// An edge, a size or an axis.
    public static let centerY = Attribute()
    /// An edge, a size or an axis.
    public static let lastBaseline = Attribute()
    /// An edge, a size or an axis.
    public static let firstBaseline = Attribute()
  }

  /// The comparison of two attributes.
  public struct Relation: Sendable {
    /// At most.
    public static let lessThanOrEqual = Relation()
    /// Exactly.
    public static let equal = Relation()
    /// At least.
    public static let greaterThanOrEqual = Relation()
  }

  /// The alignment of views in a visual format.
  public struct FormatOptions {}

  /// The axis of a layout.
  public struct Axis {}
}
