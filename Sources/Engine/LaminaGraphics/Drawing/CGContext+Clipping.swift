// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry

extension CGContext {
  /// Restricts drawing to the inside of the path, within the present clip, and clears the path.
  ///
  /// With an empty path, nothing is drawn. The edge of the clip is smooth.
  public func clip(using rule: CGPathFillRule = .winding) {
    clip(pathInDevice.elements, rule)
    beginPath()
  }

  /// Restricts drawing to a rectangle as well. The path is cleared, as on Apple's platforms.
  public func clip(to rect: CGRect) {
    clip(to: [rect])
  }

  /// Restricts drawing to the union of rectangles as well. The path is cleared, as on Apple's platforms.
  public func clip(to rects: [CGRect]) {
    beginPath()
    addRects(rects)
    clip()
  }

  /// Restricts drawing by a picture in a rectangle, and to the rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle of the picture. As in ``draw(_:in:byTiling:)``, its top row is at the rectangle's maximum
  ///     y.
  ///   - mask: A mask, which lets drawing through where it paints, or a picture. If some of the picture is transparent,
  ///     its alpha lets drawing through, and its colours do not matter. Otherwise its brightness does, white most, as
  ///     Apple documents for grey pictures.
  public func clip(to rect: CGRect, mask: CGImage) {
    clip(to: rect)
    let deviceFromPicture = deviceFromPicture(mask, in: rect)
    let region = target.canvas.clipRegion
    guard deviceFromPicture.isUsable,
      let picture = PictureSurface(mask.isOpaque && !mask.isMask ? mask.brightnessAsAlpha : mask),
      let alpha = DrawingTarget(.alpha, region: region)
    else {
      // A picture that cannot be placed lets nothing through.
      return clip(PathElements(), .winding)
    }
    DrawCommand(
      coverage: .everything,
      ink: .picture(
        picture, deviceFromPicture: deviceFromPicture, filter: interpolationQuality.filter(for: deviceFromPicture),
        repeats: false),
      antialiases: false
    ).draw(on: alpha.canvas, alpha: 1)
    state.clipMask = ClipMask(target: alpha, parent: state.clipMask)
  }

  /// Removes the clip until the next ``restoreGState()``; in a transparency layer, drawing reaches the whole layer.
  public func resetClip() {
    drawDeferred()
    wasClipped = true
    target.canvas.resetClip()
    state.clipMask = nil
  }

  /// The smallest rectangle of user space that holds the pixels which the clip lets through; masks do not count.
  public var boundingBoxOfClipPath: CGRect {
    let region = target.canvas.clipRegion
    guard !region.isEmpty, state.deviceFromUser.isUsable else { return .null }
    let inDevice = CGRect(x: Int(region.minX), y: Int(region.minY), width: region.width, height: region.height)
    return inDevice.applying(state.deviceFromUser.inverted())
  }

  func clip(_ path: PathElements, _ rule: CGPathFillRule) {
    drawDeferred()
    wasClipped = true
    let canvas = target
    canvas.canvas.setAntialias(state.shouldAntialias && allowsAntialiasing)
    canvas.canvas.traceFill(path)
    canvas.canvas.clip(using: rule)
  }
}

extension CGImage {
  /// A black picture whose alpha is this picture's brightness.
  fileprivate var brightnessAsAlpha: CGImage {
    var pixels = [UInt8](repeating: 0, count: 4 * width * height)
    for (index, level) in brightness.enumerated() { pixels[4 * index + 3] = level }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels) ?? self
  }
}
