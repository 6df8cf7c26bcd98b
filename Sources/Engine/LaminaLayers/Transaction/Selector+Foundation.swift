// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

// What takes a selector on Apple's platforms and is Foundation's here, without them: notifications and timers.

extension NotificationCenter {
  /// Has a method called for notifications, on the thread that posts them.
  ///
  /// The observer is not kept; an observer that has gone hears nothing more. ``removeObserver(_:)`` and
  /// ``removeObserver(_:name:object:)`` end it.
  ///
  /// - Parameters:
  ///   - observer: Whose method it is.
  ///   - aSelector: The method; its argument is a `Notification`. One that cannot be called on the observer is told to
  ///     ``CALayer/keyPathFailureHandler`` at each notification.
  ///   - aName: The notifications' name; `nil` for all.
  ///   - anObject: Who posts them; `nil` for anybody.
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

  /// Ends all that an observer hears by its methods, or by the block that it stands for.
  ///
  /// - Parameter observer: Who observes, or what `addObserver(forName:object:queue:using:)` returned.
  public func removeObserver(_ observer: AnyObject) {
    for token in SelectorObservers.remove(observer, from: self, where: { _ in true }) { removeObserver(token as Any) }
    removeObserver(observer as Any)
  }

  /// Ends what an observer hears of one name, by one sender.
  ///
  /// - Parameters:
  ///   - observer: Who observes, or what `addObserver(forName:object:queue:using:)` returned.
  ///   - aName: The notifications' name; `nil` for every name.
  ///   - anObject: Who posts them; `nil` for anybody.
  public func removeObserver(_ observer: AnyObject, name aName: NSNotification.Name?, object anObject: Any?) {
    let sender = anObject as AnyObject?
    let ended = SelectorObservers.remove(observer, from: self) { entry in
      (aName == nil || entry.name == aName) && (sender == nil || entry.sender === sender)
    }
    for token in ended { removeObserver(token as Any) }
    removeObserver(observer as Any, name: aName, object: anObject)
  }
}

/// Who hears a notification by a method.
///
/// Written before it is handed on, read afterwards; whoever posts may do so on any thread.
private final class SelectorObserver: @unchecked Sendable {
  weak var observer: AnyObject?
  let name: NSNotification.Name?
  weak var sender: AnyObject?
  var token: (any NSObjectProtocol)?

  init(_ observer: AnyObject, _ name: NSNotification.Name?, _ sender: AnyObject?) {
    (self.observer, self.name, self.sender) = (observer, name, sender)
  }
}

/// Whoever hears notifications by a method, by centre. Foundation keeps a block, and not whose it is.
private enum SelectorObservers {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var entries: [ObjectIdentifier: [SelectorObserver]] = [:]

  static func add(_ entry: SelectorObserver, to centre: NotificationCenter) {
    let gone = lock.withLock {
      // Observers that have gone are let go of where others come.
      let kept = entries[ObjectIdentifier(centre), default: []]
      entries[ObjectIdentifier(centre)] = kept.filter { $0.observer != nil } + [entry]
      return kept.filter { $0.observer == nil }.compactMap(\.token)
    }
    for token in gone { centre.removeObserver(token as Any) }
  }

  /// Takes entries of an observer away, and returns what Foundation knows them by.
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
  /// Makes a timer that calls a method when it fires. It runs by the wall clock in a run loop, and knows nothing of
  /// ``MediaClock``.
  ///
  /// The timer keeps its target until it is invalidated.
  ///
  /// - Parameters:
  ///   - ti: How long it waits, and waits again, in seconds.
  ///   - aTarget: Whose method it is.
  ///   - aSelector: The method; its argument is the timer. One that cannot be called on the target is told to
  ///     ``CALayer/keyPathFailureHandler``, and the timer ends.
  ///   - userInfo: `nil`; what is made by `scheduledTimer` can carry something.
  ///   - yesOrNo: Whether it fires again and again.
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

  /// Makes a timer that carries something, which Foundation's on Linux cannot.
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
  ///   - ti: How long it waits, and waits again, in seconds.
  ///   - aTarget: Whose method it is; kept until the timer is invalidated.
  ///   - aSelector: The method; its argument is the timer.
  ///   - userInfo: What the timer's `userInfo` is.
  ///   - yesOrNo: Whether it fires again and again.
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

/// A timer with something for whoever it calls. It is set before the timer is known to anybody, and read afterwards.
private final class CarryingTimer: Timer {
  fileprivate var carried: Any?
  override var userInfo: Any? { carried }
}
