// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Counts the calls of the functions of one context. Confined to the context's thread.
final class CallCounter {
  /// The number of calls so far.
  private(set) var count = 0

  @inline(__always) fileprivate func add() { count &+= 1 }

  /// Does work whose calls are not counted, since their number depends on the time that a device takes.
  func leavingOut<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
    let before = count
    defer { count = before }
    return try work()
  }
}

/// A function of OpenGL ES whose calls are counted: each read of the value counts as one call.
@propertyWrapper
struct Counted<Function> {
  private let function: Function
  // The functions of a context retain the counter once; a strong reference in each of them would be retained with every
  // copy.
  private unowned(unsafe) let calls: CallCounter

  init(_ function: Function, by calls: CallCounter) { (self.function, self.calls) = (function, calls) }

  var wrappedValue: Function {
    @inline(__always) get {
      calls.add()
      return function
    }
  }
}

/// An optional function of OpenGL ES whose calls are counted: each read of a function that exists counts as one call.
/// The projected value says whether the driver has the function.
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

  /// Whether the driver has the function.
  var projectedValue: Bool { function != nil }
}
