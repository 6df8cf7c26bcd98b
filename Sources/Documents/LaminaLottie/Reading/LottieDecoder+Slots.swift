// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Slots: values that are stored once in the document, in `slots`, and that properties, texts and pictures refer to by
// name (`sid`).

extension LottieDecoder {
  /// The value of a property, a text or a picture: its slot's value if it refers to one, or else its own.
  func resolved(_ value: JSONValue) -> JSONValue {
    guard value.kind == .object, let name = value["sid"]?.identifier else { return value }
    guard let slot = slots[name] else {
      report(
        "missing-slot", value, "takes the value of the slot '\(name.prefix(60))', which is not there; its own is taken")
      return value
    }
    // A single number cannot replace several, nor several a single one.
    if let wanted = dimensions(value), let given = dimensions(slot), (wanted == 1) != (given == 1) {
      report(
        "bad-value", slot,
        "is a slot of \(given) numbers where \(value.path) wants \(wanted); that property's own value is taken")
      return value
    }
    return slot
  }

  /// The resolved value of an optional property.
  func resolved(_ value: JSONValue?) -> JSONValue? { value.map { resolved($0) } }

  /// The number of components of a property's value, or of its first keyframe; `nil` if they are not numbers.
  private func dimensions(_ value: JSONValue) -> Int? {
    guard let k = value["k"] else { return nil }
    if k.kind == .number { return 1 }
    if let numbers = k.numbers { return numbers.count }
    return k.first?["s"]?.numbers?.count
  }
}
