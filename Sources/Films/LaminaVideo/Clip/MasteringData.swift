// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Metadata of a video with high dynamic range about the screen that it was made on, and about its brightest pixels:
/// SMPTE ST 2086 and CTA-861.3.
///
/// Players use it to map the brightness of the video to their screens.
package struct MasteringData: Sendable, Hashable {
  /// A screen.
  package struct Display: Sendable, Hashable {
    /// The colours of the screen's red, green, blue and white: x and y of CIE 1931.
    package var red, green, blue, white: SIMD2<Double>
    /// The luminance of the screen's black and white.
    ///
    /// - Units: candelas per square metre.
    package var luminance: ClosedRange<Double>
  }

  /// The screen; `nil` if the file does not specify it.
  package var display: Display?
  /// The luminance of the brightest pixel, and the average luminance of the brightest picture; `nil` if the file does
  /// not specify them.
  ///
  /// - Units: candelas per square metre.
  package var light: (brightest: Int, average: Int)? {
    get { brightest.map { ($0, average) } }
    set { (brightest, average) = (newValue?.brightest, newValue?.average ?? 0) }
  }
  private var brightest: Int?
  private var average = 0

  init() {}

  /// Makes the metadata from the side data that `ffprobe` lists for a track or a picture.
  ///
  /// - Returns: `nil` if there is none, or the values are implausible.
  init?(_ list: [ClipSideData]) {
    for data in list {
      display = display ?? Display(data)
      if let most = data.max_content, let average = data.max_average, (0...65_535).contains(most),
        (0...65_535).contains(average), most > 0 || average > 0
      {
        light = light ?? (most, average)
      }
    }
    if display == nil, light == nil { return nil }
  }

  /// This metadata, with missing values taken from another one.
  func completed(by other: MasteringData?) -> MasteringData {
    var result = self
    result.display = display ?? other?.display
    result.light = light ?? other?.light
    return result
  }
}

extension MasteringData.Display {
  fileprivate init?(_ data: ClipSideData) {
    func point(_ x: String?, _ y: String?) -> SIMD2<Double>? {
      guard let x = Self.number(x), let y = Self.number(y), (0...1).contains(x), (0...1).contains(y) else { return nil }
      return SIMD2(x, y)
    }
    guard let red = point(data.red_x, data.red_y), let green = point(data.green_x, data.green_y),
      let blue = point(data.blue_x, data.blue_y), let white = point(data.white_point_x, data.white_point_y),
      let least = Self.number(data.min_luminance), let most = Self.number(data.max_luminance), least >= 0, most > least,
      most <= 10_000
    else { return nil }
    (self.red, self.green, self.blue, self.white, luminance) = (red, green, blue, white, least...most)
  }

  /// Parses a fraction such as `34000/50000`.
  private static func number(_ text: String?) -> Double? {
    let parts = (text ?? "").split(separator: "/").compactMap { Double($0) }
    guard parts.count == 2, parts[1] > 0 else { return nil }
    let value = parts[0] / parts[1]
    return value.isFinite ? value : nil
  }
}

/// The used part of the side data that `ffprobe` lists for a track or a picture.
struct ClipSideData: Decodable {
  var side_data_type: String?
  var rotation: Double?
  var red_x, red_y, green_x, green_y, blue_x, blue_y, white_point_x, white_point_y: String?
  var min_luminance, max_luminance: String?
  var max_content, max_average: Int?

  /// Whether the data changes from picture to picture, as in Dolby Vision and HDR10+.
  var isDynamicRange: Bool {
    guard let type = side_data_type?.lowercased() else { return false }
    return type.contains("dovi") || type.contains("dolby") || type.contains("dynamic metadata")
      || type.contains("hdr10+")
      || type.contains("2094")
  }
}
