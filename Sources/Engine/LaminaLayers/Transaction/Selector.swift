// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The name of a method, with a closure that calls it.
///
/// Swift on Linux has no `#selector`, and methods cannot be found by their names. A program provides the call:
///
///     let step = Selector("step(_:)") { (player: Player, link: CADisplayLink) in player.step(link) }
///     CADisplayLink(target: self, selector: step).add(to: .main, forMode: .common)
///
/// Selectors with the same name are equal.
public struct Selector: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The method's name.
  public let description: String
  /// Calls the method; `false` for a target or an argument of another type. `nil` where only the name is known.
  private let action: (@Sendable (Any, Any) -> Bool)?

  /// Makes the name of a method that cannot be called: an attempt to call it is reported to
  /// ``CALayer/keyPathFailureHandler``.
  public init(_ name: String) {
    description = name
    action = nil
  }

  /// Makes the name of a method that cannot be called; see ``init(_:)``.
  public init(stringLiteral name: String) { self.init(name) }

  /// Makes a selector that calls a method.
  ///
  /// - Parameters:
  ///   - name: The method's name, by which selectors are compared.
  ///   - action: The closure that calls the method: it takes the target and the single argument.
  public init<Target, Argument>(_ name: String, _ action: @escaping @Sendable (Target, Argument) -> Void) {
    description = name
    self.action = { target, argument in
      guard let target = target as? Target, let argument = argument as? Argument else { return false }
      action(target, argument)
      return true
    }
  }

  /// Calls the method; `false` where it cannot be called.
  func perform(on target: Any, with argument: Any) -> Bool { action?(target, argument) ?? false }

  /// Whether both have the same name.
  public static func == (one: Selector, other: Selector) -> Bool { one.description == other.description }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
