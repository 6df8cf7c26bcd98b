// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

// Classes that code may name and that mean nothing without a screen and a user. Each says so when a program is
// compiled.

/// Tells of touches.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UIGestureRecognizer: NSObject {
  /// Makes a recognizer that tells nobody.
  public override init() { super.init() }

  /// Makes a recognizer that tells an object.
  public init(target: Any?, action: Selector?) { super.init() }
}

/// Tells of touches.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UITapGestureRecognizer: UIGestureRecognizer {}

/// Tells of touches.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UIPanGestureRecognizer: UIGestureRecognizer {}

/// Tells of touches.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UIPinchGestureRecognizer: UIGestureRecognizer {}

/// Tells of touches.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UIRotationGestureRecognizer: UIGestureRecognizer {}

/// Tells of touches.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UISwipeGestureRecognizer: UIGestureRecognizer {}

/// Tells of touches.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UILongPressGestureRecognizer: UIGestureRecognizer {}

/// Tells of touches.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UITouch: NSObject {}

/// Lays views out by constraints.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public class NSLayoutConstraint: NSObject {
  /// Makes a constraint of nothing.
  public override init() { super.init() }

  /// Makes a constraint between two views.
  public init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
    attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
  ) {
    super.init()
  }
}

/// Lays views out by constraints.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public class NSLayoutXAxisAnchor: NSObject {}

/// Lays views out by constraints.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public class NSLayoutYAxisAnchor: NSObject {}

/// Lays views out by constraints.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public class NSLayoutDimension: NSObject {}

/// Lays views out by constraints.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public class UILayoutGuide: NSObject {}

/// Lays views out in a row.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public class UIStackView: UIView {
  /// Makes a view that lays out others.
  public init(arrangedSubviews views: [UIView]) { super.init(frame: .zero) }

  /// Makes a view out of an archive: never.
  public required init?(coder: NSCoder) { nil }
}

/// Makes views of a file.
@available(*, unavailable, message: "there are no nibs and storyboards; make views in code, in loadView()")
public class UIStoryboard: NSObject {}

/// Makes views of a file.
@available(*, unavailable, message: "there are no nibs and storyboards; make views in code, in loadView()")
public class UINib: NSObject {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIControl: UIView {
  /// Tells an object of what a user does.
  public func addTarget(_ target: Any?, action: Selector, for controlEvents: Int) {}
}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIButton: UIControl {
  /// How a button looks.
  public enum ButtonType: Int, Sendable {
    /// As a program or the system says.
    case custom = 0
    case system
  }

  /// Makes a button.
  public init(type buttonType: ButtonType) { super.init(frame: .zero) }

  /// Makes a button out of an archive: never.
  public required init?(coder: NSCoder) { nil }
}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UISwitch: UIControl {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UISlider: UIControl {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UISegmentedControl: UIControl {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIStepper: UIControl {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIProgressView: UIView {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIActivityIndicatorView: UIView {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UITextField: UIControl {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UITextView: UIScrollView {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIPageControl: UIControl {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIDatePicker: UIControl {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIPickerView: UIView {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UISearchBar: UIView {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UINavigationBar: UIView {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIToolbar: UIView {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UITabBar: UIView {}

/// A view that scrolls.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UIScrollView: UIView {}

/// A view that scrolls.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UITableView: UIScrollView {}

/// A view that scrolls.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UITableViewCell: UIView {}

/// A view that scrolls.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UICollectionView: UIScrollView {}

/// A view that scrolls.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UICollectionViewCell: UIView {}

/// Leads a user through controllers.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UINavigationController: UIViewController {}

/// Leads a user through controllers.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UITabBarController: UIViewController {}

/// Leads a user through controllers.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UISplitViewController: UIViewController {}

/// Leads a user through controllers.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UIPageViewController: UIViewController {}

/// Leads a user through controllers.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UITableViewController: UIViewController {}

/// Leads a user through controllers.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UICollectionViewController: UIViewController {}

/// Leads a user through controllers.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UIAlertController: UIViewController {}

/// The device.
@available(*, unavailable, message: "there is no device; set the properties of UIScreen.main")
public class UIDevice: NSObject {}

/// Animates views, and can be stopped.
@available(
  *, unavailable,
  message: "Lamina has no property animators; use UIView.animate, and layer.speed = 0 with timeOffset to scrub"
)
public class UIViewPropertyAnimator: NSObject {
  /// Makes an animator with a curve.
  public init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) { super.init() }

  /// Makes an animator with a spring.
  public init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) { super.init() }
}

/// Answers to a device that moves.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIFeedbackGenerator: NSObject {}

/// Answers to a device that moves.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIImpactFeedbackGenerator: NSObject {}

/// Answers to a device that moves.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIMotionEffect: NSObject {}

/// Answers to a device that moves.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIInterpolatingMotionEffect: NSObject {}

/// Answers to a device that moves.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIDynamicAnimator: NSObject {
  /// Makes an animator of the bodies in a view.
  public init(referenceView view: UIView) { super.init() }
}
