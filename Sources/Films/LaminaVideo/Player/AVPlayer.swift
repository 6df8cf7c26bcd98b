// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaSystem
import Synchronization

/// A file that is played by a player.
open class AVPlayerItem: NSObject, @unchecked Sendable {
  /// Whether an item can be played.
  public enum Status: Int, Sendable {
    /// Not examined yet.
    case unknown
    /// Playable.
    case readyToPlay
    /// Not playable; `error` has the reason.
    case failed
  }

  /// The asset.
  public let asset: AVAsset
  /// The time at which forward playback ends.
  ///
  /// - Default: invalid: the end of the file.
  open var forwardPlaybackEndTime = CMTime.invalid
  /// The time at which backward playback ends.
  ///
  /// - Default: invalid: the beginning of the file.
  open var reversePlaybackEndTime = CMTime.invalid
  /// The pictures, made on first use.
  private let made = Locked<VideoFrames?>(nil)

  /// Makes an item of an asset.
  public init(asset: AVAsset) { self.asset = asset }

  /// Makes an item of a file.
  public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

  /// Whether the item can be played; the file is examined to find out.
  open var status: Status { asset.failure == nil ? .readyToPlay : .failed }

  /// The reason why the item cannot be played.
  open var error: (any Error)? { asset.failure }

  /// The duration of the asset.
  open var duration: CMTime { asset.duration }

  /// The size at which the pictures are shown; zero if there are none.
  ///
  /// - Units: square pixels.
  open var presentationSize: CGSize {
    guard case .success(let clip) = asset.clip else { return .zero }
    return CGSize(width: clip.displaySize.width, height: clip.displaySize.height)
  }

  /// The pictures, or the reason why there are none.
  package final var frames: Result<VideoFrames, VideoError> {
    asset.clip.map { clip in
      made.withLock { made in
        let frames = made ?? VideoFrames(clip)
        made = frames
        return frames
      }
    }
  }

  /// Clamps a time to the range that playback may reach.
  ///
  /// - Parameter isForward: Whether the player plays forward.
  final func clamped(_ time: TimeInterval, isForward: Bool) -> TimeInterval {
    var time = time
    if isForward, forwardPlaybackEndTime.isNumeric { time = min(time, forwardPlaybackEndTime.seconds) }
    if !isForward, reversePlaybackEndTime.isNumeric { time = max(time, reversePlaybackEndTime.seconds) }
    return min(max(time, 0), duration.seconds)
  }
}

/// Plays a file in the time of the layers that show it.
///
/// There is no running clock: the picture of a layer at a time follows from the times of the calls to play, to pause or
/// to seek. Each call takes effect from the time of the thread's `MediaClock` on, in the layer's own time; in a program
/// that never moves that clock, from 0 on. A repeated export therefore makes the same film.
///
///     let player = AVPlayer(url: URL(fileURLWithPath: "clip.mp4"))
///     let layer = AVPlayerLayer(player: player)
///     player.play()                                   // shows second s of the clip at second s of the layer
///
/// Its sound is not part of layers: see `ExportOptions.sounds`.
open class AVPlayer: NSObject, @unchecked Sendable {
  /// The action at the end of an item. All three keep the last picture, since a player plays a single item.
  public enum ActionAtItemEnd: Int, Sendable {
    /// Advances to the next item.
    case advance
    /// Pauses.
    case pause
    /// No action.
    case none
  }

  /// A state of playback from a time on.
  private struct Order {
    /// Layer time, seconds.
    var time: TimeInterval
    /// The position in the file at that time, in seconds.
    var place: TimeInterval
    /// Seconds of the file per second of the layer.
    var rate: Double
  }

  // Guarded by `lock`: snapshots read the settings on the thread of the program, but copies of a tree may be on other
  // threads.
  private let lock = NSLock()
  private var item: AVPlayerItem?
  private var orders = [Order(time: -.infinity, place: 0, rate: 0)]

  /// The volume. Stored without effect.
  ///
  /// - Range: 0...1
  /// - Default: 1
  open var volume: Float = 1
  /// Whether the sound is off. Stored without effect.
  ///
  /// - Default: `false`.
  open var isMuted = false
  /// The action at the end. Stored without effect: the last picture stays.
  ///
  /// - Default: `pause`.
  open var actionAtItemEnd = ActionAtItemEnd.pause

