// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Counts the calls of the functions of one context. Confined to the context's thread.
final class CallCounter {
  /// How many calls were made.
  private(set) var count = 0

  @inline(__always) fileprivate func add() { count &+= 1 }
}

/// A function of OpenGL ES whose calls are counted. Whoever reads it calls it, once.
@propertyWrapper
struct Counted<Function> {
  private let function: Function
  // The functions of a context hold the counter once; a counted reference beside each would be counted with every copy.
  private unowned(unsafe) let calls: CallCounter

  init(_ function: Function, by calls: CallCounter) { (self.function, self.calls) = (function, calls) }

  var wrappedValue: Function {
    @inline(__always) get {
      calls.add()
      return function
    }
  }
}

/// The same of a function that a driver may not have. Whoever reads one that is there calls it, once; the projected
/// value says whether it is.
@propertyWrapper
struct CountedWhereKnown<Function> {
  private let function: Function?
  private unowned(unsafe) let calls: CallCounter

  init(_ function: Function?, by calls: CallCounter) { (self.function, self.calls) = (function, calls) }

  var wrappedValue: Function? {
    @inline(__always) get {
      if function != nil { calls.add() }
      return function
    }
  }

  /// Whether the driver has it.
  var projectedValue: Bool { function != nil }
}
