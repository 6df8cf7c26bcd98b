// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaGraphics
import LaminaSystem
import Synchronization

/// How a film runs in the page.
struct Playback: Codable, Sendable, Equatable {
  /// The stretch of time, seconds.
  var from: Double
  var to: Double
  /// Where it begins.
  var start: Double
  /// Seconds of the scene that pass in one of the page.
  var speed: Double
  var loops: Bool

  /// The time that is shown so many seconds after the beginning, and whether that is the end.
  func time(after seconds: Double) -> (time: Double, isOver: Bool) {
    let length = to - from
    guard length > 0, length.isFinite, speed.isFinite, speed != 0 else { return (start, true) }
    let way = start - from + seconds * speed
    if loops {
      let place = way.truncatingRemainder(dividingBy: length)
      return (from + (place < 0 ? place + length : place), false)
    }
    if way >= length { return (to, true) }
    return way < 0 ? (from, true) : (from + way, false)
  }
}

/// What one page wants to see, newest first: what it asked for before and was not drawn yet is dropped, and no more is
/// sent than it has said to have seen.
final class FrameChannel: Sendable {
  /// What is to be sent next.
  enum Next: Sendable {
    /// A picture, and whether a film is running.
    case draw(ViewOrder, isPlaying: Bool)
    /// A message without a picture: its JSON.
    case notice([UInt8])
    case end
  }

  private struct State {
    var wanted: ViewOrder?
    /// The greatest number of an order: requests may overtake each other on their way.
    var newest = 0
    /// The order that a film is drawn by, how it runs, since when, and when its last picture was begun.
    var film: (order: ViewOrder, playback: Playback, begun: ContinuousClock.Instant)?
    var lastFrame: ContinuousClock.Instant?
    /// Pictures that were sent and not seen yet.
    var unseen = 0
    var notices: [[UInt8]] = []
    var isOver = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// The scene.
  let scene: String
  private let state = Locked(State())
  /// So many pictures may be on their way.
  static let mostUnseen = 2
  /// Films have at most so many pictures a second.
  static let framesPerSecond = 60.0
  /// More messages than this do not wait; a page that takes none for so long asks anew.
  private static let mostNotices = 64

  init(scene: String) { self.scene = scene }

  /// Asks for a picture, in place of what was asked for before; a film that runs ends.
  func ask(for order: ViewOrder) {
    change { state in
      guard order.seq >= state.newest else { return }
      state.newest = order.seq
      state.film = nil
      state.wanted = order
    }
  }

  /// Runs a film.
  func play(_ order: ViewOrder, _ playback: Playback) {
    change { state in
      guard order.seq >= state.newest else { return }
      state.newest = order.seq
      state.wanted = nil
      state.film = (order, playback, .now)
    }
  }

  /// Notes how many pictures that were sent are not on the page yet.
  func seen() { change { $0.unseen = max($0.unseen - 1, 0) } }

  /// Sends a message.
  func notify(_ notice: [UInt8]) {
    change { state in
      guard state.notices.count < Self.mostNotices else { return }
      state.notices.append(notice)
    }
  }

  /// Ends the channel.
  func end() { change { $0.isOver = true } }

  private func change(_ body: (inout sending State) -> Void) {
    let waiter = state.withLock { state in
      body(&state)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  private enum Step {
    case send(Next)
    case sleep(Duration)
    case wait
  }

  /// Waits for what is to be sent next.
  func next() async -> Next {
    while true {
      switch state.withLock({ Self.step(&$0) }) {
      case .send(let next): return next
      case .sleep(let duration): try? await Task.sleep(for: duration)
      case .wait:
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            if Self.hasWork(state) { return true }
            state.waiter = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      }
    }
  }

  private static func hasWork(_ state: State) -> Bool {
    state.isOver || !state.notices.isEmpty || state.unseen < mostUnseen && (state.wanted != nil || state.film != nil)
  }

  private static func step(_ state: inout State) -> Step {
    if state.isOver { return .send(.end) }
    if !state.notices.isEmpty { return .send(.notice(state.notices.removeFirst())) }
    guard state.unseen < mostUnseen else { return .wait }
    if let wanted = state.wanted {
      state.wanted = nil
      state.unseen += 1
      return .send(.draw(wanted, isPlaying: false))
    }
    guard let film = state.film else { return .wait }
    let now = ContinuousClock.now
    if let last = state.lastFrame {
      let rest = .seconds(1 / framesPerSecond) - last.duration(to: now)
      if rest > .milliseconds(1) { return .sleep(rest) }
    }
    state.lastFrame = now
    let seconds = film.begun.duration(to: now).seconds
    let (time, isOver) = film.playback.time(after: seconds)
    var order = film.order
    order.time = time
    order.exact = isOver
    if isOver { state.film = nil }
    state.unseen += 1
    return .send(.draw(order, isPlaying: !isOver))
  }
}
#endif
