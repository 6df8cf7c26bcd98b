// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

// Implicit animation (TIME-10). Every setter of an animatable property calls `willChange` and `didChange`. Before the
// change the layer is asked for an action, while it still has its old value; after the change the action runs. For a
// layer that was not committed, both are a load and a comparison.

/// A change that has begun and not ended.
struct LayerChange {
  let layer: CALayer
  let key: String
  let action: any CAAction
}

extension CALayer {
  /// Must be called before an animatable property is set.
  @inline(__always)
  final func willChange(_ key: @autoclosure () -> String) {
    if TransactionState.mayHaveCommitted(birth) { beginChange(key()) }
  }

  /// Must be called after an animatable property was set that a subclass stores.
  @inline(__always)
  final func didChange(_ key: @autoclosure () -> String) {
    markChanged()
    if TransactionState.mayHaveCommitted(birth) { endChange(key()) }
  }

  /// Sets an animatable property that is stored in `properties`, which marks the layer as changed.
  @inline(__always)
  final func change(_ key: @autoclosure () -> String, _ set: () -> Void) {
    willChange(key())
    set()
    if TransactionState.mayHaveCommitted(birth) { endChange(key()) }
  }

  /// Runs the action of an event that is no change of a property, where the superlayer is in a committed tree.
  @inline(__always)
  final func happened(_ event: @autoclosure () -> String) {
    if let superlayerReference, TransactionState.mayHaveCommitted(superlayerReference.birth) {
      superlayerReference.run(event(), of: self)
    }
  }

  private final func run(_ event: String, of layer: CALayer) {
    let state = TransactionState.current
    guard birth < state.committed, !state.settings.disablesActions, let action = layer.action(forKey: event) else {
      return
    }
    action.run(forKey: event, object: layer, arguments: nil)
  }

  private final func beginChange(_ key: String) {
    let state = TransactionState.current
    let settings = state.settings
    let isCommitted = birth < state.committed && (superlayerReference != nil || !sublayerStorage.isEmpty)
    guard isCommitted || (settings.asksDelegates && delegate != nil), !settings.disablesActions,
      var action = action(forKey: key), !(action is NSNull)
    else { return }
    if let transition = action as? CATransition, let copy = transition.copy() as? CATransition {
      copy.before = pictureCopy()
      action = copy
    } else if let basic = action as? CABasicAnimation, basic.fromValue == nil, basic.toValue == nil,
      basic.byValue == nil,
      let copy = basic.copy() as? CABasicAnimation
    {
      // The value that shows now; where there is none, it is determined when the new value is known.
      copy.fromValue = shownValue(forKeyPath: copy.keyPath ?? key) ?? NSNull()
      action = copy
    }
    state.changes.append(LayerChange(layer: self, key: key, action: action))
  }

  private final func endChange(_ key: String) {
    let state = TransactionState.current
    guard let last = state.changes.last, last.layer === self, last.key == key else { return }
    state.changes.removeLast()
    if let basic = last.action as? CABasicAnimation, basic.fromValue is NSNull {
      if let color = value(forKey: key) as? CGColor {
        basic.fromValue = CGColor(straight: [color.straight.x, color.straight.y, color.straight.z, 0])
      } else if key != "contents" {
        return
      }
    }
    last.action.run(forKey: key, object: self, arguments: nil)
  }

  /// Returns the value of a property that shows at the time of the thread's clock.
  package final func shownValue(forKeyPath keyPath: String) -> Any? {
    let layer = presented(at: presentedTime)
    if LayerKeyTable.of(self).paths[keyPath] == nil, !keyPath.utf8.contains(UInt8(ascii: ".")) {
      return layer.attachments?.copied.values?[keyPath] ?? value(forKey: keyPath)
    }
    return (try? LayerKeyPath(keyPath, for: layer).read(layer))?.boxed
  }

  /// The implementation of `action(forKey:)` in `CALayer`.
  ///
  /// - Conformance: TIME-10
  final func defaultLookup(_ event: String) -> (any CAAction)? {
    if let action = delegate?.action(for: self, forKey: event) { return action is NSNull ? nil : action }
    if let action = actions?[event] { return action is NSNull ? nil : action }
    if let action = styleAction(event) { return action is NSNull ? nil : action }
    if let action = type(of: self).defaultAction(forKey: event) { return action is NSNull ? nil : action }
    let settings = TransactionState.current.settings
    guard settings.duration != 0, !settings.disablesActions, LayerKeyTable.of(self).key(event)?.animates == .implicitly
    else { return nil }
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue = shownValue(forKeyPath: event) ?? NSNull()
    animation.timingFunction = settings.timingFunction ?? CAMediaTimingFunction(name: .default)
    return animation
  }

  /// Returns an action from the layer's style; a style may have a style of its own.
  private final func styleAction(_ event: String) -> (any CAAction)? {
    var style = self.style
    for _ in 0..<16 {
      guard let current = style else { return nil }
      if let actions = current["actions"] as? [AnyHashable: Any], let action = actions[event] as? any CAAction {
        return action
      }
      style = current["style"] as? [AnyHashable: Any]
    }
    return nil
  }
}

extension NSNull: CAAction {
  /// Does nothing: `NSNull` in ``CALayer/actions`` ends the search for an action.
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}
