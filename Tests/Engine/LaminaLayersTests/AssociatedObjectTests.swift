// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

private nonisolated(unsafe) var keys: (UInt8, UInt8) = (0, 0)

/// Values that programs give objects besides their properties, by the rules of the Objective-C runtime's documentation.
@Suite struct AssociatedObjectTests {
  private func key(_ number: Int) -> UnsafeRawPointer {
    withUnsafePointer(to: &keys) { UnsafeRawPointer($0) + number }
  }

  /// Calls back when it ends.
  private final class Ending {
    let end: () -> Void
    init(_ end: @escaping () -> Void) { self.end = end }
    deinit { end() }
  }

  @Test("each object has a value a key, and nil takes it away")
  func values() {
    let (one, other) = (CALayer(), NSObject())
    objc_setAssociatedObject(one, key(0), "a", .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    objc_setAssociatedObject(one, key(1), 2, .OBJC_ASSOCIATION_RETAIN)
    objc_setAssociatedObject(other, key(0), "b", .OBJC_ASSOCIATION_COPY)
    #expect(objc_getAssociatedObject(one, key(0)) as? String == "a")
    #expect(objc_getAssociatedObject(one, key(1)) as? Int == 2)
    #expect(objc_getAssociatedObject(other, key(0)) as? String == "b")
    #expect(objc_getAssociatedObject(other, key(1)) == nil)
    objc_setAssociatedObject(one, key(0), "c", .OBJC_ASSOCIATION_COPY_NONATOMIC)
    #expect(objc_getAssociatedObject(one, key(0)) as? String == "c")
    objc_setAssociatedObject(one, key(0), nil, .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(one, key(0)) == nil && objc_getAssociatedObject(one, key(1)) != nil)
    objc_removeAssociatedObjects(one)
    #expect(objc_getAssociatedObject(one, key(1)) == nil)
    #expect(objc_getAssociatedObject(5, key(0)) == nil, "no object of a class")
  }

  @Test("what is assigned is not kept alive, what is copied is another object, what is retained is the same")
  func policies() throws {
    let owner = NSObject()
    var text: NSMutableAttributedString? = NSMutableAttributedString(string: "a")
    objc_setAssociatedObject(owner, key(0), text, .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(owner, key(0)) as? NSMutableAttributedString === text)
    objc_setAssociatedObject(owner, key(0), text, .OBJC_ASSOCIATION_COPY)
    let copy = try #require(objc_getAssociatedObject(owner, key(0)) as? NSAttributedString)
    text?.append(NSAttributedString(string: "b"))
    #expect(copy !== text && copy.string == "a")
    objc_setAssociatedObject(owner, key(0), text, .OBJC_ASSOCIATION_ASSIGN)
    #expect(objc_getAssociatedObject(owner, key(0)) as? NSMutableAttributedString === text)
    text = nil
    #expect(objc_getAssociatedObject(owner, key(0)) == nil)
  }

  @Test("an object in the place of one that has gone has nothing, and what that one held ends")
  func gone() {
    nonisolated(unsafe) var ended = 0
    for number in 0..<1000 {
      let owner = NSObject()
      #expect(objc_getAssociatedObject(owner, key(0)) == nil)
      // An end may ask and give again.
      let value = Ending {
        ended += 1
        let other = NSObject()
        objc_setAssociatedObject(other, self.key(1), number, .OBJC_ASSOCIATION_RETAIN)
        #expect(objc_getAssociatedObject(other, self.key(1)) as? Int == number)
      }
      objc_setAssociatedObject(owner, key(0), value, .OBJC_ASSOCIATION_RETAIN)
    }
    #expect(ended > 300)
  }

  @Test("threads use it at the same time", .timeLimit(.minutes(30)))
  func threads() async {
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<500 {
            let owner = NSObject()
            objc_setAssociatedObject(owner, self.key(0), task * 1000 + number, .OBJC_ASSOCIATION_RETAIN)
            #expect(objc_getAssociatedObject(owner, self.key(0)) as? Int == task * 1000 + number)
          }
        }
      }
    }
  }
}
