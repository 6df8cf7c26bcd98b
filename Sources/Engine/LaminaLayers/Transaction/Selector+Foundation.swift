// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

// The functions with selectors that Apple's Foundation has and Foundation on Linux lacks: notifications and timers.

extension NotificationCenter {
  /// Registers a method to be called for notifications, on the thread that posts them.
  ///
  /// The observer is not retained; no notifications are delivered after it has been released. ``removeObserver(_:)``
  /// and ``removeObserver(_:name:object:)`` end the registration.
  ///
  /// - Parameters:
  ///   - observer: The object that has the method.
  ///   - aSelector: The method; its argument is a `Notification`. A method that cannot be called on the observer is
  ///     reported to ``CALayer/keyPathFailureHandler`` at each notification.
  ///   - aName: The notifications' name; `nil` for all.
  ///   - anObject: The sender of the notifications; `nil` for any.
  public func addObserver(
    _ observer: AnyObject, selector aSelector: Selector, name aName: NSNotification.Name?, object anObject: Any?
  ) {
    let entry = SelectorObserver(observer, aName, anObject as AnyObject?)
    entry.token = addObserver(forName: aName, object: anObject, queue: nil) { [weak entry] note in
      guard let observer = entry?.observer else { return }
      if aSelector.perform(on: observer, with: note) { return }
      CALayer.keyPathFailureHandler(
        .unknownKeyPath(path: aSelector.description, className: "\(type(of: observer))", near: []))
    }
    SelectorObservers.add(entry, to: self)
  }

  /// Ends all registrations of an observer's methods, or the registration of a block.
  ///
  /// - Parameter observer: The observer, or the object that `addObserver(forName:object:queue:using:)` returned.
  public func removeObserver(_ observer: AnyObject) {
    for token in SelectorObservers.remove(observer, from: self, where: { _ in true }) { removeObserver(token as Any) }
    removeObserver(observer as Any)
  }

  /// Ends an observer's registrations for one name and one sender.
  ///
  /// - Parameters:
  ///   - observer: The observer, or the object that `addObserver(forName:object:queue:using:)` returned.
  ///   - aName: The notifications' name; `nil` for every name.
  ///   - anObject: The sender of the notifications; `nil` for any.
  public func removeObserver(_ observer: AnyObject, name aName: NSNotification.Name?, object anObject: Any?) {
    let sender = anObject as AnyObject?
    let ended = SelectorObservers.remove(observer, from: self) { entry in
      (aName == nil || entry.name == aName) && (sender == nil || entry.sender === sender)
    }
    for token in ended { removeObserver(token as Any) }
    removeObserver(observer as Any, name: aName, object: anObject)
  }
}

/// An observer that is notified by a call of a method.
///
/// Written before it is shared, only read afterwards: notifications may be posted on any thread.
private final class SelectorObserver: @unchecked Sendable {
  weak var observer: AnyObject?
  let name: NSNotification.Name?
  weak var sender: AnyObject?
  var token: (any NSObjectProtocol)?

  init(_ observer: AnyObject, _ name: NSNotification.Name?, _ sender: AnyObject?) {
    (self.observer, self.name, self.sender) = (observer, name, sender)
  }
}

/// All observers that are notified by calls of methods, by centre. Foundation keeps a block, but not its observer.
private enum SelectorObservers {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var entries: [ObjectIdentifier: [SelectorObserver]] = [:]

  static func add(_ entry: SelectorObserver, to centre: NotificationCenter) {
    let gone = lock.withLock {
      // Entries of observers that were released are removed when others are added.
      let kept = entries[ObjectIdentifier(centre), default: []]
      entries[ObjectIdentifier(centre)] = kept.filter { $0.observer != nil } + [entry]
      return kept.filter { $0.observer == nil }.compactMap(\.token)
    }
    for token in gone { centre.removeObserver(token as Any) }
  }

  /// Removes entries of an observer, and returns the tokens that Foundation has given out for them.
  static func remove(
    _ observer: AnyObject, from centre: NotificationCenter, where isMeant: (SelectorObserver) -> Bool
  ) -> [any NSObjectProtocol] {
    lock.withLock {
      let all = entries[ObjectIdentifier(centre)] ?? []
      let ended = all.filter { $0.observer === observer && isMeant($0) }
      entries[ObjectIdentifier(centre)] = all.filter { entry in !ended.contains { $0 === entry } }
      return ended.compactMap(\.token)
    }
  }
}

extension Timer {
  /// Makes a timer that calls a method when it fires. It runs by the wall clock in a run loop, independently of
  /// ``MediaClock``.
  ///
  /// The timer keeps its target until it is invalidated.
  ///
  /// - Parameters:
  ///   - ti: The time until it first fires, and between firings, in seconds.
  ///   - aTarget: The object that has the method.
  ///   - aSelector: The method; its argument is the timer. A method that cannot be called on the target is reported to
  ///     ``CALayer/keyPathFailureHandler``, and the timer ends.
  ///   - userInfo: `nil`; timers made by `scheduledTimer` can carry an object.
  ///   - yesOrNo: Whether it fires repeatedly.
  public convenience init(
    timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Never?,
    repeats yesOrNo: Bool
  ) {
    nonisolated(unsafe) let target = aTarget
    self.init(timeInterval: ti, repeats: yesOrNo) { timer in
      if aSelector.perform(on: target, with: timer) { return }
      CALayer.keyPathFailureHandler(
        .unknownKeyPath(path: aSelector.description, className: "\(type(of: target))", near: []))
      timer.invalidate()
    }
  }

  /// Makes a timer with a `userInfo`, which Foundation's timers on Linux cannot carry.
  @available(
    *, unavailable,
    message: "this timer cannot carry userInfo here: use scheduledTimer, or a block that holds what the timer needs"
  )
  public convenience init(
    timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?,
    repeats yesOrNo: Bool
  ) {
    self.init(timeInterval: ti, target: aTarget, selector: aSelector, userInfo: nil, repeats: yesOrNo)
  }

  /// Makes a timer that calls a method, and adds it to the thread's run loop.
  ///
  /// - Parameters:
  ///   - ti: The time until it first fires, and between firings, in seconds.
  ///   - aTarget: The object that has the method; retained until the timer is invalidated.
  ///   - aSelector: The method; its argument is the timer.
  ///   - userInfo: The timer's `userInfo`.
  ///   - yesOrNo: Whether it fires repeatedly.
  /// - Returns: The timer.
  @discardableResult
  public class func scheduledTimer(
    timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?,
    repeats yesOrNo: Bool
  ) -> Timer {
    let timer = CarryingTimer(
      timeInterval: ti, target: aTarget, selector: aSelector, userInfo: nil, repeats: yesOrNo)
    timer.carried = userInfo
    RunLoop.current.add(timer, forMode: .default)
    return timer
  }
}

/// A timer with a `userInfo`, which is set before the timer is shared and only read afterwards.
private final class CarryingTimer: Timer {
  fileprivate var carried: Any?
  override var userInfo: Any? { carried }
}
