// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaGeometry
import LaminaGraphics
public import LaminaLayers

/// The scaling of pictures in a layer with other proportions.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  /// Apple's name.
  public let rawValue: String
  /// Makes a scaling from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The whole picture is shown, centred.
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
  /// The picture covers the layer and reaches beyond it; the excess is visible unless the layer clips
  /// (`masksToBounds`).
  public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
  /// The picture is stretched to the layer.
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

/// A layer that shows the pictures of a player.
///
/// Its contents are the picture for its own time. `beginTime`, `speed` and `timeOffset` of the layer and of the layers
/// around it therefore move, stretch and stop the video. `repeatCount`, `repeatDuration` and `autoreverses` repeat it,
/// in cycles of the layer's `duration`, or else of the video's. All effects on layers apply: corners, masks, shadows,
/// filters, perspective, copies.
///
///     let layer = AVPlayerLayer(player: AVPlayer(url: URL(fileURLWithPath: "clip.mp4")))
///     layer.frame = root.bounds
///     layer.cornerRadius = 24
///     layer.masksToBounds = true
///     root.addSublayer(layer)
///     layer.player?.play()
///
/// A file that cannot be played draws nothing; the diagnostics of each picture have the reason (`bad-video`), and
/// report pictures that cannot be decoded (`damaged-video`).
open class AVPlayerLayer: CALayer {
  /// The player that is shown.
  ///
  /// - Default: `nil`.
  open var player: AVPlayer? {
    didSet {
      if player !== oldValue { showPlayer() }
    }
  }

  /// The scaling of the pictures.
  ///
  /// - Default: `resizeAspect`.
  open var videoGravity = AVLayerVideoGravity.resizeAspect {
    didSet { setGravity() }
  }

  /// Makes a layer without a player.
  public override init() {
    super.init()
    setGravity()
  }

  /// Makes a layer that shows a player.
  public convenience init(player: AVPlayer?) {
    self.init()
    self.player = player
    // Property observers do not run in an initialiser.
    showPlayer()
  }

  /// Makes a copy of a layer's own values; see `CALayer.init(layer:)`.
  public override init(layer: Any) {
    super.init(layer: layer)
    guard let layer = layer as? AVPlayerLayer else { return }
    player = layer.player
    videoGravity = layer.videoGravity
    // The same object, so that both layers are known to show the same video.
    contents = layer.contents
  }

  /// Makes a layer from an archive; archives contain no players.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setGravity()
  }

  open override func presentationCopy() -> CALayer { AVPlayerLayer(layer: self) }

  /// Whether there are pictures to show.
  open var isReadyForDisplay: Bool { player?.currentItem?.status == .readyToPlay }

  /// The rectangle of the pictures.
  ///
  /// - Units: points, in this layer's space; zero if there are no pictures.
  open var videoRect: CGRect {
    guard let size = player?.currentItem?.presentationSize, size.width > 0, size.height > 0 else { return .zero }
    let box = bounds
    guard videoGravity != .resize else { return box }
    let scales = (box.width / size.width, box.height / size.height)
    let scale = videoGravity == .resizeAspectFill ? max(scales.0, scales.1) : min(scales.0, scales.1)
    let shown = CGSize(width: size.width * scale, height: size.height * scale)
    return CGRect(
      x: box.midX - shown.width / 2, y: box.midY - shown.height / 2, width: shown.width, height: shown.height)
  }

  private func showPlayer() { contents = player.map { CGImage(standingFor: PlayerPictures($0)) } }

  private func setGravity() {
    contentsGravity =
      switch videoGravity {
      case .resize: .resize
      case .resizeAspectFill: .resizeAspectFill
      default: .resizeAspect
      }
  }
}

/// A time that every clock rounds to 0, for animations of films: the value 0 itself stands for *now* when an animation
/// is added.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100
