// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

// Types that code may name beside the classes of the other file, and that mean nothing without a screen and a user.

/// Animates how one controller follows another.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public protocol UIViewControllerTransitioningDelegate: AnyObject {}

/// Animates how one controller follows another.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public protocol UIViewControllerAnimatedTransitioning: AnyObject {}

/// Animates how one controller follows another.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public protocol UIViewControllerContextTransitioning: AnyObject {}

/// Animates how one controller follows another.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public protocol UIViewControllerInteractiveTransitioning: AnyObject {}

/// Shows a controller above another.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public class UIPresentationController: NSObject {}

/// Follows a finger while one controller follows another.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public class UIPercentDrivenInteractiveTransition: NSObject {}

/// How a controller is shown above another.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public struct UIModalPresentationStyle {}

/// How a controller comes.
@available(
  *, unavailable,
  message:
    "nothing is presented without a user; animate the views of both controllers with UIView.animate or transition"
)
public struct UIModalTransitionStyle {}

/// Goes from one controller to another.
@available(
  *, unavailable, message: "there are no storyboards and no nibs; make views and controllers by their initialisers"
)
public class UIStoryboardSegue: NSObject {}

/// A thing in a bar.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIBarItem: NSObject {}

/// A thing in a bar.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIBarButtonItem: NSObject {}

/// A thing in a bar.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UITabBarItem: NSObject {}

/// A thing in a bar.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UINavigationItem: NSObject {}

/// Is told which controller is shown.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public protocol UINavigationControllerDelegate: AnyObject {}

/// Is told which controller is shown.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public protocol UITabBarControllerDelegate: AnyObject {}

/// Is asked by a view that scrolls.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public protocol UIScrollViewDelegate: AnyObject {}

/// Is asked by a view that scrolls.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public protocol UITableViewDelegate: AnyObject {}

/// Is asked by a view that scrolls.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public protocol UITableViewDataSource: AnyObject {}

/// Is asked by a view that scrolls.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public protocol UICollectionViewDelegate: AnyObject {}

/// Is asked by a view that scrolls.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public protocol UICollectionViewDataSource: AnyObject {}

/// Lays out a view that scrolls.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UICollectionViewLayout: NSObject {}

/// Lays out a view that scrolls.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UICollectionViewFlowLayout: NSObject {}

/// Lays out a view that scrolls.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UICollectionViewLayoutAttributes: NSObject {}

/// Is asked by gesture recognizers.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public protocol UIGestureRecognizerDelegate: AnyObject {}

/// Is asked while a user types.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public protocol UITextFieldDelegate: AnyObject {}

/// Is asked while a user types.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public protocol UITextViewDelegate: AnyObject {}

/// Moves views as bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIDynamicBehavior: NSObject {}

/// Moves views as bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIDynamicItemBehavior: NSObject {}

/// Moves views as bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIGravityBehavior: NSObject {}

/// Moves views as bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UICollisionBehavior: NSObject {}

/// Moves views as bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIPushBehavior: NSObject {}

/// Moves views as bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UISnapBehavior: NSObject {}

/// Moves views as bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIAttachmentBehavior: NSObject {}

/// Takes part in moving views as bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public protocol UIDynamicAnimatorDelegate: AnyObject {}

/// Takes part in moving views as bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public protocol UIDynamicItem: AnyObject {}

/// How much a constraint matters.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public struct UILayoutPriority {}

/// The size of text that the user chose.
@available(
  *, unavailable,
  message: "the user's choice of text sizes is not known on a server; take a font of the size that is wanted"
)
public struct UIContentSizeCategory {}

/// Scales fonts to the size of text that the user chose.
@available(
  *, unavailable,
  message: "the user's choice of text sizes is not known on a server; take a font of the size that is wanted"
)
public class UIFontMetrics: NSObject {}

/// A scene of an application's windows.
@available(*, unavailable, message: "windows are never on a screen, so none is in front")
public class UIWindowScene: NSObject {}

/// Is told what happens to an application.
@available(*, unavailable, message: "a program here is no application; it makes views, draws them and ends")
public protocol UIApplicationDelegate: AnyObject {}

@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
extension UIControl {
  /// What a user does to a control.
  public struct Event {}

  /// How a control looks.
  public struct State {}
}

@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
extension NSLayoutConstraint {
  /// What of a view a constraint speaks of.
  public struct Attribute: Sendable {
    /// No attribute.
    public static let notAnAttribute = Attribute()
    /// A side, a size or a line.
    public static let left = Attribute()
    /// A side, a size or a line.
    public static let right = Attribute()
    /// A side, a size or a line.
    public static let top = Attribute()
    /// A side, a size or a line.
    public static let bottom = Attribute()
    /// A side, a size or a line.
    public static let leading = Attribute()
    /// A side, a size or a line.
    public static let trailing = Attribute()
    /// A side, a size or a line.
    public static let width = Attribute()
    /// A side, a size or a line.
    public static let height = Attribute()
    /// A side, a size or a line.
    public static let centerX = Attribute()
    /// A side, a size or a line.
    public static let centerY = Attribute()
    /// A side, a size or a line.
    public static let lastBaseline = Attribute()
    /// A side, a size or a line.
    public static let firstBaseline = Attribute()
  }

  /// How two attributes compare.
  public struct Relation: Sendable {
    /// Which way.
    public static let lessThanOrEqual = Relation()
    /// Which way.
    public static let equal = Relation()
    /// Which way.
    public static let greaterThanOrEqual = Relation()
  }

  /// How views in a row are aligned.
  public struct FormatOptions {}

  /// Along which side.
  public struct Axis {}
}
