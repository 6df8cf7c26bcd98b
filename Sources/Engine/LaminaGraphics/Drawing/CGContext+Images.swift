// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CCairo
public import Foundation
internal import LaminaGeometry

extension CGContext {
  /// Draws a picture into a rectangle.
  ///
  /// - Parameters:
  ///   - image: The picture. A mask paints the fill colour.
  ///   - rect: The rectangle of the picture, in user space. As on Apple's platforms the picture's **top row is at the
  ///     rectangle's maximum y**: the picture stands upright where y is up. In a layer's context, where y is down, turn
  ///     user space over first:
  ///
  ///         context.translateBy(x: 0, y: rect.minY + rect.maxY)
  ///         context.scaleBy(x: 1, y: -1)
  ///         context.draw(image, in: rect)
  ///   - byTiling: Whether the picture is repeated in all directions, within the clip. Tiles that are not turned lie on
  ///     whole pixels of a bitmap.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    if image.isMask, !byTiling { return paint(through: image, in: rect) }
    let deviceFromPicture = deviceFromPicture(image, in: rect)
    guard deviceFromPicture.isUsable, let picture = pictures.surface(of: image) else { return }
    let outline = CGMutablePath()
    outline.addRect(rect, transform: state.deviceFromUser)
    // A mip level stands for a picture that is too large for Cairo.
    let reduction = CGAffineTransform(
      scaleX: CGFloat(image.width) / CGFloat(picture.surface.region.width),
      y: CGFloat(image.height) / CGFloat(picture.surface.region.height))
    let deviceFromTexels = reduction.concatenating(deviceFromPicture)
    let filter = interpolationQuality.filter(for: deviceFromTexels)
    if byTiling, drawTilesOnPixels(picture, deviceFromPicture: deviceFromTexels, filter: filter) { return }
    let ink = DrawCommand.Ink.picture(
      picture, deviceFromPicture: deviceFromTexels, filter: filter, repeats: byTiling)
    perform(command(byTiling ? .everything : .fill(outline.elements, .winding), ink))
  }

  /// Fills the parts of a rectangle that a mask in it paints.
  private func paint(through mask: CGImage, in rect: CGRect) {
    let path = pathInDevice
    saveGState()
    clip(to: rect, mask: mask)
    fill(rect)
    restoreGState()
    pathInDevice = path
  }

  /// The transform of the pixels of a picture in a rectangle of user space, with its top row at the maximum y.
  func deviceFromPicture(_ image: CGImage, in rect: CGRect) -> CGAffineTransform {
    let box = rect.standardized
    let userFromPicture = CGAffineTransform(
      a: box.width / CGFloat(image.width), b: 0, c: 0, d: -box.height / CGFloat(image.height),
      tx: box.minX, ty: box.maxY)
    return userFromPicture.concatenating(state.deviceFromUser)
  }
}

extension CGInterpolationQuality {
  /// The Cairo filter for this quality.
  ///
  /// A picture that is drawn smaller is filtered by the Catmull-Rom kernel, with a width of two pixels of the device to
  /// each side, as on Apple's platforms. It is Cairo's best filter.
  func filter(for deviceFromPicture: CGAffineTransform) -> cairo_filter_t {
    let (alongX, alongY) = (
      hypot(deviceFromPicture.a, deviceFromPicture.b), hypot(deviceFromPicture.c, deviceFromPicture.d)
    )
    return switch self {
    case .none: CAIRO_FILTER_NEAREST
    case .low: CAIRO_FILTER_BILINEAR
    case .default, .medium: min(alongX, alongY) < 1 ? CAIRO_FILTER_BEST : CAIRO_FILTER_GOOD
    case .high: CAIRO_FILTER_BEST
    }
  }
}

/// A picture as a Cairo surface.
final class PictureSurface {
  let surface: CairoSurface

  init?(_ image: CGImage) {
    guard let surface = CairoSurface(image) else { return nil }
    self.surface = surface
  }
}

/// The pictures that were drawn last, so that a picture that is drawn often is converted once.
///
/// Eight of them are searched faster than hashed, so this is no `BudgetedCache`.
struct ConvertedPictures {
  private var entries: [(image: CGImage, surface: PictureSurface)] = []
  private static let maximumCount = 8

  /// The surface of a picture, made if necessary; `nil` when there is no memory.
  mutating func surface(of image: CGImage) -> PictureSurface? {
    if let index = entries.firstIndex(where: { $0.image === image }) {
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.surface
    }
    guard let surface = PictureSurface(image) else { return nil }
    if entries.count == Self.maximumCount { entries.removeFirst() }
    entries.append((image, surface))
    return surface
  }
}
