// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Apple's objects of Core Graphics are equal to themselves alone, also in sets and dictionaries. Colours, spaces, paths
// and fonts are values here, and are equal where their contents are equal; see their types.

extension CGImage: Hashable {
  /// Whether both are the same picture; two pictures with the same pixels are not.
  public static func == (first: CGImage, second: CGImage) -> Bool { first === second }
  /// Adds the picture to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGContext: Hashable {
  /// Whether both are the same context.
  public static func == (first: CGContext, second: CGContext) -> Bool { first === second }
  /// Adds the context to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGGradient: Hashable {
  /// Whether both are the same gradient.
  public static func == (first: CGGradient, second: CGGradient) -> Bool { first === second }
  /// Adds the gradient to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGPattern: Hashable {
  /// Whether both are the same pattern.
  public static func == (first: CGPattern, second: CGPattern) -> Bool { first === second }
  /// Adds the pattern to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
