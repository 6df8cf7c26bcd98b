// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

// The clock of a thread, and what happens while the caller moves it: animations start and stop, their delegates are
// told, layers forget those that have ended, completion blocks are called, display links are told their frames. All of
// it in the order of time, and at one time in the order in which animations were added, links last, however far the
// clock moves at once: what a callback adds begins at the time of the callback, not where the clock is going.

/// An animation that has not ended yet, as far as the thread that added it knows.
struct RunningAnimation {
  weak var layer: CALayer?
  var animation: CAAnimation
  var timing: CycleTiming
  var group: CompletionGroup?
  var hasStarted = false
}

/// Something that happens to an animation at a time.
private struct ClockEvent: Comparable {
  /// Seconds of the time that roots are in.
  var time: Double
  var serial: Int
  var isEnd: Bool

  static func < (one: ClockEvent, other: ClockEvent) -> Bool {
    (one.time, one.serial, one.isEnd ? 1 : 0) < (other.time, other.serial, other.isEnd ? 1 : 0)
  }
}

extension TransactionState {
  /// More events than this in one move wait for the next.
  private static let maximumEvents = 1_000_000

  /// Notes an addition.
  ///
  /// - Returns: Which one it is.
  func added(_ animation: CAAnimation, _ timing: CycleTiming, to layer: CALayer) -> Int {
    lastSerial += 1
    let group = waitingGroup
    group?.enter()
    running[lastSerial] = RunningAnimation(layer: layer, animation: animation, timing: timing, group: group)
    if running.count > sweepSize { sweep() }
    return lastSerial
  }

  /// Forgets the animations of layers that are no more, now and then.
  private func sweep() {
    for serial in running.keys.sorted() where running[serial]?.layer == nil { removed(serial) }
    sweepSize = max(1024, running.count * 2)
  }

  /// Notes that an animation was taken away before its end.
  func removed(_ serial: Int) {
    guard let ended = running.removeValue(forKey: serial) else { return }
    if let delegate = ended.animation.delegate {
      calls.append { delegate.animationDidStop(ended.animation, finished: false) }
    }
    ended.group?.leave(self)
  }

  /// Calls what waits to be called. What that leaves to call waits in turn, but not without end.
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

  /// Moves the clock: forwards through all that happens, backwards without.
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

  /// Tells a display link of a frame; what that changes is committed.
  private func tell(_ link: CADisplayLink, _ frame: Double) {
    time = max(time, frame)
    calls.append { link.tell(frame) }
    makeCalls()
    flush()
  }

  /// Adds events to those that are due, the next one last.
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

  /// What happens until a time to the animations that were added after another.
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

  /// When an animation starts and ends; `nil` where its time stands still or runs backwards.
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
