// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Counters are asserted with the pixels, so that an optimisation cannot silently go.
@Suite struct CounterTests {
  static func cards() throws -> Scene {
    try SceneReader().read(PackageFolder.file("Examples/bench/cards.caml").path)
  }

  @Test("cards: one pass and nothing offscreen", arguments: BackEnd.allCases, RenderStrategy.allCases)
  func cards(on backEnd: BackEnd, strategy: RenderStrategy) throws {
    guard backEnd == .cpu || SharedRenderers.hasGPU else { return }
    let scene = try Self.cards()
    let counted = try SharedRenderers.draw(
      scene.root, hostIsFlipped: scene.hostIsFlipped, on: backEnd, strategy: strategy
    ).statistics
    #expect(counted.passes == 1)
    #expect(counted.offscreenBytes == 0)
    if backEnd == .gpu { #expect(counted.drawCalls <= 4) }
  }

  /// A thousand cards, each in a layer that casts a shadow.
  static func shadowedCards() throws -> Scene {
    let scene = try Self.cards()
    for card in scene.root.sublayers ?? [] {
      let caster = CALayer()
      caster.bounds = card.bounds
      caster.position = card.position
      caster.transform = card.transform
      caster.backgroundColor = card.backgroundColor
      caster.cornerRadius = card.cornerRadius
      caster.shadowOpacity = 0.5
      caster.shadowRadius = 6
      scene.root.replaceSublayer(card, with: caster)
      card.transform = CATransform3DIdentity
      card.position = CGPoint(x: card.bounds.midX, y: card.bounds.midY)
      caster.addSublayer(card)
    }
    return scene
  }

  @Test("a thousand cards with shadows: nothing offscreen", arguments: RenderStrategy.allCases)
  func shadows(strategy: RenderStrategy) throws {
    let scene = try Self.shadowedCards()
    for backEnd in SharedRenderers.available {
      let counted = try SharedRenderers.draw(
        scene.root, hostIsFlipped: scene.hostIsFlipped, on: backEnd, strategy: strategy
      ).statistics
      #expect(counted.passes == 1)
      #expect(counted.offscreenBytes == 0)
    }
  }

  @Test(
    "a thousand cards with shadows: at most 12 draw calls under every profile",
    .enabled(if: SharedRenderers.hasGPU, "no device for OpenGL ES"), arguments: RenderStrategy.allCases)
  func shadowDraws(strategy: RenderStrategy) throws {
    let scene = try Self.shadowedCards()
    let plan = try Planner().plan(TreeSnapshot(of: scene.root, hostIsFlipped: scene.hostIsFlipped))
    for profile in DeviceProfile.all {
      let counted = try SharedRenderers.draw(plan, as: profile, strategy: strategy).statistics
      #expect(counted.drawCalls <= 12, "\(profile.name)")
    }
  }

  @Test("cards: the CPU runs no more operations than there are layers")
  func cardsOperations() throws {
    let scene = try Self.cards()
    let counted = try SharedRenderers.draw(scene.root, hostIsFlipped: scene.hostIsFlipped, on: .cpu).statistics
    #expect(counted.drawCalls <= 1001)
  }

  @Test(
    "cards with 1,000 different pictures: at most 70 draw calls, and uploaded once",
    .enabled(if: SharedRenderers.hasGPU, "no device for OpenGL ES"))
  func manyPictures() throws {
    let scene = try Self.cards()
    for (index, card) in (scene.root.sublayers ?? []).enumerated() {
      card.contents = CGImage(width: 128, height: 128) { x, y in
        SIMD4(UInt8(2 * x), UInt8(2 * y), UInt8(truncatingIfNeeded: index), 255)
      }
    }
    let snapshot = TreeSnapshot(of: scene.root, hostIsFlipped: scene.hostIsFlipped)
    let plan = try Planner().plan(snapshot)
    let first = try SharedRenderers.draw(plan, on: .gpu)
    #expect(first.statistics.passes == 1)
    #expect(first.statistics.offscreenBytes == 0)
    #expect(first.statistics.drawCalls <= 70)
    // Every picture that shows is uploaded in the first frame, none in the second.
    #expect(first.statistics.uploadedBytes >= 900 * 128 * 128 * 4)
    let second = try SharedRenderers.draw(plan, on: .gpu)
    #expect(second.statistics.uploadedBytes == 0)
    #expect(PixelGrid(first.image) == PixelGrid(second.image))
  }

  @Test("groups: a picture of its own only where members overlap, cut to the pixels they touch")
  func groups() throws {
    for backEnd in SharedRenderers.available {
      let apart = try SceneCase(name: "opacity/side-by-side").draw(on: backEnd).statistics
      #expect(apart.passes == 1, "\(backEnd)")
      #expect(apart.offscreenBytes == 0, "\(backEnd)")
      let leaf = try SceneCase(name: "opacity/leaf").draw(on: backEnd).statistics
      #expect(leaf.passes == 1, "\(backEnd)")
      let group = try SceneCase(name: "opacity/group").draw(on: backEnd).statistics
      #expect(group.passes == 2, "\(backEnd)")
      // The members span 80 x 75 pixels; renderers may round sizes up.
      #expect(group.offscreenBytes >= 80 * 75 * 4 && group.offscreenBytes <= 100 * 100 * 8, "\(backEnd)")
    }
  }

  @Test("a single opaque layer is one operation")
  func single() throws {
    for backEnd in SharedRenderers.available {
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
      root.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      let counted = try SharedRenderers.draw(root, on: backEnd).statistics
      #expect(counted.passes == 1)
      #expect(counted.drawCalls <= 2, "\(backEnd)")
    }
  }

  @Test("what is covered, hidden or cut away is not planned")
  func culling() throws {
    for name in [
      "clips/nothing-left", "opacity/zero", "bounds/hidden", "perspective/back-hidden", "transforms/singular",
    ] {
      let counted = try SceneCase(name: name).draw(on: .cpu).statistics
      #expect(counted.drawCalls <= 1, "\(name)")
      #expect(counted.passes == 1, "\(name)")
    }
  }
}
