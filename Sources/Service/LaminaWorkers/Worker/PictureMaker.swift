// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaScene
import LaminaSystem
import LaminaVideo

/// Reads a document and draws it, as the command line does in its own process.
final class PictureMaker {
  private let orders: WorkerOrders
  private var renderer: Renderer?
  private let kept = KeptScenes()

  init(_ orders: WorkerOrders) {
    self.orders = orders
  }

  /// Draws a picture.
  func make(_ order: PictureOrder) throws(PictureFailure) -> (RenderResult, Renderer) {
    let start = ContinuousClock.now
    let (request, key) = (order.request, KeptScenes.Key(order))
    var restoration = SceneRestoration()
    let lent = try open(request, key)
    var scene = lent.entry.scene
    try request.fill(&scene, &restoration)
    let result = try draw(scene, request, since: start)
    // A tree is not kept if its picture failed or if it was read for the first time.
    if let key, lent.isWorthKeeping, !Self.hasVideos, !scene.readsPicturesLater, restoration.restore() {
      kept.put(lent.entry, key)
    }
    return result
  }

  /// The files of the document that is being read, as provided by the parent.
  private static var files: RemoteFiles? { DocumentAccess.files as? RemoteFiles }
  /// Opens videos through the parent.
  static var videos: VideoOpener? { files?.videos }
  /// Whether a video was opened for the document; its pictures can be requested only during the current order.
  private static var hasVideos: Bool { files?.hasVideos == true }

  private func draw(
    _ scene: Scene, _ request: SceneRequest, since start: ContinuousClock.Instant
  ) throws(PictureFailure) -> (RenderResult, Renderer) {
    let time = try request.time(in: scene)
    do throws(RenderError) {
      let current: Renderer
      if let renderer { current = renderer } else { current = try orders.openRenderer() }
      renderer = current
      // The time for reading counts, too.
      let drawn = LimitMeter.with(start: start) {
        Result { () throws(RenderError) in try current.render(scene, at: time, options: request.options) }
      }
      return (try drawn.get(), current)
    } catch {
      let kind = PictureFailure.Kind(error)
      // A renderer that failed may be unusable; a missing device is not the document's fault.
      if kind == .internalError { renderer = nil }
      throw PictureFailure(error, document: renderer == nil && kind == .noDevice ? nil : request.document)
    }
  }

  /// The document as written, without assigned values: kept from an earlier picture, or read.
  private func open(
    _ request: SceneRequest, _ key: KeptScenes.Key?
  ) throws(PictureFailure) -> (entry: KeptScenes.Entry, isWorthKeeping: Bool) {
    guard let key else { return (KeptScenes.Entry(scene: try request.read(videos: Self.videos), cost: 0), false) }
    if let entry = kept.take(key) { return (entry, true) }
    let isKnown = kept.isKnown(key)
    let before = isKnown ? KeptScenes.heapBytes : 0
    let scene = try request.read(videos: Self.videos)
    // On a system that does not report allocated memory, no tree is kept.
    let cost = before > 0 ? max(KeptScenes.heapBytes - before, 0) : Int.max
    return (KeptScenes.Entry(scene: scene, cost: cost), isKnown)
  }
}

/// Layer trees of documents that a worker was recently asked to draw more than once.
///
/// The parent names the documents. A tree is lent for one picture and returned once all assigned values are restored;
/// one that is not returned is read again from its document.
final class KeptScenes {
  /// The inputs that determine how a document is read.
  struct Key: Hashable {
    /// The parent's name for the bytes.
    var identity: String
    /// The document's name in messages.
    var document: String
    var limits: SceneLimits
    var lottieMotion: LottieMotion

    /// The key of an order; `nil` if its document has no identity, is put into a state before its values are assigned,
    /// or gets captions afterwards.
    init?(_ order: PictureOrder) {
      let request = order.request
      guard let identity = order.identity, request.state == nil, request.fromState == nil, request.tilt == nil,
        request.captions == nil
      else { return nil }
      (self.identity, document, limits) = (identity, request.document, request.limits)
      lottieMotion = request.lottieMotion
    }
  }

  /// A tree, and the memory that reading it took, in bytes.
  struct Entry {
    var scene: Scene
    var cost: Int
  }

  /// The maximum number of trees, of their bytes together, of the bytes of each, and of remembered names.
  private static let (mostScenes, mostBytes, mostBytesOfOne, mostNames) = (8, 64 << 20, 32 << 20, 64)

  /// Trees in the order of their last use, the most recent at the end.
  private var kept: [(key: Key, entry: Entry)] = []
  private var names: [Key] = []

  /// Lends a tree.
  ///
  /// - Returns: The tree; `nil` if the document has to be read.
  func take(_ key: Key) -> Entry? {
    guard let place = kept.firstIndex(where: { $0.key == key }) else { return nil }
    return kept.remove(at: place).entry
  }

  /// Whether a document was requested recently; records that it was requested now.
  func isKnown(_ key: Key) -> Bool {
    let place = names.firstIndex(of: key)
    if let place { names.remove(at: place) } else if names.count == Self.mostNames { names.removeFirst() }
    names.append(key)
    return place != nil
  }

  /// Keeps a tree that is unchanged since it was read.
  func put(_ entry: Entry, _ key: Key) {
    guard entry.cost <= Self.mostBytesOfOne else { return }
    kept.append((key, entry))
    var bytes = kept.reduce(0) { $0 + $1.entry.cost }
    while kept.count > Self.mostScenes || bytes > Self.mostBytes { bytes -= kept.removeFirst().entry.cost }
  }

  /// The memory that the process has allocated from its heap, in bytes.
  static var heapBytes: Int { Int(clamping: lamina_heap_bytes()) }
}
