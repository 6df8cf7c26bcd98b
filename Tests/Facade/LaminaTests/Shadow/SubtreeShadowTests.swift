// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Shadows of paths and subtrees against the blur of their silhouettes, pixel by pixel in double precision.
@Suite struct SubtreeShadowTests {
  /// A layer that draws nothing but two sublayers, one of them turned and sticking out.
  private func holder(sigma: CGFloat) -> (root: CALayer, holder: CALayer) {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 160, height: 140)
    let holder = CALayer()
    holder.frame = CGRect(x: 50, y: 40, width: 60, height: 60)
    for (frame, angle) in [
      (CGRect(x: 0, y: 0, width: 40, height: 30), 0.0), (CGRect(x: 30, y: 30, width: 40, height: 20), 0.5),
    ] {
      let part = CALayer()
      part.frame = frame
      part.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
      part.backgroundColor = CGColor(srgbRed: 0.9, green: 0.3, blue: 0.2, alpha: 1)
      part.cornerRadius = 6
      holder.addSublayer(part)
    }
    root.addSublayer(holder)
    holder.shadowOffset = .zero
    holder.shadowRadius = sigma
    return (root, holder)
  }

  /// The worst difference of a shadow alone from the blur of what casts it.
  private func worst(
    of root: CALayer, casting caster: CALayer, sigma: Double, on backEnd: BackEnd
  ) throws -> Double {
    caster.shadowOpacity = 0
    let silhouette = try SharedRenderers.draw(root, options: .scaled(2), on: .cpu).image
    let exact = BlurredShape.alpha(of: silhouette, sigma: BlurredShape.fineSigma(for: sigma))
    caster.shadowOpacity = 1
    let drawn = try SharedRenderers.draw(root, on: backEnd).image
    var worst = 0.0
    for y in 0..<drawn.height {
      for x in 0..<drawn.width {
        let places = [(2 * x, 2 * y), (2 * x + 1, 2 * y), (2 * x, 2 * y + 1), (2 * x + 1, 2 * y + 1)]
        guard places.allSatisfy({ silhouette.pixel($0.0, $0.1)[3] == 0 }) else { continue }
        var fine = 0.0
        for place in places { fine += exact[place.1 * silhouette.width + place.0] / 4 }
        worst = max(worst, abs(Double(drawn.pixel(x, y)[3]) - fine))
      }
    }
    return worst
  }

  @Test("a subtree's alpha, overflow included", arguments: [2.0, 4, 6, 9, 17, 30], SharedRenderers.available)
  func subtree(sigma: Double, on backEnd: BackEnd) throws {
    let (root, holder) = holder(sigma: sigma)
    #expect(try worst(of: root, casting: holder, sigma: sigma, on: backEnd) <= 2.5)
  }

  @Test("a path that is no rounded rectangle", arguments: [1.0, 3, 8], SharedRenderers.available)
  func path(sigma: Double, on backEnd: BackEnd) throws {
    let star = CGMutablePath()
    for corner in 0..<5 {
      let angle = Double(corner) * 0.8 * Double.pi
      let point = CGPoint(x: 30 + 30 * sin(angle), y: 30 - 30 * cos(angle))
      if corner == 0 { star.move(to: point) } else { star.addLine(to: point) }
    }
    star.closeSubpath()
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 140, height: 140)
    let caster = CALayer()
    caster.frame = CGRect(x: 40, y: 40, width: 60, height: 60)
    caster.shadowPath = star
    caster.shadowOffset = .zero
    caster.shadowRadius = 0
    caster.shadowOpacity = 1
    root.addSublayer(caster)
    // A hard shadow is the path itself.
    let silhouette = try SharedRenderers.draw(root, options: .scaled(2), on: .cpu).image
    #expect(silhouette.pixel(140, 100)[3] == 255)
    let exact = BlurredShape.alpha(of: silhouette, sigma: BlurredShape.fineSigma(for: sigma))
    caster.shadowRadius = sigma
    let drawn = try SharedRenderers.draw(root, on: backEnd).image
    for y in 0..<140 {
      for x in 0..<140 {
        var fine = 0.0
        for offset in [0, 1, 280, 281] { fine += exact[2 * y * 280 + 2 * x + offset] / 4 }
        // A Gaussian of one pixel, taken at whole pixels, is itself off by half a level.
        #expect(abs(Double(drawn.pixel(x, y)[3]) - fine) <= (sigma < 2 ? 3.2 : 2.5), "(\(x), \(y))")
      }
    }
  }

  @Test("SHADOW-4: a text casts its glyphs, leaf or not", arguments: SharedRenderers.available)
  func text(on backEnd: BackEnd) throws {
    func draw(isInside: Bool) throws -> CGImage {
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 120, height: 60)
      root.backgroundColor = .white
      let text = CATextLayer()
      text.string = "Shade"
      text.fontSize = 32
      text.foregroundColor = CGColor(srgbRed: 0.8, green: 0.2, blue: 0.2, alpha: 1)
      text.frame = CGRect(x: 10, y: 8, width: 100, height: 44)
      var caster: CALayer = text
      if isInside {
        caster = CALayer()
        caster.frame = text.frame
        text.position = CGPoint(x: 50, y: 22)
        caster.addSublayer(text)
      }
      caster.shadowOpacity = 1
      caster.shadowRadius = 2
      caster.shadowOffset = CGSize(width: 3, height: 3)
      root.addSublayer(caster)
      return try SharedRenderers.draw(root, on: backEnd).image
    }
    let leaf = try draw(isInside: false)
    #expect(PictureExpectation.mismatch(leaf, try draw(isInside: true), tolerance: 1) == nil)
    // Grey pixels are shadow: the text is red and the canvas white.
    var shaded = 0
    for y in 0..<60 {
      for x in 0..<120 {
        let pixel = leaf.pixel(x, y)
        if pixel[0] == pixel[1], pixel[1] == pixel[2], pixel[0] < 200 { shaded += 1 }
      }
    }
    #expect(shaded > 200)
  }

  @Test("unchanged, a subtree's shadow is kept; changed, it is drawn again", arguments: SharedRenderers.available)
  func kept(on backEnd: BackEnd) throws {
    let (root, holder) = holder(sigma: 9)
    holder.shadowOpacity = 1
    var plans = [try Planner().plan(TreeSnapshot(of: root))]
    plans.append(plans[0])
    // The colour is no part of the silhouette; the offset is, on the target's own pixels.
    holder.shadowColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    plans.append(try Planner().plan(TreeSnapshot(of: root)))
    holder.sublayers?.first?.cornerRadius = 2
    plans.append(try Planner().plan(TreeSnapshot(of: root)))
    let drawn = try SharedRenderers.draw(plans, on: backEnd)
    #expect(drawn[1].statistics.passes == 1)
    #expect(drawn[1].statistics.keptPasses == 1)
    #expect(drawn[0].image.premultipliedRGBA == drawn[1].image.premultipliedRGBA)
    #expect(drawn[2].statistics.keptPasses == 1)
    #expect(drawn[3].statistics.keptPasses == 0)
  }

  @Test("SHADOW-4: equal to the closed form where the subtree is one rounded box", arguments: SharedRenderers.available)
  func equalsClosedForm(on backEnd: BackEnd) throws {
    func draw(asPath: Bool) throws -> CGImage {
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 140, height: 120)
      root.backgroundColor = .white
      let caster = CALayer()
      caster.frame = CGRect(x: 40, y: 40, width: 60, height: 40)
      let part = CALayer()
      part.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
      part.cornerRadius = 12
      part.backgroundColor = CGColor(srgbRed: 0.2, green: 0.4, blue: 0.8, alpha: 1)
      caster.addSublayer(part)
      caster.shadowOpacity = 0.8
      caster.shadowRadius = 7
      caster.shadowOffset = CGSize(width: 3, height: 5)
      if asPath {
        caster.shadowPath = CGPath(roundedRect: caster.bounds, cornerWidth: 12, cornerHeight: 12, transform: nil)
      }
      root.addSublayer(caster)
      return try SharedRenderers.draw(root, on: backEnd).image
    }
    #expect(PictureExpectation.mismatch(try draw(asPath: false), try draw(asPath: true), tolerance: 2) == nil)
  }
}
