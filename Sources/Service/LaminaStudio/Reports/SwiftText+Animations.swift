// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaGraphics
import LaminaLayers
import LaminaScene

// Animations as Swift code, in the order in which they apply.

extension SwiftText {
  /// The lines that make a layer's animations and add them.
  mutating func animationLines(of layer: CALayer, named name: String) -> [String] {
    var lines: [String] = []
    for (key, animation) in layer.addedAnimations {
      let property = (animation as? CAPropertyAnimation)?.keyPath
      let wanted = "\(name) \(key ?? property ?? "animation")"
      guard let made = made(animation, of: layer, named: wanted, depth: 0) else {
        lines.append(leaveOut("the animation \(key ?? property ?? "") of \(name)", because: Self.reason(animation)))
        continue
      }
      lines += made.lines
      lines.append("\(name).add(\(made.name), forKey: \(key.map(SwiftLiteral.quoted) ?? "nil"))")
    }
    return lines
  }

  /// The reason why an animation is not written.
  private static func reason(_ animation: CAAnimation) -> String {
    "\(type(of: animation)) with values that no code makes, as pictures, or beyond \(most) animations"
  }

  /// The lines that make an animation, and the name of its constant; `nil` if it cannot be written.
  private mutating func made(
    _ animation: CAAnimation, of layer: CALayer, named wanted: String, depth: Int
  ) -> (name: String, lines: [String])? {
    guard depth < 16, hasRoom() else { return nil }
    let className: String
    switch animation {
    case is CASpringAnimation: className = "CASpringAnimation"
    case is CABasicAnimation: className = "CABasicAnimation"
    case is CAKeyframeAnimation: className = "CAKeyframeAnimation"
    case is CAAnimationGroup: className = "CAAnimationGroup"
    case is CATransition: className = "CATransition"
    default: return nil
    }
    let name = unused(wanted)
    let path = (animation as? CAPropertyAnimation)?.keyPath.map { "keyPath: \(SwiftLiteral.quoted($0))" } ?? ""
    var lines = ["let \(name) = \(className)(\(path))"]
    if let property = animation as? CAPropertyAnimation {
      guard let values = valueLines(of: property, on: layer, named: name) else { return nil }
      lines += values
    }
    if let group = animation as? CAAnimationGroup {
      var members: [String] = []
      for member in group.animations ?? [] {
        let property = (member as? CAPropertyAnimation)?.keyPath ?? "part"
        guard let inside = made(member, of: layer, named: "\(name) \(property)", depth: depth + 1) else {
          lines.append(leaveOut("a part of \(name)", because: Self.reason(member)))
          continue
        }
        lines += inside.lines
        members.append(inside.name)
      }
      lines.append("\(name).animations = [\(members.joined(separator: ", "))]")
    }
    if let transition = animation as? CATransition { lines += self.lines(of: transition, named: name) }
    return (name, lines + Self.timingLines(of: animation, named: name))
  }

  // MARK: Values

  /// The lines that set the values of a property animation; `nil` if one of them cannot be written.
  private mutating func valueLines(
    of animation: CAPropertyAnimation, on layer: CALayer, named name: String
  ) -> [String]? {
    let type =
      animation.valueFunction == nil ? animation.keyPath.flatMap { try? LayerKeyPath($0, for: layer) }?.type : nil
    var lines: [String] = []
    func code(_ value: Any, _ what: String, _ text: inout SwiftText) -> String? {
      guard case .path(let path) = SwiftLiteral.any(value, as: type) else {
        return SwiftLiteral.anything(value, as: type)
      }
      let pathName = text.unused("\(name) \(what)")
      lines += SwiftLiteral.lines(of: path, named: pathName)
      return pathName
    }
    if let basic = animation as? CABasicAnimation {
      for (what, value) in [("fromValue", basic.fromValue), ("toValue", basic.toValue), ("byValue", basic.byValue)] {
        guard let value else { continue }
        guard let text = code(value, what, &self) else { return nil }
        lines.append("\(name).\(what) = \(text)")
      }
    }
    if let keyed = animation as? CAKeyframeAnimation {
      if let values = keyed.values {
        var texts: [String] = []
        for value in values {
          guard let text = code(value, "value", &self) else { return nil }
          texts.append(text)
        }
        lines.append("\(name).values = [\(texts.joined(separator: ", "))]")
      }
      if let path = keyed.path { lines.append("\(name).path = \(code(path, "path", &self) ?? "nil")") }
      lines += Self.keyframeLines(of: keyed, named: name)
    }
    if animation.isAdditive { lines.append("\(name).isAdditive = true") }
    if animation.isCumulative { lines.append("\(name).isCumulative = true") }
    if let function = animation.valueFunction {
      lines.append("\(name).valueFunction = CAValueFunction(name: .\(function.name.rawValue))")
    }
    if let spring = animation as? CASpringAnimation { lines += Self.springLines(of: spring, named: name) }
    return lines
  }

