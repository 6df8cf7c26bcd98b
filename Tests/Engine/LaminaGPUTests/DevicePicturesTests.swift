// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaCPU
import LaminaGPU
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// The moments of uploads, and correct drawing while old pictures make room.
@Suite(.needsDevice, .serialized) struct DevicePicturesTests {
  /// Pictures in a grid, one pixel a texel.
  static func grid(_ pictures: [CGImage], side: Int, columns: Int) throws -> RenderPlan {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: side * columns, height: side * ((pictures.count + columns - 1) / columns))
    for (index, picture) in pictures.enumerated() {
      let layer = CALayer()
      layer.frame = CGRect(x: index % columns * side, y: index / columns * side, width: side, height: side)
      layer.contents = picture
      root.addSublayer(layer)
    }
    return try makePlan(of: root)
  }

  static func expectGrid(_ image: CGImage, _ pictures: [CGImage], side: Int, columns: Int) {
    for (index, picture) in pictures.enumerated() {
      let (left, top) = (index % columns * side, index / columns * side)
      for (x, y) in [(0, 0), (side - 1, 0), (side / 2, side / 3), (side - 1, side - 1)] {
        #expect(image[left + x, top + y] == picture[x, y], "picture \(index) at \(x), \(y)")
      }
    }
  }

  @Test("a picture is uploaded once, however often it is drawn")
  func once() throws {
    let renderer = try GPURenderer()
    let picture = makePicture(100, 100)
    let plan = try Self.grid([picture, picture, picture], side: 100, columns: 3)
    _ = try renderer.render(plan)
    #expect(renderer.statistics.uploadedBytes == 40_000)
    #expect(renderer.statistics.uploadedPictures == 1 && renderer.statistics.residentPictures == 0)
    _ = try renderer.render(plan)
    #expect(renderer.statistics.uploadedBytes == 0)
    #expect(renderer.statistics.uploadedPictures == 0 && renderer.statistics.residentPictures == 1)
    #expect(renderer.cachedPictures == 1)
  }

  @Test("pictures that come and go make room long before the budget is spent; what was drawn lately stays")
  func passing() throws {
    let renderer = try GPURenderer()
    let side = 1400
    let pictures = (0..<40).map { makePicture(side, side, seed: $0) }
    let plans = try pictures.map { try Self.grid([$0], side: side, columns: 1) }
    for plan in plans { _ = try renderer.render(plan) }
    // Sixteen frames need half of the budget, as the texture doubles.
    #expect(renderer.cachedPictures < 32)
    for (index, plan) in plans.enumerated().suffix(8) {
      Self.expectGrid(try renderer.render(plan), [pictures[index]], side: side, columns: 1)
      #expect(renderer.statistics.uploadedBytes == 0)
    }
    Self.expectGrid(try renderer.render(plans[0]), [pictures[0]], side: side, columns: 1)
    #expect(renderer.statistics.uploadedBytes > 4 * side * side)
  }

  @Test("levels are uploaded when they are first needed")
  func levels() throws {
    let renderer = try GPURenderer()
    let picture = makePicture(64, 64)
    _ = try renderer.render(try Self.grid([picture], side: 64, columns: 1))
    #expect(renderer.statistics.uploadedBytes == 64 * 64 * 4)
    let layer = PictureTests.pictureLayer(picture, 20, 20)
    layer.minificationFilter = .trilinear
    let plan = try makePlan(of: makeRoot(20, 20, layer))
    _ = try renderer.render(plan)
    #expect(renderer.statistics.uploadedBytes == 4 * (4096 + 1024 + 256 + 64 + 16 + 4 + 1))
    _ = try renderer.render(plan)
    #expect(renderer.statistics.uploadedBytes == 0)
  }

  @Test(
    "pictures stay where they are when room is made for more, whether or not the driver copies textures",
    arguments: [[], ["GL_EXT_copy_image", "GL_OES_copy_image"]] as [Set<String>])
  func growth(_ hidden: Set<String>) throws {
    let driver = FakeDriver(.init(hidden: hidden))
    let renderer = try GPURenderer(libraries: driver.libraries)
    let pictures = (0..<5).map { makePicture(1500, 1500, seed: 17 * $0) }
    for (index, picture) in pictures.enumerated() {
      let plan = try Self.grid([picture], side: 1500, columns: 1)
      Self.expectGrid(try renderer.render(plan), [picture], side: 1500, columns: 1)
      #expect(renderer.cachedPictures == index + 1)
    }
    for picture in pictures {
      let plan = try Self.grid([picture], side: 1500, columns: 1)
      Self.expectGrid(try renderer.render(plan), [picture], side: 1500, columns: 1)
      #expect(renderer.statistics.uploadedBytes == 0)
    }
  }

  @Test(
    "uploads through buffers give the same pictures, also where the driver lends no memory for them",
    arguments: [nil, 1, 2, 3] as [Int?])
  func uploadBuffers(_ failing: Int?) throws {
    let driver = FakeDriver()
    driver.answers.failing = failing.map { ("glMapBufferRange", $0) }
    let renderer = try GPURenderer(libraries: driver.libraries, profile: .nvidia)
    for round in 0..<5 {
      // More than one buffer holds in the last round.
      let (width, height) = round == 4 ? (1200, 1000) : (300, 260)
      let pictures = (0..<5).map { makePicture(width, height, seed: 5 * $0 + round) }
      let plan = try Self.grid(pictures, side: 300, columns: 3)
      let reference = try CPURenderer().render(plan)
      let mapped = driver.mapped
      do throws(GPUError) {
        let image = try renderer.render(plan)
        #expect(image.difference(from: reference).largest <= 2, "round \(round)")
        #expect(renderer.statistics.uploadedBytes >= 4 * pictures.count * width * height)
      } catch {
        // Pixels are read back through buffers too, and that failure is an error.
        // So are records.
        #expect(failing != nil, "round \(round): \(error)")
      }
      #expect(driver.mapped > mapped, "round \(round): nothing went through a buffer")
    }
  }

  @Test("over the budget, what was drawn longest ago makes room, and everything stays right")
  func eviction() throws {
    // One layer of the atlas: 64 tiles. A large picture takes nine of them, a strip of up to 34 small ones takes eight.
    let renderer = try GPURenderer(pictureBudget: 1)
    let large = (0..<12).map { makePicture(600, 600, seed: 31 * $0) }
    let small = (0..<250).map { makePicture(120, 120, seed: 7 * $0) }
    func uploaded(drawing pictures: [CGImage], side: Int, columns: Int) throws -> Int {
      let image = try renderer.render(try Self.grid(pictures, side: side, columns: columns))
      Self.expectGrid(image, pictures, side: side, columns: columns)
      return renderer.statistics.uploadedBytes / (4 * side * side)
    }
    for round in 0..<2 {
      for (index, picture) in large.enumerated() {
        #expect(try uploaded(drawing: [picture], side: 600, columns: 1) == 1, "round \(round), picture \(index)")
        #expect(round == 1 || renderer.cachedPictures <= 7)
      }
      // Seven have room, unless the tiles between them are scattered; the ones drawn last are there, and it
      // keeps them.
      for picture in large.suffix(4) { #expect(try uploaded(drawing: [picture], side: 600, columns: 1) == 0) }
      #expect(try uploaded(drawing: [large[0]], side: 600, columns: 1) == 1)
      for picture in large.suffix(4) { #expect(try uploaded(drawing: [picture], side: 600, columns: 1) == 0) }
      // Small pictures share strips, which make room as a whole.
      #expect(try uploaded(drawing: small, side: 120, columns: 25) == 250)
      #expect(try uploaded(drawing: small, side: 120, columns: 25) == 0)
      #expect(try uploaded(drawing: [large[1]], side: 600, columns: 1) == 1)
      let again = try uploaded(drawing: small, side: 120, columns: 25)
      #expect((1..<250).contains(again), "\(again) of 250")
    }
    // All pictures of one frame stay, beyond the budget.
    let many = (0..<9).map { makePicture(600, 600, seed: 13 * $0) }
    #expect(try uploaded(drawing: many, side: 600, columns: 3) == 9)
    #expect(try uploaded(drawing: many, side: 600, columns: 3) == 0)
    // Pictures that are gone would have made room first.
    withExtendedLifetime((large, small, many)) {}
  }

  @Test("pictures that are gone make room first, and their addresses may be used again")
  func deadPictures() throws {
    let renderer = try GPURenderer(pictureBudget: 1)
    let kept = makePicture(300, 300, seed: 99)
    for round in 0..<40 {
      let passing = makePicture(500, 500, seed: round)
      let image = try renderer.render(try Self.grid([passing], side: 500, columns: 1))
      Self.expectGrid(image, [passing], side: 500, columns: 1)
    }
    Self.expectGrid(try renderer.render(try Self.grid([kept], side: 300, columns: 1)), [kept], side: 300, columns: 1)
    #expect(renderer.cachedPictures <= 17)
  }

  @Test("the texture grows without losing what it holds")
  func growth() throws {
    let renderer = try GPURenderer()
    let first = (0..<30).map { makePicture(250, 250, seed: $0) }
    let second = (30..<150).map { makePicture(250, 250, seed: $0) }
    _ = try renderer.render(try Self.grid(first, side: 250, columns: 6))
    let image = try renderer.render(try Self.grid(first + second, side: 250, columns: 15))
    #expect(renderer.statistics.uploadedBytes == 120 * 250 * 250 * 4)
    Self.expectGrid(image, first + second, side: 250, columns: 15)
  }

  /// A picture of coverage, other than all others.
  private static func coverage(_ side: Int, seed: Int) -> CGImage {
    let bytes = (0..<side * side).map { UInt8(truncatingIfNeeded: 31 * $0 + 7 * ($0 / side) + 53 * seed) }
    return CGImage(width: side, height: side, coverage: bytes, isOpaque: false)
  }

  @Test(
    "coverage is sent as one byte a texel and in a few calls, small pictures and large ones",
    arguments: [("software", nil), ("hardware", nil), ("nvidia", nil), ("hardware", 1), ("hardware", 2)]
      as [(String, Int?)])
  func coverage(_ profile: String, _ failing: Int?) throws {
    let driver = FakeDriver()
    driver.answers.failing = failing.map { ("glMapBufferRange", $0) }
    let devices = try #require(DeviceProfile(named: profile))
    let renderer = try GPURenderer(libraries: driver.libraries, profile: devices)
    for (side, count, columns) in [(60, 200, 20), (600, 4, 2), (254, 9, 3), (255, 9, 3), (40, 20, 20)] {
      let pictures = (0..<count).map { Self.coverage(side, seed: $0 + side) }
      let plan = try Self.grid(pictures, side: side, columns: columns)
      do throws(GPUError) {
        let image = try renderer.render(plan)
        Self.expectGrid(image, pictures, side: side, columns: columns)
        #expect(renderer.statistics.uploadedBytes == count * side * side)
        // Programs are compiled and the atlas is made in the first frame that succeeds.
        let isFirst = side == 60 || failing != nil
        #expect(isFirst || renderer.statistics.glCalls < 100, "\(side): \(renderer.statistics.glCalls) calls")
        let again = try renderer.render(plan)
        #expect(again.premultipliedRGBA == image.premultipliedRGBA)
        #expect(renderer.statistics.uploadedBytes == 0)
      } catch {
        // Pixels are read back through buffers too, and that failure is an error.
        #expect(failing != nil, "\(side): \(error)")
      }
    }
  }

  @Test("coverage of more than 16 MiB is sent as colours, tile by tile")
  func muchCoverage() throws {
    let renderer = try GPURenderer(profile: .hardware)
    let side = 4200
    let picture = Self.coverage(side, seed: 5)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 600, height: 600)
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: side, height: side)
    layer.contents = picture
    root.addSublayer(layer)
    let image = try renderer.render(try makePlan(of: root))
    #expect(renderer.statistics.uploadedBytes >= 4 * side * side)
    let coverage = picture.bytes
    for y in stride(from: 0, to: 600, by: 7) {
      for x in 0..<600 where image[x, y] != SIMD4(repeating: Int(coverage[y * side + x])) {
        Issue.record("\(image[x, y]) at \(x), \(y), not \(coverage[y * side + x])")
        return
      }
    }
  }

  @Test("a little coverage beside colours is sent with them")
  func littleCoverage() throws {
    let renderer = try GPURenderer(profile: .hardware)
    let pictures = [Self.coverage(30, seed: 1), makePicture(30, 30), Self.coverage(30, seed: 2)]
    let image = try renderer.render(try Self.grid(pictures, side: 30, columns: 3))
    Self.expectGrid(image, pictures, side: 30, columns: 3)
    #expect(renderer.statistics.uploadedBytes == 4 * 3 * 900)
    // Enough of it is not, and colours are sent as they are.
    let more = (0..<30).map { $0 % 3 == 0 ? makePicture(30, 30, seed: $0) : Self.coverage(30, seed: 9 + $0) }
    Self.expectGrid(
      try renderer.render(try Self.grid(more, side: 30, columns: 6)), more, side: 30, columns: 6)
    #expect(renderer.statistics.uploadedBytes == 900 * (4 * 10 + 20))
  }
}
