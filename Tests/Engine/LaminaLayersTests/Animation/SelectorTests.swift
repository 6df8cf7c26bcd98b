// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaLayers
import Testing

/// Notifications and timers that call a method, as on Apple's platforms: who hears what, and until when.
@Suite struct SelectorTests {
  private final class Listener {
    var heard: [String] = []
    func note(_ note: Notification) { heard.append(note.name.rawValue) }
    static let note = Selector("note(_:)") { (target: Listener, argument: Notification) in target.note(argument) }
  }
  private let centre = NotificationCenter()
  private let one = Notification.Name("one")
  private let two = Notification.Name("two")

  @Test("an observer hears the names and the senders that it asked for, until it is removed")
  func names() {
    let (listener, sender) = (Listener(), NSObject())
    centre.addObserver(listener, selector: Listener.note, name: one, object: nil)
    centre.addObserver(listener, selector: Listener.note, name: two, object: sender)
    centre.post(name: one, object: nil)
    centre.post(name: two, object: nil)
    centre.post(name: two, object: sender)
    #expect(listener.heard == ["one", "two"])
    centre.removeObserver(listener, name: one, object: nil)
    centre.post(name: one, object: nil)
    centre.post(name: two, object: sender)
    #expect(listener.heard == ["one", "two", "two"])
    centre.removeObserver(listener)
    centre.post(name: two, object: sender)
    #expect(listener.heard.count == 3)
  }

  @Test("an observer is not kept, and hears nothing when it has gone; one centre is not another")
  func lifetime() {
    weak var gone: Listener?
    do {
      let listener = Listener()
      gone = listener
      centre.addObserver(listener, selector: Listener.note, name: one, object: nil)
    }
    #expect(gone == nil)
    centre.post(name: one, object: nil)
    let listener = Listener()
    centre.addObserver(listener, selector: Listener.note, name: one, object: nil)
    NotificationCenter().removeObserver(listener)
    centre.post(name: one, object: nil)
    #expect(listener.heard == ["one"])
  }

  @Test("a pool returns what its closure returns, throws what it throws, and keeps nothing")
  func pool() throws {
    weak var gone: Listener?
    let count = 7
    let result = try autoreleasepool {
      let listener = Listener()
      gone = listener
      if count < 0 { throw CancellationError() }
      return count + listener.heard.count
    }
    #expect(result == 7 && gone == nil)
    #expect(throws: CancellationError.self) { try autoreleasepool { throw CancellationError() } }
  }

  @Test("what a block's token stands for is removed as before")
  func tokens() {
    nonisolated(unsafe) var count = 0
    let token = centre.addObserver(forName: one, object: nil, queue: nil) { _ in count += 1 }
    centre.post(name: one, object: nil)
    centre.removeObserver(token)
    centre.post(name: one, object: nil)
    #expect(count == 1)
  }

  @Test("observers come, hear and go on several threads", .timeLimit(.minutes(30)))
  func threads() {
    let (centre, one) = (centre, one)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<200 {
        let listener = Listener()
        // Notifications of the other threads come too, on theirs; so this one listens for its own name alone.
        let own = Notification.Name("\(one.rawValue) \(ObjectIdentifier(listener))")
        centre.addObserver(listener, selector: Listener.note, name: own, object: nil)
        centre.post(name: own, object: nil)
        precondition(listener.heard == [own.rawValue])
        centre.removeObserver(listener)
      }
    }
  }

  @Test("a timer calls its method by the wall clock until it is invalidated, and lets go of its target then")
  func timers() {
    final class Target {
      var fired = 0
      func fire(_ timer: Timer) {
        fired += 1
        if fired == 3 { timer.invalidate() }
      }
    }
    let selector = Selector("fire(_:)") { (target: Target, argument: Timer) in target.fire(argument) }
    let target = Target()
    let timer = Timer.scheduledTimer(
      timeInterval: 0.001, target: target, selector: selector, userInfo: nil, repeats: true)
    let end = Date(timeIntervalSinceNow: 20)
    while timer.isValid, Date() < end {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
    #expect(target.fired == 3 && !timer.isValid)
    // A method that cannot be called ends the timer.
    let lost = Timer(timeInterval: 1, target: target, selector: Selector("lost"), userInfo: nil, repeats: true)
    lost.fire()
    #expect(!lost.isValid)
  }

  @Test("a scheduled timer carries what it was given")
  func carrying() {
    final class Target {
      var found: [Any?] = []
      func fire(_ timer: Timer) { found.append(timer.userInfo) }
    }
    let selector = Selector("fire(_:)") { (target: Target, argument: Timer) in target.fire(argument) }
    let target = Target()
    for info: Any? in [["key": 3], nil] {
      let timer = Timer.scheduledTimer(
        timeInterval: 3600, target: target, selector: selector, userInfo: info, repeats: false)
      timer.fire()
    }
    #expect(target.found.count == 2 && (target.found[0] as? [String: Int]) == ["key": 3] && target.found[1] == nil)
  }
}
