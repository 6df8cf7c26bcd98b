// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaLayers
public import QuartzCore

/// Makes layers of classes that are only known when the program runs, for ``UIView/layerClass``.
enum LayerFactory {
  /// Makes a layer by the class's own `init()`.
  ///
  /// Swift makes an object of a class that it does not know only by an initialiser that every subclass must have.
  /// `init()` is none, because Apple's is none, and every subclass with an initialiser of its own would fail to
  /// compile. But it is in every class's table of methods, at the place where `NSObject` has it, and that is where a
  /// class finds it whose `init()` is required. A layer class without an `init()` ends the program with Swift's own
  /// message for that, as on Apple's platforms.
  static func make(_ type: AnyClass) -> CALayer {
    guard let type = type as? CALayer.Type else {
      fatalError("layerClass has to be CALayer or a class below it, and not \(type)")
    }
    if type == CALayer.self { return CALayer() }
    let made = unsafeBitCast(type, to: ObjectWithInit.Type.self).init()
    return unsafeDowncast(made as AnyObject, to: CALayer.self)
  }

  /// Whether a class is one of Lamina's whose contents views draw: neither it nor anything of the program's draws them.
  static func leavesDrawingToViews(_ layer: CALayer) -> Bool { known.contains(ObjectIdentifier(type(of: layer))) }

  private static let known: Set<ObjectIdentifier> = Set(
    [
      CALayer.self, CAShapeLayer.self, CAGradientLayer.self, CATextLayer.self, CAReplicatorLayer.self,
      CAScrollLayer.self, CAEmitterLayer.self, CATransformLayer.self,
    ].map { ObjectIdentifier($0) })
}

/// A class whose `init()` is required, and is found where every class below `NSObject` has it. Open, so that no
/// compiler takes it for the only one.
@_documentation(visibility: private) open class ObjectWithInit: NSObject {
  /// Makes an object.
  public required override init() { super.init() }
}
