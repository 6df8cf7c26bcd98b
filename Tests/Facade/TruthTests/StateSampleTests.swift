// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Real documents in their states: the end of a transition looks like its state.

import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite(.enabled(if: Sample.folder != nil, "no ../shared/samples beside the package"))
struct StateSampleTests {
  /// One way from a state to another; an empty name is none.
  struct Way: Sendable, CustomTestStringConvertible {
    var sample: Sample
    var from: String
    var to: String
    var testDescription: String { "\(sample.testDescription): '\(from)' to '\(to)'" }
  }

  /// Into every state of every document, from the one before it, and out of the last.
  static let ways: [Way] = Sample.all.filter { !$0.isMalformed }.flatMap { sample -> [Way] in
    guard let names = (try? SceneReader().read(sample.fullPath))?.stateNames, !names.isEmpty else { return [] }
    let circle = [""] + names + [""]
    return zip(circle, circle.dropFirst()).map { Way(sample: sample, from: $0, to: $1) }
  }

  /// Later than any transition of the samples: the longest takes 2.2 s.
  private static let late = 30.0

  private static func picture(of scene: Scene, at time: Double) throws -> CGImage {
    var options = PlanOptions()
    if scene.root.bounds.width > 1000 { options.scale = 0.0625 }
    return try SharedRenderers.draw(
      scene.root, at: time, hostIsFlipped: scene.hostIsFlipped, options: options, on: .cpu
    ).image
  }

  @Test("a transition ends in the state", arguments: ways)
  func ends(_ way: Way) throws {
    let still = try SceneReader().read(way.sample.fullPath)
    guard still.root.bounds.width > 0 else { return }
    try still.setState(way.to.isEmpty ? nil : way.to)
    let moving = try SceneReader().read(way.sample.fullPath)
    try moving.setState(way.to.isEmpty ? nil : way.to, from: way.from)
    let (end, state) = (try Self.picture(of: moving, at: Self.late), try Self.picture(of: still, at: Self.late))
    #expect(PictureExpectation.mismatch(end, state, tolerance: 0) == nil)
  }

  @Test("a transition begins in the state that it comes from", arguments: ways)
  func begins(_ way: Way) throws {
    let still = try SceneReader().read(way.sample.fullPath)
    guard still.root.bounds.width > 0 else { return }
    try still.setState(way.from.isEmpty ? nil : way.from)
    let moving = try SceneReader().read(way.sample.fullPath)
    try moving.setState(way.to.isEmpty ? nil : way.to, from: way.from)
    // Values that no transition animates change at once, so that only pictures are compared in which all are.
    guard Self.animatesEverything(way, in: moving) else { return }
    let (start, state) = (try Self.picture(of: moving, at: 0), try Self.picture(of: still, at: 0))
    #expect(PictureExpectation.mismatch(start, state, tolerance: 2) == nil)
  }

  /// Whether the transition has an animation, without values of its own, for each value that either state sets.
  private static func animatesEverything(_ way: Way, in scene: Scene) -> Bool {
    scene.layersWithStates.allSatisfy { layer in
      func set(_ name: String) -> [CAStateSetValue] {
        layer.state(named: name).map { layer.chain(of: $0).flatMap(\.elements) } ?? []
      }
      let elements = layer.stateTransition(from: way.from, to: way.to)?.elements ?? []
      return (set(way.from) + set(way.to)).allSatisfy { value in
        elements.contains {
          guard $0.target === value.target, let animation = $0.animation as? CABasicAnimation else { return false }
          return animation.keyPath == value.keyPath && animation.fromValue == nil && animation.fillMode == .backwards
        }
      }
    }
  }
}
