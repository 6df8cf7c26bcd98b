// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// A plane that the renderer cuts looks like one that was cut by hand into two layers side by side, seam included.
@Suite struct HandCutTests {
  /// The kind of the cut plane.
  enum Look: String, CaseIterable, Sendable {
    case opaque, translucent, picture, rounded, continuous, bordered, gradient, group, groupInMask, inner, rotated
    case masked, maskedByTree, rasterized
  }

  private func draw(_ root: CALayer, on backEnd: BackEnd) throws -> CGImage {
    var options = PlanOptions()
    options.scale = 2
    return try SharedRenderers.draw(root, options: options, on: backEnd).image
  }

  private func cuts(_ root: CALayer) throws -> Int { try Planner().plan(TreeSnapshot(of: root)).spaceCuts.count }

  // MARK: in perspective, with edges that are not antialiased

  /// A plane that stands in perspective, through another one; cut by hand at `place` points from its middle.
  private func leaning(_ turn: CGFloat, at place: CGFloat, color: CGColor, radius: CGFloat, isCut: Bool) -> CALayer {
    let transform = CATransform3DRotate(CATransform3DMakeRotation(turn, 0.3, 1, 0.2), 0.5, 0, 0, 1)
    let wall = SpaceScenes.plane(90, 100, SpaceScenes.color(5), CATransform3DIdentity)
    wall.transform = CATransform3DConcat(
      CATransform3DConcat(CATransform3DMakeRotation(1.1, 0, 1, 0), CATransform3DMakeTranslation(place, 0, 0)), transform
    )
    var layers = [wall]
    let bounds = CGRect(x: -50, y: -35, width: 100, height: 70)
    let parts: [(CGRect, CAEdgeAntialiasingMask, CACornerMask)] =
      isCut
      ? [
        (
          CGRect(x: -50, y: -35, width: 50 + place, height: 70),
          [.layerLeftEdge, .layerTopEdge, .layerBottomEdge], [.layerMinXMinYCorner, .layerMinXMaxYCorner]
        ),
        (
          CGRect(x: place, y: -35, width: 50 - place, height: 70),
          [.layerRightEdge, .layerTopEdge, .layerBottomEdge], [.layerMaxXMinYCorner, .layerMaxXMaxYCorner]
        ),
      ]
      : [
        (
          bounds, [.layerLeftEdge, .layerRightEdge, .layerTopEdge, .layerBottomEdge],
          [.layerMinXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMinYCorner, .layerMaxXMaxYCorner]
        )
      ]
    for (part, edges, corners) in parts {
      let layer = SpaceScenes.plane(0, 0, color, transform)
      layer.bounds = part
      layer.anchorPoint = CGPoint(x: -part.minX / part.width, y: 0.5)
      layer.edgeAntialiasingMask = edges
      layer.maskedCorners = corners
      layer.cornerRadius = radius
      layers.append(layer)
    }
    return SpaceScenes.root(layers, eye: 320)
  }

  @Test(arguments: [0.3, 0.9, -0.7, 2.3], [1.0, 0.55])
  func leaningPlanesJoinWithoutASeam(_ turn: Double, _ alpha: Double) throws {
    for (place, radius) in [(7.3, 0.0), (-13.1, 0), (3.7, 18)] {
      func scene(isCut: Bool) -> CALayer {
        leaning(
          CGFloat(turn), at: CGFloat(place), color: CGColor(srgbRed: 0.9, green: 0.4, blue: 0.1, alpha: CGFloat(alpha)),
          radius: CGFloat(radius), isCut: isCut)
      }
      #expect(try cuts(scene(isCut: false)) > 0)
      #expect(try cuts(scene(isCut: true)) == 0)
      for backEnd in SharedRenderers.available {
        let (whole, byHand) = (try draw(scene(isCut: false), on: backEnd), try draw(scene(isCut: true), on: backEnd))
        #expect(PictureExpectation.mismatch(whole, byHand, tolerance: 1) == nil, "\(backEnd), at \(place)")
      }
    }
  }

  // MARK: facing the viewer, cut along pixels, with everything a layer can have

