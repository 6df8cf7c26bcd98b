// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CCairo
internal import LaminaGeometry

/// The sole owner of a Cairo image surface: pixels in memory that ``CairoCanvas`` draws into.
///
/// A surface stands for a rectangle of device space; everything drawn into it and read from it is in coordinates of
/// device space, so surfaces of different rectangles line up by themselves.
///
/// The corresponding Cairo type is `cairo_surface_t`.
struct CairoSurface: ~Copyable {
  /// The content of a pixel.
  enum Format {
    /// Premultiplied alpha, red, green and blue in one 32-bit word, alpha in its highest byte.
    case color
    /// The same, with an alpha that is always 255.
    case opaqueColor
    /// A byte of alpha.
    case alpha

    var cairoFormat: cairo_format_t {
      switch self {
      case .color: CAIRO_FORMAT_ARGB32
      case .opaqueColor: CAIRO_FORMAT_RGB24
      case .alpha: CAIRO_FORMAT_A8
      }
    }
  }

  /// Cairo refuses sides above this.
  static let maximumSide = 32767

  /// The surface, never in an error state.
  let pointer: OpaquePointer
  /// The rectangle of device space that the surface stands for.
  let region: PixelRect
  /// The content of a pixel.
  let format: Format

  /// Makes a transparent (or opaque black) surface.
  ///
  /// - Returns: `nil` when the region is empty, a side is over ``maximumSide``, or there is no memory.
  init?(_ format: Format, region: PixelRect) {
    guard !region.isEmpty else { return nil }
    self.init(
      cairo_image_surface_create(format.cairoFormat, Int32(clamping: region.width), Int32(clamping: region.height)),
      format, region)
  }

  /// Makes a surface of alpha in a caller's memory, which must outlive it.
  ///
  /// - Parameters:
  ///   - pixels: `bytesPerRow * region.height` bytes, zero.
  ///   - region: The rectangle of device space that the surface stands for.
  ///   - bytesPerRow: A multiple of four.
  /// - Returns: `nil` as in the other initialiser.
  init?(alpha pixels: UnsafeMutableBufferPointer<UInt8>, region: PixelRect, bytesPerRow: Int) {
    guard !region.isEmpty, pixels.count >= bytesPerRow * region.height else { return nil }
    self.init(
      cairo_image_surface_create_for_data(
        pixels.baseAddress, CAIRO_FORMAT_A8, Int32(clamping: region.width), Int32(clamping: region.height),
        Int32(clamping: bytesPerRow)), .alpha, region)
  }

  /// Takes ownership of an image surface; `nil` where Cairo could not make it.
  private init?(_ made: OpaquePointer?, _ format: Format, _ region: PixelRect) {
    guard let made else { return nil }
    guard cairo_surface_status(made) == CAIRO_STATUS_SUCCESS else {
      DrawingShortage.check(cairo_surface_status(made))
      cairo_surface_destroy(made)
      return nil
    }
    cairo_surface_set_device_offset(made, -Double(region.minX), -Double(region.minY))
    pointer = made
    self.region = region
    self.format = format
  }

  /// Takes ownership of a surface that is no image surface.
  init(pages pointer: OpaquePointer, region: PixelRect) {
    (self.pointer, self.region, format) = (pointer, region, .color)
  }

  deinit {
    // Pixels in a caller's memory are complete after this.
    cairo_surface_flush(pointer)
    DrawingShortage.check(cairo_surface_status(pointer))
    cairo_surface_destroy(pointer)
  }

  /// Calls `body` with the bytes of all rows and the number of bytes from one row to the next.
  func withBytes<Result>(_ body: (UnsafeMutableRawBufferPointer, _ bytesPerRow: Int) -> Result) -> Result {
    cairo_surface_flush(pointer)
    defer { cairo_surface_mark_dirty(pointer) }
    let bytesPerRow = Int(cairo_image_surface_get_stride(pointer))
    let bytes = UnsafeMutableRawBufferPointer(
      start: cairo_image_surface_get_data(pointer), count: bytesPerRow * region.height)
    return body(bytes, bytesPerRow)
  }
}
