// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// A picture with a number of pixels per point.
///
///     let photo = UIImage(contentsOfFile: "photo@2x.png")
///     imageView.image = photo
///     layer.contents = photo?.cgImage
///
/// A picture is immutable, so it may be shared between threads. PNG, JPEG and WebP are supported. Exif orientations are
/// applied when a file is read, so pictures from files are always `up`.
open class UIImage: NSObject, NSCopying, @unchecked Sendable {
  /// The rotation and mirroring that turn the pixels upright.
  public enum Orientation: Int, Sendable {
    /// None.
    case up = 0
    /// Rotated by half a turn.
    case down = 1
    /// Rotated by a quarter turn counter-clockwise.
    case left = 2
    /// Rotated by a quarter turn clockwise.
    case right = 3
    /// Mirrored left to right.
    case upMirrored = 4
    /// Mirrored top to bottom.
    case downMirrored = 5
    /// Mirrored, then rotated by a quarter turn counter-clockwise.
    case leftMirrored = 6
    /// Mirrored, then rotated by a quarter turn clockwise.
    case rightMirrored = 7
  }

  /// The way in which the inner part of a picture with insets fills a larger size.
  public enum ResizingMode: Int, Sendable {
    /// Repeated.
    case tile = 0
    /// Stretched.
    case stretch = 1
  }

  /// Whether a picture is drawn in its own colours or as a template.
  public enum RenderingMode: Int, Sendable {
    /// In its own colours; the default here.
    case automatic = 0
    /// In its own colours.
    case alwaysOriginal = 1
    /// In the tint colour of the view that shows it, with the picture's alpha.
    case alwaysTemplate = 2
  }

  /// The properties of a picture besides its pixels.
  struct Traits {
    var scale: CGFloat = 1
    var orientation = Orientation.up
    var capInsets = UIEdgeInsets.zero
    var resizingMode = ResizingMode.tile
    var renderingMode = RenderingMode.automatic
    var alignmentRectInsets = UIEdgeInsets.zero
    var frames: [UIImage]?
    var duration: TimeInterval = 0
  }

  /// The pixels as they are stored; `nil` for an empty picture.
  open var cgImage: CGImage? { pixels }
  private let pixels: CGImage?
  let traits: Traits

  init(_ pixels: CGImage?, _ traits: Traits) {
    self.pixels = pixels
    self.traits = traits
    super.init()
  }

  /// Makes an empty picture, which draws nothing.
  public override convenience init() { self.init(nil, Traits()) }

  /// Finds a picture as ``init(named:)`` does, for `#imageLiteral(resourceName:)`; an empty picture if none is found.
  public required convenience init(imageLiteralResourceName name: String) {
    let found = UIImage(named: name)
    self.init(found?.cgImage, found?.traits ?? Traits())
  }

  /// Makes a picture with one pixel per point.
  public convenience init(cgImage: CGImage) { self.init(cgImage, Traits()) }

  /// Makes a picture of pixels.
  ///
  /// - Parameters:
  ///   - cgImage: The pixels.
  ///   - scale: The pixels per point; 1 if not above 0.
  ///   - orientation: The rotation and mirroring that turn the pixels upright.
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    let scale = scale > 0 && scale.isFinite ? scale : 1
    self.init(cgImage, Traits(scale: scale, orientation: orientation))
  }

  convenience init(cgImage: CGImage?, scale: CGFloat) { self.init(cgImage, Traits(scale: scale)) }

  /// Reads a picture from the bytes of a file.
  ///
  /// - Parameters:
  ///   - data: The whole file.
  ///   - scale: The pixels per point; 1 if not above 0.
  /// - Returns: `nil` for data that is no supported picture, or is damaged; `ImageDecoder` tells the reason.
  public convenience init?(data: Data, scale: CGFloat) {
    guard let image = try? ImageDecoder().decode([UInt8](data)).image else { return nil }
    self.init(cgImage: image, scale: scale, orientation: .up)
  }

  /// Reads a picture from the bytes of a file, with one pixel per point; see ``init(data:scale:)``.
  public convenience init?(data: Data) { self.init(data: data, scale: 1) }

  /// Reads a picture from a file.
  ///
  /// - Parameter path: The file. A name that ends in `@2x` or `@3x` before its extension gives that many pixels to a
  ///   point.
  /// - Returns: `nil` if the file cannot be read; `ImageDecoder` tells the reason.
  public convenience init?(contentsOfFile path: String) {
    guard let image = try? ImageDecoder().decode(contentsOf: path).image else { return nil }
    self.init(cgImage: image, scale: PictureFile.scale(ofFile: path), orientation: .up)
  }

  /// The size of the upright picture, in points.
  open var size: CGSize {
    guard let pixels else { return .zero }
    let size = CGSize(width: CGFloat(pixels.width) / scale, height: CGFloat(pixels.height) / scale)
    return turns ? CGSize(width: size.height, height: size.width) : size
  }

  /// Whether the orientation exchanges width and height.
  var turns: Bool {
    switch imageOrientation {
    case .left, .right, .leftMirrored, .rightMirrored: true
    case .up, .down, .upMirrored, .downMirrored: false
    }
  }

  /// The pixels per point.
  open var scale: CGFloat { traits.scale }
  /// The rotation and mirroring that turn the pixels upright.
  open var imageOrientation: Orientation { traits.orientation }
  /// The edges that keep their size when the picture is drawn larger, in points.
  open var capInsets: UIEdgeInsets { traits.capInsets }
  /// The way in which the inner part fills a larger size.
  open var resizingMode: ResizingMode { traits.resizingMode }
  /// Whether the picture is drawn in its own colours or as a template.
  open var renderingMode: RenderingMode { traits.renderingMode }
  /// The edges that alignment ignores; stored without effect.
  open var alignmentRectInsets: UIEdgeInsets { traits.alignmentRectInsets }
  /// The frames of an animated picture; `nil` for others.
  open var images: [UIImage]? { traits.frames }
  /// The duration of all frames of an animated picture, in seconds.
  open var duration: TimeInterval { traits.duration }

  /// Returns the picture itself, since pictures are immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another picture has the same pixels and the same properties.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIImage else { return false }
    if other === self { return true }
    return pixels === other.pixels && scale == other.scale && imageOrientation == other.imageOrientation
      && capInsets == other.capInsets && renderingMode == other.renderingMode && images == other.images
  }

  /// A hash of the identity of the pixels.
  open override var hash: Int { pixels.map { ObjectIdentifier($0).hashValue } ?? 0 }
}
