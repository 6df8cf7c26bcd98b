// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers

/// The properties that documents can set on animations, class by class. Animated values have the type of the property
/// at the animation's key path; where the path leads to none, the type that their elements name.
///
/// - Conformance: caml.md 1.5
struct AnimationProperties {
  let source: ValueSource
  /// The layer that is to be animated.
  let layer: CALayer

  private var table: ElementTable { source.table }

  /// Makes an animation of a class by its name; `nil` for classes that are not read.
  static func make(_ className: String) -> CAAnimation? {
    switch className {
    case "CABasicAnimation": CABasicAnimation()
    case "CASpringAnimation": CASpringAnimation()
    case "CAKeyframeAnimation": CAKeyframeAnimation()
    case "CAAnimationGroup": CAAnimationGroup()
    case "CATransition": CATransition()
    default: nil
    }
  }

  /// Sets the attributes of an animation's element; the attributes that name the animated property come first, since
  /// values need its type.
  func applyAttributes(of element: Int, to animation: CAAnimation) {
    let attributes = table.attributes(of: element).map { ($0, table.name(ofAttribute: $0)) }
    for (attribute, name) in attributes where Self.names.contains(name) {
      apply(.attribute(attribute, of: element), named: name, to: animation)
    }
    for (attribute, name) in attributes where !Self.names.contains(name) && !["type", "id", "key"].contains(name) {
      apply(.attribute(attribute, of: element), named: name, to: animation)
    }
  }

  /// The attributes that name the animated property.
  private static let names: Set<String> = ["keyPath", "valueFunction"]

  /// Sets one property; a property that cannot be set is reported.
  func apply(_ input: PropertyInput, named name: String, to animation: CAAnimation) {
    if case .element(let element) = input { StrayParts(source: source).reportAttributes(ofValuesIn: element) }
    do {
      if try applyTiming(input, name, animation) { return }
      if try applyClass(input, name, animation) { return }
      reportUnknown(name, input, animation)
    } catch {
      source.log.report(.warning, error.code, about: "animation \(name)", at: source.offset(of: input)) {
        "'\(name)' of \(Self.className(of: animation)) \(error.reason)"
      }
    }
  }

  private func applyTiming(_ input: PropertyInput, _ name: String, _ animation: CAAnimation) throws(ValueProblem)
    -> Bool
  {
    switch name {
    case "beginTime": animation.beginTime = try ValueReaders.double(source, input)
    case "duration": animation.duration = try ValueReaders.doubleOrInfinity(source, input)
    case "speed": animation.speed = try ValueReaders.float(source, input)
    case "timeOffset": animation.timeOffset = try ValueReaders.double(source, input)
    case "repeatCount": animation.repeatCount = try ValueReaders.floatOrInfinity(source, input)
    case "repeatDuration": animation.repeatDuration = try ValueReaders.doubleOrInfinity(source, input)
    case "autoreverses": animation.autoreverses = try ValueReaders.bool(source, input)
    case "removedOnCompletion": animation.isRemovedOnCompletion = try ValueReaders.bool(source, input)
    case "fillMode":
      let modes = ["removed", "forwards", "backwards", "both", "frozen"]
      animation.fillMode = CAMediaTimingFillMode(rawValue: try ValueReaders.keyword(modes)(source, input))
    case "timingFunction": animation.timingFunction = try timingFunction(input)
    default: return false
    }
    return true
  }

  private func applyClass(_ input: PropertyInput, _ name: String, _ animation: CAAnimation) throws(ValueProblem)
    -> Bool
  {
    switch animation {
    case let animation as CATransition: return try applyTransition(input, name, animation)
    case let animation as CASpringAnimation where try applySpring(input, name, animation): return true
    case let animation as CABasicAnimation where try applyBasic(input, name, animation): return true
    case let animation as CAKeyframeAnimation where try applyKeyframes(input, name, animation): return true
    default: break
    }
    guard let animation = animation as? CAPropertyAnimation else { return false }
    switch name {
    case "keyPath":
      let path = try ValueReaders.string(source, input)
      animation.keyPath = path
      reportBadPath(path, input)
    case "additive": animation.isAdditive = try ValueReaders.bool(source, input)
    case "cumulative": animation.isCumulative = try ValueReaders.bool(source, input)
    case "valueFunction":
      let name = try ValueReaders.string(source, input)
      guard let function = CAValueFunction(name: CAValueFunctionName(rawValue: name)) else {
        throw ValueProblem("names no value function")
      }
      animation.valueFunction = function
    default: return false
    }
    return true
  }

  private func applyBasic(_ input: PropertyInput, _ name: String, _ animation: CABasicAnimation) throws(ValueProblem)
    -> Bool
  {
    switch name {
    case "fromValue": animation.fromValue = try value(input, of: animation).boxed
    case "toValue": animation.toValue = try value(input, of: animation).boxed
    case "byValue": animation.byValue = try value(input, of: animation).boxed
    default: return false
    }
    return true
  }

  private func applySpring(_ input: PropertyInput, _ name: String, _ animation: CASpringAnimation)
    throws(ValueProblem) -> Bool
  {
    switch name {
    case "mass": animation.mass = try ValueReaders.double(source, input)
    case "stiffness": animation.stiffness = try ValueReaders.double(source, input)
    case "damping": animation.damping = try ValueReaders.double(source, input)
    case "velocity", "initialVelocity": animation.initialVelocity = try ValueReaders.double(source, input)
    case "allowsOverdamping": animation.allowsOverdamping = try ValueReaders.bool(source, input)
    default: return false
    }
    return true
  }

