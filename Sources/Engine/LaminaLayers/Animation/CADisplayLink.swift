// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// Calls a method for every frame that passes while the caller moves the clock.
///
/// There is no display: frames are those of ``MediaClock``, evenly spaced from the moment at which the link was added.
/// Moving the clock on by a second calls a link of 60 frames a second sixty times, each time with the clock at that
/// frame; what starts or ends before a frame is told before it. Moving the clock back calls nothing.
///
///     let link = CADisplayLink { link in ball.position.x = 40 * link.timestamp }
///     link.add(to: .main, forMode: .common)
///     MediaClock.time = 2
///
/// A link keeps its target until it is invalidated.
///
/// - Conformance: TIME-12
open class CADisplayLink: NSObject {
  /// The frames a second of a link that has no wish.
  static let standardRate = 60.0
  /// A link has no more frames a second than this.
  static let maximumRate = 1000.0

  private var step: ((CADisplayLink) -> Void)?
  /// The clock's time when the link was added; `nil` while it is not.
  private var start: Double?
  /// The time up to which frames are gone.
  private var last = 0.0

  /// Whether frames pass without a call. Default `false`.
  open var isPaused = false

  /// The time of the frame that is told, or was told last.
  ///
  /// - Units: seconds of ``MediaClock``.
  /// - Default: 0, before the first frame.
  public private(set) var timestamp: CFTimeInterval = 0

  /// The time of the frame after that of ``timestamp``.
  ///
  /// - Units: seconds of ``MediaClock``.
  public var targetTimestamp: CFTimeInterval { timestamp + duration }

  /// How far apart frames are, in seconds.
  public var duration: CFTimeInterval { 1 / rate }

  /// How many frames a second are wanted. Above 0 it decides, and not ``preferredFrameRateRange``. Default 0.
  open var preferredFramesPerSecond = 0 {
    didSet { restart() }
  }

  /// How many frames a second are wanted.
  ///
  /// - Default: no wish, which is 60 a second. More than 1,000 are 1,000.
  open var preferredFrameRateRange = CAFrameRateRange.default {
    didSet { restart() }
  }

  /// How many frames of 60 a second pass from one call to the next, where neither of the wishes says anything.
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
  ///   - target: Whose method it is; kept until ``invalidate()``.
  ///   - sel: The method. One that cannot be called on the target is told to ``CALayer/keyPathFailureHandler`` at the
  ///     first frame, and the link then ends.
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
  /// - Parameter handler: What is called for every frame; kept until ``invalidate()``.
  public init(handler: @escaping (CADisplayLink) -> Void) {
    step = handler
    super.init()
  }

  /// Has the link called for the frames of the calling thread's clock, from now on.
  ///
  /// A link that was added already, or invalidated, stays as it is.
  ///
  /// - Parameters:
  ///   - runloop: Not looked at: the clock belongs to the thread that calls.
  ///   - mode: Not looked at.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    let state = TransactionState.current
    guard step != nil, start == nil else { return }
    (start, last) = (state.time, state.time)
    state.links.append(self)
  }

  /// Ends the calls until the link is added again.
  ///
  /// - Parameters:
  ///   - runloop: Not looked at: the link leaves the clock of the calling thread.
  ///   - mode: Not looked at.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) { leave() }

  /// Ends the calls for good and lets go of the target.
  open func invalidate() {
    leave()
    step = nil
  }

  private func leave() {
    start = nil
    TransactionState.current.links.removeAll { $0 === self }
  }

  /// Frames are counted from now when their distance changes.
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

  /// Notes that the clock is about to move on from a time: frames up to there are gone.
  func leave(_ time: Double) { last = time }

  /// The time of the first frame that is not gone, at a time or after it; `nil` while no frames are to be told.
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

/// What `RunLoop.Mode` was called up to Swift 4.1.
public typealias RunLoopMode = RunLoop.Mode

extension RunLoop.Mode {
  /// What `common` was called up to Swift 4.1.
  public static var commonModes: RunLoop.Mode { .common }
  /// What `default` was called up to Swift 4.1.
  public static var defaultRunLoopMode: RunLoop.Mode { .default }
}
