// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The reader of one property of a class of objects.
struct PropertyBinding<Object>: Sendable {
  /// The name in a document.
  let name: String
  /// Reads the value and sets it. Nothing is set when it throws.
  let apply: @Sendable (Object, ValueSource, PropertyInput) throws(ValueProblem) -> Void
}

/// A class of objects that documents name, with its properties.
struct ObjectClass<Object>: Sendable {
  /// The class's name in documents.
  let name: String
  /// Makes an object with its defaults.
  let make: @Sendable () -> Object
  /// The bindings, by the numbers of ``KnownNames``.
  private let bindings: [PropertyBinding<Object>?]

  init(_ name: String, _ properties: [PropertyBinding<Object>], make: @escaping @Sendable () -> Object) {
    self.name = name
    self.make = make
    var bindings = [PropertyBinding<Object>?](repeating: nil, count: KnownNames.all.count)
    for property in properties {
      if let number = KnownNames.numbers[property.name] { bindings[Int(number)] = property }
    }
    self.bindings = bindings
  }

  /// Returns the reader of the property with a name, if the class has it.
  func binding(_ name: Int32) -> PropertyBinding<Object>? {
    Int(name) < bindings.count ? bindings[Int(name)] : nil
  }
}
