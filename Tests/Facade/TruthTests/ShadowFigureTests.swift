// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Figure 4.11: a shadow of a square path, measured as the published picture was measured.

import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite(.enabled(if: TruthTable.isPresent, Comment(rawValue: TruthTable.absence))) struct ShadowFigureTests {
  /// The listing's scene: a square path of 160 points in the middle of 568 x 300, all else at its default but an
  /// opacity of 0.5.
  private func scene(background: Double) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 568, height: 300)
    root.backgroundColor = CGColor(deviceGray: background / 255, alpha: 1)
    let caster = CALayer()
    caster.frame = CGRect(x: 204, y: 70, width: 160, height: 160)
    caster.shadowOpacity = 0.5
    caster.shadowPath = CGPath(rect: caster.bounds, transform: nil)
    root.addSublayer(caster)
    return root
  }

  /// Where an edge lies and how wide its blur is: the error function that fits its profile best.
  ///
  /// - Parameter background: The level without a shadow; inside it is half as much. Whole levels would bend the fit.
  private func edge(_ levels: [Double], background: Double) -> (place: Double, sigma: Double) {
    let isFalling = (levels.first ?? 0) > (levels.last ?? 0)
    let (first, last) = isFalling ? (background, background / 2) : (background / 2, background)
    var best = (error: Double.infinity, place: 0.0, sigma: 0.0)
    let middle = Double(levels.count) / 2
    for place in stride(from: middle - 1, through: middle + 1, by: 0.02) {
      for sigma in stride(from: 2.5, through: 3.5, by: 0.01) {
        var error = 0.0
        for (index, level) in levels.enumerated() {
          let share = 0.5 * (1 + erf((Double(index) + 0.5 - place) / sigma / 2.0.squareRoot()))
          let off = first + (last - first) * share - level
          error += off * off
        }
        if error < best.error { best = (error, place, sigma) }
      }
    }
    return (best.place, best.sigma)
  }

  @Test("figure 4.11: sigma, level and place", arguments: SharedRenderers.available)
  func squarePath(on backEnd: BackEnd) throws {
    let numbers = TruthTable.Row.numbers(try #require(try TruthTable.row("4.11")).measured)
    // Four sigmas, the level and the background's, the vertical centre.
    try #require(numbers.count == 7)
    let image = try SharedRenderers.draw(scene(background: numbers[5]), on: backEnd).image
    func level(_ x: Int, _ y: Int) -> Double { Double(image.pixel(x, y)[0]) }
    #expect(abs(level(284, 147) - numbers[4]) <= 1)
    let left = edge((184..<224).map { level($0, 147) }, background: numbers[5])
    let right = edge((344..<384).map { level($0, 147) }, background: numbers[5])
    let top = edge((47..<87).map { level(284, $0) }, background: numbers[5])
    let bottom = edge((207..<247).map { level(284, $0) }, background: numbers[5])
    for (index, side) in [left, right, top, bottom].enumerated() {
      #expect(abs(side.sigma - 3) <= 0.04)
      #expect(abs(side.sigma - numbers[index]) <= 0.06)
    }
    let centre = (47 + top.place + 207 + bottom.place) / 2
    #expect(abs(centre - 147) <= 0.05)
    #expect(abs(centre - numbers[6]) <= 0.3)
    #expect(abs((184 + left.place + 344 + right.place) / 2 - 284) <= 0.05)
  }
}
