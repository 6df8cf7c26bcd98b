// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

// Classes without a meaning where there is no screen and no user. Code that names one gets a message from the compiler.

/// Recognises a gesture of touches.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UIGestureRecognizer: NSObject {
  /// Makes a recognizer without a target.
  public override init() { super.init() }

  /// Makes a recognizer with a target.
  public init(target: Any?, action: Selector?) { super.init() }
}

/// Recognises taps.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UITapGestureRecognizer: UIGestureRecognizer {}

/// Recognises drags.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UIPanGestureRecognizer: UIGestureRecognizer {}

/// Recognises pinches.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UIPinchGestureRecognizer: UIGestureRecognizer {}

/// Recognises rotations.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UIRotationGestureRecognizer: UIGestureRecognizer {}

/// Recognises swipes.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UISwipeGestureRecognizer: UIGestureRecognizer {}

/// Recognises long touches.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UILongPressGestureRecognizer: UIGestureRecognizer {}

/// A touch.
@available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
public class UITouch: NSObject {}

/// Lays views out by constraints.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public class NSLayoutConstraint: NSObject {
  /// Makes an empty constraint.
  public override init() { super.init() }

  /// Makes a constraint between two views.
  public init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
    attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
  ) {
    super.init()
  }
}

/// A horizontal anchor for constraints.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public class NSLayoutXAxisAnchor: NSObject {}

/// A vertical anchor for constraints.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public class NSLayoutYAxisAnchor: NSObject {}

/// A length for constraints.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public class NSLayoutDimension: NSObject {}

/// A rectangle for constraints.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public class UILayoutGuide: NSObject {}

/// Arranges views in a row or a column.
@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
public class UIStackView: UIView {
  /// Makes a view that arranges others.
  public init(arrangedSubviews views: [UIView]) { super.init(frame: .zero) }

  /// Makes a view from an archive: always `nil`.
  public required init?(coder: NSCoder) { nil }
}

/// Makes views from a storyboard file.
@available(*, unavailable, message: "there are no nibs and storyboards; make views in code, in loadView()")
public class UIStoryboard: NSObject {}

/// Makes views from a nib file.
@available(*, unavailable, message: "there are no nibs and storyboards; make views in code, in loadView()")
public class UINib: NSObject {}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIControl: UIView {
  /// Calls an object's action on events.
  public func addTarget(_ target: Any?, action: Selector, for controlEvents: Int) {}
}

/// A control.
@available(*, unavailable, message: "Lamina has no controls; draw one with UIView, UILabel and UIImageView")
public class UIButton: UIControl {
  /// The look of a button.
  public enum ButtonType: Int, Sendable {
    /// The program's or the system's look.
    case custom = 0
    case system
  }

  /// Makes a button.
  public init(type buttonType: ButtonType) { super.init(frame: .zero) }

  /// Makes a button from an archive: always `nil`.
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

/// A scrolling view.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UIScrollView: UIView {}

/// A scrolling view.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UITableView: UIScrollView {}

/// A cell of a scrolling view.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UITableViewCell: UIView {}

/// A scrolling view.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UICollectionView: UIScrollView {}

/// A cell of a scrolling view.
@available(*, unavailable, message: "Lamina has no scrolling views; set bounds.origin of a UIView that clips")
public class UICollectionViewCell: UIView {}

/// Navigates between controllers.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UINavigationController: UIViewController {}

/// Navigates between controllers.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UITabBarController: UIViewController {}

/// Navigates between controllers.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UISplitViewController: UIViewController {}

/// Navigates between controllers.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UIPageViewController: UIViewController {}

/// Controls a table.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UITableViewController: UIViewController {}

/// Controls a collection.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UICollectionViewController: UIViewController {}

/// Presents an alert.
@available(*, unavailable, message: "there is no user to go from one controller to another; add a controller's view")
public class UIAlertController: UIViewController {}

/// The device.
@available(*, unavailable, message: "there is no device; set the properties of UIScreen.main")
public class UIDevice: NSObject {}

/// Animates views, interruptibly.
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

/// Gives haptic feedback.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIFeedbackGenerator: NSObject {}

/// Gives haptic feedback.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIImpactFeedbackGenerator: NSObject {}

/// Changes views with the movement of the device.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIMotionEffect: NSObject {}

/// Changes views with the movement of the device.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIInterpolatingMotionEffect: NSObject {}

/// Animates views as physical bodies.
@available(*, unavailable, message: "there is no device that moves or is moved")
public class UIDynamicAnimator: NSObject {
  /// Makes an animator for the bodies in a view.
  public init(referenceView view: UIView) { super.init() }
}
