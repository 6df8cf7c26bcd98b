// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The figures that are compared pixel by pixel with the published picture: squares with corners, borders and shadows
// (chapter 4), and copies (6.8).

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// A published figure and our scene of its listing.
struct PublishedPicture: Sendable, CustomTestStringConvertible {
  var number: String
  var make: @Sendable () -> [CALayer]
  var testDescription: String { "figure \(number)" }

  static let all: [PublishedPicture] = [
    PublishedPicture(number: "4.2") { squares(bordered: false, castsShadow: false, addsShadowLayer: false) },
    PublishedPicture(number: "4.3") { squares(bordered: true, castsShadow: false, addsShadowLayer: false) },
    PublishedPicture(number: "4.8") { squares(bordered: true, castsShadow: true, addsShadowLayer: false) },
    PublishedPicture(number: "4.10") { squares(bordered: true, castsShadow: true, addsShadowLayer: true) },
    PublishedPicture(number: "6.8") { copies() },
  ]

  /// Two white squares with a red one at the corner of each, inside the second one clipped.
  ///
  /// - Parameters:
  ///   - castsShadow: Whether the squares cast shadows, which the clipped one loses.
  ///   - addsShadowLayer: Whether a layer behind the clipped square casts its shadow instead.
  private static func squares(bordered: Bool, castsShadow: Bool, addsShadowLayer: Bool) -> [CALayer] {
    func cast(_ layer: CALayer) {
      layer.shadowOpacity = 0.5
      layer.shadowOffset = CGSize(width: 0, height: 5)
      layer.shadowRadius = 5
    }
    func square(x: CGFloat) -> CALayer {
      let layer = CALayer()
      layer.frame = CGRect(x: x, y: 70, width: 160, height: 160)
      layer.backgroundColor = CGColor(gray: 1, alpha: 1)
      layer.cornerRadius = 20
      if bordered { layer.borderWidth = 5 }
      let red = CALayer()
      red.frame = CGRect(x: -30, y: -30, width: 100, height: 100)
      red.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      layer.addSublayer(red)
      return layer
    }
    let (open, clipped) = (square(x: 94), square(x: 314))
    clipped.masksToBounds = true
    if castsShadow { [open, clipped].forEach(cast) }
    guard addsShadowLayer else { return [open, clipped] }
    let behind = CALayer()
    behind.frame = clipped.frame
    behind.cornerRadius = 20
    behind.backgroundColor = CGColor(gray: 1, alpha: 1)
    cast(behind)
    return [open, behind, clipped]
  }

  /// Listing 6.8: ten copies on a wheel, each with less blue and green.
  private static func copies() -> [CALayer] {
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: 134, y: 0, width: 300, height: 300)
    replicator.instanceCount = 10
    var transform = CATransform3DIdentity
    transform = CATransform3DTranslate(transform, 0, 200, 0)
    transform = CATransform3DRotate(transform, .pi / 5, 0, 0, 1)
    transform = CATransform3DTranslate(transform, 0, -200, 0)
    replicator.instanceTransform = transform
    replicator.instanceBlueOffset = -0.1
    replicator.instanceGreenOffset = -0.1
    let layer = CALayer()
    layer.frame = CGRect(x: 100, y: 100, width: 100, height: 100)
    layer.backgroundColor = CGColor(gray: 1, alpha: 1)
    replicator.addSublayer(layer)
    return [replicator]
  }
}

@Suite(.enabled(if: TruthTable.isPresent, Comment(rawValue: TruthTable.absence))) struct PublishedPictureTests {
  /// How far a component may lie outside those of the nine pixels around: the screen's profile moves pure red by 27.
  private static let (levels, grayLevels) = (30, 10)

  @Test("the picture, but for the gloss", arguments: PublishedPicture.all)
  func picture(_ figure: PublishedPicture) throws {
    let url = try #require(PackageFolder.shared("truth/figures/\(figure.number).png"))
    let published = try ImageDecoder().decode(contentsOf: url.path).image
    for backEnd in SharedRenderers.available {
      // The crop is off by a point or so: the best of some places counts.
      var best = (wrong: Int.max, compared: 0)
      for shift in stride(from: -2.0, through: 2.0, by: 0.5) {
        let found = try compare(draw(figure, shift: shift, size: published, on: backEnd), published)
        if found.wrong < best.wrong { best = found }
      }
      #expect(best.compared > published.width * published.height / 2)
      #expect(
        best.wrong * 1000 <= best.compared * 4, "\(best.wrong) of \(best.compared) pixels differ on \(backEnd)")
    }
  }

  private func draw(_ figure: PublishedPicture, shift: Double, size: CGImage, on backEnd: BackEnd) throws -> CGImage {
    let root = CALayer()
    root.bounds = CGRect(x: shift, y: 0, width: 568, height: Double(size.height) / Double(size.width) * 568)
    root.backgroundColor = CGColor(deviceGray: 191 / 255, alpha: 1)
    figure.make().forEach(root.addSublayer)
    var options = PlanOptions()
    options.size = PixelSize(width: size.width, height: size.height)
    return try SharedRenderers.draw(root, options: options, on: backEnd).image
  }

  private func compare(_ ours: CGImage, _ published: CGImage) throws -> (wrong: Int, compared: Int) {
    let (width, height) = (published.width, published.height)
    var (wrong, compared) = (0, 0)
    for y in 4..<(height * 96 / 100) {
      for x in 4..<(width - 4) where x * 100 < width * 70 || (y * 100 > height * 75 && x * 100 < width * 95) {
        compared += 1
        let pixel = ours.pixel(x, y)
        let isGray = abs(Int(pixel[0]) - Int(pixel[1])) < 4
        let allowed = isGray ? Self.grayLevels : Self.levels
        for component in 0..<3 {
          var (low, high) = (255, 0)
          for (column, row) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let level = Int(published.pixel(x + column, y + row)[component])
            (low, high) = (min(low, level), max(high, level))
          }
          let level = Int(pixel[component])
          if level < low - allowed || level > high + allowed {
            wrong += 1
            break
          }
        }
      }
    }
    return (wrong, compared)
  }
}
