// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Types of files, by the names that Image I/O uses. Apple has them in separate modules, Uniform Type Identifiers and
// Core Services; here they are beside the code that uses them.

public import LaminaCoreFoundation

/// A type of files, such as PNG.
///
///     let destination = CGImageDestinationCreateWithURL(url as CFURL, UTType.png.identifier as CFString, 1, nil)
///
/// Pictures are read and written as ``png``, ``jpeg`` and ``webP``; the other types are only names.
public struct UTType: Hashable, Sendable {
  /// The identifier, in lower case.
  public let identifier: String

  /// Makes the type of an identifier.
  ///
  /// - Parameter identifier: The identifier of a type that is a property here, in any case.
  /// - Returns: `nil` for any other identifier.
  public init?(_ identifier: String) {
    guard let known = Self.details[identifier.lowercased()] else { return nil }
    self = known.type
  }

  /// Makes the type of files with a filename extension.
  ///
  /// - Parameter filenameExtension: The part of the name after the last dot, in any case.
  /// - Returns: `nil` for extensions of other types.
  public init?(filenameExtension: String) {
    let ending = filenameExtension.lowercased()
    guard let known = Self.details.values.first(where: { $0.extensions.contains(ending) }) else { return nil }
    self = known.type
  }

  /// Makes the type of content with a MIME type.
  ///
  /// - Parameter mimeType: As `image/png`, whatever its case.
  /// - Returns: `nil` for MIME types of other types.
  public init?(mimeType: String) {
    let name = mimeType.lowercased()
    guard let known = Self.details.values.first(where: { $0.mimeType == name }) else { return nil }
    self = known.type
  }

  private init(known identifier: String) { self.identifier = identifier }

  /// The extension of names of files of this type; `nil` for ``image``.
  public var preferredFilenameExtension: String? { Self.details[identifier]?.extensions.first }

  /// The MIME type of content of this type; `nil` for ``image``.
  public var preferredMIMEType: String? { Self.details[identifier]?.mimeType }

  /// Whether files of this type are also of another type: all types except ``pdf`` are an ``image``, and each type
  /// conforms to itself.
  public func conforms(to type: UTType) -> Bool { self == type || (type == .image && self != .pdf) }

  /// PNG.
  public static let png = UTType(known: "public.png")
  /// JPEG.
  public static let jpeg = UTType(known: "public.jpeg")
  /// WebP.
  public static let webP = UTType(known: "org.webmproject.webp")
  /// GIF.
  public static let gif = UTType(known: "com.compuserve.gif")
  /// TIFF.
  public static let tiff = UTType(known: "public.tiff")
  /// BMP.
  public static let bmp = UTType(known: "com.microsoft.bmp")
  /// HEIC.
  public static let heic = UTType(known: "public.heic")
  /// PDF.
  public static let pdf = UTType(known: "com.adobe.pdf")
  /// Any picture.
  public static let image = UTType(known: "public.image")

  private struct Details: Sendable {
    var type: UTType
    var extensions: [String]
    var mimeType: String?
  }

  private static let details: [String: Details] = Dictionary(
    uniqueKeysWithValues: [
      Details(type: png, extensions: ["png"], mimeType: "image/png"),
      Details(type: jpeg, extensions: ["jpeg", "jpg", "jpe"], mimeType: "image/jpeg"),
      Details(type: webP, extensions: ["webp"], mimeType: "image/webp"),
      Details(type: gif, extensions: ["gif"], mimeType: "image/gif"),
      Details(type: tiff, extensions: ["tiff", "tif"], mimeType: "image/tiff"),
      Details(type: bmp, extensions: ["bmp", "dib"], mimeType: "image/bmp"),
      Details(type: heic, extensions: ["heic"], mimeType: "image/heic"),
      Details(type: pdf, extensions: ["pdf"], mimeType: "application/pdf"),
      Details(type: image, extensions: [], mimeType: nil),
    ].map { ($0.type.identifier, $0) })
}

/// The name of PNG's type.
public var kUTTypePNG: CFString { UTType.png.identifier }
/// The name of JPEG's type.
public var kUTTypeJPEG: CFString { UTType.jpeg.identifier }
/// The name of GIF's type, which is neither read nor written.
public var kUTTypeGIF: CFString { UTType.gif.identifier }
/// The name of TIFF's type, which is neither read nor written.
public var kUTTypeTIFF: CFString { UTType.tiff.identifier }
/// The name of BMP's type, which is neither read nor written.
public var kUTTypeBMP: CFString { UTType.bmp.identifier }
/// The name of PDF's type, which PDF contexts write; it cannot be read.
public var kUTTypePDF: CFString { UTType.pdf.identifier }
/// The name of the type of any picture.
public var kUTTypeImage: CFString { UTType.image.identifier }