  private func makeCard(_ look: Look) -> CALayer {
    let card = SpaceScenes.plane(90, 60, CGColor(srgbRed: 0.9, green: 0.4, blue: 0.1, alpha: 1), CATransform3DIdentity)
    card.transform = CATransform3DMakeRotation(0.35, 0, 0, 1)
    switch look {
    case .opaque: break
    case .translucent: card.backgroundColor = CGColor(srgbRed: 0.9, green: 0.4, blue: 0.1, alpha: 0.5)
    case .picture:
      card.contents = CGImage(width: 30, height: 20) { x, y in
        SIMD4(UInt8(x * 8), UInt8(y * 12), UInt8((x ^ y) * 7), 255)
      }
    case .rounded: card.cornerRadius = 24
    case .continuous:
      card.cornerRadius = 24
      card.cornerCurve = .continuous
    case .bordered:
      card.cornerRadius = 16
      card.borderWidth = 7
      card.borderColor = CGColor(srgbRed: 0, green: 0.2, blue: 0.5, alpha: 0.6)
    case .gradient: return makeGradient()
    case .group, .groupInMask, .inner: addInside(card, look)
    case .masked:
      card.cornerRadius = 10
      card.mask = CALayer()
      card.mask?.frame = CGRect(x: 8, y: 5, width: 70, height: 50)
      card.mask?.cornerRadius = 25
      card.mask?.backgroundColor = CGColor(gray: 0, alpha: 0.7)
    case .maskedByTree:
      addInside(card, .inner)
      let mask = CALayer()
      for index in 0..<3 {
        let hole = CALayer()
        hole.frame = CGRect(x: 4 + 22 * index, y: 6 + 5 * index, width: 40, height: 36)
        hole.backgroundColor = CGColor(gray: 0, alpha: 0.6)
        hole.cornerRadius = 12
        mask.addSublayer(hole)
      }
      card.mask = mask
    case .rasterized:
      addInside(card, .group)
      card.shouldRasterize = true
    case .rotated: card.transform = CATransform3DMakeRotation(1.2, 0, 0, 1)
    }
    return card
  }

  private func makeGradient() -> CALayer {
    let gradient = CAGradientLayer()
    gradient.bounds = CGRect(x: 0, y: 0, width: 90, height: 60)
    gradient.position = CGPoint(x: 80, y: 60)
    gradient.colors = [
      CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.3), CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1),
    ]
    gradient.transform = CATransform3DMakeRotation(0.35, 0, 0, 1)
    return gradient
  }

  /// Sublayers that overlap, one of them turned in a space of its own and sticking out.
  private func addInside(_ card: CALayer, _ look: Look) {
    for index in 0..<3 {
      let inner = CALayer()
      inner.frame = CGRect(x: 15 + 18 * index, y: 10 + 8 * index, width: 34, height: 30)
      inner.backgroundColor = SpaceScenes.color(20 + index)
      inner.cornerRadius = 6
      if index == 2 {
        inner.transform = CATransform3DMakeRotation(0.7, 0, 1, 0.4)
        inner.position.x += 20
      }
      card.addSublayer(inner)
    }
    if look != .inner { card.opacity = 0.5 }
    if look == .groupInMask {
      card.cornerRadius = 20
      card.masksToBounds = true
      card.borderWidth = 4
    }
  }

  /// The card at z = 0, and a wall through it along the columns at `x`; by hand, the card in two windows.
  private func upright(_ look: Look, at x: CGFloat, isCut: Bool) -> CALayer {
    let wall = SpaceScenes.plane(80, 90, SpaceScenes.color(5), CATransform3DMakeRotation(1, 0, 1, 0))
    wall.position.x = x
    var layers = [wall]
    if isCut {
      for window in [CGRect(x: 0, y: 0, width: x, height: 120), CGRect(x: x, y: 0, width: 160 - x, height: 120)] {
        let half = CALayer()
        half.anchorPoint = .zero
        half.bounds = window
        half.position = window.origin
        half.masksToBounds = true
        half.addSublayer(makeCard(look))
        layers.append(half)
      }
    } else {
      layers.append(makeCard(look))
    }
    return SpaceScenes.root(layers, eye: 300)
  }

  @Test(arguments: Look.allCases)
  func cutLayersKeepTheirLook(_ look: Look) throws {
    for x: CGFloat in [74, 91] {
      #expect(try cuts(upright(look, at: x, isCut: false)) > 0)
      for backEnd in SharedRenderers.available {
        let whole = try draw(upright(look, at: x, isCut: false), on: backEnd)
        let byHand = try draw(upright(look, at: x, isCut: true), on: backEnd)
        #expect(PictureExpectation.mismatch(whole, byHand, tolerance: 1) == nil, "\(backEnd) at \(x)")
      }
    }
  }

  /// Both renderers decide alike which side of a cut a pixel is on.
  @Test(.enabled(if: SharedRenderers.hasGPU), arguments: 1...30)
  func renderersAgreeOnCuts(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    let root = SpaceScenes.random(UInt64(seed) + 500, count: 9)
    for layer in root.sublayers ?? [] where !(layer is CATransformLayer) {
      layer.opacity = Bool.random(using: &random) ? 0.6 : 1
      layer.cornerRadius = random.number(0...20)
      layer.borderWidth = Bool.random(using: &random) ? 4 : 0
    }
    let (cpu, gpu) = (try draw(root, on: .cpu), try draw(root, on: .gpu))
    #expect(PictureExpectation.mismatch(gpu, cpu, tolerance: 2) == nil)
  }
}
