// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaGeometry
public import LaminaGraphics
public import LaminaLayers
public import LaminaVideo

/// How the pictures of tracks become those of a film: its size, its rate, where each track lies, and the layers around
/// them.
open class AVMutableVideoComposition: NSObject {
  /// How large the film is.
  ///
  /// - Units: pixels.
  /// - Default: zero: as large as the first track is shown.
  open var renderSize = CGSize.zero
  /// How long a frame is.
  ///
  /// - Default: invalid: as the first track has it.
  open var frameDuration = CMTime.invalid
  /// Stretches of time one after the other, and what shows in each.
  ///
  /// - Default: empty: the first track, all the time, as it is shown.
  open var instructions: [AVMutableVideoCompositionInstruction] = []
  /// The layers around the video.
  ///
  /// - Default: `nil`: the video alone.
  open var animationTool: AVVideoCompositionCoreAnimationTool?

  /// Makes a composition that takes all from the asset.
  public override init() {}

  /// Makes a composition with the size and the rate of an asset's first track of pictures.
  public init(propertiesOf asset: AVAsset) {
    guard let track = asset.tracks(withMediaType: .video).first else { return }
    let shown = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
    renderSize = shown.size
    if track.nominalFrameRate > 0 {
      let ticks = Int(clamping: (Double(track.nominalFrameRate) * 1000).rounded())
      frameDuration = CMTime(value: 1000, timescale: Int32(clamping: ticks))
    }
  }
}

/// What shows for a while.
open class AVMutableVideoCompositionInstruction: NSObject {
  /// When.
  open var timeRange = CMTimeRange.invalid
  /// Where tracks lie, the topmost first. A track that is not among them does not show.
  open var layerInstructions: [AVMutableVideoCompositionLayerInstruction] = []
  /// What is behind them.
  ///
  /// - Default: `nil`: black.
  open var backgroundColor: CGColor?

  /// Makes an instruction without tracks.
  public override init() {}
}

/// Where a track lies while an instruction holds, and how much of it shows.
open class AVMutableVideoCompositionLayerInstruction: NSObject {
  /// A value that goes from one to another; a jump where it takes no time.
  struct Ramp<Value> {
    var range: CMTimeRange
    var from: Value
    var to: Value
  }

  /// The number of the track.
  public let trackID: CMPersistentTrackID
  private(set) final var transforms: [Ramp<CGAffineTransform>] = []
  private(set) final var opacities: [Ramp<Float>] = []
  private(set) final var crops: [Ramp<CGRect>] = []

  /// Places a track.
  public init(assetTrack track: AVAssetTrack) { trackID = track.trackID }

  /// Moves the track from a time on: from its pictures' own space, before they are turned, to the film's, y down.
  open func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    transforms.append(Ramp(range: CMTimeRange(start: time, duration: .zero), from: transform, to: transform))
  }

  /// Moves the track from one place to another.
  open func setTransformRamp(
    fromStart start: CGAffineTransform, toEnd end: CGAffineTransform, timeRange: CMTimeRange
  ) {
    transforms.append(Ramp(range: timeRange, from: start, to: end))
  }

  /// Shows so much of the track from a time on; 0...1.
  open func setOpacity(_ opacity: Float, at time: CMTime) {
    opacities.append(Ramp(range: CMTimeRange(start: time, duration: .zero), from: opacity, to: opacity))
  }

  /// Shows less or more of the track; 0...1.
  open func setOpacityRamp(fromStartOpacity start: Float, toEndOpacity end: Float, timeRange: CMTimeRange) {
    opacities.append(Ramp(range: timeRange, from: start, to: end))
  }

  /// Shows only a part of the track's pictures from a time on.
  ///
  /// - Parameters:
  ///   - cropRectangle: The part, in the pictures' own space, before they are turned or moved; y down.
  ///   - time: From when on.
  open func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
    crops.append(Ramp(range: CMTimeRange(start: time, duration: .zero), from: cropRectangle, to: cropRectangle))
  }

  /// Shows a part of the track's pictures that goes from one rectangle to another.
  ///
  /// - Parameters:
  ///   - startCropRectangle: The part at the beginning, in the pictures' own space, before they are turned or moved; y
  ///     down.
  ///   - endCropRectangle: The part at the end.
  ///   - timeRange: When.
  open func setCropRectangleRamp(
    fromStartCropRectangle startCropRectangle: CGRect, toEndCropRectangle endCropRectangle: CGRect,
    timeRange: CMTimeRange
  ) {
    crops.append(Ramp(range: timeRange, from: startCropRectangle, to: endCropRectangle))
  }
}

/// Puts a film's video into a layer tree, which becomes the film.
///
/// The tree lies in a space whose y points up, as with Apple, unless its root is `isGeometryFlipped`. Its times are
/// those of the film: animations that begin with it have `AVCoreAnimationBeginTimeAtZero` as their `beginTime`.
///
///     let tool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: videoLayer, in: parentLayer)
open class AVVideoCompositionCoreAnimationTool: NSObject {
  /// The layers whose contents become the video.
  final let videoLayers: [CALayer]
  /// What is drawn.
  final let animationLayer: CALayer

  /// Shows the video in a layer of a tree.
  public convenience init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
    self.init(postProcessingAsVideoLayers: [videoLayer], in: animationLayer)
  }

  /// Shows the video in several layers of a tree.
  public init(postProcessingAsVideoLayers videoLayers: [CALayer], in animationLayer: CALayer) {
    (self.videoLayers, self.animationLayer) = (videoLayers, animationLayer)
  }
}
