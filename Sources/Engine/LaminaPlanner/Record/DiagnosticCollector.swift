// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// A collector of features that a plan omits: each feature once, with the first layer that uses it and the number of
/// such layers.
struct DiagnosticCollector {
  /// A feature of a layer that cannot be drawn.
  enum Feature: Int, CaseIterable {
    case invalidGeometry, nestedShadows, cyclicMask
    case coarsePicture, crowdedGradient, unboundedPath, tooManyDashes

    var code: String {
      switch self {
      case .invalidGeometry: "invalid-geometry"
      case .nestedShadows: "shadows-too-deep"
      case .cyclicMask: "mask-cycle"
      case .coarsePicture: "coarse-picture"
      case .crowdedGradient: "crowded-gradient"
      case .unboundedPath: "unbounded-path"
      case .tooManyDashes: "too-many-dashes"
      }
    }

    /// A description of the problem and of the drawing instead.
    var message: String {
      switch self {
      case .invalidGeometry: "the layer's geometry holds values that are not finite numbers; it is not drawn"
      case .nestedShadows:
        "shadows of subtrees inside one another are more than \(TreeRecorder.surfaceNesting) deep; the innermost are left out"
      case .cyclicMask: "the layer's mask is the layer itself or one above it; it is drawn without a mask"
      case .coarsePicture:
        "a path or text covers so many pixels that it is drawn with fewer of them and enlarged"
      case .crowdedGradient:
        "a gradient has more than \(GradientContent.maximumStops) colours; of those that stand closest, some are left out"
      case .unboundedPath:
        "a path reaches farther than \(TreeRecorder.farthest) points from its layer's origin; it is not drawn"
      case .tooManyDashes:
        "a line has more than \(DashPattern.maximumDashes) dashes and gaps; its pattern is enlarged to that number"
      }
    }
  }

  /// The number of calls that noted a problem.
  private(set) var noteCount = 0
  private var firstNodes = [Int](repeating: -1, count: Feature.allCases.count)
  private var counts = [Int](repeating: 0, count: Feature.allCases.count)
  private var paths: [Int: String] = [:]
  /// The problems of filters, each once, in the order of their first occurrence, with their number and first layer.
  private var filterProblems: [(problem: FilterProblem, path: String, count: Int)] = []
  private var filterIndices: [FilterProblem: Int] = [:]
  /// The greatest number of distinct problems; further ones are counted without being distinguished.
  private static let maximumFilterProblems = 100

  /// Notes the parts of its filters that the layer at `node` cannot draw.
  mutating func add(_ problems: [FilterProblem], node: Int, in snapshot: TreeSnapshot) {
    for problem in problems { add(problem, count: 1) { snapshot.layerPath(of: node) } }
  }

  /// Whether further problems may be counted without being distinguished.
  var isFull: Bool { filterProblems.count >= Self.maximumFilterProblems || found.count >= Self.maximumFound }

  private mutating func add(_ problem: FilterProblem, count: Int, path: () -> String) {
    noteCount += count
    if let known = filterIndices[problem] {
      filterProblems[known].count += count
    } else if filterProblems.count < Self.maximumFilterProblems {
      filterIndices[problem] = filterProblems.count
      filterProblems.append((problem, path(), count))
    } else {
      filterProblems[Self.maximumFilterProblems - 1].count += count
    }
  }

  /// The last noted problems of a text or a path: neighbouring layers often have the same ones.
  private var lastFound: [Diagnostic] = []
  private var found: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  /// The greatest number of distinct problems that are listed.
  private static let maximumFound = 100

  /// Notes the problems in making a layer's text or path; each message once.
  mutating func add(_ problems: [Diagnostic], node: Int, in snapshot: TreeSnapshot) {
    noteCount += problems.count
    guard problems != lastFound else { return }
    lastFound = problems
    for diagnostic in problems where found.count < Self.maximumFound {
      guard seen.insert(diagnostic).inserted else { continue }
      var diagnostic = diagnostic
      diagnostic.layerPath = snapshot.layerPath(of: node)
      found.append(diagnostic)
    }
  }

  /// Notes that the layer at `node` uses a `feature` that is omitted.
  mutating func add(_ feature: Feature, node: Int, in snapshot: TreeSnapshot) {
    noteCount += 1
    counts[feature.rawValue] += 1
    guard firstNodes[feature.rawValue] < 0 else { return }
    firstNodes[feature.rawValue] = node
    paths[feature.rawValue] = snapshot.layerPath(of: node)
  }

  /// Appends the problems of a chunk to the known ones.
  mutating func append(_ chunk: DiagnosticCollector) {
    for feature in Feature.allCases where chunk.counts[feature.rawValue] > 0 {
      if counts[feature.rawValue] == 0 {
        firstNodes[feature.rawValue] = chunk.firstNodes[feature.rawValue]
        paths[feature.rawValue] = chunk.paths[feature.rawValue]
      }
      counts[feature.rawValue] += chunk.counts[feature.rawValue]
    }
    for entry in chunk.filterProblems { add(entry.problem, count: entry.count) { entry.path } }
    for diagnostic in chunk.found where found.count < Self.maximumFound {
      var plain = diagnostic
      plain.layerPath = nil
      if seen.insert(plain).inserted { found.append(diagnostic) }
    }
  }

  /// Notes every feature of the layer at `node` that this version does not draw.
  mutating func addUnsupported(of node: Int, in snapshot: TreeSnapshot) {
    let kind = snapshot.nodes[node].properties.kind
    switch kind {
    case .layer, .scroll, .gradient, .shape, .text, .replicator, .emitter, .tiled: break
    case .transform: return  // Parts that a transform layer omits are never drawn (D3-7).
    }
    guard let extras = snapshot.nodes[node].properties.extras else { return }
    if extras.hasCyclicMask { add(.cyclicMask, node: node, in: snapshot) }
  }

  /// The diagnostics, one for each feature, in a fixed order.
  func finished() -> [Diagnostic] {
    func others(_ count: Int) -> String { count > 1 ? ", and \(count - 1) more" : "" }
    let features = Feature.allCases.compactMap { feature -> Diagnostic? in
      let count = counts[feature.rawValue]
      guard count > 0 else { return nil }
      return Diagnostic(
        code: feature.code, message: feature.message + others(count), layerPath: paths[feature.rawValue])
    }
    return features
      + filterProblems.map {
        Diagnostic(code: $0.problem.code, message: $0.problem.message + others($0.count), layerPath: $0.path)
      } + found
  }
}
