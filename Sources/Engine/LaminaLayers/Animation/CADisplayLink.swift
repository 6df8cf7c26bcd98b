// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// Calls a method for every frame that passes while the caller moves the clock.
///
/// There is no display: frames are times of ``MediaClock``, evenly spaced from the moment at which the link was added.
/// Moving the clock on by a second calls a link of 60 frames a second sixty times, each time with the clock at that
/// frame; delegates of animations that start or end before a frame are called before it. Moving the clock back calls
/// nothing.
///
///     let link = CADisplayLink { link in ball.position.x = 40 * link.timestamp }
///     link.add(to: .main, forMode: .common)
///     MediaClock.time = 2
///
/// A link retains its target until it is invalidated.
///
/// - Conformance: TIME-12
open class CADisplayLink: NSObject {
  /// The frames per second of a link without a preference.
  static let standardRate = 60.0
  /// The maximum number of frames per second.
  static let maximumRate = 1000.0

  private var step: ((CADisplayLink) -> Void)?
  /// The clock's time when the link was added; `nil` while it is not added.
  private var start: Double?
  /// The time up to which frames have passed.
  private var last = 0.0

  /// Whether frames pass without a call. Default `false`.
  open var isPaused = false

  /// The time of the frame for which the link is called, or was called last.
  ///
  /// - Units: seconds of ``MediaClock``.
  /// - Default: 0, before the first frame.
  public private(set) var timestamp: CFTimeInterval = 0

  /// The time of the frame after that of ``timestamp``.
  ///
  /// - Units: seconds of ``MediaClock``.
  public var targetTimestamp: CFTimeInterval { timestamp + duration }

  /// The interval between frames, in seconds.
  public var duration: CFTimeInterval { 1 / rate }

  /// The preferred frames per second. Above 0 it overrides ``preferredFrameRateRange``. Default 0.
  open var preferredFramesPerSecond = 0 {
    didSet { restart() }
  }

  /// The preferred range of frames per second.
  ///
  /// - Default: no preference, which is 60 a second. More than 1,000 are 1,000.
  open var preferredFrameRateRange = CAFrameRateRange.default {
    didSet { restart() }
  }

  /// The number of frames, of 60 a second, from one call to the next, where neither preference is set.
  ///
  /// - Range: 1 and more; less is 1.
  /// - Default: 1.
  @available(*, deprecated, message: "use preferredFramesPerSecond, which says how many frames a second are wanted")
  open var frameInterval: Int {
    get { interval }
    set {
      interval = max(newValue, 1)
      restart()
    }
  }
  private var interval = 1

  /// Makes a link that calls a method with itself.
  ///
  /// - Parameters:
  ///   - target: The object that has the method; retained until ``invalidate()``.
  ///   - sel: The method. A method that cannot be called on the target is reported to ``CALayer/keyPathFailureHandler``
  ///     at the first frame, and the link then ends.
  public init(target: Any, selector sel: Selector) {
    step = { link in
      if sel.perform(on: target, with: link) { return }
      CALayer.keyPathFailureHandler(
        .unknownKeyPath(path: sel.description, className: "\(type(of: target))", near: []))
      link.invalidate()
    }
    super.init()
  }

  /// Makes a link that calls a closure.
  ///
  /// - Parameter handler: The closure that is called for every frame; retained until ``invalidate()``.
  public init(handler: @escaping (CADisplayLink) -> Void) {
    step = handler
    super.init()
  }

  /// Registers the link to be called for the frames of the calling thread's clock, from now on.
  ///
  /// A link that was added already, or invalidated, stays as it is.
  ///
  /// - Parameters:
  ///   - runloop: Ignored: the clock belongs to the calling thread.
  ///   - mode: Ignored.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    let state = TransactionState.current
    guard step != nil, start == nil else { return }
    (start, last) = (state.time, state.time)
    state.links.append(self)
  }

  /// Ends the calls until the link is added again.
  ///
  /// - Parameters:
  ///   - runloop: Ignored: the link leaves the clock of the calling thread.
  ///   - mode: Ignored.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) { leave() }

  /// Ends the calls for good and releases the target.
  open func invalidate() {
    leave()
    step = nil
  }

  private func leave() {
    start = nil
    TransactionState.current.links.removeAll { $0 === self }
  }

  /// Counts frames from now on, since their interval changed.
  private func restart() {
    guard start != nil else { return }
    let now = TransactionState.current.time
    (start, last) = (now, now)
  }

  private var rate: Double {
    let wanted =
      preferredFramesPerSecond > 0
      ? Double(preferredFramesPerSecond) : preferredFrameRateRange.rate ?? Self.standardRate / Double(interval)
    return wanted.isFinite ? min(wanted, Self.maximumRate) : Self.maximumRate
  }

  /// Notes that the clock is about to move on from a time: frames up to that time have passed.
  func leave(_ time: Double) { last = time }

  /// The time of the first frame at or after a time that has not passed; `nil` while the link is not called.
  func nextFrame(from time: Double) -> Double? {
    guard let start, !isPaused else { return nil }
    // Frames are counted a little too early, so that rounding cannot lose one.
    var count = max((max(time, last) - start) * rate - 1e-3, 0).rounded(.down)
    for _ in 0..<3 {
      let frame = start + count / rate
      if frame > last, frame >= time { return frame }
      count += 1
    }
    return nil
  }

  /// Calls the method for a frame.
  func tell(_ frame: Double) {
    last = frame
    guard start != nil, !isPaused else { return }
    timestamp = frame
    step?(self)
  }
}

extension TransactionState {
  /// The link whose frame comes next, up to a time.
  func nextFrame(until target: Double) -> (link: CADisplayLink, time: Double)? {
    var next: (link: CADisplayLink, time: Double)?
    for link in links {
      guard let frame = link.nextFrame(from: time), frame <= target, frame < next?.time ?? .infinity else { continue }
      next = (link, frame)
    }
    return next
  }
}

/// The name of `RunLoop.Mode` up to Swift 4.1.
public typealias RunLoopMode = RunLoop.Mode

extension RunLoop.Mode {
  /// The name of `common` up to Swift 4.1.
  public static var commonModes: RunLoop.Mode { .common }
  /// The name of `default` up to Swift 4.1.
  public static var defaultRunLoopMode: RunLoop.Mode { .default }
}
