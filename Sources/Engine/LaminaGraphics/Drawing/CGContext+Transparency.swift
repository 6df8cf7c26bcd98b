// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry

/// The values that are restored when a transparency layer ends.
struct TransparencyLayer {
  /// The target of drawing outside the layer.
  let outerTarget: DrawingTarget
  /// The state outside, whose alpha, blend mode, shadow and masks the layer is drawn with.
  let outerState: GraphicsState
  /// The number of states that were saved outside.
  let savedStateCount: Int
  /// Whether the layer has pixels of its own; `false` where no part of it is visible, or there was no memory.
  let isSeparate: Bool
}

extension CGContext {
  /// Begins a layer: everything that is drawn until ``endTransparencyLayer()`` is drawn as one picture, with the
  /// present alpha, blend mode, shadow and clip.
  ///
  /// Inside, alpha is 1, the blend mode normal, and there is no shadow. Layers nest; at more than 256 levels, further
  /// layers draw into the innermost.
  ///
  /// - Parameter auxiliaryInfo: Ignored.
  public func beginTransparencyLayer(auxiliaryInfo: [String: Any]?) {
    begin(region: visibleRegion)
  }

  /// Begins a layer whose drawing lies within a rectangle of user space; see
  /// ``beginTransparencyLayer(auxiliaryInfo:)``.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: [String: Any]?) {
    let outline = CGMutablePath()
    outline.addRect(rect, transform: state.deviceFromUser)
    begin(region: visibleRegion.intersection(PixelRect(covering: outline.boundingBox, margin: 0)))
  }

  /// Ends the layer that began last, and draws it. Without an open layer, nothing happens.
  public func endTransparencyLayer() {
    guard let layer = transparencyLayers.last else { return }
    while savedStates.count > layer.savedStateCount { restoreGState() }
    transparencyLayers.removeLast()
    let picture = target
    target = layer.outerTarget
    state = layer.outerState
    if layer.isSeparate { perform(command(.everything, .pixels(picture))) } else { target.canvas.restore() }
  }

  private func begin(region: PixelRect) {
    drawDeferred()
    let made = transparencyLayers.count < 256 ? DrawingTarget(.color, region: region) : nil
    transparencyLayers.append(
      TransparencyLayer(
        outerTarget: target, outerState: state, savedStateCount: savedStates.count, isSeparate: made != nil))
    if let made { target = made } else { target.canvas.save() }
    state.alpha = 1
    state.blendMode = .normal
    state.shadow = nil
    if made != nil { state.clipMask = nil }
  }
}
