// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Trilinear minification in perspective: the level of detail by the short axis of a pixel's footprint, taps along the
/// long one.
@Suite struct AnisotropyTests {
  /// A floor that runs away from the viewer, with a picture of lines on it.
  private func floor(linesAlong: Bool, tilt: CGFloat = 1.35) throws -> CALayer {
    let picture = try #require(
      CGImage(width: 256, height: 256) { x, y in
        let level: UInt8 = (linesAlong ? x : y) / 8 % 2 == 0 ? 255 : 0
        return SIMD4(level, level, level, 255)
      })
    let layer = SpaceScenes.plane(120, 300, .white, CATransform3DMakeRotation(tilt, 1, 0, 0))
    layer.contents = picture
    layer.minificationFilter = .trilinear
    return SpaceScenes.root([layer], eye: 260)
  }

  private func draw(_ root: CALayer, on backEnd: BackEnd, scale: Double = 1) throws -> CGImage {
    var options = PlanOptions()
    options.scale = scale
    return try SharedRenderers.draw(root, options: options, on: backEnd).image
  }

  /// The difference between the brightest and the darkest pixel of a row, between two columns.
  private func contrast(_ image: CGImage, row: Int, columns: Range<Int>) -> Int {
    let values = columns.map { Int(image.pixel($0, row)[0]) }
    return (values.max() ?? 0) - (values.min() ?? 0)
  }

  /// Far away a pixel covers a texel or two across, and eight or more along: lines that run into the depth stay.
  @Test func linesIntoTheDepthStaySharp() throws {
    for backEnd in SharedRenderers.available {
      let image = try draw(try floor(linesAlong: true), on: backEnd)
      let rows = (0..<120).filter { image.pixel(80, $0) != [255, 255, 255, 255] || image.pixel(84, $0)[0] < 200 }
      let far = try #require(rows.first) + 2
      // Isotropic, these lines were grey: the level that fits eight texels a pixel has one for a pair of lines.
      #expect(contrast(image, row: far, columns: 65..<95) > 120, "\(backEnd), row \(far)")
    }
  }

  /// Lines across it, though, melt into grey as they must: each pixel covers several.
  @Test func linesAcrossDoNotAlias() throws {
    for backEnd in SharedRenderers.available {
      let image = try draw(try floor(linesAlong: false, tilt: 1.5), on: backEnd)
      let rows = (0..<120).filter { row in
        let level = image.pixel(80, row)[0]
        return level > 100 && level < 156
      }
      #expect(!rows.isEmpty, "\(backEnd)")
    }
  }

  /// A vanishing perspective changes nothing: a round footprint has one tap, and the level is the same.
  @Test(arguments: [0.2, 0.37, 0.61, 1.4])
  func perspectiveThatVanishesChangesNothing(_ scale: Double) throws {
    let picture = try #require(
      CGImage(width: 97, height: 64) { x, y in
        SIMD4(UInt8(x * 37 % 256), UInt8(y * 91 % 256), UInt8((x ^ y) * 5 % 256), 255)
      })
    func scene(_ eye: CGFloat?) -> CALayer {
      var transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
      transform = CATransform3DScale(transform, CGFloat(scale), CGFloat(scale), 1)
      let layer = SpaceScenes.plane(97, 64, .white, transform)
      layer.contents = picture
      layer.minificationFilter = .trilinear
      // Out of the plane, or nothing of the perspective would be left.
      layer.transform.m14 = eye.map { 1 / $0 } ?? 0
      return SpaceScenes.root([layer])
    }
    for backEnd in SharedRenderers.available {
      let flat = try draw(scene(nil), on: backEnd)
      #expect(PictureExpectation.mismatch(try draw(scene(1e9), on: backEnd), flat, tolerance: 2) == nil, "\(backEnd)")
    }
  }

  /// Both renderers take the same taps, at any tilt.
  @Test(.enabled(if: SharedRenderers.hasGPU), arguments: [0.3, 0.8, 1.2, 1.4, 1.5, 1.56])
  func renderersAgree(_ tilt: Double) throws {
    for linesAlong in [true, false] {
      for turn in [0.0, 0.5, 2.1] {
        let root = try floor(linesAlong: linesAlong, tilt: CGFloat(tilt))
        let layer = try #require(root.sublayers?.first)
        layer.transform = CATransform3DRotate(layer.transform, CGFloat(turn), 0, 0, 1)
        for bias in [Float(0), 1.5, -1] {
          layer.minificationFilterBias = bias
          let (cpu, gpu) = (try draw(root, on: .cpu), try draw(root, on: .gpu))
          #expect(PictureExpectation.mismatch(gpu, cpu, tolerance: 2) == nil, "turned \(turn), bias \(bias)")
        }
      }
    }
  }
}
