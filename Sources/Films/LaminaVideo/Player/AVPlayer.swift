// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Synchronization

/// A file as a player plays it.
open class AVPlayerItem: NSObject, @unchecked Sendable {
  /// Whether an item can be played.
  public enum Status: Int, Sendable {
    /// Nobody has looked yet.
    case unknown
    /// It can.
    case readyToPlay
    /// It cannot; `error` says why.
    case failed
  }

  /// The file.
  public let asset: AVAsset
  /// When playing forwards ends.
  ///
  /// - Default: invalid: at the end of the file.
  open var forwardPlaybackEndTime = CMTime.invalid
  /// When playing backwards ends.
  ///
  /// - Default: invalid: at the beginning of the file.
  open var reversePlaybackEndTime = CMTime.invalid
  /// Its pictures, made when they are first asked for.
  private let made = Locked<VideoFrames?>(nil)

  /// Plays a file.
  public init(asset: AVAsset) { self.asset = asset }

  /// Plays a file.
  public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

  /// Whether it can be played. Asking looks at the file.
  open var status: Status { asset.failure == nil ? .readyToPlay : .failed }

  /// Why it cannot be played.
  open var error: (any Error)? { asset.failure }

  /// How long it lasts.
  open var duration: CMTime { asset.duration }

  /// How large its pictures are shown; zero where it has none.
  ///
  /// - Units: square pixels.
  open var presentationSize: CGSize {
    guard case .success(let clip) = asset.clip else { return .zero }
    return CGSize(width: clip.displaySize.width, height: clip.displaySize.height)
  }

  /// Its pictures, or why there are none.
  package final var frames: Result<VideoFrames, VideoError> {
    asset.clip.map { clip in
      made.withLock { made in
        let frames = made ?? VideoFrames(clip)
        made = frames
        return frames
      }
    }
  }

  /// A time of the file that playing may reach.
  ///
  /// - Parameter isForward: Which way it plays.
  final func clamped(_ time: TimeInterval, isForward: Bool) -> TimeInterval {
    var time = time
    if isForward, forwardPlaybackEndTime.isNumeric { time = min(time, forwardPlaybackEndTime.seconds) }
    if !isForward, reversePlaybackEndTime.isNumeric { time = max(time, reversePlaybackEndTime.seconds) }
    return min(max(time, 0), duration.seconds)
  }
}

/// Plays a file in the time of the layers that show it.
///
/// There is no clock: what a layer shows at a time follows from when the player was told to play, to stop or to go to
/// another time. These orders count from the time of the thread's `MediaClock`, in the layer's own time; a program that
/// never moves that clock gives them at 0. So a film that is exported twice is the same film.
///
///     let player = AVPlayer(url: URL(fileURLWithPath: "clip.mp4"))
///     let layer = AVPlayerLayer(player: player)
///     player.play()                                   // shows second s of the clip at second s of the layer
///
/// Its sound is no part of what layers draw: see `ExportOptions.sounds`.
open class AVPlayer: NSObject, @unchecked Sendable {
  /// What happens when the end is reached; all three hold the last picture, as a player plays one item.
  public enum ActionAtItemEnd: Int, Sendable {
    /// The next item would be played.
    case advance
    /// It stops.
    case pause
    /// Nothing.
    case none
  }

  /// From when on it plays how.
  private struct Order {
    /// Layer time, seconds.
    var time: TimeInterval
    /// Where in the file that is, seconds.
    var place: TimeInterval
    /// Seconds of the file in one of the layer.
    var rate: Double
  }

  // Guarded by `lock`: snapshots of one thread ask what a program on it has set, but copies of a tree may live
  // elsewhere.
  private let lock = NSLock()
  private var item: AVPlayerItem?
  private var orders = [Order(time: -.infinity, place: 0, rate: 0)]

  /// How loud it is. Kept.
  ///
  /// - Range: 0...1
  /// - Default: 1
  open var volume: Float = 1
  /// Whether it is silent. Kept.
  ///
  /// - Default: `false`.
  open var isMuted = false
  /// What happens at the end. Kept: the last picture stays.
  ///
  /// - Default: `pause`.
  open var actionAtItemEnd = ActionAtItemEnd.pause

  /// More orders than this are not kept: the first of them are forgotten.
  private static let maximumOrders = 10_000

  /// Makes a player of nothing.
  public override init() {}

  /// Plays an item.
  public init(playerItem item: AVPlayerItem?) { self.item = item }

  /// Plays a file.
  public convenience init(url: URL) { self.init(playerItem: AVPlayerItem(url: url)) }

  /// What it plays.
  open var currentItem: AVPlayerItem? { lock.withLock { item } }

  /// Plays something else from its beginning, as fast as before.
  open func replaceCurrentItem(with item: AVPlayerItem?) {
    lock.withLock { self.item = item }
    give { $0.place = 0 }
  }

  /// How fast it plays: 0 stands still, below 0 goes backwards.
  ///
  /// - Units: seconds of the file in one of the layer.
  /// - Default: 0
  open var rate: Float {
    get { lock.withLock { Float(orders.last?.rate ?? 0) } }
    set { give { $0.rate = newValue.isFinite ? Double(newValue) : 0 } }
  }

  /// Plays from here on: `rate = 1`.
  open func play() { rate = 1 }

  /// Stands still from here on: `rate = 0`.
  open func pause() { rate = 0 }

  /// Goes to a time of the file.
  open func seek(to time: CMTime) {
    guard time.isNumeric else { return }
    give { $0.place = time.seconds }
  }

  /// Goes to a time of the file, exactly, whatever the tolerance.
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }

  /// Goes to a time of the file; what is to happen then happens before this returns.
  ///
  /// - Parameters:
  ///   - time: The time; one that is no number changes nothing.
  ///   - completionHandler: Told whether it went there.
  open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
    seek(to: time)
    completionHandler(time.isNumeric)
  }

  /// Where in the file it is at the time of the thread's `MediaClock`.
  open func currentTime() -> CMTime {
    CMTime(seconds: place(at: CACurrentMediaTime()), preferredTimescale: 1_000_000)
  }

  /// Takes an order that counts from now on.
  private func give(_ change: (inout Order) -> Void) {
    let now = CACurrentMediaTime()
    lock.withLock {
      var order = orders.last ?? Order(time: -.infinity, place: 0, rate: 0)
      // Before a layer's time begins a player stands where it will begin.
      if order.time.isFinite { order.place += (now - order.time) * order.rate }
      order.time = now
      change(&order)
      if orders.last?.time == now { orders.removeLast() }
      orders.append(order)
      if orders.count > Self.maximumOrders { orders.remove(at: 1) }
    }
  }

  /// Where in the file a layer is at a time of its own.
  final func place(at time: TimeInterval) -> TimeInterval {
    let (order, item) = lock.withLock { (orders.last { $0.time <= time } ?? orders.first, self.item) }
    guard let order else { return 0 }
    // What was ordered first holds before it, too.
    let passed = order.time.isFinite ? time - order.time : 0
    let place = order.place + passed * order.rate
    return item?.clamped(place, isForward: order.rate >= 0) ?? place
  }
}

/// What a layer shows of a player.
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
