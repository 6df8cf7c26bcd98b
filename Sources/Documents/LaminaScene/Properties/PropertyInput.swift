// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The place of a property's value in a document.
enum PropertyInput {
  /// `opacity="0.5"`: the index of the attribute, and of its element.
  case attribute(Int, of: Int)
  /// `<backgroundColor value="1 1 1" opacity="0.5"/>`: the index of the element.
  case element(Int)

  /// The element itself, or the element that has the attribute.
  var element: Int {
    switch self {
    case .attribute(_, let element), .element(let element): element
    }
  }
}

/// The names that the reader itself uses, besides the properties of objects. Their raw values are their numbers in
/// every ``ElementTable``.
enum ReservedName: Int32, CaseIterable {
  case id, object, type, value, opacity, src, filter, bounds, position, transform, sublayerTransform, sublayers, mask,
    emitterCells, states, stateTransitions, style, animations, key, timeline, reference

  /// The name as it is written.
  var text: String {
    switch self {
    // Lamina's own names.
    case .timeline, .reference: "lamina_\(self)"
    default: "\(self)"
    }
  }
}
