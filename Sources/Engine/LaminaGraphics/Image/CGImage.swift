// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaSystem
internal import Synchronization

/// An immutable picture: premultiplied RGBA, 8 bits a component, sRGB-encoded, rows from top to bottom.
///
/// Decoders convert the pixels of all files to this format, so every renderer reads the same bytes.
///
///     let checkers = CGImage(width: 8, height: 8) { x, y in
///       (x + y).isMultiple(of: 2) ? [255, 255, 255, 255] : [0, 0, 0, 255]
///     }
public final class CGImage: Sendable {
  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The pixels of the picture; empty where it is encoded, and where its pixels are lent.
  private let held: [UInt8]
  /// The pixels in memory of another owner; `nil` for most pictures.
  package let lent: LentPixels?
  /// The bytes of a pixel: 4, or 1 in white pictures of which only the alpha is stored.
  package let bytesPerPixel: Int
  /// Whether every alpha is known to be 255. For an encoded picture, its format decides; lent pixels are tested at the
  /// first request.
  package var isOpaque: Bool { lent?.isOpaque ?? isKnownOpaque }
  private let isKnownOpaque: Bool
  /// Whether this is a mask, through which colours are painted, rather than a picture. A mask is shown in white.
  public let isMask: Bool
  /// The moving pictures that this image stands for; `nil` for a picture.
  package let moving: (any MovingPictures)?
  /// The encoded picture whose pixels this image shows; `nil` where the image holds its pixels.
  package let encoded: EncodedPicture?
  /// A number that no other pixels of this process have, freed ones included. A picture that is decoded from an encoded
  /// picture has the same number.
  package let serial: Int
  private static let serials = Atomic<Int>(0)
  /// A new number, which no other picture has.
  static var nextSerial: Int { serials.wrappingAdd(1, ordering: .relaxed).newValue }
  /// Whether the memory of its bytes is kept for other pictures when the picture is freed.
  private let keepsMemory = Atomic(true)
  /// The smaller levels of ``mipLevels()``, once made. Level 0 is this picture and is not held here: a picture that
  /// held itself would never be freed.
  private let smallerLevels = Locked<[CGImage]?>(nil)

  /// Makes a picture from premultiplied RGBA bytes, row by row from the top.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row, at least 1.
  ///   - height: The number of rows, at least 1.
  ///   - premultipliedRGBA: `4 * width * height` bytes. No colour may be above its alpha.
  /// - Returns: `nil` when a side is below 1 or above 2^24, or the number of bytes is wrong.
  public init?(width: Int, height: Int, premultipliedRGBA: [UInt8]) {
    guard width >= 1, height >= 1, width <= 1 << 24, height <= 1 << 24,
      premultipliedRGBA.count == 4 * width * height
    else { return nil }
    self.width = width
    self.height = height
    held = premultipliedRGBA
    bytesPerPixel = 4
    isMask = false
    (moving, encoded, lent, serial) = (nil, nil, nil, Self.nextSerial)
    isKnownOpaque = premultipliedRGBA.withUnsafeBytes(Self.isOpaque)
  }

  /// Makes a picture of pixels without checking or copying them.
  init(
    width: Int, height: Int, bytes: [UInt8], bytesPerPixel: Int, isOpaque: Bool, isMask: Bool = false,
    moving: (any MovingPictures)? = nil, serial: Int = CGImage.nextSerial
  ) {
    self.isMask = isMask
    (self.moving, encoded, lent, self.serial) = (moving, nil, nil, serial)
    self.width = width
    self.height = height
    held = bytes
    self.bytesPerPixel = bytesPerPixel
    isKnownOpaque = isOpaque
  }

  /// Makes a picture that is decoded when its pixels are needed.
  package init(_ encoded: EncodedPicture) {
    (isMask, moving, lent, self.encoded, serial) = (false, nil, nil, encoded, encoded.serial)
    (width, height, isKnownOpaque) = (encoded.header.width, encoded.header.height, encoded.header.isOpaque)
    (held, bytesPerPixel) = ([], 4)
  }

  /// Makes a picture of lent pixels.
  ///
  /// - Precondition: Both sides are 1...2^24, and there are `4 * width * height` bytes.
  package init(width: Int, height: Int, lent: LentPixels) {
    precondition(width >= 1 && height >= 1 && lent.count == 4 * width * height)
    (self.width, self.height, self.lent) = (width, height, lent)
    (held, bytesPerPixel, isKnownOpaque, isMask) = ([], 4, false, false)
    (moving, encoded, serial) = (nil, nil, Self.nextSerial)
  }