  private func applyKeyframes(_ input: PropertyInput, _ name: String, _ animation: CAKeyframeAnimation)
    throws(ValueProblem) -> Bool
  {
    switch name {
    case "values": animation.values = try values(input, of: animation)
    case "path": animation.path = try ValueReaders.path(source, input)
    case "keyTimes": animation.keyTimes = try numbers(input)
    case "timingFunctions":
      guard case .element(let list) = input else { throw ValueProblem("is not a list of timing functions") }
      var functions: [CAMediaTimingFunction] = []
      for item in try source.items(list) { functions.append(try timingFunction(.element(item))) }
      animation.timingFunctions = functions
    case "calculationMode":
      let modes = ["linear", "discrete", "paced", "cubic", "cubicPaced"]
      animation.calculationMode = CAAnimationCalculationMode(
        rawValue: try ValueReaders.keyword(modes)(source, input))
    case "rotationMode":
      animation.rotationMode = CAAnimationRotationMode(
        rawValue: try ValueReaders.keyword(["auto", "autoReverse"])(source, input))
    case "tensionValues": animation.tensionValues = try numbers(input)
    case "continuityValues": animation.continuityValues = try numbers(input)
    case "biasValues": animation.biasValues = try numbers(input)
    default: return false
    }
    return true
  }

  private func applyTransition(_ input: PropertyInput, _ name: String, _ animation: CATransition)
    throws(ValueProblem) -> Bool
  {
    switch name {
    case "type":
      let types = ["fade", "moveIn", "push", "reveal"]
      animation.type = CATransitionType(rawValue: try ValueReaders.keyword(types)(source, input))
    case "subtype":
      let subtypes = ["fromLeft", "fromRight", "fromTop", "fromBottom"]
      animation.subtype = CATransitionSubtype(rawValue: try ValueReaders.keyword(subtypes)(source, input))
    case "startProgress": animation.startProgress = try ValueReaders.float(source, input)
    case "endProgress": animation.endProgress = try ValueReaders.float(source, input)
    default: return false
    }
    return true
  }

  // MARK: Values

  private func numbers(_ input: PropertyInput) throws(ValueProblem) -> [NSNumber] {
    try ValueReaders.numbers(source, input).map { NSNumber(value: $0) }
  }

  /// Reads a list of values. A value that cannot be read is reported, and its time is kept: a picture shows nothing
  /// then, and any other value equals the value before it, or the next one where it is the first.
  private func values(_ input: PropertyInput, of animation: CAPropertyAnimation) throws(ValueProblem) -> [Any] {
    guard case .element(let list) = input else { throw ValueProblem("is not a list of values") }
    var result: [Any] = []
    var missing = 0
    for item in try source.items(list) {
      do {
        let value = try value(.element(item), of: animation).boxed ?? NSNull()
        if result.isEmpty { result = Array(repeating: value, count: missing) }
        result.append(value)
      } catch {
        if showsPictures(animation) {
          result.append(NSNull())
        } else if let last = result.last {
          result.append(last)
        } else {
          missing += 1
        }
        source.log.report(.warning, error.code, about: "values", at: table.offset(of: item)) {
          "a value for '\(shortened(animation.keyPath ?? ""))' \(error.reason)"
        }
      }
    }
    return result
  }

  private func showsPictures(_ animation: CAPropertyAnimation) -> Bool {
    guard let path = animation.keyPath, let known = try? LayerKeyPath(path, for: layer) else { return false }
    return if case .image = known.type { true } else { false }
  }

  private func value(_ input: PropertyInput, of animation: CAPropertyAnimation) throws(ValueProblem) -> LayerValue {
    source.defersPictures = true
    defer { source.defersPictures = false }
    if animation.valueFunction == nil, let path = animation.keyPath, let known = try? LayerKeyPath(path, for: layer) {
      return try PropertyTables.value(of: known.type, source, input)
    }
    guard case .element(let element) = input else {
      return try PropertyTables.value(ofDocumentType: "real", source, input)
    }
    let type = source.text(of: .type, in: element) ?? table.name(of: element)
    return try PropertyTables.value(ofDocumentType: type, source, input)
  }

  private func timingFunction(_ input: PropertyInput) throws(ValueProblem) -> CAMediaTimingFunction {
    var scanner = try source.scanner(input)
    let points = try ValueGrammar.timingFunction(&scanner)
    return CAMediaTimingFunction(curve: TimingCurve(points.x, points.y, points.z, points.w))
  }

  // MARK: Reports

  /// Reports that a key path leads to nothing; the animation is kept, and shows nothing.
  private func reportBadPath(_ path: String, _ input: PropertyInput) {
    do {
      _ = try LayerKeyPath(path, for: layer).read(layer)
    } catch {
      source.log.report(.warning, "unknown-key-path", about: path, at: source.offset(of: input)) {
        "an animation animates nothing: \(error)"
      }
    }
  }

  private func reportUnknown(_ name: String, _ input: PropertyInput, _ animation: CAAnimation) {
    if KnownNames.isWithoutEffect(name) { return }
    source.log.report(.warning, "unknown-attribute", about: "animation \(name)", at: source.offset(of: input)) {
      "\(Self.className(of: animation)) has no property '\(shortened(name))'; it is skipped"
    }
  }

  /// The class's name in documents.
  static func className(of animation: CAAnimation) -> String {
    switch animation {
    case is CASpringAnimation: "CASpringAnimation"
    case is CABasicAnimation: "CABasicAnimation"
    case is CAKeyframeAnimation: "CAKeyframeAnimation"
    case is CAAnimationGroup: "CAAnimationGroup"
    case is CATransition: "CATransition"
    default: "CAAnimation"
    }
  }
}
