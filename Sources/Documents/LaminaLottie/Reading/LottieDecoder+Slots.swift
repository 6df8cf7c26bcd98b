// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Slots: values that stand once in the document, in `slots`, and that properties, texts and pictures take by name
// (`sid`).

extension LottieDecoder {
  /// The value that a property, a text or a picture takes: that of the slot which it names, or else its own.
  func resolved(_ value: JSONValue) -> JSONValue {
    guard value.kind == .object, let name = value["sid"]?.identifier else { return value }
    guard let slot = slots[name] else {
      report(
        "missing-slot", value, "takes the value of the slot '\(name.prefix(60))', which is not there; its own is taken")
      return value
    }
    // One number does not stand for several, nor several for one.
    if let wanted = dimensions(value), let given = dimensions(slot), (wanted == 1) != (given == 1) {
      report(
        "bad-value", slot,
        "is a slot of \(given) numbers where \(value.path) wants \(wanted); that property's own value is taken")
      return value
    }
    return slot
  }

  /// The way to a value inside a property that may take it from a slot.
  func resolved(_ value: JSONValue?) -> JSONValue? { value.map { resolved($0) } }

  /// How many numbers a property's value has, or its first keyframe's; `nil` for what is no number.
  private func dimensions(_ value: JSONValue) -> Int? {
    guard let k = value["k"] else { return nil }
    if k.kind == .number { return 1 }
    if let numbers = k.numbers { return numbers.count }
    return k.first?["s"]?.numbers?.count
  }
}
