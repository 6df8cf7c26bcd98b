// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

/// `frameInterval` through a protocol: it is deprecated, as Apple's is, so the compiler warns of every direct use.
private protocol HasFrameInterval: AnyObject { var frameInterval: Int { get set } }
extension CADisplayLink: HasFrameInterval {}

/// Display links are told the frames that pass while the caller moves the clock.
@Suite final class DisplayLinkTests {
  private final class Player {
    var times: [Double] = []
    func step(_ link: CADisplayLink) { times.append(link.timestamp) }
  }

  /// Every test has a thread's clock to itself, and leaves it as other suites expect it.
  init() { MediaClock.time = 0 }
  deinit { MediaClock.time = 0 }

  private static let step = Selector("step(_:)") { (player: Player, link: CADisplayLink) in player.step(link) }

  @Test("a second has as many frames as are wanted, evenly spaced, in whatever steps the clock moves")
  func rates() {
    for (moves, rate): ([Double], Int) in [([1.0], 60), ([0.25, 0.5, 0.999, 1], 24), ([1.0 / 3, 2.0 / 3, 1], 7)] {
      MediaClock.time = 0
      let player = Player()
      let link = CADisplayLink(target: player, selector: Self.step)
      link.preferredFramesPerSecond = rate == 60 ? 0 : rate
      link.add(to: .main, forMode: .common)
      for time in moves { MediaClock.time = time }
      #expect(player.times.count == rate)
      for (index, time) in player.times.enumerated() {
        #expect(abs(time - Double(index + 1) / Double(rate)) < 1e-12)
      }
      #expect(abs(link.duration * Double(rate) - 1) < 1e-12)
      #expect(abs(link.targetTimestamp - link.timestamp - link.duration) < 1e-12)
      link.invalidate()
      MediaClock.time = 2
      #expect(player.times.count == rate)
    }
  }

  @Test("of 60 frames a second every so many are told, unless a rate is wanted; less than one is one")
  func intervals() {
    for (interval, rate) in [(1, 60), (2, 30), (4, 15), (0, 60), (-3, 60)] {
      MediaClock.time = 0
      let player = Player()
      let link = CADisplayLink(target: player, selector: Self.step)
      let before: any HasFrameInterval = link
      before.frameInterval = interval
      #expect(before.frameInterval == max(interval, 1) && abs(link.duration * Double(rate) - 1) < 1e-12)
      link.add(to: .main, forMode: .common)
      MediaClock.time = 1
      #expect(player.times.count == rate && player.times.first.map { abs($0 * Double(rate) - 1) < 1e-9 } == true)
      link.preferredFramesPerSecond = 24
      #expect(abs(link.duration * 24 - 1) < 1e-12)
      link.invalidate()
    }
  }

  @Test("the range is a wish: the preferred rate inside its ends, else the most; too many frames are a thousand")
  func ranges() {
    let link = CADisplayLink { _ in }
    let wishes: [(CAFrameRateRange, Double)] = [
      (.default, 60), (CAFrameRateRange(minimum: 8, maximum: 30, preferred: 24), 24),
      (CAFrameRateRange(minimum: 8, maximum: 30), 30), (CAFrameRateRange(minimum: 8, maximum: 30, preferred: 90), 30),
      (CAFrameRateRange(minimum: 8, maximum: 30, preferred: 2), 8), (CAFrameRateRange(minimum: 1, maximum: 1e9), 1000),
      (CAFrameRateRange(minimum: .nan, maximum: .nan, preferred: .nan), 60),
      (CAFrameRateRange(minimum: -5, maximum: -1, preferred: -3), 60),
    ]
    for (range, rate) in wishes {
      link.preferredFrameRateRange = range
      #expect(abs(link.duration - 1 / rate) < 1e-12, "\(range)")
    }
    #expect(CAFrameRateRangeIsEqualToRange(CAFrameRateRange(), .default))
    #expect(CAFrameRateRange(minimum: 1, maximum: 2, preferred: 0).preferred == nil)
  }