  private static func keyframeLines(of keyed: CAKeyframeAnimation, named name: String) -> [String] {
    var lines: [String] = []
    func list(_ what: String, _ numbers: [NSNumber]?) {
      guard let numbers else { return }
      // Written with the fewest digits for the number's own type.
      let texts = numbers.map {
        SwiftLiteral.number($0.doubleValue, String(cString: $0.objCType) == "f" ? .float : .double)
      }
      lines.append("\(name).\(what) = [\(texts.joined(separator: ", "))]")
    }
    list("keyTimes", keyed.keyTimes)
    if let functions = keyed.timingFunctions {
      lines.append("\(name).timingFunctions = [\(functions.map(code).joined(separator: ", "))]")
    }
    if keyed.calculationMode != .linear {
      let known: Set = ["discrete", "paced", "cubic", "cubicPaced"]
      lines.append("\(name).calculationMode = \(word(keyed.calculationMode.rawValue, known))")
    }
    if let mode = keyed.rotationMode {
      lines.append("\(name).rotationMode = .init(rawValue: \(SwiftLiteral.quoted(mode.rawValue)))")
    }
    list("tensionValues", keyed.tensionValues)
    list("continuityValues", keyed.continuityValues)
    list("biasValues", keyed.biasValues)
    return lines
  }

  private static func springLines(of spring: CASpringAnimation, named name: String) -> [String] {
    let fresh = CASpringAnimation()
    var lines: [String] = []
    for (what, value, usual) in [
      ("mass", spring.mass, fresh.mass), ("stiffness", spring.stiffness, fresh.stiffness),
      ("damping", spring.damping, fresh.damping), ("initialVelocity", spring.initialVelocity, fresh.initialVelocity),
    ] where value != usual {
      lines.append("\(name).\(what) = \(SwiftLiteral.number(Double(value)))")
    }
    if spring.allowsOverdamping { lines.append("\(name).allowsOverdamping = true") }
    return lines
  }

  private mutating func lines(of transition: CATransition, named name: String) -> [String] {
    var lines: [String] = []
    if transition.type != .fade {
      lines.append("\(name).type = \(Self.word(transition.type.rawValue, ["moveIn", "push", "reveal"]))")
    }
    if let subtype = transition.subtype {
      let known: Set = ["fromRight", "fromLeft", "fromTop", "fromBottom"]
      lines.append("\(name).subtype = \(Self.word(subtype.rawValue, known))")
    }
    for (what, value, usual) in [
      ("startProgress", transition.startProgress, Float(0)), ("endProgress", transition.endProgress, 1),
    ] where value != usual {
      lines.append("\(name).\(what) = \(SwiftLiteral.number(Double(value), .float))")
    }
    if transition.filter != nil { lines.append(leaveOut("the filter of \(name)", because: "an object")) }
    return lines
  }

  // MARK: Timing

  private static func timingLines(of animation: CAAnimation, named name: String) -> [String] {
    var lines: [String] = []
    func add(_ what: String, _ value: Double, _ usual: Double, _ kind: LayerValueType.Number = .double) {
      if value != usual { lines.append("\(name).\(what) = \(SwiftLiteral.number(value, kind))") }
    }
    add("duration", animation.duration, 0)
    add("beginTime", animation.beginTime, 0)
    add("timeOffset", animation.timeOffset, 0)
    add("speed", Double(animation.speed), 1, .float)
    add("repeatCount", Double(animation.repeatCount), 0, .float)
    add("repeatDuration", animation.repeatDuration, 0)
    if animation.autoreverses { lines.append("\(name).autoreverses = true") }
    if animation.fillMode != .removed {
      lines.append("\(name).fillMode = \(word(animation.fillMode.rawValue, ["forwards", "backwards", "both"]))")
    }
    if !animation.isRemovedOnCompletion { lines.append("\(name).isRemovedOnCompletion = false") }
    if let function = animation.timingFunction { lines.append("\(name).timingFunction = \(code(of: function))") }
    return lines
  }

  /// A timing function by its name if it has one, otherwise by its control points.
  private static func code(of function: CAMediaTimingFunction) -> String {
    let names: [CAMediaTimingFunctionName] = [.linear, .easeIn, .easeOut, .easeInEaseOut, .default]
    let curve = function.curve
    if let name = names.first(where: { TimingCurve(name: $0) == curve }) {
      return "CAMediaTimingFunction(name: .\(name.rawValue))"
    }
    let numbers = [curve.first.x, curve.first.y, curve.second.x, curve.second.y].map { SwiftLiteral.number($0, .float) }
    return "CAMediaTimingFunction(controlPoints: \(numbers.joined(separator: ", ")))"
  }

  /// A static member for a known word, otherwise its initializer.
  private static func word(_ text: String, _ known: Set<String>) -> String {
    known.contains(text) ? ".\(text)" : ".init(rawValue: \(SwiftLiteral.quoted(text)))"
  }
}
#endif
