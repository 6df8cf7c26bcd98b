// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaTestSupport
import Testing

/// Pictures that are encoded one after the other, each nearly what one before was.
@Suite struct PNGSequenceTests {
  private struct Numbers {
    var state: UInt64
    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
  }

  /// Changes some rows of a picture, those at the edges of bands now and then.
  private static func change(_ pixels: inout [UInt8], width: Int, height: Int, _ numbers: inout Numbers) {
    let band = (256 << 10) / (3 * width + 1)
    for _ in 0..<numbers.next(4) {
      let edge = numbers.next(1 + height / band) * band
      let row = min(height - 1, max(0, numbers.next(2) == 0 ? numbers.next(height) : edge - numbers.next(2)))
      let start = 4 * (row * width + numbers.next(width))
      pixels[start + numbers.next(3)] = UInt8(numbers.next(200))
    }
  }

  @Test(
    "files are those of pictures by themselves, whatever came before",
    arguments: [(640, 700), (333, 1000), (1920, 300)])
  func sameFiles(width: Int, height: Int) throws {
    var numbers = Numbers(state: UInt64(width))
    let sequence = PNGSequenceEncoder()
    var pixels = [UInt8](repeating: 255, count: 4 * width * height)
    for index in stride(from: 0, to: pixels.count, by: 4) { pixels[index] = UInt8(index / 4 % width % 251) }
    for step in 0..<30 {
      Self.change(&pixels, width: width, height: height, &numbers)
      // Now and then it has alpha, or another size.
      if step % 10 == 6 { (pixels[3], pixels[0], pixels[1], pixels[2]) = (200, 100, 100, 100) }
      if step % 10 == 8 { pixels[3] = 255 }
      let count = step % 10 == 4 ? height - 1 : height
      let image = try #require(
        CGImage(width: width, height: count, premultipliedRGBA: Array(pixels[..<(4 * width * count)])))
      let file = try sequence.encode(image)
      #expect(try PNGEncoder().encode(image) == file, "step \(step)")
      let decoded = try ImageDecoder().decode(file)
      #expect(decoded.image.premultipliedRGBA == image.premultipliedRGBA && decoded.diagnostics.isEmpty, "step \(step)")
    }
    let counts = sequence.counts
    #expect(counts.reused > counts.bands / 10, "\(counts.reused) of \(counts.bands)")
  }

  @Test("of a picture of which one row changes, at most two bands are compressed")
  func bands() throws {
    let (width, height) = (1920, 1080)
    let sequence = PNGSequenceEncoder()
    var pixels = [UInt8](repeating: 255, count: 4 * width * height)
    var bands = 0
    for row in [0, 44, 45, 46, 500, 1079] {
      pixels[4 * row * width] = UInt8(row % 200)
      let before = sequence.counts
      _ = try sequence.encode(try #require(CGImage(width: width, height: height, premultipliedRGBA: pixels)))
      let now = sequence.counts
      bands = now.bands - before.bands
      if row > 0 { #expect(bands - (now.reused - before.reused) <= 2, "row \(row)") }
    }
    #expect(bands == 24)
  }

  @Test("where nothing stays, pictures are not compared for a while, and then again")
  func pauses() throws {
    let sequence = PNGSequenceEncoder()
    var compared = 0
    for step in 0..<60 {
      let before = sequence.counts.bands
      let image = try #require(
        CGImage.noise(width: 400, height: 300, opaque: true, seed: UInt64(step < 30 ? step : 30)))
      #expect(try sequence.encode(image) == PNGEncoder().encode(image))
      if step < 30, sequence.counts.bands > before { compared += 1 }
    }
    #expect(compared < 12 && sequence.counts.reused > 0, "\(compared), \(sequence.counts)")
  }

  @Test("any number of threads encode with one of these")
  func threads() async throws {
    let (width, height) = (640, 480)
    let sequence = PNGSequenceEncoder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var numbers = Numbers(state: UInt64(task))
          var pixels = [UInt8](repeating: 255, count: 4 * width * height)
          for _ in 0..<20 {
            Self.change(&pixels, width: width, height: height, &numbers)
            let image = try #require(CGImage(width: width, height: height, premultipliedRGBA: pixels))
            #expect(try sequence.encode(image) == PNGEncoder().encode(image))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("small pictures, and those that are compressed for size, are encoded as ever")
  func others() throws {
    let small = try #require(CGImage.noise(width: 61, height: 47))
    #expect(try PNGSequenceEncoder().encode(small) == PNGEncoder().encode(small))
    let large = try #require(CGImage.noise(width: 300, height: 300))
    let thorough = PNGEncoder(compression: .small)
    #expect(try PNGSequenceEncoder(thorough).encode(large) == thorough.encode(large))
    #expect(PNGSequenceEncoder(thorough).counts.bands == 0)
  }
}
