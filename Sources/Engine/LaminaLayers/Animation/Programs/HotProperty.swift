// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

// The most often animated properties, as up to four numbers each. They are read and written directly in a copy of a
// layer's `LayerProperties`; all other properties go through a scratch layer and the key table.

/// A property, or component, that animates without a scratch layer.
enum HotProperty: Sendable {
  case position, positionX, positionY, zPosition, anchorPoint, anchorPointX, anchorPointY
  case bounds, boundsOrigin, boundsSize, originX, originY, width, height
  case opacity, cornerRadius, borderWidth, backgroundColor, borderColor
  case component(PropertyComponent)

  /// Returns a value as numbers; `nil` where it is of another type.
  static func numbers(_ value: LayerValue) -> SIMD4<Double>? {
    switch value {
    case .number(let number): SIMD4(number, 0, 0, 0)
    case .bool(let isOn): SIMD4(isOn ? 1 : 0, 0, 0, 0)
    case .point(let point): SIMD4(Double(point.x), Double(point.y), 0, 0)
    case .size(let size): SIMD4(Double(size.width), Double(size.height), 0, 0)
    case .rect(let rect): SIMD4(rect)
    case .color(let color): SIMD4<Double>(color.straight)
    default: nil
    }
  }
}

/// The fast access to a property and its components; a part of the property's row in the key table.
struct HotAccess: Sendable {
  /// The properties by component; `nil` is the key of the whole value.
  private var properties: [PropertyComponent?: HotProperty]

  init(_ whole: HotProperty, _ components: [PropertyComponent: HotProperty] = [:]) {
    properties = [nil: whole]
    for (component, property) in components { properties[component] = property }
  }

  private init(_ properties: [PropertyComponent?: HotProperty]) {
    self.properties = properties
  }

  /// A property that animates through a scratch layer alone.
  static let none = HotAccess([:])

  /// The components of a layer's transform, without the entries of the matrix and without the whole transform, which
  /// animations handle in another way.
  static let transformParts: HotAccess = {
    let parts = PropertyComponent.components(of: .transform).filter { $0.matrixEntry == nil }
    return HotAccess(Dictionary(uniqueKeysWithValues: parts.map { ($0, .component($0)) }))
  }()

  /// The property to write for a component, or for the whole value; `nil` where there is no fast way.
  subscript(component: PropertyComponent?) -> HotProperty? { properties[component] }
}

extension SIMD4<Double> {
  fileprivate init(_ rect: CGRect) {
    self.init(
      Double(rect.origin.x), Double(rect.origin.y), Double(rect.size.width), Double(rect.size.height))
  }
}

/// A layer's properties while animations are applied to them, in place: copying them takes longer than animating them.
struct AnimatedProperties {
  /// The address of the properties, valid while animations are applied.
  private let place: UnsafeMutablePointer<LayerProperties>?
  /// The decomposed transform, while components of it are written.
  private var parts: TransformComponents?

  init(_ place: UnsafeMutablePointer<LayerProperties>? = nil) {
    self.place = place
  }

  /// The properties, without components of the transform that are not recomposed yet.
  var properties: LayerProperties {
    @inline(__always) _read { yield known.pointee }
    @inline(__always) nonmutating _modify { yield &known.pointee }
  }

  @inline(__always) private var known: UnsafeMutablePointer<LayerProperties> {
    guard let place else { preconditionFailure("no animations are being applied") }
    return place
  }

  /// Takes over the properties of another layer.
  mutating func replace(by other: LayerProperties) {
    parts = nil
    properties = other
  }

  /// Recomposes the transform where components of it were written.
  @inline(__always)
  mutating func finish() {
    if let parts {
      properties.transform = parts.transform
      properties.flags.set(.transformed, to: !CATransform3DIsIdentity(properties.transform))
      self.parts = nil
    }
  }

  /// The whole transform, with written components included.
  var transform: CATransform3D {
    mutating get {
      finish()
      return properties.transform
    }
    set {
      parts = nil
      properties.transform = newValue
      properties.flags.set(.transformed, to: !CATransform3DIsIdentity(newValue))
    }
  }

