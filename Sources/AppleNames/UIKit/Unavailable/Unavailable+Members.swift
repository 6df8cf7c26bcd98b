// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

// Members without a meaning where there is no screen and no user. Code that names one gets a message from the compiler.

extension UIView {
  /// Adds a gesture recognizer to the view.
  @available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
  public func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {}

  /// Removes a gesture recognizer from the view.
  @available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
  public func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {}

  /// The view's gesture recognizers.
  @available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
  public var gestureRecognizers: [UIGestureRecognizer]? { nil }

  /// Whether the view gets several touches at once.
  @available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
  public var isMultipleTouchEnabled: Bool {
    get { false }
    set {}
  }

  /// Whether a touch in the view keeps others from other views.
  @available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
  public var isExclusiveTouch: Bool {
    get { false }
    set {}
  }

  /// The view's constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var constraints: [NSLayoutConstraint] { [] }

  /// Adds a constraint.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public func addConstraint(_ constraint: NSLayoutConstraint) {}

  /// Adds constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public func addConstraints(_ constraints: [NSLayoutConstraint]) {}

  /// Removes a constraint.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public func removeConstraint(_ constraint: NSLayoutConstraint) {}

  /// Marks constraints as out of date.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public func setNeedsUpdateConstraints() {}

  /// Updates constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public func updateConstraintsIfNeeded() {}

  /// The size that results from constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize { .zero }

  /// The area that is not covered by the system.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var safeAreaLayoutGuide: UILayoutGuide { UILayoutGuide() }

  /// The area inside the margins.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var layoutMarginsGuide: UILayoutGuide { UILayoutGuide() }

  /// An edge or axis for constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }

  /// An edge or axis for constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }

  /// An edge or axis for constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }

  /// An edge or axis for constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }

  /// An edge or axis for constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }

  /// An edge or axis for constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }

  /// An edge or axis for constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }

  /// An edge or axis for constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }

  /// An edge or axis for constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var firstBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }

  /// An edge or axis for constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }

  /// A length for constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var widthAnchor: NSLayoutDimension { NSLayoutDimension() }

  /// A length for constraints.
  @available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
  public var heightAnchor: NSLayoutDimension { NSLayoutDimension() }
}

extension UIViewController {
  /// The storyboard.
  @available(*, unavailable, message: "there are no nibs and storyboards; make views in code, in loadView()")
  public var storyboard: UIStoryboard? { nil }

  /// Presents a controller.
  @available(*, unavailable, message: "nothing is presented without a user; add the controller's view")
  public func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil)
  {}

  /// Ends a presentation.
  @available(*, unavailable, message: "nothing is presented without a user; add the controller's view")
  public func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {}

  /// The controller on whose stack this one is.
  @available(*, unavailable, message: "nothing is presented without a user; add the controller's view")
  public var navigationController: UINavigationController? { nil }

  /// Performs a segue.
  @available(*, unavailable, message: "there are no nibs and storyboards; make views in code, in loadView()")
  public func performSegue(withIdentifier identifier: String, sender: Any?) {}
}

// Code with constraints should get messages about the anchors only, and not about missing members of them.

@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
extension NSLayoutXAxisAnchor {
  /// A constraint between two anchors.
  public func constraint(equalTo anchor: NSLayoutXAxisAnchor, constant: CGFloat = 0) -> NSLayoutConstraint {
    NSLayoutConstraint()
  }
}

@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
extension NSLayoutYAxisAnchor {
  /// A constraint between two anchors.
  public func constraint(equalTo anchor: NSLayoutYAxisAnchor, constant: CGFloat = 0) -> NSLayoutConstraint {
    NSLayoutConstraint()
  }
}

@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
extension NSLayoutDimension {
  /// A constraint between two lengths.
  public func constraint(equalTo anchor: NSLayoutDimension, multiplier: CGFloat = 1) -> NSLayoutConstraint {
    NSLayoutConstraint()
  }

  /// A constraint of a length.
  public func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint { NSLayoutConstraint() }
}

@available(*, unavailable, message: "Lamina has no Auto Layout; set frames, in layoutSubviews()")
extension NSLayoutConstraint {
  /// Whether the constraint is active.
  public var isActive: Bool {
    get { false }
    set {}
  }

  /// Activates constraints.
  public class func activate(_ constraints: [NSLayoutConstraint]) {}
}

extension UIImage {
  /// One of Apple's symbols.
  @available(*, unavailable, message: "Apple's symbols are not on this platform; draw the picture or load a file")
  public convenience init?(systemName name: String) { return nil }
}

extension UIColor {
  /// A colour from an asset catalogue.
  @available(*, unavailable, message: "there are no asset catalogues; make the colour of its components")
  public convenience init?(named name: String) { return nil }
}
