// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// Makes passes of recorded lists; the stage after recording.
///
/// The recorder hands lists over while it walks: when many steps wait, and when the walk ends.
protocol PassMaker {
  /// The results of the rasters of the list that was taken last.
  var answers: [Raster] { get }
  /// The pictures of paths and texts that were drawn and laid out so far.
  var report: PlanReport { get }
  /// The results of the stages, if they are to be printed.
  var trace: PlanTrace? { get }

  /// Takes all of a list, and leaves it empty.
  mutating func take(
    _ list: inout DisplayList, _ resources: inout PlanResources, _ diagnostics: inout DiagnosticCollector)

  /// The finished plan, without the decisions about depth and the diagnostics of the recorder.
  ///
  /// - Parameters:
  ///   - canvas: The size of the canvas.
  ///   - region: The part of it that is drawn.
  ///   - walk: The number of the walk that recorded, among walks that take over fragments from one another.
  mutating func finish(canvas: PixelSize, region: PixelRect, walk: Int, _ resources: PlanResources) -> RenderPlan
}