  @Test("the clock stands at the frame while it is told, and animations that end before it have been told so")
  func order() {
    final class Witness: CAAnimationDelegate {
      var log: [String] = []
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { log.append("stop \(MediaClock.time)") }
    }
    let (layer, witness) = (CALayer(), Witness())
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0
    fade.duration = 0.5
    fade.delegate = witness
    layer.add(fade, forKey: nil)
    let link = CADisplayLink { _ in witness.log.append("frame \(MediaClock.time)") }
    link.preferredFramesPerSecond = 4
    link.add(to: .current, forMode: .default)
    MediaClock.time = 0.8
    link.invalidate()
    #expect(witness.log == ["frame 0.25", "stop 0.5", "frame 0.5", "frame 0.75"])
  }

  @Test("pauses, leaving and coming back, clocks that go back, and callbacks that end the link or move the clock")
  func lives() {
    var count = 0
    let link = CADisplayLink { _ in count += 1 }
    link.preferredFramesPerSecond = 10
    link.add(to: .main, forMode: .common)
    link.add(to: .main, forMode: .default)
    MediaClock.time = 1
    #expect(count == 10)
    link.isPaused = true
    MediaClock.time = 2
    link.isPaused = false
    MediaClock.time = 3
    #expect(count == 20)
    MediaClock.time = 0
    #expect(count == 20)
    link.remove(from: .main, forMode: .common)
    MediaClock.time = 4
    link.add(to: .main, forMode: .common)
    MediaClock.time = 5
    #expect(count == 30)
    link.invalidate()

    MediaClock.time = 0
    var told: [Double] = []
    let ending = CADisplayLink { link in
      told.append(link.timestamp)
      MediaClock.time = link.timestamp + 0.3
      if told.count == 2 { link.invalidate() }
    }
    ending.preferredFramesPerSecond = 10
    ending.add(to: .main, forMode: .common)
    MediaClock.time = 1
    #expect(told.count == 2 && MediaClock.time == 1)
    MediaClock.time = 2
    #expect(told.count == 2)
  }

  @Test("a target lives as long as its link")
  func targets() {
    weak var kept: Player?
    let link: CADisplayLink
    do {
      let player = Player()
      kept = player
      link = CADisplayLink(target: player, selector: Self.step)
    }
    link.add(to: .main, forMode: .common)
    MediaClock.time = 0.1
    #expect(kept?.times.count == 6)
    link.invalidate()
    #expect(kept == nil)

  }

  @Test("a method that cannot be called is told once and ends the link")
  func lostMethods() async {
    // The handler is the process's.
    await #expect(processExitsWith: .success) {
      let told = ToldErrors()
      CALayer.keyPathFailureHandler = { told.add("\($0)") }
      for selector in [Selector("step:"), "step:", Selector("step:") { (_: String, _: CADisplayLink) in }] {
        let lost = CADisplayLink(target: 5, selector: selector)
        lost.add(to: .main, forMode: .common)
        MediaClock.time += 1
      }
      precondition(told.list == Array(repeating: "Int has no key path 'step:'", count: 3))
    }
  }

  @Test("changes that a frame makes animate from that frame on")
  func implicitAnimations() {
    let (root, ball) = (CALayer(), CALayer())
    root.addSublayer(ball)
    CATransaction.flush()
    let link = CADisplayLink { link in
      if ball.animation(forKey: "position") == nil { ball.position = CGPoint(x: 100, y: 0) }
    }
    link.preferredFramesPerSecond = 2
    link.add(to: .main, forMode: .common)
    MediaClock.time = 0.625
    link.invalidate()
    let shown = ball.presentation()?.position.x ?? 0
    #expect(shown > 20 && shown < 99)
  }
}

/// The values that a handler got, on any thread.
private final class ToldErrors: @unchecked Sendable {
  private let lock = NSLock()
  private var told: [String] = []
  var list: [String] { lock.withLock { told } }
  func add(_ text: String) { lock.withLock { told.append(text) } }
}

@Suite struct FrameRateRangeTests {
  @Test("the function makes what the initializer makes") func make() {
    #expect(CAFrameRateRangeMake(8, 15, 12) == CAFrameRateRange(minimum: 8, maximum: 15, preferred: 12))
    #expect(CAFrameRateRangeMake(8, 15, 0) == CAFrameRateRange(minimum: 8, maximum: 15))
  }
}
