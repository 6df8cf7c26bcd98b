// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaVideo

/// The content of an export: a layer tree, and the videos under it that need not be drawn.
struct CompositionScene {
  /// The tree.
  private(set) var scene: Scene
  /// Videos that lie under the whole tree. Where no layer covers them, their pixels stay in ffmpeg.
  private(set) var under: VideoTrack?
  /// The sounds of the film.
  private(set) var sounds: [SoundSource] = []
  let size: PixelSize
  let rate: FrameRate
  /// Seconds.
  let duration: TimeInterval
  /// Restores the changed parts of the tree.
  private var cleanUp: [() -> Void] = []

  /// - Parameters:
  ///   - composition: The composition; `nil` for the asset's first track, unchanged.
  ///   - mix: The volumes of tracks; `nil` for the recorded volumes.
  init(_ asset: AVAsset, _ composition: AVMutableVideoComposition?, _ mix: AVAudioMix? = nil) throws {
    let tracks = Self.tracks(of: asset)
    guard let first = tracks.first(where: { $0.mediaType == .video && !$0.segments.isEmpty }) else {
      throw asset.failure ?? AVError.noPictures
    }
    let shown = CGRect(origin: .zero, size: first.naturalSize).applying(first.preferredTransform).size
    let wanted = composition.map(\.renderSize) ?? .zero
    let renderSize = wanted.width >= 1 && wanted.height >= 1 ? wanted : shown
    size = PixelSize(
      width: Int(clamping: Double(renderSize.width).rounded()),
      height: Int(clamping: Double(renderSize.height).rounded()))
    rate = try Self.rate(composition?.frameDuration ?? .invalid, first)
    duration = tracks.map(\.timeRange.end.seconds).max() ?? 0
    let tool = composition?.animationTool
    let root = tool?.animationLayer ?? CALayer()
    if tool == nil { root.bounds = CGRect(origin: .zero, size: renderSize) }
    scene = Scene(root: root, hostIsFlipped: true)
    for track in tracks where track.mediaType == .audio {
      let volumes = try mix?.volumes(of: track.trackID, until: duration) ?? []
      for segment in track.segments {
        var source = try SoundSource(segment.asset.url.path, start: segment.start.seconds)
        (source.offset, source.duration) = (segment.source.start.seconds, segment.length.seconds)
        source.speed = segment.speed
        source.volumes = volumes
        sounds.append(source)
      }
    }
    let pictures = tracks.filter { $0.mediaType == .video && !$0.segments.isEmpty }
    let plan = CompositionPlan(tracks: pictures, instructions: composition?.instructions ?? [], size: renderSize)
    if let under = try plan.plainTrack(shown: shown), let hidden = Self.bottom(of: tool, size: renderSize) {
      self.under = under
      if let hidden {
        let before = hidden.isHidden
        hidden.isHidden = true
        cleanUp.append { hidden.isHidden = before }
      }
    } else {
      for layer in tool?.videoLayers ?? [root] {
        let canvas = try plan.layers()
        canvas.isGeometryFlipped = !layer.contentsAreFlipped()
        canvas.position = CGPoint(x: layer.bounds.midX, y: layer.bounds.midY)
        canvas.transform = CATransform3DMakeScale(
          layer.bounds.width / renderSize.width, layer.bounds.height / renderSize.height, 1)
        layer.insertSublayer(canvas, at: 0)
        cleanUp.append { canvas.removeFromSuperlayer() }
      }
    }
  }

  /// Removes the inserted videos from the tree.
  func restore() {
    for step in cleanUp.reversed() { step() }
  }

  /// The tracks of an asset, as tracks of a composition.
  private static func tracks(of asset: AVAsset) -> [AVMutableCompositionTrack] {
    if let composition = asset as? AVMutableComposition {
      return composition.tracks.compactMap { $0 as? AVMutableCompositionTrack }
    }
    return asset.tracks.compactMap { source in
      let track = AVMutableCompositionTrack(asset, source.mediaType, trackID: source.trackID)
      track.preferredTransform = source.preferredTransform
      try? track.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: source, at: .zero)
      return track
    }
  }

  private static func rate(_ frame: CMTime, _ track: AVAssetTrack) throws -> FrameRate {
    if frame.isNumeric, frame > .zero, let rate = FrameRate(Int(frame.timescale), Int(frame.value)) { return rate }
    if case .success(let clip)? = (track as? AVMutableCompositionTrack)?.segments.first?.asset.clip { return clip.rate }
    throw AVError.noPictures
  }

  /// The video layer, if it lies under all other layers of the tree and fills it. The inner `nil` stands for an export
  /// without a tree, the outer `nil` for a video that has to be drawn.
  private static func bottom(of tool: AVVideoCompositionCoreAnimationTool?, size: CGSize) -> CALayer?? {
    guard let tool else { return .some(nil) }
    guard tool.videoLayers.count == 1, let layer = tool.videoLayers.first, let root = layer.superlayer,
      root === tool.animationLayer, root.sublayers?.first === layer, root.bounds.size == size, isPlain(root),
      isPlain(layer), layer.sublayers?.isEmpty ?? true, layer.frame == root.bounds,
      (root.sublayers ?? []).allSatisfy({ $0.zPosition >= layer.zPosition })
    else { return nil }
    return .some(layer)
  }

  /// Whether a layer has no properties that change the look of its sublayers.
  private static func isPlain(_ layer: CALayer) -> Bool {
    layer.backgroundColor == nil && layer.contents == nil && layer.borderWidth == 0 && layer.cornerRadius == 0
      && layer.mask == nil && layer.opacity == 1 && !layer.isHidden && layer.filters?.isEmpty ?? true
      && layer.backgroundFilters?.isEmpty ?? true && layer.compositingFilter == nil && layer.shadowOpacity == 0
      && CATransform3DIsIdentity(layer.transform) && CATransform3DIsIdentity(layer.sublayerTransform)
      && layer.animationKeys()?.isEmpty ?? true && layer.speed == 1 && layer.timeOffset == 0 && layer.beginTime == 0
      && !layer.masksToBounds
  }
}

