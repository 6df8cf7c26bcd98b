// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

// Names of UIKit's types up to Swift 4.1. QuartzCore has Core Animation's constants of that time.

/// The old name of ``UIView/AnimationOptions``.
public typealias UIViewAnimationOptions = UIView.AnimationOptions
/// The old name of ``UIView/KeyframeAnimationOptions``.
public typealias UIViewKeyframeAnimationOptions = UIView.KeyframeAnimationOptions
/// The old name of ``UIView/AnimationCurve``.
public typealias UIViewAnimationCurve = UIView.AnimationCurve
/// The old name of ``UIView/ContentMode``.
public typealias UIViewContentMode = UIView.ContentMode
/// The old name of ``UIView/AutoresizingMask``.
public typealias UIViewAutoresizing = UIView.AutoresizingMask
/// The old name of ``UIView/TintAdjustmentMode``.
public typealias UIViewTintAdjustmentMode = UIView.TintAdjustmentMode
/// The old name of ``UIImage/Orientation``.
public typealias UIImageOrientation = UIImage.Orientation
/// The old name of ``UIImage/ResizingMode``.
public typealias UIImageResizingMode = UIImage.ResizingMode
/// The old name of ``UIImage/RenderingMode``.
public typealias UIImageRenderingMode = UIImage.RenderingMode
/// The old name of ``UIBlurEffect/Style``.
public typealias UIBlurEffectStyle = UIBlurEffect.Style
/// The old name of `UIFont.TextStyle`.
public typealias UIFontTextStyle = UIFont.TextStyle
/// The old name of `NSAttributedString.Key`.
public typealias NSAttributedStringKey = NSAttributedString.Key

extension UIView {
  /// The old name of `bringSubviewToFront(_:)`.
  public final func bringSubview(toFront view: UIView) { bringSubviewToFront(view) }

  /// The old name of `sendSubviewToBack(_:)`.
  public final func sendSubview(toBack view: UIView) { sendSubviewToBack(view) }
}

/// The old name of `UIEdgeInsets(top:left:bottom:right:)`.
public func UIEdgeInsetsMake(_ top: CGFloat, _ left: CGFloat, _ bottom: CGFloat, _ right: CGFloat) -> UIEdgeInsets {
  UIEdgeInsets(top: top, left: left, bottom: bottom, right: right)
}
