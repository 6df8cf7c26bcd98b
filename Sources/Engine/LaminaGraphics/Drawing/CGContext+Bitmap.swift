// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

/// The function that is called when a context in a caller's memory ends: with the caller's `releaseInfo`, and the
/// memory.
public typealias CGBitmapContextReleaseDataCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

extension CGContext {
  /// Makes a context for a bitmap; user space is in pixels, **y up**.
  ///
  /// Drawing is done with 8 bits a component in sRGB; memory with another pixel format is converted during drawing.
  /// Pixels that a caller writes into the memory are drawn over like others.
  ///
  /// - Parameters:
  ///   - data: The memory of the bitmap, from its top row, which stays unchanged until something is drawn, and must
  ///     live as long as the context. `nil` for memory of the context's own, which is zero.
  ///   - width: The number of pixels in a row, 1...32,767.
  ///   - height: The number of rows, 1...32,767.
  ///   - bitsPerComponent: 8, 16, or 32 for floating-point numbers; for alpha only, 8.
  ///   - bytesPerRow: The bytes from one row to the next, at least the bytes of a row's pixels; 0, where `data` is
  ///     `nil`, for exactly these.
  ///   - space: A space of greys, of red, green and blue, or of inks; `nil` for alpha only, and for sRGB. Components
  ///     are written as those of sRGB, whatever the space's primaries and curve.
  ///   - bitmapInfo: The position of alpha and the order of bytes, as ``CGBitmapInfo`` and ``CGImageAlphaInfo`` number
  ///     them. Without alpha, the bitmap begins black and stays opaque.
  /// - Returns: `nil` when a side is out of range, the pixel format is not supported, rows overlap, or there is no
  ///   memory.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace?, bitmapInfo: UInt32
  ) {
    let info = CGBitmapInfo(rawValue: bitmapInfo)
    guard bitsPerComponent >= 8,
      let layout = SampleLayout(
        bitsPerComponent: bitsPerComponent, bitsPerPixel: nil, model: space?.model ?? .rgb, bitmapInfo: info),
      (1...CairoSurface.maximumSide).contains(width), (1...CairoSurface.maximumSide).contains(height)
    else { return nil }
    let least = layout.bytesPerRow(width: width)
    let rowBytes = bytesPerRow == 0 && data == nil ? least : bytesPerRow
    guard rowBytes >= least, rowBytes <= 1 << 24 else { return nil }
    self.init(
      width: width, height: height, isOpaque: layout.isOpaque,
      deviceFromBase: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height)))
    form = BitmapForm(layout: layout, bytesPerRow: rowBytes, space: space, info: info)
    // Memory whose pixels hold less information than the context's must lose it at once, whether callers or the context
    // read the pixels.
    if data != nil || layout.colors != .rgb {
      memory = BitmapMemory(data, width: width, height: height, bytesPerRow: rowBytes, layout: layout)
      if memory == nil { return nil }
    }
  }

  /// Makes a context for a bitmap, with the layout of its pixels as a value instead of its number.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace?, bitmapInfo: CGBitmapInfo
  ) {
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space,
      bitmapInfo: bitmapInfo.rawValue)
  }

  /// Makes a context for a bitmap in a caller's memory, and reports when the memory is not used any more.
  ///
  /// - Parameters:
  ///   - data: The caller's memory; `nil` for memory of the context's own.
  ///   - width: The bitmap's width in pixels.
  ///   - height: The bitmap's height in pixels.
  ///   - bitsPerComponent: The bits of a component.
  ///   - bytesPerRow: The bytes from one row to the next.
  ///   - space: The space that decides the components.
  ///   - bitmapInfo: The position of alpha and the order of bytes.
  ///   - releaseCallback: Is called when the context ends, with `releaseInfo` and `data`. Without `data`, and where no
  ///     context is made, it is not called.
  ///   - releaseInfo: The pointer that is passed to the callback.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32, releaseCallback: CGBitmapContextReleaseDataCallback?,
    releaseInfo: UnsafeMutableRawPointer?
  ) {
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, bitmapInfo: bitmapInfo)
    guard let releaseCallback, let data else { return }
    memory?.onRelease = { releaseCallback(releaseInfo, data) }
  }

  /// The memory of the bitmap, from its top row, with everything drawn so far and from now on; `nil` when there is not
  /// enough memory.
  ///
  /// The memory is valid as long as the context. Pixels that are written into it are part of the picture.
  ///
  /// - Complexity: O(pixels) at the first call. From then on each drawing also copies the pixels that it may touch.
  public var data: UnsafeMutableRawPointer? {
    drawDeferred()
    if let memory { return memory.start }
    guard let layout = form.layout,
      let made = BitmapMemory(nil, width: width, height: height, bytesPerRow: form.bytesPerRow, layout: layout)
    else { return nil }
    made.write(from: bitmap.surface, region: bitmap.region)
    memory = made
    return made.start
  }

  /// The bytes from one row of ``data`` to the next.
  public var bytesPerRow: Int { form.bytesPerRow }

  /// The bits of one component in ``data``: 8, 16 or 32.
  public var bitsPerComponent: Int { form.layout?.bits ?? 0 }

  /// The bits of one pixel in ``data``.
  public var bitsPerPixel: Int { form.layout?.bitsPerPixel ?? 0 }

  /// The space that the context was made with; `nil` where there is alpha only.
  public var colorSpace: CGColorSpace? { form.space }

  /// The position of the alpha in the pixels of ``data``.
  public var alphaInfo: CGImageAlphaInfo { form.info.alphaInfo }

  /// The position of alpha in ``data``, and the order of bytes.
  public var bitmapInfo: CGBitmapInfo { form.info }

  /// The pixels outside all transparency layers.
  var bitmap: DrawingTarget { transparencyLayers.first?.outerTarget ?? target }

  /// Draws into a bitmap with memory that callers see: reads the pixels that may be touched from it, and writes them
  /// back.
  func performShared(_ command: DrawCommand, in memory: BitmapMemory) {
    var region = target.canvas.clipRegion
    if state.shadow == nil, let touched = command.region { region = region.intersection(touched) }
    guard !region.isEmpty else { return }
    memory.read(into: target.surface, region: region)
    performAlone(command)
    memory.write(from: target.surface, region: region)
  }

  /// Completes pending drawing. Does nothing, since everything is drawn at once.
  public func flush() {}

  /// Completes pending drawing. Does nothing, since everything is drawn at once.
  public func synchronize() {}
}

/// The layout of a bitmap's memory, as reported to callers.
struct BitmapForm {
  /// The layout of pixels; `nil` where there are none, as in a document of pages.
  var layout: SampleLayout?
  var bytesPerRow: Int
  var space: CGColorSpace?
  var info: CGBitmapInfo

  init(layout: SampleLayout?, bytesPerRow: Int, space: CGColorSpace?, info: CGBitmapInfo) {
    (self.layout, self.bytesPerRow, self.space, self.info) = (layout, bytesPerRow, space, info)
  }

  /// Premultiplied RGBA of 8 bits, or RGB with an unused byte.
  init(width: Int, isOpaque: Bool) {
    info = CGBitmapInfo(rawValue: (isOpaque ? CGImageAlphaInfo.noneSkipLast : .premultipliedLast).rawValue)
    layout = SampleLayout(bitsPerComponent: 8, bitsPerPixel: nil, model: .rgb, bitmapInfo: info)
    bytesPerRow = 4 * width
    space = .known(.sRGB)
  }
}
