// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaGeometry
import LaminaGraphics
public import LaminaLayers

/// How pictures lie in a layer of other proportions.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  /// Apple's name.
  public let rawValue: String
  /// Makes a way of a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All of them shows, in the middle.
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
  /// They fill the layer, and go beyond it; what goes beyond shows unless the layer cuts it off (`masksToBounds`).
  public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
  /// They are stretched to the layer.
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

/// A layer that shows what a player plays.
///
/// Its contents are the picture that belongs to its own time, so `beginTime`, `speed` and `timeOffset` of the layer and
/// of those around it move, stretch and stop it, and `repeatCount`, `repeatDuration` and `autoreverses` repeat it, by
/// cycles of its `duration`, or else of the video's. Whatever else is done to layers is done to it: corners, masks,
/// shadows, filters, perspective, copies.
///
///     let layer = AVPlayerLayer(player: AVPlayer(url: URL(fileURLWithPath: "clip.mp4")))
///     layer.frame = root.bounds
///     layer.cornerRadius = 24
///     layer.masksToBounds = true
///     root.addSublayer(layer)
///     layer.player?.play()
///
/// A file that cannot be played draws nothing; why is among the diagnostics of each picture (`bad-video`), as are
/// pictures that cannot be decoded (`damaged-video`).
open class AVPlayerLayer: CALayer {
  /// What it shows.
  ///
  /// - Default: `nil`.
  open var player: AVPlayer? {
    didSet {
      if player !== oldValue { showPlayer() }
    }
  }

  /// How pictures lie in it.
  ///
  /// - Default: `resizeAspect`.
  open var videoGravity = AVLayerVideoGravity.resizeAspect {
    didSet { setGravity() }
  }

  /// Makes a layer of nothing.
  public override init() {
    super.init()
    setGravity()
  }

  /// Makes a layer that shows a player.
  public convenience init(player: AVPlayer?) {
    self.init()
    self.player = player
    // Observers are not called while a layer is being made.
    showPlayer()
  }

  /// Makes a copy of a layer's own values; see `CALayer.init(layer:)`.
  public override init(layer: Any) {
    super.init(layer: layer)
    guard let layer = layer as? AVPlayerLayer else { return }
    player = layer.player
    videoGravity = layer.videoGravity
    // The same, so that it is known for the same video.
    contents = layer.contents
  }

  /// Makes a layer of what an archive holds; players are in none.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setGravity()
  }

  open override func presentationCopy() -> CALayer { AVPlayerLayer(layer: self) }

  /// Whether it has something to show.
  open var isReadyForDisplay: Bool { player?.currentItem?.status == .readyToPlay }

  /// Where pictures lie in it.
  ///
  /// - Units: points, in this layer's space; zero where there is nothing to show.
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

/// A time so close to 0 that it is 0 to every clock, for animations of films: 0 itself means *now* to an animation that
/// is added.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100
