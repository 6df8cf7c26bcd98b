// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// When recorded pictures are written: the environment variable `LAMINA_RECORD`. A run that wrote any fails.
enum Recording: String {
  case never
  case missing
  case failed
  case all

  static let mode =
    ProcessInfo.processInfo.environment["LAMINA_RECORD"].map { Recording(rawValue: $0) ?? .never } ?? .never

  /// Compares what the CPU renderer drew with the picture at `path`, or writes that picture.
  ///
  /// A PNG holds straight colours, so the drawn picture takes the same way through the format before it is compared.
  static func check(_ drawn: CGImage, path: String, scene: String) throws {
    let encoded = try PNGEncoder(compression: .small).encode(drawn)
    let actual = PixelGrid(try ImageDecoder().decode(encoded).image)
    let isMissing = !FileManager.default.fileExists(atPath: path)
    var expected: PixelGrid?
    if !isMissing { expected = PixelGrid(try ImageDecoder().decode(contentsOf: path).image) }
    let writes =
      switch mode {
      case .never: false
      case .missing: isMissing
      case .failed: expected != actual
      case .all: true
      }
    if writes {
      try Data(encoded).write(to: URL(fileURLWithPath: path))
      Issue.record("\(scene): recorded; look at \(path) and run again")
    } else if let expected {
      try expectSame(
        actual, expected, scene: scene, check: "recorded", on: .cpu, standard: Tolerance(levels: 0))
    } else {
      Issue.record("\(scene): no recorded picture at \(path); LAMINA_RECORD=missing writes it")
    }
  }
}
