// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// Everything that can be set on an animation, as text, so that two can be compared and a difference read.
struct AnimationValues: Equatable, CustomStringConvertible {
  private var texts: [String] = []
  var description: String { texts.joined(separator: " ") }

  init(_ animation: CAAnimation) {
    texts = [
      "\(type(of: animation))", "\(animation.beginTime)", "\(animation.duration)", "\(animation.speed)",
      "\(animation.timeOffset)", "\(animation.repeatCount)", "\(animation.repeatDuration)",
      "\(animation.autoreverses)", "\(animation.isRemovedOnCompletion)", animation.fillMode.rawValue,
      text(animation.timingFunction),
    ]
    if let property = animation as? CAPropertyAnimation {
      texts += [
        property.keyPath ?? "-", "\(property.isAdditive)", "\(property.isCumulative)",
        property.valueFunction?.name.rawValue ?? "-",
      ]
    }
    if let basic = animation as? CABasicAnimation {
      texts += [basic.fromValue, basic.toValue, basic.byValue].map(text)
    }
    if let spring = animation as? CASpringAnimation {
      texts += [
        "\(spring.mass) \(spring.stiffness) \(spring.damping) \(spring.initialVelocity) \(spring.allowsOverdamping)"
      ]
    }
    if let keyframes = animation as? CAKeyframeAnimation {
      texts += [
        keyframes.calculationMode.rawValue, keyframes.rotationMode?.rawValue ?? "-", text(keyframes.path),
        text(keyframes.keyTimes), text(keyframes.tensionValues), text(keyframes.continuityValues),
        text(keyframes.biasValues),
      ]
      texts += (keyframes.values ?? []).map(text) + (keyframes.timingFunctions ?? []).map(text)
    }
    if let transition = animation as? CATransition {
      texts += [
        transition.type.rawValue, transition.subtype?.rawValue ?? "-",
        "\(transition.startProgress) \(transition.endProgress)",
      ]
    }
  }

  private func text(_ value: Any?) -> String {
    switch value {
    case let function as CAMediaTimingFunction: "\(function.curve.first) \(function.curve.second)"
    case let image as CGImage: "picture \(image.width) \(image.height) \(image.premultipliedRGBA.hashValue)"
    case let path as CGPath: Self.text(path)
    case let color as CGColor: "\(color.straight)"
    case let colors as [CGColor]: "\(colors.map(\.straight))"
    case let numbers as [NSNumber]: "\(numbers.map(\.doubleValue))"
    case let number as NSNumber: "\(number.doubleValue)"
    case let value?: "\(value)"
    case nil: "-"
    }
  }

  private static func text(_ path: CGPath) -> String {
    var parts: [String] = []
    path.elements.forEach { type, points in parts.append("\(type) \(points)") }
    return parts.joined(separator: " ")
  }
}
