// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The colour space of a video's pixels.
///
/// The names are FFmpeg's, which equal the names of ITU-T H.273.
public struct VideoColor: Sendable, Hashable {
  /// The matrix between RGB and luma with colour differences: `bt709`, `smpte170m`, `bt470bg`, `bt2020nc`, `gbr`.
  public var matrix: String
  /// The colours of pure red, green and blue: `bt709`, `smpte170m`, `bt470bg`, `bt2020`.
  public var primaries: String
  /// The transfer function from numbers to light: `bt709`, `smpte170m`, `smpte2084` (PQ), `arib-std-b67` (HLG),
  /// `iec61966-2-1` (sRGB).
  public var transfer: String
  /// Whether numbers use the full range, 0...255 at 8 bits, and not 16...235.
  public var isFullRange: Bool

  /// High-definition television in limited range: the default of exported films.
  public static let bt709 = VideoColor(matrix: "bt709", primaries: "bt709", transfer: "bt709", isFullRange: false)

  /// The name of the matrix for ffmpeg's scaler.
  package var scalerMatrix: String { Self.scalerMatrices[matrix] ?? "bt709" }
  /// The name of the range for ffmpeg's scaler.
  package var scalerRange: String { isFullRange ? "pc" : "tv" }

  private static let scalerMatrices = [
    "bt709": "bt709", "smpte170m": "bt601", "bt470bg": "bt601", "fcc": "fcc", "smpte240m": "smpte240m",
    "bt2020nc": "bt2020", "bt2020c": "bt2020",
  ]

  /// Whether the video contains light brighter than paper white.
  package var isHighDynamicRange: Bool { transfer == "smpte2084" || transfer == "arib-std-b67" }

  /// The colour space with defaults for missing properties: BT.601 below 720 rows, as players assume, and BT.709 above.
  static func usual(matrix: String?, primaries: String?, transfer: String?, isFullRange: Bool, height: Int) -> Self {
    func given(_ word: String?) -> String? {
      word.flatMap { ["unknown", "unspecified", "reserved"].contains($0) ? nil : $0 }
    }
    let fallback = height >= 720 ? "bt709" : "smpte170m"
    let primaries = given(primaries) ?? given(matrix).map { $0.hasPrefix("bt2020") ? "bt2020" : $0 } ?? fallback
    let matrix = given(matrix) ?? (primaries == "bt2020" ? "bt2020nc" : fallback)
    return VideoColor(
      matrix: matrix, primaries: primaries == "gbr" ? "bt709" : primaries, transfer: given(transfer) ?? "bt709",
      isFullRange: isFullRange)
  }
}