/// The positions of tracks in a film.
struct CompositionPlan {
  let tracks: [AVMutableCompositionTrack]
  let instructions: [AVMutableVideoCompositionInstruction]
  let size: CGSize

  /// The parts of the only track, if they fill the film in sequence and are shown unchanged; otherwise `nil`.
  ///
  /// - Parameter shown: The size at which the track's pictures are shown.
  func plainTrack(shown: CGSize) throws -> VideoTrack? {
    guard tracks.count == 1, let track = tracks.first else { return nil }
    var time = CMTime.zero
    for segment in track.segments {
      guard abs(segment.start.seconds - time.seconds) < 1e-6, segment.speed == 1 else { return nil }
      time = segment.end
    }
    guard abs(shown.width - size.width) < 0.5, abs(shown.height - size.height) < 0.5 else { return nil }
    for instruction in instructions {
      guard let own = instruction.layerInstructions.first(where: { $0.trackID == track.trackID }),
        own.crops.isEmpty, own.opacities.allSatisfy({ $0.from == 1 && $0.to == 1 }),
        own.transforms.allSatisfy({ isPlain($0.from, track) && isPlain($0.to, track) })
      else { return nil }
      if own.transforms.isEmpty, !isPlain(.identity, track) { return nil }
    }
    return VideoTrack(
      try track.segments.map {
        VideoTrack.Piece(try $0.asset.clip.get(), $0.source.start.seconds..<$0.source.end.seconds)
      })
  }

  /// Whether a transform equals the track's own, so that its pictures are shown unchanged.
  private func isPlain(_ transform: CGAffineTransform, _ track: AVMutableCompositionTrack) -> Bool {
    let turn = Self.turn(of: track)
    let values: [(CGFloat, CGFloat)] = [
      (transform.a, turn.a), (transform.b, turn.b), (transform.c, turn.c), (transform.d, turn.d),
      (transform.tx, turn.tx), (transform.ty, turn.ty),
    ]
    return values.allSatisfy { abs($0 - $1) < 1e-6 }
  }

  /// The transform that the file itself gives for a track's pictures.
  private static func turn(of track: AVMutableCompositionTrack) -> CGAffineTransform {
    track.segments.first?.asset.tracks(withMediaType: .video).first?.preferredTransform ?? .identity
  }

  /// A layer of the film's size with the tracks in it, y down.
  func layers() throws -> CALayer {
    let canvas = CALayer()
    canvas.bounds = CGRect(origin: .zero, size: size)
    canvas.masksToBounds = true
    canvas.backgroundColor = instructions.first?.backgroundColor ?? .black
    // Instructions list the topmost track first.
    let order = instructions.first?.layerInstructions.map(\.trackID) ?? tracks.map(\.trackID)
    let sorted = tracks.sorted { a, b in
      (order.firstIndex(of: a.trackID) ?? .max) > (order.firstIndex(of: b.trackID) ?? .max)
    }
    for track in sorted {
      let natural = track.naturalSize
      let turn = Self.turn(of: track)
      let shown = CGRect(origin: .zero, size: natural).applying(turn)
      // ffmpeg has already turned the pictures as the file says; transforms of compositions apply to pictures that are
      // not turned.
      let holder = CALayer()
      holder.bounds = CGRect(origin: .zero, size: natural)
      (holder.anchorPoint, holder.position) = (.zero, .zero)
      let layer = CALayer()
      layer.bounds = CGRect(origin: .zero, size: shown.size)
      (layer.anchorPoint, layer.position) = (.zero, .zero)
      layer.transform = CATransform3DMakeAffineTransform(turn.inverted())
      layer.contents = CGImage(standingFor: try CompositionPictures(track.segments))
      crop(layer, in: holder, track)
      move(holder, track, turn)
      canvas.addSublayer(holder)
    }
    return canvas
  }

