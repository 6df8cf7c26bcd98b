// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CWebP
internal import LaminaGeometry

/// Decodes WebP, lossy and lossless; of an animation the first frame.
struct WebPDecoder {
  let maximumPixels: Int

  /// Decodes a file.
  func decode(_ bytes: [UInt8]) throws(GraphicsError) -> StoredPicture {
    let (features, chunks) = try checked(bytes)
    let (width, height) = (Int(features.width), Int(features.height))
    var picture = StoredPicture(width: width, height: height, pixels: .rgba8([]))
    if features.has_animation != 0 {
      let (pixels, frameCount) = try firstFrame(of: bytes, count: 4 * width * height)
      picture.pixels = .rgba8(pixels)
      if frameCount > 1 { picture.diagnostics.append(.firstFrameOnly(of: frameCount)) }
    } else {
      picture.pixels = .rgba8(try still(bytes, width: width, height: height))
    }
    if let profile = chunks.profile { picture.colors = .profile(profile) }
    if let exif = chunks.exif { picture.orientation = ImageOrientation(exif: exif) ?? .upright }
    return picture
  }

  /// Reads the headers before the pixels, and checks that the file is as long as it declares.
  func header(of bytes: [UInt8]) throws(GraphicsError) -> ImageHeader {
    let (features, chunks) = try checked(bytes)
    // The header of a lossless picture only hints at its alpha, and decoders return the alpha that is stored.
    let isLossy = features.format == 1
    return ImageHeader(
      width: Int(features.width), height: Int(features.height),
      isOpaque: isLossy && features.has_alpha == 0 && features.has_animation == 0, exif: chunks.exif)
  }

  /// Reads the headers of a file that is neither too large nor cut off.
  private func checked(_ bytes: [UInt8]) throws(GraphicsError) -> (WebPBitstreamFeatures, WebPChunks) {
    var features = WebPBitstreamFeatures()
    let status = WebPGetFeatures(bytes, bytes.count, &features)
    guard status == VP8_STATUS_OK else { throw failure(status) }
    try checkPixelSize(
      width: Int(features.width), height: Int(features.height), maximumPixels: maximumPixels, format: .webp)
    let chunks = WebPChunks(bytes)
    guard bytes.count >= chunks.announcedCount else { throw failure(VP8_STATUS_NOT_ENOUGH_DATA) }
    return (features, chunks)
  }

  private func still(_ bytes: [UInt8], width: Int, height: Int) throws(GraphicsError) -> [UInt8] {
    var configuration = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&configuration) != 0 else {
      throw .malformedImage(.webp, reason: "this libwebp has another interface than the one compiled against")
    }
    let count = 4 * width * height
    var status = VP8_STATUS_OK
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      configuration.output.colorspace = MODE_RGBA
      configuration.output.is_external_memory = 1
      configuration.output.u.RGBA.rgba = buffer.baseAddress
      configuration.output.u.RGBA.stride = Int32(4 * width)
      configuration.output.u.RGBA.size = count
      status = WebPDecode(bytes, bytes.count, &configuration)
      initialized = count
    }
    guard status == VP8_STATUS_OK else { throw failure(status) }
    return pixels
  }

  private func firstFrame(of bytes: [UInt8], count: Int) throws(GraphicsError) -> (pixels: [UInt8], frameCount: Int) {
    let damaged = GraphicsError.malformedImage(.webp, reason: "the first frame of the animation cannot be decoded")
    return try bytes.withUnsafeBufferPointer { buffer throws(GraphicsError) in
      var options = WebPAnimDecoderOptions()
      guard WebPAnimDecoderOptionsInit(&options) != 0 else { throw damaged }
      options.color_mode = MODE_RGBA
      options.use_threads = 0
      var data = WebPData(bytes: buffer.baseAddress, size: buffer.count)
      guard let decoder = WebPAnimDecoderNew(&data, &options) else { throw damaged }
      defer { WebPAnimDecoderDelete(decoder) }
      var info = WebPAnimInfo()
      var pixels: UnsafeMutablePointer<UInt8>?
      var time: Int32 = 0
      guard WebPAnimDecoderGetInfo(decoder, &info) != 0, WebPAnimDecoderGetNext(decoder, &pixels, &time) != 0,
        let pixels, 4 * Int(info.canvas_width) * Int(info.canvas_height) == count
      else { throw damaged }
      return (Array(UnsafeBufferPointer(start: pixels, count: count)), Int(info.frame_count))
    }
  }

  private func failure(_ status: VP8StatusCode) -> GraphicsError {
    let reason =
      switch status {
      case VP8_STATUS_OUT_OF_MEMORY: "out of memory"
      case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: "the data ends too early"
      case VP8_STATUS_UNSUPPORTED_FEATURE: "it uses a feature that libwebp does not support"
      default: "the data is damaged"
      }
    return .malformedImage(.webp, reason: reason)
  }
}
