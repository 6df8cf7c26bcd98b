// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

// The clock of a thread, and the events while the caller moves it: animations start and stop, their delegates are told,
// layers remove ended animations, completion blocks are called, display links are called for their frames. All events
// happen in the order of time, and events of one time in the order in which animations were added, links last, however
// far the clock moves at once: an animation that a callback adds begins at the time of the callback, not at the time
// that the clock moves to.

/// An animation that has not ended yet, according to the thread that added it.
struct RunningAnimation {
  weak var layer: CALayer?
  var animation: CAAnimation
  var timing: CycleTiming
  var group: CompletionGroup?
  var hasStarted = false
}

/// The start or the end of an animation at a time.
private struct ClockEvent: Comparable {
  /// The time in seconds of the time outside roots.
  var time: Double
  var serial: Int
  var isEnd: Bool

  static func < (one: ClockEvent, other: ClockEvent) -> Bool {
    (one.time, one.serial, one.isEnd ? 1 : 0) < (other.time, other.serial, other.isEnd ? 1 : 0)
  }
}

extension TransactionState {
  /// The maximum number of events in one move; more of them wait for the next move.
  private static let maximumEvents = 1_000_000

  /// Notes an addition.
  ///
  /// - Returns: The serial number of the animation.
  func added(_ animation: CAAnimation, _ timing: CycleTiming, to layer: CALayer) -> Int {
    lastSerial += 1
    let group = waitingGroup
    group?.enter()
    running[lastSerial] = RunningAnimation(layer: layer, animation: animation, timing: timing, group: group)
    if running.count > sweepSize { sweep() }
    return lastSerial
  }

  /// Removes the animations of released layers, now and then.
  private func sweep() {
    for serial in running.keys.sorted() where running[serial]?.layer == nil { removed(serial) }
    sweepSize = max(1024, running.count * 2)
  }

  /// Notes that an animation was removed before its end.
  func removed(_ serial: Int) {
    guard let ended = running.removeValue(forKey: serial) else { return }
    if let delegate = ended.animation.delegate {
      calls.append { delegate.animationDidStop(ended.animation, finished: false) }
    }
    ended.group?.leave(self)
  }

  /// Makes the queued calls. Calls that these queue follow, but not without end.
  func makeCalls() {
    guard !isCalling else { return }
    isCalling = true
    defer { isCalling = false }
    for _ in 0..<1000 where !calls.isEmpty {
      let waiting = calls
      calls = []
      for call in waiting { call() }
    }
  }

  /// Moves the clock: forwards through all events, backwards without any.
  func move(to target: Double) {
    guard target.isFinite else { return }
    flush()
    guard target >= time, !isCalling else { return time = target }
    sweep()
    for link in links { link.leave(time) }
    makeCalls()
    var known = 0
    var due: [ClockEvent] = []
    for _ in 0..<Self.maximumEvents {
      let new = events(after: known, until: target)
      known = lastSerial
      add(new, to: &due)
      if let frame = nextFrame(until: target), due.last.map({ frame.time < $0.time }) ?? true {
        tell(frame.link, frame.time)
        continue
      }
      guard let next = due.popLast() else { break }
      time = max(time, next.time)
      happen(next, until: target)
      makeCalls()
    }
    time = target
  }

  /// Calls a display link for a frame, and commits the changes that it makes.
  private func tell(_ link: CADisplayLink, _ frame: Double) {
    time = max(time, frame)
    calls.append { link.tell(frame) }
    makeCalls()
    flush()
  }

  /// Adds events to the due ones, the next one last.
  private func add(_ new: [ClockEvent], to due: inout [ClockEvent]) {
    guard new.count <= 64 else {
      due = (due + new).sorted(by: >)
      return
    }
    for event in new {
      var (low, high) = (0, due.count)
      while low < high {
        let middle = (low + high) / 2
        if due[middle] > event { low = middle + 1 } else { high = middle }
      }
      due.insert(event, at: low)
    }
  }

  /// The events up to a time of the animations that were added after another one.
  private func events(after serial: Int, until target: Double) -> [ClockEvent] {
    guard serial < lastSerial else { return [] }
    var found: [ClockEvent] = []
    for (serial, animation) in serial == 0 ? running : running.filter({ $0.key > serial }) {
      guard let times = times(of: animation) else { continue }
      if !animation.hasStarted, times.start <= target {
        found.append(ClockEvent(time: times.start, serial: serial, isEnd: false))
      }
      if times.end <= target {
        found.append(ClockEvent(time: max(times.end, times.start), serial: serial, isEnd: true))
      }
    }
    return found
  }

  /// The start and the end of an animation; `nil` where its time stands still or runs backwards.
  private func times(of animation: RunningAnimation) -> (start: Double, end: Double)? {
    guard let layer = animation.layer else { return nil }
    var (rate, above) = (1.0, Optional(layer))
    while let current = above {
      if current.properties.flags.contains(.timed) { rate *= Double(current.timing.speed) }
      above = current.superlayerReference
    }
    guard rate > 0, rate.isFinite else { return nil }
    let start = CALayer.localTime(of: animation.timing.begin, from: layer, to: nil)
    return (
      start,
      animation.timing.end.isFinite ? CALayer.localTime(of: animation.timing.end, from: layer, to: nil) : .infinity
    )
  }

  private func happen(_ event: ClockEvent, until target: Double) {
    guard let animation = running[event.serial], let times = times(of: animation) else { return }
    // A callback may have changed the layer's timing.
    guard (event.isEnd ? times.end : times.start) <= target else { return }
    if event.isEnd {
      running[event.serial] = nil
      if animation.animation.isRemovedOnCompletion { animation.layer?.forgetAnimation(event.serial) }
      if let delegate = animation.animation.delegate {
        calls.append { delegate.animationDidStop(animation.animation, finished: true) }
      }
      animation.group?.leave(self)
    } else if !animation.hasStarted {
      running[event.serial]?.hasStarted = true
      if let delegate = animation.animation.delegate {
        calls.append { delegate.animationDidStart(animation.animation) }
      }
    }
  }
}