  /// The largest number of stored states; older ones are removed.
  private static let maximumOrders = 10_000

  /// Makes a player without an item.
  public override init() {}

  /// Makes a player of an item.
  public init(playerItem item: AVPlayerItem?) { self.item = item }

  /// Makes a player of a file.
  public convenience init(url: URL) { self.init(playerItem: AVPlayerItem(url: url)) }

  /// The item that is played.
  open var currentItem: AVPlayerItem? { lock.withLock { item } }

  /// Plays another item from its beginning, at the same rate.
  open func replaceCurrentItem(with item: AVPlayerItem?) {
    lock.withLock { self.item = item }
    give { $0.place = 0 }
  }

  /// The rate of playback: 0 is paused, negative rates play backward.
  ///
  /// - Units: seconds of the file per second of the layer.
  /// - Default: 0
  open var rate: Float {
    get { lock.withLock { Float(orders.last?.rate ?? 0) } }
    set { give { $0.rate = newValue.isFinite ? Double(newValue) : 0 } }
  }

  /// Plays from the current position on: `rate = 1`.
  open func play() { rate = 1 }

  /// Pauses at the current position: `rate = 0`.
  open func pause() { rate = 0 }

  /// Moves to a time of the file.
  open func seek(to time: CMTime) {
    guard time.isNumeric else { return }
    give { $0.place = time.seconds }
  }

  /// Moves to a time of the file, exactly; the tolerances are ignored.
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }

  /// Moves to a time of the file; the handler is called before the method returns.
  ///
  /// - Parameters:
  ///   - time: The time; a time that is not numeric changes nothing.
  ///   - completionHandler: Receives whether the position was changed.
  open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
    seek(to: time)
    completionHandler(time.isNumeric)
  }

  /// The position in the file at the time of the thread's `MediaClock`.
  open func currentTime() -> CMTime {
    CMTime(seconds: place(at: CACurrentMediaTime()), preferredTimescale: 1_000_000)
  }

  /// Adds a state of playback that starts now.
  private func give(_ change: (inout Order) -> Void) {
    let now = CACurrentMediaTime()
    lock.withLock {
      var order = orders.last ?? Order(time: -.infinity, place: 0, rate: 0)
      // Before the first call, a player stays at the position at which it will begin.
      if order.time.isFinite { order.place += (now - order.time) * order.rate }
      order.time = now
      change(&order)
      if orders.last?.time == now { orders.removeLast() }
      orders.append(order)
      if orders.count > Self.maximumOrders { orders.remove(at: 1) }
    }
  }

  /// The position in the file at a time of a layer.
  final func place(at time: TimeInterval) -> TimeInterval {
    let (order, item) = lock.withLock { (orders.last { $0.time <= time } ?? orders.first, self.item) }
    guard let order else { return 0 }
    // The first state also holds before its beginning.
    let passed = order.time.isFinite ? time - order.time : 0
    let place = order.place + passed * order.rate
    return item?.clamped(place, isForward: order.rate >= 0) ?? place
  }
}

/// The pictures of a player for a layer.
final class PlayerPictures: MovingPictures {
  private let player: AVPlayer

  init(_ player: AVPlayer) { self.player = player }

  func picture(at time: TimeInterval, isExact: Bool) -> MovingPicture {
    guard let item = player.currentItem else { return MovingPicture(nil) }
    switch item.frames {
    case .success(let frames): return frames.picture(at: player.place(at: time), isExact: isExact)
    case .failure(let error):
      return MovingPicture(nil, problem: MovingPicture.Problem(code: "bad-video", message: "\(error)"))
    }
  }

  var duration: TimeInterval {
    guard let item = player.currentItem else { return 0 }
    return item.clamped(.infinity, isForward: true)
  }

  var file: String? { player.currentItem?.asset.url.path }

  var identity: String {
    guard let item = player.currentItem, case .success(let frames) = item.frames else { return "no video" }
    return frames.identity
  }
}
