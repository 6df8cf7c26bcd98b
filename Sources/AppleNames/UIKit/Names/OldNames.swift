// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

// What UIKit's types were called up to Swift 4.1. The constants of Core Animation of that time are QuartzCore's.

/// What ``UIView/AnimationOptions`` was called.
public typealias UIViewAnimationOptions = UIView.AnimationOptions
/// What ``UIView/KeyframeAnimationOptions`` was called.
public typealias UIViewKeyframeAnimationOptions = UIView.KeyframeAnimationOptions
/// What ``UIView/AnimationCurve`` was called.
public typealias UIViewAnimationCurve = UIView.AnimationCurve
/// What ``UIView/ContentMode`` was called.
public typealias UIViewContentMode = UIView.ContentMode
/// What ``UIView/AutoresizingMask`` was called.
public typealias UIViewAutoresizing = UIView.AutoresizingMask
/// What ``UIView/TintAdjustmentMode`` was called.
public typealias UIViewTintAdjustmentMode = UIView.TintAdjustmentMode
/// What ``UIImage/Orientation`` was called.
public typealias UIImageOrientation = UIImage.Orientation
/// What ``UIImage/ResizingMode`` was called.
public typealias UIImageResizingMode = UIImage.ResizingMode
/// What ``UIImage/RenderingMode`` was called.
public typealias UIImageRenderingMode = UIImage.RenderingMode
/// What ``UIBlurEffect/Style`` was called.
public typealias UIBlurEffectStyle = UIBlurEffect.Style
/// What `UIFont.TextStyle` was called.
public typealias UIFontTextStyle = UIFont.TextStyle
/// What `NSAttributedString.Key` was called.
public typealias NSAttributedStringKey = NSAttributedString.Key

extension UIView {
  /// What `bringSubviewToFront(_:)` was called.
  public final func bringSubview(toFront view: UIView) { bringSubviewToFront(view) }

  /// What `sendSubviewToBack(_:)` was called.
  public final func sendSubview(toBack view: UIView) { sendSubviewToBack(view) }
}

/// What `UIEdgeInsets(top:left:bottom:right:)` was called.
public func UIEdgeInsetsMake(_ top: CGFloat, _ left: CGFloat, _ bottom: CGFloat, _ right: CGFloat) -> UIEdgeInsets {
  UIEdgeInsets(top: top, left: left, bottom: bottom, right: right)
}
