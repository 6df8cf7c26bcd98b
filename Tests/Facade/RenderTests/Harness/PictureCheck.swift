// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaTestSupport
import Testing

/// Compares two pictures under the list of tolerances and records what is wrong.
///
/// - Parameters:
///   - check: What is compared, as `tolerances.list` calls it: `recorded`, `parity`, or a variant.
///   - standard: What holds where the list says nothing.
func expectSame(
  _ actual: PixelGrid, _ expected: PixelGrid, scene: String, check: String, on backEnd: BackEnd, standard: Tolerance,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let name = SharedRenderers.name(of: backEnd)
  guard
    let tolerance = try ToleranceList.shared.get().tolerance(of: scene, check, on: name, standard: standard)
  else { return }
  let place = "\(scene) \(name)/\(check)"
  guard actual.width == expected.width, actual.height == expected.height else {
    let files = FailureArtefacts.write(actual, expected, check: place)
    Issue.record(
      "\(place): \(actual.width) x \(actual.height) px, not \(expected.width) x \(expected.height); \(files)",
      sourceLocation: sourceLocation)
    return
  }
  let (largest, count) = actual.difference(from: expected, over: tolerance.levels)
  guard count > tolerance.pixels else { return }
  let files = FailureArtefacts.write(actual, expected, check: place)
  Issue.record(
    "\(place): \(count) pixels differ by more than \(tolerance.levels), at most by \(largest); \(files)",
    sourceLocation: sourceLocation)
}
