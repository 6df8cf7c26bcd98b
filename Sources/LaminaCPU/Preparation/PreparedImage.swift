import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// One level of a picture as samplers read it: at least two texels wide and high.
///
/// A sampler always reads two texels of two rows. Where a level has only one, it is held twice. Levels of one byte a texel
/// are only copied, and are as they are.
struct PreparedLevel: BitwiseCopyable {
  /// Premultiplied RGBA bytes, or how much of white is there.
  var base: UnsafeRawPointer
  /// 4 or 1.
  var bytesPerTexel = 4
  /// Bytes from one row to the next.
  var stride: Int
  /// Texels, at least 2.
  var width: Int
  var height: Int
  /// This level's texels over those of level 0, along u and v.
  var scale: SIMD2<Double>
}

/// The pictures of a plan, in memory that samplers can read by address while this lives.
final class PreparedImages {
  private let images: [CGImage]
  /// The levels of each picture that anything draws; one each unless mip levels were asked for.
  private var levels: [[PreparedLevel]]
  /// Keeps pictures of one byte a texel that had to be widened, which `levels` points to.
  private var widened: [[UInt8]] = []
  /// Keeps mip levels, whose bytes `levels` points to.
  private var retained: [CGImage] = []
  /// The widened copies of levels with a side of one texel.
  private var copies: [UnsafeMutableRawPointer] = []

  init(_ images: [CGImage]) {
    self.images = images
    levels = Array(repeating: [], count: images.count)
  }

  deinit {
    for copy in copies { copy.deallocate() }
  }

  /// Whether the plan has a picture of that index.
  func holds(_ image: ImageHandle) -> Bool { image.exists && image.index < images.count }

  /// Whether every texel of a picture is opaque.
  func isOpaque(_ index: Int) -> Bool { images[index].isOpaque }

  /// The level of a picture that has one byte a texel, as it is; `nil` of others.
  func coverage(of index: Int) -> PreparedLevel? {
    let image = images[index]
    // The bytes of an array that nobody can change stay where they are while the picture lives.
    guard image.bytesPerPixel == 1, let bytes = image.bytes.withUnsafeBytes({ $0.baseAddress }) else { return nil }
    return PreparedLevel(
      base: bytes, bytesPerTexel: 1, stride: image.width, width: image.width, height: image.height, scale: .one)
  }

  /// The levels of a picture, with four bytes a texel: only the first, or all.
  func levels(of index: Int, allLevels: Bool) -> [PreparedLevel] {
    let image = images[index]
    if levels[index].isEmpty { levels[index] = [prepare(image, of: image)] }
    guard allLevels else { return levels[index] }
    if levels[index].count == 1 {
      let chain = image.mipLevels()
      retained += chain
      levels[index] += chain.dropFirst().map { prepare($0, of: image) }
    }
    return levels[index]
  }

  private func prepare(_ level: CGImage, of image: CGImage) -> PreparedLevel {
    var colors = level.bytes
    if level.bytesPerPixel == 1 {
      colors = level.premultipliedRGBA
      widened.append(colors)
    }
    // The bytes of an array that nobody can change stay where they are while the picture lives, or the widened one.
    let bytes = colors.withUnsafeBytes { $0.baseAddress }
    let scale = SIMD2(Double(level.width) / Double(image.width), Double(level.height) / Double(image.height))
    guard let bytes, level.width < 2 || level.height < 2 else {
      let base = bytes ?? UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
      return PreparedLevel(
        base: base, stride: 4 * level.width, width: level.width, height: level.height, scale: scale)
    }
    let (width, height) = (max(level.width, 2), max(level.height, 2))
    let copy = UnsafeMutableRawPointer.allocate(byteCount: 4 * width * height, alignment: 16)
    copies.append(copy)
    for y in 0..<height {
      for x in 0..<width {
        let source = 4 * (min(y, level.height - 1) * level.width + min(x, level.width - 1))
        copy.storeBytes(
          of: bytes.loadUnaligned(fromByteOffset: source, as: UInt32.self), toByteOffset: 4 * (y * width + x),
          as: UInt32.self)
      }
    }
    return PreparedLevel(base: UnsafeRawPointer(copy), stride: 4 * width, width: width, height: height, scale: scale)
  }
}
