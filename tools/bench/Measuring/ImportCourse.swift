// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina
import ReportText

/// The measurement of reading a document, from bytes in memory to a layer tree.
package struct ImportCourse: Encodable {
  var name: String
  var bytes: Int
  var layers = 0
  /// The median time of the rounds.
  var milliseconds: Double

  /// Reads a file repeatedly. A text is loaded into memory first, so that no disk access is measured; an archive or a
  /// folder is opened each time.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - rounds: The number of times that it is read; at least three.
  ///   - limits: The limits of a document.
  ///   - lottieMotion: The motion of Lottie animations along spatial curves.
  package init(
    measuring path: String, rounds: Int, limits: SceneLimits, lottieMotion: LottieMotion
  ) throws(SceneError) {
    var times: [Double] = []
    let text = path.hasSuffix(".json") ? (try? Data(contentsOf: URL(fileURLWithPath: path))).map { [UInt8]($0) } : nil
    for _ in 0..<max(rounds, 3) {
      var stopwatch = Stopwatch()
      let scene =
        if let text { try LottieReader(limits: limits, motion: lottieMotion).read(text, named: path) } else {
          try DocumentReader(limits: limits, lottieMotion: lottieMotion).read(path)
        }
      times.append(stopwatch.lap() * 1e3)
      layers = BenchSubject(path: path, scene: scene).layerCount
    }
    name = (path as NSString).lastPathComponent
    bytes = text?.count ?? Self.size(of: path)
    milliseconds = times.sorted()[times.count / 2]
  }

  private static func size(of path: String) -> Int {
    ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int) ?? 0
  }
}

extension [ImportCourse] {
  /// A table.
  package var text: String {
    var table = TextTable(header: ["document", "KB", "layers", "ms", "MB/s"], rows: [], rightAligned: [1, 2, 3, 4])
    for course in self {
      let kilobytes = Double(course.bytes) / 1e3
      table.rows.append([
        course.name, kilobytes.formatted(places: 1), "\(course.layers)", course.milliseconds.formatted(places: 2),
        (kilobytes / Swift.max(course.milliseconds, 1e-6)).formatted(places: 1),
      ])
    }
    return table.text
  }
}
