// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Opens videos that documents name as pictures.
///
/// Readers of documents receive an opener where videos may be shown; `LaminaVideo` has an opener that uses `ffmpeg`.
public struct VideoOpener: Sendable {
  /// Opens a file, or returns the reason why it cannot be shown.
  package let open: @Sendable (_ path: String) -> Result<any MovingPictures, Refusal>
  /// Opens the bytes of a file without a path, such as a file in an archive. Messages use `name` for the file.
  package let openBytes: @Sendable (_ bytes: [UInt8], _ name: String) -> Result<any MovingPictures, Refusal>

  /// The reason why a video is not opened.
  package struct Refusal: Error {
    /// The rest of the message, after the name of the file: "is no video that can be shown: …".
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  package init(
    _ open: @escaping @Sendable (String) -> Result<any MovingPictures, Refusal>,
    bytes: @escaping @Sendable ([UInt8], String) -> Result<any MovingPictures, Refusal>
  ) {
    (self.open, openBytes) = (open, bytes)
  }
}

/// Distinguishes videos from pictures by their first bytes.
package enum VideoSignature {
  /// The number of bytes that are tested.
  package static let length = 16

  /// Whether the beginning of a file is that of a video: MP4 and QuickTime, Matroska and WebM, AVI, MPEG, Ogg, FLV.
  package static func recognizes(_ bytes: some Collection<UInt8>) -> Bool {
    let head = Array(bytes.prefix(length))
    func has(_ text: String, at place: Int) -> Bool { head.dropFirst(place).starts(with: text.utf8) }
    if has("ftyp", at: 4) {
      // Some pictures have the same container format.
      return !["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1", "avif", "avis"].contains { has($0, at: 8) }
    }
    if has("moov", at: 4) || has("mdat", at: 4) || has("wide", at: 4) || has("free", at: 4) { return true }
    if has("RIFF", at: 0) { return has("AVI ", at: 8) }
    return [[0x1A, 0x45, 0xDF, 0xA3], [0, 0, 1, 0xBA], [0, 0, 1, 0xB3], Array("OggS".utf8), Array("FLV\u{1}".utf8)]
      .contains { head.starts(with: $0) }
  }
}
