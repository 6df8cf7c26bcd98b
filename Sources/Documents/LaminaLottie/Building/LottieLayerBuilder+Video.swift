// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics
internal import LaminaLayers

// Videos. All other times in the tree are the root's time. A video has its own time: through the timing of a sublayer
// if its time is a linear function, otherwise by mapping the requested times.

extension LottieLayerBuilder {
  /// Shows a video in a layer.
  ///
  /// - Parameters:
  ///   - image: The picture that represents the video.
  ///   - time: The map from frames of the outermost composition to the video's frames, at the composition's rate.
  /// - Returns: Whether there is something to show.
  func show(
    _ video: any MovingPictures, standsAs image: CGImage, _ asset: LottieImage, in layer: CALayer,
    of model: LottieLayer, _ time: TimeMap
  ) -> Bool {
    guard takeLayers(for: model) else { return false }
    var size = CGSize(width: asset.width, height: asset.height)
    if size.width <= 0 || size.height <= 0, let first = video.picture(at: 0, isExact: false).image {
      size = CGSize(
        width: asset.width > 0 ? asset.width : Double(first.width),
        height: asset.height > 0 ? asset.height : Double(first.height))
    }
    layer.bounds.size = size
    let screen = container(size)
    let rate = composition.frameRate
    if let line = time.linear {
      screen.contents = image
      screen.speed = Float(line.rate)
      screen.timeOffset = (line.start + line.rate * composition.inPoint) / rate
    } else {
      screen.contents = CGImage(standingFor: RemappedPictures(video, time, from: composition.inPoint, rate))
    }
    layer.addSublayer(screen)
    return true
  }
}

/// The pictures of a video whose time is a property of a composition.
private final class RemappedPictures: MovingPictures {
  private let video: any MovingPictures
  private let time: TimeMap
  private let (firstFrame, frameRate): (Double, Double)

  init(_ video: any MovingPictures, _ time: TimeMap, from firstFrame: Double, _ frameRate: Double) {
    (self.video, self.time, self.firstFrame, self.frameRate) = (video, time, firstFrame, frameRate)
  }

  func picture(at time: TimeInterval, isExact: Bool) -> MovingPicture {
    let frame = self.time.local(at: firstFrame + time * frameRate)
    return video.picture(at: frame / frameRate, isExact: isExact)
  }

  var duration: TimeInterval { video.duration }
  /// `nil`, since the file by itself plays at its own pace.
  var file: String? { nil }
  var identity: String { video.identity }
}
