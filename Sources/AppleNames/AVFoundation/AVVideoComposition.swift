// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaGeometry
public import LaminaGraphics
public import LaminaLayers
public import LaminaVideo

/// The composition of a film from tracks: its size, its frame rate, the position of each track, and the layers around
/// them.
open class AVMutableVideoComposition: NSObject {
  /// The size of the film.
  ///
  /// - Units: pixels.
  /// - Default: zero: the size at which the first track is shown.
  open var renderSize = CGSize.zero
  /// The duration of a frame.
  ///
  /// - Default: invalid: the frame duration of the first track.
  open var frameDuration = CMTime.invalid
  /// The visible tracks of successive time ranges.
  ///
  /// - Default: empty: the first track for the whole film, unchanged.
  open var instructions: [AVMutableVideoCompositionInstruction] = []
  /// The layers around the video.
  ///
  /// - Default: `nil`: the video alone.
  open var animationTool: AVVideoCompositionCoreAnimationTool?

  /// Makes a composition that takes its size and frame rate from the asset.
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

/// The tracks that are visible in a time range.
open class AVMutableVideoCompositionInstruction: NSObject {
  /// The time range of the instruction.
  open var timeRange = CMTimeRange.invalid
  /// The visible tracks, the topmost first. Tracks that are not listed are hidden.
  open var layerInstructions: [AVMutableVideoCompositionLayerInstruction] = []
  /// The colour behind the tracks.
  ///
  /// - Default: `nil`: black.
  open var backgroundColor: CGColor?

  /// Makes an instruction without tracks.
  public override init() {}
}

/// The position and visibility of a track during an instruction.
open class AVMutableVideoCompositionLayerInstruction: NSObject {
  /// A value that changes gradually over a time range, or jumps where the range is empty.
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

  /// Sets the track's transform from a time on: from its pictures' own space, before they are turned, to the film's, y
  /// down.
  open func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    transforms.append(Ramp(range: CMTimeRange(start: time, duration: .zero), from: transform, to: transform))
  }

  /// Changes the track's transform gradually over a time range.
  open func setTransformRamp(
    fromStart start: CGAffineTransform, toEnd end: CGAffineTransform, timeRange: CMTimeRange
  ) {
    transforms.append(Ramp(range: timeRange, from: start, to: end))
  }

  /// Sets the track's opacity from a time on; 0...1.
  open func setOpacity(_ opacity: Float, at time: CMTime) {
    opacities.append(Ramp(range: CMTimeRange(start: time, duration: .zero), from: opacity, to: opacity))
  }

  /// Changes the track's opacity gradually over a time range; 0...1.
  open func setOpacityRamp(fromStartOpacity start: Float, toEndOpacity end: Float, timeRange: CMTimeRange) {
    opacities.append(Ramp(range: timeRange, from: start, to: end))
  }

  /// Shows only a part of the track's pictures from a time on.
  ///
  /// - Parameters:
  ///   - cropRectangle: The part, in the pictures' own space, before they are turned or moved; y down.
  ///   - time: The time from which the rectangle applies.
  open func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
    crops.append(Ramp(range: CMTimeRange(start: time, duration: .zero), from: cropRectangle, to: cropRectangle))
  }

  /// Changes the visible rectangle of the track's pictures gradually over a time range.
  ///
  /// - Parameters:
  ///   - startCropRectangle: The part at the beginning, in the pictures' own space, before they are turned or moved; y
  ///     down.
  ///   - endCropRectangle: The part at the end.
  ///   - timeRange: The time range of the change.
  open func setCropRectangleRamp(
    fromStartCropRectangle startCropRectangle: CGRect, toEndCropRectangle endCropRectangle: CGRect,
    timeRange: CMTimeRange
  ) {
    crops.append(Ramp(range: timeRange, from: startCropRectangle, to: endCropRectangle))
  }
}

/// Shows the video in a layer tree, which becomes the picture of the film.
///
/// The tree's coordinate space is y-up, as with Apple, unless its root is `isGeometryFlipped`. Its time is the time of
/// the film: animations that begin with the film have `AVCoreAnimationBeginTimeAtZero` as their `beginTime`. They also
/// have `isRemovedOnCompletion` set to `false`, as Apple asks for: otherwise a layer forgets an animation as soon as
/// the `MediaClock` of the thread that added it passes its end, even while the film is made.
///
///     let tool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: videoLayer, in: parentLayer)
open class AVVideoCompositionCoreAnimationTool: NSObject {
  /// The layers whose contents become the video.
  final let videoLayers: [CALayer]
  /// The root of the tree that is drawn.
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
