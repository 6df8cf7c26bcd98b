// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Every scene on a plane that is turned and seen in perspective, against its own plain picture laid on that plane.
///
/// The plain picture, four times as large, is sampled sixteen times a pixel. Edges are smoothed otherwise there, so a
/// pixel may be anything between those around it; a pixel elsewhere, a missing one or one of another colour is found.
@Suite struct PerspectiveTests {
  /// How far beyond its neighbourhood a component may lie, and on how many of a thousand pixels it may lie further.
  private static let levels = 10.0, thousandths = 10

  @Test("in perspective on the CPU", arguments: SceneCase.all)
  func cpu(_ scene: SceneCase) throws {
    let drawn = try draw(scene, on: .cpu)
    let expected = try warped(scene)
    let tolerance = try ToleranceList.shared.get().tolerance(
      of: scene.name, "perspective", on: "cpu", standard: Tolerance(levels: Int(clamping: Self.levels)))
    guard let tolerance else { return }
    let allowed = max(tolerance.pixels, drawn.pixels.count * Self.thousandths / 1000)
    let wrong = expected.pixelsOutside(drawn, by: Float(tolerance.levels))
    guard wrong.count > allowed else { return }
    let files = FailureArtefacts.write(drawn, expected.grid, check: "\(scene.name) perspective")
    Issue.record(
      "\(scene.name): \(wrong.count) of \(drawn.pixels.count) pixels are not the plane's, at most by \(wrong.largest); \(files)"
    )
  }

  @Test(
    "the same by both renderers", .enabled(if: SharedRenderers.hasGPU, "no device for OpenGL ES"),
    arguments: SceneCase.all)
  func parity(_ scene: SceneCase) throws {
    try expectSame(
      draw(scene, on: .gpu), draw(scene, on: .cpu), scene: scene.name, check: "perspective", on: .gpu,
      standard: Tolerance(levels: 2))
  }

  /// Turned about both axes of its plane and seen from 600 points away.
  private static let tilt: CATransform3D = {
    var eye = CATransform3DIdentity
    eye.m34 = -1 / 600
    return CATransform3DScale(CATransform3DRotate(CATransform3DRotate(eye, 0.5, 0, 1, 0), 0.2, 0, 0, 1), 0.9, 0.9, 1)
  }()

  private func draw(_ scene: SceneCase, on backEnd: BackEnd) throws -> PixelGrid {
    let stage = SceneStage(try scene.read())
    stage.carrier.transform = Self.tilt
    // The plain picture has nothing of what hangs over the canvas.
    stage.carrier.masksToBounds = true
    return PixelGrid(try SharedRenderers.draw(stage.canvas, on: backEnd).image)
  }

  /// The plain picture at four times the size, laid on the plane.
  private func warped(_ scene: SceneCase) throws -> MeanGrid {
    var options = PlanOptions()
    options.scale = 4
    let stage = SceneStage(try scene.read())
    let plain = PixelGrid(try SharedRenderers.draw(stage.canvas, options: options, on: .cpu).image)
    let tilt = Self.tilt
    let plane = Homography(
      x: [tilt.m11, tilt.m12, tilt.m14], y: [tilt.m21, tilt.m22, tilt.m24],
      translation: [tilt.m41, tilt.m42, tilt.m44])
    let back = try #require(plane.inverted())
    let centre = SIMD2(Double(stage.carrier.position.x), Double(stage.carrier.position.y))
    return MeanGrid(width: Int(stage.pixelSize.width), height: Int(stage.pixelSize.height)) { x, y in
      var sum = SIMD4<Float>.zero
      for sample in 0..<16 {
        let offset = SIMD2(Double(sample % 4) + 0.5, Double(sample / 4) + 0.5) / 4
        let place = (back.apply(SIMD2(Double(x), Double(y)) + offset - centre) + centre) * 4
        let (column, row) = (Int(clamping: place.x.rounded(.down)), Int(clamping: place.y.rounded(.down)))
        guard (0..<plain.width).contains(column), (0..<plain.height).contains(row) else { continue }
        sum += SIMD4<Float>(plain[column, row])
      }
      return sum / 16
    }
  }
}

/// Pixels with fractions.
private struct MeanGrid {
  var width: Int
  var height: Int
  var pixels: [SIMD4<Float>]

  init(width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> SIMD4<Float>) {
    (self.width, self.height) = (width, height)
    pixels = (0..<(width * height)).map { pixel($0 % width, $0 / width) }
  }

  var grid: PixelGrid {
    PixelGrid(width: width, height: height) { SIMD4<UInt8>(pixels[$1 * width + $0] + 0.5) }
  }

  /// The pixels of `drawn` with a component outside of those of the nine pixels here by more than `levels`.
  func pixelsOutside(_ drawn: PixelGrid, by levels: Float) -> (count: Int, largest: Float) {
    var (count, largest) = (0, Float(0))
    for y in 0..<height {
      for x in 0..<width {
        var (low, high) = (SIMD4<Float>(repeating: 255), SIMD4<Float>.zero)
        for row in max(y - 1, 0)...min(y + 1, height - 1) {
          for column in max(x - 1, 0)...min(x + 1, width - 1) {
            let pixel = pixels[row * width + column]
            low.replace(with: pixel, where: pixel .< low)
            high.replace(with: pixel, where: pixel .> high)
          }
        }
        let pixel = SIMD4<Float>(drawn[x, y])
        let beyond = max((low - pixel).max(), (pixel - high).max())
        if beyond > levels { count += 1 }
        largest = max(largest, beyond)
      }
    }
    return (count, largest)
  }
}
