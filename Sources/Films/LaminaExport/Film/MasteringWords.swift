// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaVideo

// Options of encoders for metadata about brightness. All of them write it into the stream, where every player finds it.

extension FilmEncoding {
  /// Whether the encoder can store metadata about brightness.
  var keepsMastering: Bool {
    switch codec {
    case .h264, .hevc, .av1: device == .none
    case .vp9, .prores4444, .prores422HQ: false
    }
  }
}

extension MasteringData {
  var wordsOfX265: [String] {
    var result: [String] = []
    if let display { result.append("master-display=" + display.inUnits) }
    if let light { result.append("max-cll=\(light.brightest),\(light.average)") }
    return result
  }

  var wordsOfX264: [String] {
    var result: [String] = []
    if let display { result.append("mastering-display=" + display.inUnits) }
    if let light { result.append("cll=\(light.brightest),\(light.average)") }
    return result
  }

  var wordsOfSVT: [String] {
    var result: [String] = []
    if let display { result.append("mastering-display=" + display.inNumbers) }
    if let light { result.append("content-light=\(light.brightest),\(light.average)") }
    return result
  }
}

extension MasteringData.Display {
  /// In units of the standard: 1/50,000 for colours, and 1/10,000 of a candela per square metre for luminance.
  fileprivate var inUnits: String {
    words {
      "\(Int(clamping: ($0 * 50_000).rounded()))"
    } light: {
      "\(Int(clamping: ($0 * 10_000).rounded()))"
    }
  }

  /// As decimal numbers.
  fileprivate var inNumbers: String {
    words {
      "\($0)"
    } light: {
      "\($0)"
    }
  }

  private func words(_ number: (Double) -> String, light: (Double) -> String) -> String {
    let points = [("G", green), ("B", blue), ("R", red), ("WP", white)]
    return points.map { "\($0)(\(number($1.x)),\(number($1.y)))" }.joined()
      + "L(\(light(luminance.upperBound)),\(light(luminance.lowerBound)))"
  }
}