  /// The pixels, row by row without padding: red, green, blue (premultiplied) and alpha, or the coverage of white.
  ///
  /// An encoded picture is decoded for them; a picture that cannot be decoded is transparent. Plans and renderers take
  /// decoded pictures (``EncodedPicture/decoded()``), which hold their pixels for as long as they are drawn.
  package var bytes: [UInt8] {
    guard let encoded else { return lent?.array ?? held }
    return (try? encoded.decoded())?.image.held ?? [UInt8](repeating: 0, count: encoded.header.decodedBytes)
  }

  /// `4 * width * height` bytes: red, green, blue (premultiplied) and alpha of each pixel, without padding.
  ///
  /// - Complexity: O(1), but O(`width * height`) where the picture has one byte a pixel.
  package var premultipliedRGBA: [UInt8] { bytesPerPixel == 4 ? bytes : Self.white(bytes) }

  /// Passes ``premultipliedRGBA`` on, without a copy where the pixels are lent.
  package func withPremultipliedRGBA<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let lent { try lent.withBytes(body) } else { try premultipliedRGBA.withBytes(body) }
  }

  /// Whether every fourth byte is 255: sixteen pixels are tested at a time, and the result is checked every few
  /// thousand.
  package static func isOpaque(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let blocks = bytes.count / 64
    var block = 0
    while block < blocks {
      let end = min(block + 256, blocks)
      var all = SIMD16<UInt32>(repeating: .max)
      while block < end {
        all &= bytes.loadUnaligned(fromByteOffset: 64 &* block, as: SIMD16<UInt32>.self)
        block &+= 1
      }
      for lane in all.indices where UInt32(littleEndian: all[lane]) < 0xFF00_0000 { return false }
    }
    for alpha in stride(from: 64 * blocks + 3, to: bytes.count, by: 4) where bytes[alpha] != 255 { return false }
    return true
  }

  /// Makes a picture of the finished pixels of a renderer, which knows whether they are opaque, without checking them.
  ///
  /// - Precondition: Both sides are 1...2^24, and there are `4 * width * height` bytes.
  package convenience init(width: Int, height: Int, premultipliedRGBA: [UInt8], isOpaque: Bool) {
    precondition(width >= 1 && height >= 1 && premultipliedRGBA.count == 4 * width * height)
    self.init(width: width, height: height, bytes: premultipliedRGBA, bytesPerPixel: 4, isOpaque: isOpaque)
  }

  deinit {
    if keepsMemory.load(ordering: .relaxed) { PixelMemory.keep(held) }
  }

  /// Frees a picture without other owners and returns its bytes, to be written to without a copy.
  ///
  /// - Parameter image: The picture; `nil` after that.
  /// - Returns: `nil` where the picture has other owners; it is then unchanged.
  package static func takeBytes(of image: inout CGImage?) -> [UInt8]? {
    guard isKnownUniquelyReferenced(&image), let unshared = image, unshared.encoded == nil else { return nil }
    unshared.keepsMemory.store(false, ordering: .relaxed)
    image = nil
    return unshared.lent?.takeArray() ?? unshared.held
  }

  /// Makes a picture by calling a function for each pixel, row by row from the top.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row, at least 1.
  ///   - height: The number of rows, at least 1.
  ///   - premultipliedPixel: Returns red, green, blue (premultiplied) and alpha of column `x` of row `y`.
  /// - Returns: `nil` when a side is below 1 or above 2^24.
  public convenience init?(width: Int, height: Int, premultipliedPixel: (_ x: Int, _ y: Int) -> SIMD4<UInt8>) {
    guard width >= 1, height >= 1, width <= 1 << 24, height <= 1 << 24 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = premultipliedPixel(x, y)
        for component in 0..<4 { bytes.append(pixel[component]) }
      }
    }
    self.init(width: width, height: height, premultipliedRGBA: bytes)
  }

  /// The picture as a chain of levels, each half the size of the one before, down to 1 x 1.
  ///
  /// Level 0 is the picture itself. Sides are halved and rounded down, at least 1. The smaller levels are made at the
  /// first call, by the exact area-weighted mean of the premultiplied values, and kept; every renderer samples these.
  ///
  /// - Returns: The levels, largest first; `floor(log2(longer side)) + 1` of them.
  /// - Complexity: O(`width * height`) at the first call. Safe to call from any thread; a second thread waits for the
  ///   first instead of making its own.
  public func mipLevels() -> [CGImage] {
    if let decoded = (try? encoded?.decoded())?.image { return decoded.mipLevels() }
    let smaller = smallerLevels.withLock { levels in
      if let levels { return levels }
      let made = MipChain.smallerLevels(of: self)
      levels = made
      return made
    }
    return [self] + smaller
  }
}

extension CGImage: CustomStringConvertible {
  /// "picture of width x height".
  public var description: String { moving == nil ? "picture of \(width) x \(height)" : "moving pictures" }
}
