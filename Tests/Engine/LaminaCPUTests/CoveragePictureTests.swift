// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaCPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Pictures of one byte a texel look like white ones of four with the same alpha.
@Suite struct CoveragePictureTests {
  struct Place: Sendable {
    var image = 0
    var x: Double
    var y: Double
    var tint = SIMD4<Float>(repeating: 1)
    var opacity: Float = 1
  }

  struct Scene: Sendable, CustomTestStringConvertible {
    var name: String
    var places: [Place]
    var clear = SIMD4<Float>(0.9, 0.8, 0.7, 1)
    var fill = SIMD4<Float>.zero
    var testDescription: String { name }
  }

  private static let red: SIMD4<Float> = [0.8, 0.1, 0.05, 0.9]

  static let scenes: [Scene] = [
    Scene(name: "apart", places: [Place(x: 3, y: 2, tint: red), Place(image: 1, x: 100, y: 40, opacity: 0.6)]),
    Scene(
      name: "five colours",
      places: (0..<5).map { index in
        let share = Float(index) / 5
        return Place(image: 2, x: 12 * Double(index), y: 3, tint: [share, 0.5 * share, 0, share + 0.1])
      }),
    Scene(name: "on one another", places: [Place(x: 3, y: 2, tint: red), Place(x: 31, y: 11, opacity: 0.3)]),
    Scene(name: "nothing behind", places: [Place(x: 60, y: 30, tint: red)], clear: .zero),
    Scene(name: "over a fill", places: [Place(x: 9, y: 9, tint: red)], fill: [0.1, 0.2, 0.3, 0.4]),
    Scene(name: "off the canvas", places: [Place(x: -20, y: -9, tint: red), Place(image: 1, x: 150, y: 80)]),
    Scene(name: "mixed", places: [Place(x: 3.5, y: 2.25, tint: red)]),
    Scene(name: "copied and mixed", places: [Place(x: 3, y: 2, tint: red), Place(x: 70.5, y: 30.5)]),
    Scene(name: "one texel wide", places: [Place(image: 3, x: 20, y: 6, tint: red), Place(image: 3, x: 40.5, y: 6)]),
    Scene(
      name: "opaque", places: [Place(image: 4, x: 20, y: 6, tint: [0, 0.5, 0, 1]), Place(image: 4, x: 26, y: 16)]),
  ]

  /// Coverage with gaps, edges and whole runs.
  private static let pictures: [(width: Int, height: Int, coverage: [UInt8])] = [
    (70, 45), (37, 40), (9, 17), (1, 30), (20, 20),
  ].enumerated().map { number, size in
    var dice = Dice(UInt64(number) + 5)
    let coverage = (0..<size.0 * size.1).map { index -> UInt8 in
      if number == 4 { return 255 }
      return (index / 13).isMultiple(of: 3) ? 0 : (index / 7).isMultiple(of: 2) ? 255 : UInt8(dice.pick(256))
    }
    return (size.0, size.1, coverage)
  }

  private static func plan(_ scene: Scene, bytesPerTexel: Int) -> RenderPlan {
    var sketch = PlanSketch(width: 170, height: 100, clear: scene.clear)
    sketch.images = pictures.map { picture in
      let isOpaque = picture.coverage.allSatisfy { $0 == 255 }
      return bytesPerTexel == 1
        ? CGImage(width: picture.width, height: picture.height, coverage: picture.coverage, isOpaque: isOpaque)
        : CGImage(
          width: picture.width, height: picture.height, premultipliedRGBA: CGImage.white(picture.coverage),
          isOpaque: isOpaque)
    }
    for place in scene.places {
      let picture = pictures[place.image]
      let (right, bottom) = (place.x + Double(picture.width), place.y + Double(picture.height))
      let box = SIMD4(place.x, place.y, right, bottom)
      let touched = PixelRect(
        minX: Int32(clamping: place.x.rounded(.down)), minY: Int32(clamping: place.y.rounded(.down)),
        maxX: Int32(clamping: right.rounded(.up)),
        maxY: Int32(clamping: bottom.rounded(.up)))
      sketch.box(box, fill: scene.fill, inner: place.image == 4) { operation in
        operation.image = ImageHandle(place.image)
        operation.placement = .stretching(PixelSize(width: picture.width, height: picture.height), over: box)
        (operation.tint, operation.opacity) = (place.tint, place.opacity)
        operation.pixelBounds = operation.pixelBounds.intersection(touched)
      }
    }
    return sketch.plan
  }

  @Test("one byte a texel gives the same bytes as four", arguments: scenes)
  func same(_ scene: Scene) throws {
    let expected = try RendererTests.bytes(Self.plan(scene, bytesPerTexel: 4))
    #expect(Set(expected).count > 3)
    for strategy in RenderStrategy.allCases {
      for threads in [1, 3] {
        let plan = Self.plan(scene, bytesPerTexel: 1)
        #expect(try RendererTests.bytes(plan, threads: threads, strategy: strategy) == expected)
      }
    }
  }
}
