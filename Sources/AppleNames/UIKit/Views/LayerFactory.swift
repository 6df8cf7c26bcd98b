// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaLayers
public import QuartzCore

/// Makes layers of classes that are known only at run time, for ``UIView/layerClass``.
enum LayerFactory {
  /// Makes a layer by the class's own `init()`.
  ///
  /// Swift can make an object of a class that is known only at run time through a required initialiser. The `init()` of
  /// layers is not required, as Apple's is not, since every subclass with an initialiser of its own would then fail to
  /// compile. But every class has `init()` in its method table, at the position of `NSObject`'s, and a class with a
  /// required `init()` is called through that position. A layer class without an `init()` ends the program with Swift's
  /// own message, as on Apple's platforms.
  static func make(_ type: AnyClass) -> CALayer {
    guard let type = type as? CALayer.Type else {
      fatalError("layerClass has to be CALayer or a class below it, and not \(type)")
    }
    if type == CALayer.self { return CALayer() }
    let made = unsafeBitCast(type, to: ObjectWithInit.Type.self).init()
    return unsafeDowncast(made as AnyObject, to: CALayer.self)
  }

  /// Whether a layer's class is one of Lamina's that leave drawing to the view, since neither the class nor the program
  /// draws.
  static func leavesDrawingToViews(_ layer: CALayer) -> Bool { known.contains(ObjectIdentifier(type(of: layer))) }

  private static let known: Set<ObjectIdentifier> = Set(
    [
      CALayer.self, CAShapeLayer.self, CAGradientLayer.self, CATextLayer.self, CAReplicatorLayer.self,
      CAScrollLayer.self, CAEmitterLayer.self, CATransformLayer.self,
    ].map { ObjectIdentifier($0) })
}

/// A class with a required `init()` at the position that it has in every subclass of `NSObject`. It is open, so that
/// the compiler cannot assume that it has no subclasses.
@_documentation(visibility: private) open class ObjectWithInit: NSObject {
  /// Makes an object.
  public required override init() { super.init() }
}
