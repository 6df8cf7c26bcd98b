// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

// Joining blurs. Adjacent layers that blur the pixels behind them read the same pass, and process it in the same steps.
// Each step becomes one pass for all of these layers, with one operation per layer, which makes the pixels that the
// layer needs.

extension RenderPlan {
  /// The greatest ratio of a joined pass's area to the areas of its parts, so that no pass spans a canvas for two
  /// corners of it.
  private static let sparsity = 4

  /// Joins passes that take the same step of a blur from the same pass.
  ///
  /// Only blurs that extend edges are joined: a step then reads beyond its own pixels only at an edge of the picture,
  /// which is at the same place in the joined pass.
  mutating func joinBlurs() {
    var join = BlurJoin(places: Array(passes.indices))
    for index in passes.indices {
      if let blur = joinable(index) { join.add(index, blur, of: self, sparsity: Self.sparsity) }
    }
    guard join.isNeeded else { return }
    rebuild(join)
  }

  /// The blur that makes a pass, if the pass may be joined with others.
  private func joinable(_ pass: Int) -> BlurFilter? {
    let steps = passes[pass].content.steps
    guard steps.count == 1, let step = steps.first, !passes[pass].region.isEmpty,
      step.pixelBounds == passes[pass].region
    else { return nil }
    switch step {
    case .blur(let blur): return blur.extendsEdges ? blur : nil
    }
  }

  private mutating func rebuild(_ join: BlurJoin) {
    var joined: [RenderPass] = []
    joined.reserveCapacity(passes.count)
    // The new place of each pass, or of the pass that it became part of.
    var places = PassRenumbering(count: passes.count)
    for index in passes.indices where join.places[index] == index {
      let members = join.members[index] ?? [index]
      for member in members { places.places[member] = PassHandle(joined.count) }
      var pass = passes[index]
      pass.content = content(of: members, &places)
      for member in members { pass.region = pass.region.union(passes[member].region) }
      pass.key = key(of: members)
      joined.append(pass)
    }
    passes = joined
  }

  /// The content that makes the pixels of several passes together.
  ///
  /// - Parameter places: The new places of the passes that are read.
  private func content(of members: [Int], _ places: inout PassRenumbering) -> PassContent {
    switch passes[members[0]].content {
    case .draws(var draws):
      draws.renumberPasses(&places)
      return .draws(draws)
    case .filters:
      var steps = members.flatMap { passes[$0].content.steps }
      for index in steps.indices { steps[index].visitHandles(&places) }
      return .filters(steps)
    }
  }

  /// The key of joined passes, if all of them have keys.
  private func key(of members: [Int]) -> PassKey? {
    guard members.count > 1 else { return passes[members[0]].key }
    var fingerprint = PassFingerprint()
    for member in members {
      guard let key = passes[member].key else { return nil }
      fingerprint.combine(key)
    }
    return fingerprint.finished()
  }
}

/// The passes that are joined with one another.
private struct BlurJoin {
  /// The values that two steps must share to be joined.
  private struct Step: Hashable {
    var source: Int
    var step: BlurFilter.Step
    var sigma: Float
    var format: PassFormat
  }

  /// For each pass, the first of the passes that it is joined with.
  var places: [Int]
  /// The joined passes, by the first of them.
  var members: [Int: [Int]] = [:]
  private var latest: [Step: (first: Int, region: PixelRect, area: Int)] = [:]

  init(places: [Int]) { self.places = places }

  var isNeeded: Bool { members.values.contains { $0.count > 1 } }

  mutating func add(_ index: Int, _ blur: BlurFilter, of plan: RenderPlan, sparsity: Int) {
    let pass = plan.passes[index]
    let step = Step(
      source: places[blur.source.index], step: blur.step, sigma: blur.pixelSigma, format: pass.format)
    if let known = latest[step] {
      let (region, area) = (known.region.union(pass.region), known.area + pass.region.area)
      if region.area <= sparsity * area {
        places[index] = known.first
        members[known.first]?.append(index)
        latest[step] = (known.first, region, area)
        return
      }
    }
    members[index] = [index]
    latest[step] = (index, pass.region, pass.region.area)
  }
}
