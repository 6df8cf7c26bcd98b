// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The name of a method, and what calling it does.
///
/// Swift on Linux has no `#selector`, and a method cannot be found by its name. A program says how the method is
/// called:
///
///     let step = Selector("step(_:)") { (player: Player, link: CADisplayLink) in player.step(link) }
///     CADisplayLink(target: self, selector: step).add(to: .main, forMode: .common)
///
/// Two selectors are equal when their names are.
public struct Selector: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The method's name.
  public let description: String
  /// Calls it; `false` for a target or an argument of another type. `nil` where only the name is known.
  private let action: (@Sendable (Any, Any) -> Bool)?

  /// Makes the name of a method that nothing can call: whoever is to call it tells
  /// ``CALayer/keyPathFailureHandler``.
  public init(_ name: String) {
    description = name
    action = nil
  }

  /// Makes the name of a method that nothing can call; see ``init(_:)``.
  public init(stringLiteral name: String) { self.init(name) }

  /// Makes a selector that calls a method.
  ///
  /// - Parameters:
  ///   - name: The method's name, which tells selectors apart.
  ///   - action: What calls the method: it takes the target and the one argument.
  public init<Target, Argument>(_ name: String, _ action: @escaping @Sendable (Target, Argument) -> Void) {
    description = name
    self.action = { target, argument in
      guard let target = target as? Target, let argument = argument as? Argument else { return false }
      action(target, argument)
      return true
    }
  }

  /// Calls the method; `false` where that cannot be done.
  func perform(on target: Any, with argument: Any) -> Bool { action?(target, argument) ?? false }

  /// Whether both have the same name.
  public static func == (one: Selector, other: Selector) -> Bool { one.description == other.description }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
