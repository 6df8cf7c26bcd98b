// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

// Declarations that have no effect without Metal or a screen. The compiler reports each use.

/// A layer that Metal draws into.
@available(*, unavailable, message: "Metal is not there; give a picture as contents, or draw in draw(in:)")
public class CAMetalLayer: CALayer {}

/// A texture that is to be displayed.
@available(*, unavailable, message: "Metal is not there; give a picture as contents, or draw in draw(in:)")
public protocol CAMetalDrawable: AnyObject {}

/// A layer that OpenGL ES draws into.
@available(*, unavailable, message: "programs do not draw with OpenGL into layers; give a picture as contents")
public class CAEAGLLayer: CALayer {}

/// A layer that OpenGL draws into.
@available(*, unavailable, message: "programs do not draw with OpenGL into layers; give a picture as contents")
public class CAOpenGLLayer: CALayer {}

/// Draws layers into a texture.
@available(*, unavailable, message: "it draws into a texture of Metal; Renderer draws a tree of layers into a picture")
public class CARenderer: NSObject {}

extension CALayer {
  /// Observes a property by its key path.
  @available(*, unavailable, message: "Swift on Linux cannot observe properties: override the property with didSet")
  public final func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {}

  /// Ends the observation of a property by its key path.
  @available(*, unavailable, message: "Swift on Linux cannot observe properties: override the property with didSet")
  public final func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {}

  /// Observes a property by its key path in Swift.
  @available(*, unavailable, message: "Swift on Linux cannot observe properties: override the property with didSet")
  public final func observe<Value>(
    _ keyPath: KeyPath<CALayer, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (CALayer, Any) -> Void
  ) -> NSObject {
    NSObject()
  }
}

/// The values that observers of properties receive.
@available(*, unavailable, message: "Swift on Linux cannot observe properties: override the property with didSet")
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Makes options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The old value.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// A call at once.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// A call before the change, too.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}
