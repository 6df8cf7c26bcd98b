// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// A picture with the number of its pixels to a point.
///
///     let photo = UIImage(contentsOfFile: "photo@2x.png")
///     imageView.image = photo
///     layer.contents = photo?.cgImage
///
/// It does not change, so it may go to other threads. PNG, JPEG and WebP are read; Exif orientations are applied when a
/// file is read, so what was read is `up`.
open class UIImage: NSObject, NSCopying, @unchecked Sendable {
  /// How the pixels are turned to stand upright.
  public enum Orientation: Int, Sendable {
    /// Not at all.
    case up = 0
    /// By half a turn.
    case down = 1
    /// By a quarter turn counter-clockwise.
    case left = 2
    /// By a quarter turn clockwise.
    case right = 3
    /// Mirrored left to right.
    case upMirrored = 4
    /// Mirrored top to bottom.
    case downMirrored = 5
    /// Mirrored, then by a quarter turn counter-clockwise.
    case leftMirrored = 6
    /// Mirrored, then by a quarter turn clockwise.
    case rightMirrored = 7
  }

  /// What the inner part of a picture with insets does when it is drawn larger.
  public enum ResizingMode: Int, Sendable {
    /// It is repeated.
    case tile = 0
    /// It is stretched.
    case stretch = 1
  }

  /// Whether a picture is drawn in its own colours or as a template.
  public enum RenderingMode: Int, Sendable {
    /// In its own colours, here.
    case automatic = 0
    /// In its own colours.
    case alwaysOriginal = 1
    /// In the tint colour of the view that shows it, by the picture's alpha.
    case alwaysTemplate = 2
  }

  /// What a picture may be besides its pixels.
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

  /// The pixels as they are stored; `nil` for a picture without any.
  open var cgImage: CGImage? { pixels }
  private let pixels: CGImage?
  let traits: Traits

  init(_ pixels: CGImage?, _ traits: Traits) {
    self.pixels = pixels
    self.traits = traits
    super.init()
  }

  /// Makes a picture without pixels, which draws nothing.
  public override convenience init() { self.init(nil, Traits()) }

  /// Finds a picture as ``init(named:)`` does, for `#imageLiteral(resourceName:)`; one without pixels where there is
  /// none.
  public required convenience init(imageLiteralResourceName name: String) {
    let found = UIImage(named: name)
    self.init(found?.cgImage, found?.traits ?? Traits())
  }

  /// Makes a picture of pixels, one to a point.
  public convenience init(cgImage: CGImage) { self.init(cgImage, Traits()) }

  /// Makes a picture of pixels.
  ///
  /// - Parameters:
  ///   - cgImage: The pixels.
  ///   - scale: How many pixels a point has; not above 0 it is 1.
  ///   - orientation: How they are turned to stand upright.
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    let scale = scale > 0 && scale.isFinite ? scale : 1
    self.init(cgImage, Traits(scale: scale, orientation: orientation))
  }

  convenience init(cgImage: CGImage?, scale: CGFloat) { self.init(cgImage, Traits(scale: scale)) }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - data: The whole file.
  ///   - scale: How many pixels a point has; not above 0 it is 1.
  /// - Returns: `nil` where it is no picture that can be read, or a damaged one; `ImageDecoder` says why.
  public convenience init?(data: Data, scale: CGFloat) {
    guard let image = try? ImageDecoder().decode([UInt8](data)).image else { return nil }
    self.init(cgImage: image, scale: scale, orientation: .up)
  }

  /// Reads the bytes of a file, one pixel to a point; see ``init(data:scale:)``.
  public convenience init?(data: Data) { self.init(data: data, scale: 1) }

  /// Reads a file.
  ///
  /// - Parameter path: The file. A name that ends in `@2x` or `@3x` before its extension gives that many pixels to a
  ///   point.
  /// - Returns: `nil` where it cannot be read; `ImageDecoder` says why.
  public convenience init?(contentsOfFile path: String) {
    guard let image = try? ImageDecoder().decode(contentsOf: path).image else { return nil }
    self.init(cgImage: image, scale: PictureFile.scale(ofFile: path), orientation: .up)
  }

  /// The size in points, upright.
  open var size: CGSize {
    guard let pixels else { return .zero }
    let size = CGSize(width: CGFloat(pixels.width) / scale, height: CGFloat(pixels.height) / scale)
    return turns ? CGSize(width: size.height, height: size.width) : size
  }

  /// Whether the orientation makes rows of columns.
  var turns: Bool {
    switch imageOrientation {
    case .left, .right, .leftMirrored, .rightMirrored: true
    case .up, .down, .upMirrored, .downMirrored: false
    }
  }

  /// How many pixels a point has.
  open var scale: CGFloat { traits.scale }
  /// How the pixels are turned to stand upright.
  open var imageOrientation: Orientation { traits.orientation }
  /// What keeps its size at the edges when the picture is drawn larger, in points.
  open var capInsets: UIEdgeInsets { traits.capInsets }
  /// What the inner part does when the picture is drawn larger.
  open var resizingMode: ResizingMode { traits.resizingMode }
  /// Whether it is drawn in its own colours.
  open var renderingMode: RenderingMode { traits.renderingMode }
  /// What of the edges does not count when pictures are lined up; kept.
  open var alignmentRectInsets: UIEdgeInsets { traits.alignmentRectInsets }
  /// The frames of an animated picture; `nil` for others.
  open var images: [UIImage]? { traits.frames }
  /// How long the frames of an animated picture take, in seconds.
  open var duration: TimeInterval { traits.duration }

  /// A picture does not change, so this is the picture itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other shows the same pixels in the same way.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIImage else { return false }
    if other === self { return true }
    return pixels === other.pixels && scale == other.scale && imageOrientation == other.imageOrientation
      && capInsets == other.capInsets && renderingMode == other.renderingMode && images == other.images
  }

  /// A hash of the size and the pixels' identity.
  open override var hash: Int { pixels.map { ObjectIdentifier($0).hashValue } ?? 0 }
}
