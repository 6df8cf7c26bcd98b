// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaTestSupport
import Testing

@Suite struct MipLevelTests {
  static let sizes = [(1, 1), (2, 1), (1, 7), (3, 3), (5, 4), (16, 16), (17, 31), (100, 3), (255, 64)]

  @Test(arguments: sizes)
  func sidesAreHalvedDownToOnePixel(width: Int, height: Int) throws {
    let image = try #require(CGImage.noise(width: width, height: height))
    let levels = image.mipLevels()
    var expected = [[width, height]]
    while let last = expected.last, last != [1, 1] {
      expected.append(last.map { max(1, $0 / 2) })
    }
    #expect(levels.map { [$0.width, $0.height] } == expected)
    #expect(levels.first === image)
  }

  @Test(arguments: sizes)
  func levelsAreAreaMeans(width: Int, height: Int) throws {
    let image = try #require(CGImage.noise(width: width, height: height, seed: UInt64(width)))
    var reference = AreaMean(image)
    for level in image.mipLevels().dropFirst() {
      reference = reference.halved()
      #expect((level.width, level.height) == (reference.width, reference.height))
      for y in 0..<level.height {
        for x in 0..<level.width {
          let pixel = level.premultipliedPixel(x: x, y: y)
          #expect(pixel.x <= pixel.w && pixel.y <= pixel.w && pixel.z <= pixel.w)
          for component in 0..<4 {
            // Rounded to the nearest; a value half way may go either way.
            let exact = reference.values[4 * (y * level.width + x) + component]
            #expect(abs(Double(pixel[component]) - exact) < 0.5001)
          }
        }
      }
    }
  }

  @Test(arguments: [0, 1, 127, 254, 255] as [UInt8])
  func aConstantPictureStaysConstant(value: UInt8) throws {
    let image = try #require(CGImage(width: 77, height: 53) { _, _ in SIMD4(repeating: value) })
    for level in image.mipLevels() {
      #expect(largestDifference(level) { _, _ in SIMD4(repeating: value) } == 0)
    }
  }

  @Test func levelsAreMadeOnceForAllThreads() async throws {
    let image = try #require(CGImage.noise(width: 300, height: 200))
    let chains = await withTaskGroup(of: [CGImage].self) { group in
      for _ in 0..<16 { group.addTask { image.mipLevels() } }
      return await group.reduce(into: [[CGImage]]()) { $0.append($1) }
    }
    for chain in chains {
      #expect(chain.map(ObjectIdentifier.init) == chains[0].map(ObjectIdentifier.init))
    }
  }

  @Test func aPictureDoesNotHoldItself() throws {
    weak var released: CGImage?
    do {
      let image = try #require(CGImage.noise(width: 8, height: 8))
      _ = image.mipLevels()
      released = image
    }
    #expect(released == nil)
  }
}

/// The definition of a mip level, in double precision: integrate the level above over the area of each pixel.
private struct AreaMean {
  var width: Int
  var height: Int
  var values: [Double]

  init(_ image: CGImage) {
    width = image.width
    height = image.height
    values = image.premultipliedRGBA.map(Double.init)
  }

  private init(width: Int, height: Int, values: [Double]) {
    self.width = width
    self.height = height
    self.values = values
  }

  func halved() -> AreaMean {
    let (columns, rows) = (max(1, width / 2), max(1, height / 2))
    let (stepX, stepY) = (Double(width) / Double(columns), Double(height) / Double(rows))
    var result = [Double](repeating: 0, count: 4 * columns * rows)
    for y in 0..<rows {
      for x in 0..<columns {
        for row in 0..<height {
          let tall = overlap(Double(y) * stepY, Double(y + 1) * stepY, row)
          guard tall > 0 else { continue }
          for column in 0..<width {
            let area = tall * overlap(Double(x) * stepX, Double(x + 1) * stepX, column)
            guard area > 0 else { continue }
            for component in 0..<4 {
              result[4 * (y * columns + x) + component] +=
                values[4 * (row * width + column) + component] * area / (stepX * stepY)
            }
          }
        }
      }
    }
    return AreaMean(width: columns, height: rows, values: result)
  }

  private func overlap(_ start: Double, _ end: Double, _ pixel: Int) -> Double {
    max(0, min(end, Double(pixel + 1)) - max(start, Double(pixel)))
  }
}
