import Foundation
import LaminaGeometry
import LaminaLayers

extension PropertyTables {
  /// Single components of properties, which documents write as attributes with dots in their names.
  ///
  /// - Conformance: GEO-9, caml.md 1.2
  static let keyPaths: [LayerBinding] =
    components(of: "transform", at: \.transformComponents) { $0.transform = $1 }
    + components(of: "sublayerTransform", at: \.sublayerTransformComponents) { $0.sublayerTransform = $1 }
    + [
      LayerBinding("position.x", ValueReaders.double) { $0.position.x = $1 },
      LayerBinding("position.y", ValueReaders.double) { $0.position.y = $1 },
      LayerBinding("anchorPoint.x", ValueReaders.double) { $0.anchorPoint.x = $1 },
      LayerBinding("anchorPoint.y", ValueReaders.double) { $0.anchorPoint.y = $1 },
      LayerBinding("bounds.origin", ValueReaders.point) { $0.bounds.origin = $1 },
      LayerBinding("bounds.origin.x", ValueReaders.double) { $0.bounds.origin.x = $1 },
      LayerBinding("bounds.origin.y", ValueReaders.double) { $0.bounds.origin.y = $1 },
      LayerBinding("bounds.size", ValueReaders.size) { $0.bounds.size = $1 },
      LayerBinding("bounds.size.width", ValueReaders.double) { $0.bounds.size.width = $1 },
      LayerBinding("bounds.size.height", ValueReaders.double) { $0.bounds.size.height = $1 },
      LayerBinding("shadowOffset.width", ValueReaders.double) { $0.shadowOffset.width = $1 },
      LayerBinding("shadowOffset.height", ValueReaders.double) { $0.shadowOffset.height = $1 },
    ]

  /// The components of one transform. They add up over the attributes of one element, from the identity.
  private static func components(
    of property: String, at storage: ComponentsPath,
    set: @escaping @Sendable (CALayer, CATransform3D) -> Void
  ) -> [LayerBinding] {
    func one(_ name: String, _ change: @escaping @Sendable (inout TransformComponents, Double) -> Void) -> LayerBinding
    {
      LayerBinding(property + "." + name, storage, ValueReaders.double, change, set)
    }
    return [
      one("rotation") { $0.rotation.z = $1 },
      one("rotation.x") { $0.rotation.x = $1 },
      one("rotation.y") { $0.rotation.y = $1 },
      one("rotation.z") { $0.rotation.z = $1 },
      one("scale") { $0.scale = SIMD3(repeating: $1) },
      one("scale.xy") { (components, value) in (components.scale.x, components.scale.y) = (value, value) },
      one("scale.x") { $0.scale.x = $1 },
      one("scale.y") { $0.scale.y = $1 },
      one("scale.z") { $0.scale.z = $1 },
      one("translation.x") { $0.translation.x = $1 },
      one("translation.y") { $0.translation.y = $1 },
      one("translation.z") { $0.translation.z = $1 },
      LayerBinding(
        property + ".translation", storage, ValueReaders.size,
        { (components, size) in (components.translation.x, components.translation.y) = (size.width, size.height) }, set),
    ]
  }
}

/// Which components of a ``ValueSource`` add up to a transform.
private typealias ComponentsPath = any ReferenceWritableKeyPath<ValueSource, TransformComponents> & Sendable

extension PropertyBinding {
  /// Binds the name of one component of a transform.
  fileprivate init<Value>(
    _ name: String, _ storage: ComponentsPath,
    _ read: @escaping @Sendable (ValueSource, PropertyInput) throws(ValueProblem) -> Value,
    _ change: @escaping @Sendable (inout TransformComponents, Value) -> Void,
    _ set: @escaping @Sendable (Object, CATransform3D) -> Void
  ) {
    self.init(name: name) { (object, source, input) throws(ValueProblem) in
      change(&source[keyPath: storage], try read(source, input))
      set(object, source[keyPath: storage].transform)
    }
  }
}
