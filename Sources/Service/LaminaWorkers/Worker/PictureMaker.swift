// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

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
