// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

// Names that programs may use with the supported ones, each with a message about its replacement.

extension AVMutableVideoComposition {
  /// Draws frames by a program's own code.
  @available(
    *, unavailable,
    message:
      "Frames are composed by layers here: put the video into a CALayer's tree, or export a FrameSource with 'prepare'."
  )
  public var customVideoCompositorClass: AnyClass? { nil }
}

extension AVMutableAudioMixInputParameters {
  /// Changes samples by a program's own code.
  @available(
    *, unavailable, message: "Samples do not pass through this process; volumes and ramps are what a mix can say."
  )
  public var audioTapProcessor: AnyObject? { nil }

  /// The treatment of pitch when sound is played faster or slower.
  @available(*, unavailable, message: "Sound of other speeds keeps its pitch; there is no other way.")
  public var audioTimePitchAlgorithm: String? { nil }
}

/// Reads samples of a file.
@available(*, unavailable, message: "Show a file's pictures by AVPlayerLayer, or read it with ffmpeg.")
public final class AVAssetReader {}

/// Writes samples to a file.
@available(
  *, unavailable, message: "Export layers by AVAssetExportSession, or frames of your own by FrameSource and ExportJob."
)
public final class AVAssetWriter {}

/// Makes pictures of a file.
@available(*, unavailable, message: "Render an AVPlayerLayer at the time that you want, by Renderer.render(_:at:).")
public final class AVAssetImageGenerator {}

/// Takes pictures with a camera.
@available(*, unavailable, message: "There are no cameras on servers.")
public final class AVCaptureSession {}
