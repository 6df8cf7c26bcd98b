// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina
import ReportText

/// Measures reading and writing properties by key path, on one core.
package struct KeyPathBench {
  /// The names of operations and their number per second, in the order of measurement.
  private(set) var rates: [(name: String, perSecond: Double)] = []

  private static let count = 500_000

  /// Runs the measurement.
  package init() throws(KeyPathError) {
    let layer = CALayer()
    for path in ["position.x", "opacity", "transform.rotation.z"] {
      let compiled = try LayerKeyPath(path, for: layer)
      measure("compiled \(path), reads") { _ in try? compiled.number(in: layer) }
      measure("compiled \(path), writes") { try? compiled.setNumber(Double($0 & 1), in: layer) }
      measure("value(forKeyPath: \"\(path)\")") { _ in layer.value(forKeyPath: path) }
      measure("setValue(_:forKeyPath: \"\(path)\")") { layer.setValue(Double($0 & 1), forKeyPath: path) }
    }
  }

  private mutating func measure<Result>(_ name: String, _ body: (Int) -> Result) {
    // Warm-up: the class's table is looked up, and each path is used for the first time.
    for index in 0..<1000 { _ = body(index) }
    let start = Self.processorSeconds
    for index in 0..<Self.count { _ = body(index) }
    rates.append((name, Double(Self.count) / (Self.processorSeconds - start)))
  }

  /// The processor time of this thread, which excludes other work on the machine.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The report for people.
  package var text: String {
    "key paths, one thread\n\n"
      + TextTable(
        header: ["operation", "a second"], rows: rates.map { [$0.name, String(Int(clamping: $0.perSecond))] },
        rightAligned: [1]
      ).text
  }
}
