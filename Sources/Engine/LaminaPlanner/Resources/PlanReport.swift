// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaPlan

/// The work of planning one picture: pictures drawn and decoded, texts laid out, copies, and values kept from earlier
/// plans. Equal plans may have different reports.
package struct PlanReport: Sendable, Equatable {
  /// The number of pictures of paths and texts that had to be drawn, because they were not kept from earlier plans.
  package var drawnPictures = 0
  /// The number of pictures of paths and texts that are shown without having been drawn: they were kept from earlier
  /// plans, or are shown more than once.
  package var keptPictures = 0
  /// The number of pictures of documents that had to be decoded.
  package var decodedPictures = 0
  /// The number of texts that had to be laid out.
  package var laidOutTexts = 0
  /// The number of layers that were copied: all, or the ones that may have changed since the copy before, and their
  /// ancestors.
  package var copiedLayers = 0
  /// The number of layers whose draws were copied from the plan before.
  package var keptLayers = 0
  /// Whether draws end at edges that others cover, which follows from all draws of the canvas.
  package var hasSharedEdges = false

  package init() {}

  /// The report of the same plan when it is drawn again without planning.
  ///
  /// - Parameter layers: The number of layers of the plan.
  package func again(layers: Int) -> PlanReport {
    var report = PlanReport()
    (report.keptPictures, report.keptLayers) = (keptPictures + drawnPictures, layers)
    return report
  }
}

/// A plan, and beside it the report of its making.
package struct ReportedPlan: Sendable {
  package var plan: RenderPlan
  package var report: PlanReport

  package init(plan: RenderPlan, report: PlanReport) { (self.plan, self.report) = (plan, report) }
}

extension RenderStatistics {
  /// Adopts the counts of making a plan.
  package mutating func count(_ report: PlanReport) {
    (drawnPictures, keptPictures, laidOutTexts) = (report.drawnPictures, report.keptPictures, report.laidOutTexts)
    (copiedLayers, keptLayers, decodedPictures) = (report.copiedLayers, report.keptLayers, report.decodedPictures)
  }
}
