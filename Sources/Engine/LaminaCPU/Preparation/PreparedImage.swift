// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaSystem
import Synchronization

/// One level of a picture in the form that samplers read: at least two texels wide and high.
///
/// A sampler always reads two texels of two rows. If a level has only one, that one is held twice. Levels of one byte a
/// texel are only copied, and stay unchanged.
struct PreparedLevel: BitwiseCopyable {
  /// Premultiplied RGBA bytes, or bytes of the coverage of white.
  var texels: Texels
  /// 4 or 1.
  var bytesPerTexel = 4
  /// Bytes from one row to the next.
  var stride: Int
  /// Texels, at least 2.
  var width: Int
  var height: Int
  /// The ratio of this level's texels to the ones of level 0, along u and v.
  var scale: SIMD2<Double>
}

/// The pictures of a plan, in memory that samplers can read by address during the life of this object.
///
/// Threads that prepare a pass request them concurrently. Most pictures are read in place; derived data (smaller
/// levels, sides of one texel held twice, bytes of coverage widened to colours) is made once, at the first request.
final class PreparedImages: @unchecked Sendable {
  /// A picture in its own memory.
  private struct Source: BitwiseCopyable {
    var level: PreparedLevel
    var isOpaque: Bool
    /// Whether samplers can read four bytes a texel from the level.
    var isReady: Bool
  }

  private let images: [CGImage]
  private let sources: UnsafeBufferPointer<Source>
  private let made: Locked<Made>
  private let arena = Arena()

  /// The derived levels, by the index of the picture.
  fileprivate struct Made: @unchecked Sendable {
    var first: [Int: UnsafeBufferPointer<PreparedLevel>] = [:]
    var all: [Int: UnsafeBufferPointer<PreparedLevel>] = [:]
    var arena = Arena()
    /// Keeps pictures whose bytes levels point to.
    var retained: [CGImage] = []
    var widened: [[UInt8]] = []
  }

  init(_ images: [CGImage]) {
    self.images = images
    sources = arena.add(
      images.lazy.map { image in
        // The bytes of an unchangeable array keep their address during the life of the picture.
        let texels = image.bytes.withUnsafeBytes { Texels($0) }
        return Source(
          level: PreparedLevel(
            texels: texels, bytesPerTexel: image.bytesPerPixel, stride: image.bytesPerPixel * image.width,
            width: image.width, height: image.height, scale: .one),
          isOpaque: image.isOpaque, isReady: image.bytesPerPixel == 4 && image.width >= 2 && image.height >= 2)
      })
    made = Locked(Made())
  }

  /// Whether the plan has a picture with that index.
  func holds(_ image: ImageHandle) -> Bool { image.exists && image.index < sources.count }

  /// Whether every texel of a picture is opaque.
  func isOpaque(_ image: ImageHandle) -> Bool { sources[image.index].isOpaque }

  /// The level of a picture that has one byte a texel, in place; `nil` for other pictures.
  func coverage(of image: ImageHandle) -> UnsafeBufferPointer<PreparedLevel>? {
    sources[image.index].level.bytesPerTexel == 1 ? ownLevel(of: image) : nil
  }

  /// The levels of a picture, with four bytes a texel: only the first, or all.
  func levels(of image: ImageHandle, allLevels: Bool) -> UnsafeBufferPointer<PreparedLevel> {
    let index = image.index
    if !allLevels, sources[index].isReady { return ownLevel(of: image) }
    return made.withLock { allLevels ? $0.allLevels(of: images[index], index) : $0.level(of: images[index], index) }
  }

  /// The level of a picture in its own memory, as stored in the sources.
  private func ownLevel(of image: ImageHandle) -> UnsafeBufferPointer<PreparedLevel> {
    UnsafeBufferPointer(start: sources.baseAddress.map { ($0 + image.index).field(\.level) }, count: 1)
  }
}

extension Texels {
  /// All bytes of a buffer, which must outlive the texels.
  fileprivate init(_ buffer: UnsafeRawBufferPointer) {
    // An address for a picture without bytes, which is never read.
    self.init(start: buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped, count: buffer.count)
  }
}

extension PreparedImages.Made {
  mutating func level(of image: CGImage, _ index: Int) -> UnsafeBufferPointer<PreparedLevel> {
    if let known = first[index] { return known }
    let levels = arena.add([prepare(image, of: image)])
    first[index] = levels
    return levels
  }

  mutating func allLevels(of image: CGImage, _ index: Int) -> UnsafeBufferPointer<PreparedLevel> {
    if let known = all[index] { return known }
    let chain = image.mipLevels()
    retained += chain
    let levels = arena.add(chain.map { prepare($0, of: image) })
    all[index] = levels
    return levels
  }

  private mutating func prepare(_ level: CGImage, of image: CGImage) -> PreparedLevel {
    var colors = level.bytes
    if level.bytesPerPixel == 1 {
      colors = level.premultipliedRGBA
      widened.append(colors)
    }
    // The bytes of an unchangeable array keep their address during the life of the picture, or of the widened one.
    let texels = colors.withUnsafeBytes { Texels($0) }
    let scale = SIMD2(Double(level.width) / Double(image.width), Double(level.height) / Double(image.height))
    guard texels.count > 0, level.width < 2 || level.height < 2 else {
      return PreparedLevel(
        texels: texels, stride: 4 * level.width, width: level.width, height: level.height,
        scale: scale)
    }
    let (width, height) = (max(level.width, 2), max(level.height, 2))
    let copy = arena.room(for: width * height, of: UInt32.self)
    for y in 0..<height {
      for x in 0..<width {
        let source = 4 * (min(y, level.height - 1) * level.width + min(x, level.width - 1))
        copy.initializeElement(at: y * width + x, to: texels.load(source, as: UInt32.self))
      }
    }
    return PreparedLevel(
      texels: Texels(UnsafeRawBufferPointer(copy)), stride: 4 * width, width: width, height: height, scale: scale)
  }
}
