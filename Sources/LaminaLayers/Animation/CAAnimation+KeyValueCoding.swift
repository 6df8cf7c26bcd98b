internal import Foundation

// Key-value coding of animations: `setValue(layer, forKey: "layer")` is how programs tell animations apart in their
// delegate. The properties that have a plain type can be set by name too.

extension CAAnimation {
  final func codedValue(forKey key: String) -> Any? {
    switch key {
    case "beginTime": beginTime
    case "duration": duration
    case "speed": speed
    case "timeOffset": timeOffset
    case "repeatCount": repeatCount
    case "repeatDuration": repeatDuration
    case "autoreverses": autoreverses
    case "fillMode": fillMode
    case "timingFunction": timingFunction
    case "delegate": delegate
    case "removedOnCompletion": isRemovedOnCompletion
    case "keyPath": (self as? CAPropertyAnimation)?.keyPath
    default: storedValues[key]
    }
  }

  final func setCodedValue(_ value: Any?, forKey key: String) {
    let number = LayerValue(value, as: .number(.double)).flatMap { Double($0) }
    switch key {
    case "beginTime": beginTime = number ?? beginTime
    case "duration": duration = number ?? duration
    case "speed": speed = number.map { Float($0) } ?? speed
    case "timeOffset": timeOffset = number ?? timeOffset
    case "repeatCount": repeatCount = number.map { Float($0) } ?? repeatCount
    case "repeatDuration": repeatDuration = number ?? repeatDuration
    case "autoreverses": autoreverses = number.map { $0 != 0 } ?? autoreverses
    case "removedOnCompletion": isRemovedOnCompletion = number.map { $0 != 0 } ?? isRemovedOnCompletion
    case "fillMode":
      if let mode = value as? CAMediaTimingFillMode { fillMode = mode }
      if let name = value as? String { fillMode = CAMediaTimingFillMode(rawValue: name) }
    case "timingFunction": timingFunction = value as? CAMediaTimingFunction
    case "delegate": delegate = value as? any CAAnimationDelegate
    case "keyPath": (self as? CAPropertyAnimation)?.keyPath = value as? String
    default: storedValues[key] = value
    }
  }
}
