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
  func make(_ request: PictureRequest) throws(PictureFailure) -> (RenderResult, Renderer) {
    let start = ContinuousClock.now
    let key = KeptScenes.Key(request)
    var restoration = SceneRestoration()
    let lent = try open(request, key)
    var scene = lent.entry.scene
    try Self.assign(request, in: &scene, &restoration)
    let result = try draw(scene, request, since: start)
    // A tree whose picture failed is not kept, nor one that was read for the first time.
    if let key, lent.isWorthKeeping, !Self.hasVideos, !scene.readsPicturesLater, restoration.restore() {
      kept.put(lent.entry, key)
    }
    return result
  }

  /// The files of the document that is being read, as the parent gives them.
  private static var files: RemoteFiles? { DocumentAccess.files as? RemoteFiles }
  /// Whether a video was opened for the document; what it shows is asked for while this order lasts.
  private static var hasVideos: Bool { files?.hasVideos == true }

  private func draw(
    _ scene: Scene, _ request: PictureRequest, since start: ContinuousClock.Instant
  ) throws(PictureFailure) -> (RenderResult, Renderer) {
    let path = request.document
    let time = try time(request.moment, of: scene, path)
    do throws(RenderError) {
      let current: Renderer
      if let renderer { current = renderer } else { current = try orders.openRenderer() }
      renderer = current
      // Reading counts, too.
      let drawn = LimitMeter.with(start: start) {
        Result { () throws(RenderError) in try current.render(scene, at: time, options: request.options) }
      }
      return (try drawn.get(), current)
    } catch {
      let kind = PictureFailure.Kind(error)
      // What failed may be of no more use; where there is no device it is not a document's fault.
      if kind == .internalError { renderer = nil }
      throw PictureFailure(
        kind, renderer == nil && kind == .noDevice ? "\(error)" : "\(path): \(error)",
        limit: error.limit)
    }
  }

  /// The document as it is written: kept from a picture before, or read.
  private func open(
    _ request: PictureRequest, _ key: KeptScenes.Key?
  ) throws(PictureFailure) -> (entry: KeptScenes.Entry, isWorthKeeping: Bool) {
    guard let key else { return (KeptScenes.Entry(scene: try Self.read(request), cost: 0), false) }
    if let entry = kept.take(key) { return (entry, true) }
    let isKnown = kept.isKnown(key)
    let before = isKnown ? KeptScenes.heapBytes : 0
    let scene = try Self.read(request)
    // Of a system that does not say how much it took, nothing is kept.
    let cost = before > 0 ? max(KeptScenes.heapBytes - before, 0) : Int.max
    return (KeptScenes.Entry(scene: scene, cost: cost), isKnown)
  }

  /// Reads the document, puts it into its state, sets its values and adds captions.
  static func scene(_ request: PictureRequest) throws(PictureFailure) -> Scene {
    var scene = try read(request)
    var restoration = SceneRestoration()
    try assign(request, in: &scene, &restoration)
    return scene
  }

  private static func assign(
    _ request: PictureRequest, in scene: inout Scene, _ restoration: inout SceneRestoration
  ) throws(PictureFailure) {
    do throws(SceneError) {
      for assignment in request.assignments {
        try scene.assign(
          assignment.target, assignment.value, limits: request.limits, restoration: &restoration)
      }
    } catch {
      throw PictureFailure(.init(error), "\(error)")
    }
    guard let captions = request.captions else { return }
    do throws(CaptionError) {
      try scene.add(Captions(contentsOf: captions))
    } catch {
      let isMissing = if case .unreadable = error { true } else { false }
      throw PictureFailure(isMissing ? .noInput : .badData, "\(error)")
    }
  }

  /// Reads the document and puts it into its state.
  private static func read(_ request: PictureRequest) throws(PictureFailure) -> Scene {
    let path = request.document
    var scene: Scene
    do throws(SceneError) {
      scene = try DocumentReader(
        limits: request.limits, videos: files?.videos, lottieMotion: request.lottieMotion
      ).read(path)
    } catch {
      throw PictureFailure(.init(error), "\(error)", limit: error.limit)
    }
    if request.state != nil || request.fromState != nil {
      do throws(SceneError) {
        try scene.setState(request.state, from: request.fromState)
      } catch {
        throw PictureFailure(.usage, "\(path): \(error)")
      }
    }
    if let tilt = request.tilt {
      guard scene.followsTilt else {
        throw PictureFailure(.usage, "\(path): --tilt, and nothing in the scene follows a tilt")
      }
      scene.diagnostics += scene.setTilt(x: Double(tilt.x), y: Double(tilt.y))
    }
    return scene
  }

  private func time(
    _ moment: PictureRequest.Moment, of scene: Scene, _ path: String
  ) throws(PictureFailure) -> Double {
    if case .time(let time) = moment { return time }
    guard let timeline = scene.timeline else {
      throw PictureFailure(
        .usage, "\(path): --progress, --frame and --marker are for animations with frames; --time is for all")
    }
    switch moment {
    case .time(let time): return time
    case .progress(let progress): return timeline.time(atProgress: progress)
    case .frame(let frame): return timeline.time(ofFrame: frame)
    case .marker(let name):
      if let time = timeline.time(ofMarker: name) { return time }
      let names = timeline.markers.map(\.name)
      let known = names.isEmpty ? "it has none" : "it has \(names.prefix(20).joined(separator: ", "))"
      throw PictureFailure(.usage, "\(path): no marker '\(name)'; \(known)")
    }
  }
}
