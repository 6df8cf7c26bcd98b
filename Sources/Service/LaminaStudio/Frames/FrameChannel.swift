// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaGraphics
import LaminaSystem
import Synchronization

/// The parameters of playback in the page.
struct Playback: Codable, Sendable, Equatable {
  /// The range of time that is played, in seconds.
  var from: Double
  var to: Double
  /// The time at which playback begins, in seconds.
  var start: Double
  /// The playback speed: seconds of the scene per second.
  var speed: Double
  var loops: Bool

  /// The scene's time `seconds` seconds after the start, and whether playback is over.
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

/// The requests of one page. Only the newest is kept: an older one that was not drawn yet is dropped. The number of
/// pictures that are sent but not yet seen by the page is limited.
final class FrameChannel: Sendable {
  /// The next item to send.
  enum Next: Sendable {
    /// A picture to draw, and whether a film is playing.
    case draw(ViewOrder, isPlaying: Bool)
    /// A message without a picture, as JSON.
    case notice([UInt8])
    case end
  }

  private struct State {
    var wanted: ViewOrder?
    /// The highest number of an order so far, since requests may overtake each other.
    var newest = 0
    /// The playing film: the order by which it is drawn, its playback, and its start; then the time of its last
    /// picture.
    var film: (order: ViewOrder, playback: Playback, begun: ContinuousClock.Instant)?
    var lastFrame: ContinuousClock.Instant?
    /// The number of pictures that were sent but not seen yet.
    var unseen = 0
    var notices: [[UInt8]] = []
    var isOver = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// The name of the scene.
  let scene: String
  private let state = Locked(State())
  /// The maximum number of pictures that are sent but not seen.
  static let mostUnseen = 2
  /// The maximum number of pictures of a film per second.
  static let framesPerSecond = 60.0
  /// The maximum number of waiting messages; a page that falls so far behind has to reload its data.
  private static let mostNotices = 64

  init(scene: String) { self.scene = scene }

  /// Requests a picture in place of the previous request; stops a playing film.
  func ask(for order: ViewOrder) {
    change { state in
      guard order.seq >= state.newest else { return }
      state.newest = order.seq
      state.film = nil
      state.wanted = order
    }
  }

  /// Starts to play a film.
  func play(_ order: ViewOrder, _ playback: Playback) {
    change { state in
      guard order.seq >= state.newest else { return }
      state.newest = order.seq
      state.wanted = nil
      state.film = (order, playback, .now)
    }
  }

  /// Records that the page has shown one more picture.
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

  /// Waits for the next item to send.
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