  /// Returns the present value of a property; `nil` for a missing colour.
  mutating func read(_ property: HotProperty) -> SIMD4<Double>? {
    func one(_ number: some BinaryFloatingPoint) -> SIMD4<Double> { SIMD4(Double(number), 0, 0, 0) }
    func point(_ point: CGPoint) -> SIMD4<Double> { SIMD4(Double(point.x), Double(point.y), 0, 0) }
    switch property {
    case .position: return point(properties.position)
    case .positionX: return one(properties.position.x)
    case .positionY: return one(properties.position.y)
    case .zPosition: return one(properties.zPosition)
    case .anchorPoint: return point(properties.anchorPoint)
    case .anchorPointX: return one(properties.anchorPoint.x)
    case .anchorPointY: return one(properties.anchorPoint.y)
    case .bounds: return SIMD4(properties.bounds)
    case .boundsOrigin: return point(properties.bounds.origin)
    case .boundsSize: return SIMD4(Double(properties.bounds.size.width), Double(properties.bounds.size.height), 0, 0)
    case .originX: return one(properties.bounds.origin.x)
    case .originY: return one(properties.bounds.origin.y)
    case .width: return one(properties.bounds.size.width)
    case .height: return one(properties.bounds.size.height)
    case .opacity: return one(properties.opacity)
    case .cornerRadius: return one(properties.cornerRadius)
    case .borderWidth: return one(properties.borderWidth)
    case .backgroundColor: return properties.backgroundColor.map { SIMD4<Double>($0.straight) }
    case .borderColor: return properties.borderColor.map { SIMD4<Double>($0.straight) }
    case .component(let component): return HotProperty.numbers(takenApart[component: component])
    }
  }

  /// Sets a property as the layer's setter does.
  @inline(__always)
  mutating func write(_ property: HotProperty, _ value: SIMD4<Double>) {
    switch property {
    case .position: properties.position = CGPoint(x: value.x, y: value.y)
    case .positionX: properties.position.x = CGFloat(value.x)
    case .positionY: properties.position.y = CGFloat(value.x)
    case .zPosition: properties.zPosition = CGFloat(value.x)
    case .anchorPoint: properties.anchorPoint = CGPoint(x: value.x, y: value.y)
    case .anchorPointX: properties.anchorPoint.x = CGFloat(value.x)
    case .anchorPointY: properties.anchorPoint.y = CGFloat(value.x)
    case .bounds, .boundsOrigin, .boundsSize, .originX, .originY, .width, .height: writeBounds(property, value)
    case .opacity: properties.opacity = Float(value.x)
    case .cornerRadius: properties.cornerRadius = CGFloat(value.x)
    case .borderWidth: properties.borderWidth = CGFloat(value.x)
    case .backgroundColor: properties.backgroundColor = CGColor(straight: value.singles)
    case .borderColor: properties.borderColor = CGColor(straight: value.singles)
    case .component(let component): writeComponent(component, value)
    }
  }

  private mutating func writeBounds(_ property: HotProperty, _ value: SIMD4<Double>) {
    var bounds = properties.bounds
    switch property {
    case .boundsOrigin: bounds.origin = CGPoint(x: value.x, y: value.y)
    case .boundsSize: bounds.size = CGSize(width: value.x, height: value.y)
    case .originX: bounds.origin.x = CGFloat(value.x)
    case .originY: bounds.origin.y = CGFloat(value.x)
    case .width: bounds.size.width = CGFloat(value.x)
    case .height: bounds.size.height = CGFloat(value.x)
    default: bounds = CGRect(x: value.x, y: value.y, width: value.z, height: value.w)
    }
    properties.bounds = bounds.positive
  }

  private var takenApart: TransformComponents {
    mutating get {
      if let parts { return parts }
      let made =
        properties.flags.contains(.transformed) ? TransformComponents(properties.transform) : TransformComponents()
      parts = made
      return made
    }
  }

  private mutating func writeComponent(_ component: PropertyComponent, _ value: SIMD4<Double>) {
    var parts = takenApart
    switch component {
    case .rotation, .rotationZ: parts.rotation.z = value.x
    case .rotationX: parts.rotation.x = value.x
    case .rotationY: parts.rotation.y = value.x
    case .scale: parts.scale = SIMD3(repeating: value.x)
    case .scaleX: parts.scale.x = value.x
    case .scaleY: parts.scale.y = value.x
    case .scaleZ: parts.scale.z = value.x
    case .scaleXY: (parts.scale.x, parts.scale.y) = (value.x, value.x)
    case .shearX: parts.shear.x = value.x
    case .translation: (parts.translation.x, parts.translation.y) = (value.x, value.y)
    case .translationX: parts.translation.x = value.x
    case .translationY: parts.translation.y = value.x
    case .translationZ: parts.translation.z = value.x
    default: break
    }
    self.parts = parts
  }
}
