// Figure 4.11: a shadow of a square path, measured as the published picture was measured.

import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite(.enabled(if: TruthTable.isPresent, Comment(rawValue: TruthTable.absence))) struct ShadowFigureTests {
  /// The listing's scene: a square path of 160 points in the middle of 568 x 300, all else at its default but an opacity
  /// of 0.5.
  private func scene(background: Double) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 568, height: 300)
    root.backgroundColor = CGColor(gray: background / 255, alpha: 1)
    let caster = CALayer()
    caster.frame = CGRect(x: 204, y: 70, width: 160, height: 160)
    caster.shadowOpacity = 0.5
    caster.shadowPath = CGPath(rect: caster.bounds, transform: nil)
    root.addSublayer(caster)
    return root
  }

  /// Where an edge lies and how wide its blur is: the mean and the deviation of the profile's slope.
  private func edge(_ levels: [Double]) -> (place: Double, sigma: Double) {
    let slopes = zip(levels, levels.dropFirst()).map { $1 - $0 }
    let total = slopes.reduce(0, +)
    var (mean, square) = (0.0, 0.0)
    for (index, slope) in slopes.enumerated() { mean += Double(index + 1) * slope / total }
    for (index, slope) in slopes.enumerated() {
      let distance = Double(index + 1) - mean
      square += distance * distance * slope / total
    }
    return (mean, square.squareRoot())
  }

  @Test("figure 4.11: sigma, level and place", arguments: SharedRenderers.available)
  func squarePath(on backEnd: BackEnd) throws {
    let numbers = TruthTable.Row.numbers(try #require(try TruthTable.row("4.11")).measured)
    // Four sigmas, the level and the background's, the vertical centre.
    try #require(numbers.count == 7)
    let image = try SharedRenderers.draw(scene(background: numbers[5]), on: backEnd).image
    func level(_ x: Int, _ y: Int) -> Double { Double(image.pixel(x, y)[0]) }
    #expect(abs(level(284, 147) - numbers[4]) <= 1)
    let left = edge((184..<224).map { level($0, 147) })
    let right = edge((344..<384).map { level($0, 147) })
    let top = edge((47..<87).map { level(284, $0) })
    let bottom = edge((207..<247).map { level(284, $0) })
    for (index, side) in [left, right, top, bottom].enumerated() {
      #expect(abs(side.sigma - 3) <= 0.03)
      #expect(abs(side.sigma - numbers[index]) <= 0.06)
    }
    let centre = (47 + top.place + 207 + bottom.place) / 2
    #expect(abs(centre - 147) <= 0.05)
    #expect(abs(centre - numbers[6]) <= 0.3)
    #expect(abs((184 + left.place + 344 + right.place) / 2 - 284) <= 0.05)
  }
}
