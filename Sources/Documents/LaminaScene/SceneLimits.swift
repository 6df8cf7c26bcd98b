// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How much a document may ask for before it is refused.
///
/// The defaults read every real document known and keep a hostile one from exhausting the machine. Nesting
/// has no limit of its own: nothing in the reader recurses, so it is bounded by ``elements``.
public struct SceneLimits: Hashable, Sendable, Codable {
  /// The longest that reading a document may take, its pictures included; of a picture that is drawn, that time began
  /// with it.
  ///
  /// It is asked between elements, values, entries of archives and pictures. What one attribute, text or picture takes
  /// is ended by no clock.
  ///
  /// - Units: seconds on the clock that does not stop.
  /// - Range: 0 and above; 0 refuses every document, and what is no number counts as that.
  /// - Default: ten minutes.
  public var time = 600.0
  /// The longest document.
  ///
  /// - Units: bytes.
  /// - Range: `0...1_000_000_000`; larger values act as that.
  /// - Default: 64 MB.
  public var documentBytes = 64 << 20
  /// The most elements in one document.
  ///
  /// - Default: `1_000_000`.
  public var elements = 1_000_000
  /// The longest value of one attribute. Pictures may stand in attributes, as `data:` URIs.
  ///
  /// - Units: bytes.
  /// - Default: 16 MB.
  public var attributeBytes = 16 << 20
  /// The longest picture file.
  ///
  /// - Units: bytes.
  /// - Default: 256 MB.
  public var imageFileBytes = 256 << 20
  /// The most pixels in one picture; a picture over it is not drawn, with a diagnostic.
  ///
  /// - Default: `100_000_000`, which is 400 MB decoded.
  public var imagePixels = 100_000_000
  /// The most memory all decoded pictures of one document may take; pictures beyond it are not drawn, with a
  /// diagnostic each.
  ///
  /// Pictures that are decoded when a frame needs them, values of animations and pictures of Lottie files, may each
  /// take as much, and all that one frame shows together.
  ///
  /// - Units: bytes.
  /// - Default: 2 GB.
  public var decodedImageBytes = 2 << 30

  /// The longest archive.
  ///
  /// - Units: bytes.
  /// - Default: 512 MB.
  public var archiveBytes = 512 << 20
  /// The most entries in one archive, folders included.
  ///
  /// - Default: `20_000`.
  public var archiveEntries = 20_000
  /// The most bytes that all entries of an archive may unpack to.
  ///
  /// - Units: bytes.
  /// - Default: 1 GB.
  public var unpackedBytes = 1 << 30
  /// How many times its own length an archive may unpack to, when that is more than 16 MB. Documents shrink to a
  /// twentieth and pictures hardly at all; what unpacks to hundreds of times its length was made to harm.
  ///
  /// - Default: `200`.
  public var archiveRatio = 200

  /// The default limits.
  public init() {}
}

extension SceneLimits {
  /// The document limit in force: offsets into documents are kept in 32 bits.
  package var effectiveDocumentBytes: Int { min(max(documentBytes, 0), 1_000_000_000) }
}