  /// A value that changes from one time to another, and then stays.
  struct Step<Value> {
    var start: Double
    var end: Double
    var from: Value
    var to: Value
  }

  /// Puts the layer of a track's pictures into its holder, cropped by the instructions.
  private func crop(_ layer: CALayer, in holder: CALayer, _ track: AVMutableCompositionTrack) {
    let whole = holder.bounds
    var steps: [Step<CGRect>] = []
    for instruction in instructions {
      let (start, end) = (instruction.timeRange.start.seconds, instruction.timeRange.end.seconds)
      let own = instruction.layerInstructions.first { $0.trackID == track.trackID }
      guard start.isFinite, end.isFinite, start < end, let own, !own.crops.isEmpty else { continue }
      steps += Self.steps(own.crops, from: start, to: end, whole)
    }
    guard !steps.isEmpty else { return holder.addSublayer(layer) }
    // Position and bounds change together, so the pictures stay in place while the visible rectangle moves.
    let frame = CALayer()
    (frame.anchorPoint, frame.bounds, frame.masksToBounds) = (.zero, whole, true)
    frame.addSublayer(layer)
    holder.addSublayer(frame)
    for (index, step) in steps.enumerated() {
      let (from, to) = (Self.part(step.from, of: whole), Self.part(step.to, of: whole))
      let part = Step(start: step.start, end: step.end, from: from, to: to)
      add("bounds", part, to: frame, "crop \(index)") { $0 }
      add("position", part, to: frame, "crop place \(index)") { $0.origin }
    }
  }

  /// The intersection of a rectangle with another; where it is empty, an empty rectangle at the corner of `whole`.
  private static func part(_ rectangle: CGRect, of whole: CGRect) -> CGRect {
    let common = rectangle.intersection(whole)
    return common.isNull || common.isEmpty ? CGRect(origin: whole.origin, size: .zero) : common
  }

  private func move(_ layer: CALayer, _ track: AVMutableCompositionTrack, _ turn: CGAffineTransform) {
    var (places, opacities) = ([Step<CGAffineTransform>](), [Step<Float>]())
    // The transform of a track without an instruction: the composition's own, or else the file's.
    let usual =
      instructions.isEmpty ? (track.preferredTransform == .identity ? turn : track.preferredTransform) : .identity
    for instruction in instructions {
      let (start, end) = (instruction.timeRange.start.seconds, instruction.timeRange.end.seconds)
      guard start.isFinite, end.isFinite, start < end else { continue }
      guard let own = instruction.layerInstructions.first(where: { $0.trackID == track.trackID }) else {
        opacities.append(Step(start: start, end: end, from: 0, to: 0))
        continue
      }
      places += Self.steps(own.transforms, from: start, to: end, usual)
      opacities += Self.steps(own.opacities, from: start, to: end, 1)
    }
    layer.transform = CATransform3DMakeAffineTransform(usual)
    if let first = opacities.first, first.start > 0 {
      opacities.insert(Step(start: 0, end: first.start, from: 0, to: 0), at: 0)
    }
    for (index, step) in places.enumerated() {
      add("transform", step, to: layer, "place \(index)") { CATransform3DMakeAffineTransform($0) }
    }
    for (index, step) in opacities.enumerated() { add("opacity", step, to: layer, "opacity \(index)") { $0 } }
  }

  /// Ramps as steps without gaps: the last value holds between ramps.
  static func steps<Value>(
    _ ramps: [AVMutableVideoCompositionLayerInstruction.Ramp<Value>], from start: Double, to end: Double, _ usual: Value
  ) -> [Step<Value>] {
    var (steps, time, value) = ([Step<Value>](), start, usual)
    for ramp in ramps.sorted(by: { $0.range.start < $1.range.start }) {
      let (first, last) = (max(start, ramp.range.start.seconds), min(end, ramp.range.end.seconds))
      guard first.isFinite, last.isFinite else { continue }
      if first > time { steps.append(Step(start: time, end: first, from: value, to: value)) }
      if last > first { steps.append(Step(start: first, end: last, from: ramp.from, to: ramp.to)) }
      (time, value) = (max(first, last), ramp.to)
    }
    if end > time { steps.append(Step(start: time, end: end, from: value, to: value)) }
    return steps
  }

  private func add<Value>(
    _ keyPath: String, _ step: Step<Value>, to layer: CALayer, _ key: String, _ value: (Value) -> Any
  ) {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue) = (value(step.from), value(step.to))
    // The animation's first moment belongs to it; its last moment belongs to the next animation.
    (animation.beginTime, animation.duration) = (step.start - 1e-7, step.end - step.start)
    animation.isRemovedOnCompletion = false
    layer.add(animation, forKey: key)
  }
}
