// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// A picture, or data of another type, in a text. It is stored for the program: text is drawn without it, and layers
/// report that in a diagnostic. To leave room in a line, use `CTRunDelegate`.
open class NSTextAttachment: NSObject {
  /// The character that stands for an attachment in a text.
  public static let character = 0xFFFC

  /// The data; `nil` if there is only a picture.
  open var contents: Data?
  /// The type of the data, such as `public.png`.
  open var fileType: String?
  /// The picture. If only data is set, the picture is decoded from it, provided that it is PNG, JPEG or WebP.
  open var image: UIImage? {
    get { given ?? contents.flatMap { UIImage(data: $0) } }
    set { given = newValue }
  }
  private var given: UIImage?
  /// The rectangle of the picture relative to the line's baseline, in points, y up. Empty for the picture's own size.
  open var bounds = CGRect.zero
  /// The padding on each side, in points.
  open var lineLayoutPadding: CGFloat = 0

  /// Makes an attachment of data.
  ///
  /// - Parameters:
  ///   - contentData: The data.
  ///   - uti: The type of the data.
  public init(data contentData: Data?, ofType uti: String?) {
    (contents, fileType) = (contentData, uti)
    super.init()
  }

  /// Makes an empty attachment.
  public convenience override init() { self.init(data: nil, ofType: nil) }

  /// Makes an attachment of a picture.
  public convenience init(image: UIImage) {
    self.init(data: nil, ofType: nil)
    self.image = image
  }
}

extension NSAttributedString {
  /// A text of one character, which represents an attachment.
  public convenience init(attachment: NSTextAttachment) {
    self.init(string: "\u{FFFC}", attributes: [.attachment: attachment])
  }
}
