// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The limits of a document, beyond which it is refused.
///
/// The defaults permit every real document known and keep a hostile document from exhausting the machine. Nesting has
/// no limit of its own: the reader does not recurse, so depth is bounded by ``elements``.
public struct SceneLimits: Hashable, Sendable, Codable {
  /// The maximum time for reading a document, its pictures included; for a document that is read for a picture, the
  /// time begins with the drawing of the picture.
  ///
  /// The time is checked between elements, values, entries of archives and pictures. The work on a single attribute,
  /// text or picture is not interrupted.
  ///
  /// - Units: seconds of a clock that runs continuously.
  /// - Range: 0 and above; 0 refuses every document, and NaN counts as 0.
  /// - Default: ten minutes.
  public var time = 600.0
  /// The maximum length of a document.
  ///
  /// - Units: bytes.
  /// - Range: `0...1_000_000_000`; larger values count as the maximum.
  /// - Default: 64 MB.
  public var documentBytes = 64 << 20
  /// The maximum number of elements in one document.
  ///
  /// - Default: `1_000_000`.
  public var elements = 1_000_000
  /// The maximum length of the value of one attribute. Pictures may be values of attributes, as `data:` URIs.
  ///
  /// - Units: bytes.
  /// - Default: 16 MB.
  public var attributeBytes = 16 << 20
  /// The maximum length of a picture file.
  ///
  /// - Units: bytes.
  /// - Default: 256 MB.
  public var imageFileBytes = 256 << 20
  /// The maximum number of pixels in one picture; a larger picture is not drawn, with a diagnostic.
  ///
  /// - Default: `100_000_000`, which is 400 MB decoded.
  public var imagePixels = 100_000_000
  /// The maximum memory of all decoded pictures of one document; further pictures are not drawn, with a diagnostic
  /// each.
  ///
  /// Pictures that are decoded when a frame needs them (values of animations, and pictures of Lottie files) may take as
  /// much each, and so may all pictures of one frame together.
  ///
  /// - Units: bytes.
  /// - Default: 2 GB.
  public var decodedImageBytes = 2 << 30

  /// The maximum length of an archive.
  ///
  /// - Units: bytes.
  /// - Default: 512 MB.
  public var archiveBytes = 512 << 20
  /// The maximum number of entries in one archive, folders included.
  ///
  /// - Default: `20_000`.
  public var archiveEntries = 20_000
  /// The maximum number of bytes that all entries of an archive may unpack to.
  ///
  /// - Units: bytes.
  /// - Default: 1 GB.
  public var unpackedBytes = 1 << 30
  /// The maximum ratio between the unpacked length of an archive and its own, where the former is more than 16 MB.
  /// Documents shrink to a twentieth and pictures hardly at all; a ratio of hundreds indicates an attack.
  ///
  /// - Default: `200`.
  public var archiveRatio = 200

  /// The default limits.
  public init() {}
}

extension SceneLimits {
  /// The limit of a document's length that applies: offsets into documents are kept in 32 bits.
  package var effectiveDocumentBytes: Int { min(max(documentBytes, 0), 1_000_000_000) }
}
