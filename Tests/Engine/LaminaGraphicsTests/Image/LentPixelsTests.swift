// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaSystem
import Synchronization
import Testing

/// Pictures in memory of another owner, which changes it as soon as it has it back.
@Suite struct LentPixelsTests {
  /// Memory that is lent once. Unchecked because tests read it only while it is lent.
  private final class Lender: @unchecked Sendable {
    let memory: UnsafeMutableRawBufferPointer
    private let state = Mutex(0)

    init(_ bytes: [UInt8]) {
      memory = .allocate(byteCount: bytes.count, alignment: 64)
      memory.copyBytes(from: bytes)
    }

    deinit { memory.deallocate() }

    /// How often the memory came back.
    var returns: Int { state.withLock { $0 } }

    func lend() -> LentPixels {
      LentPixels(UnsafeRawBufferPointer(memory)) { [self] in
        state.withLock { $0 += 1 }
        for place in memory.indices { memory[place] = 0xEE }
      }
    }
  }

  private static let (width, height) = (37, 11)

  private static func bytes(alpha: UInt8 = 255) -> [UInt8] {
    (0..<4 * width * height).map { $0 % 4 == 3 ? alpha : UInt8($0 % 97) }
  }

  private static func picture(_ lender: Lender) -> CGImage {
    CGImage(width: width, height: height, lent: lender.lend())
  }

  @Test("pixels are read where they are, and the memory goes back once, when the picture is freed")
  func inPlace() {
    let lender = Lender(Self.bytes())
    var picture: CGImage? = Self.picture(lender)
    let place = picture?.withPremultipliedRGBA { $0.baseAddress }
    #expect(place == UnsafeRawPointer(lender.memory.baseAddress))
    #expect(picture?.withPremultipliedRGBA { Array($0) } == Self.bytes())
    #expect(lender.returns == 0)
    picture = nil
    #expect(lender.returns == 1)
  }

  @Test("a picture that is asked for an array gives the memory back at once, and stays as it is")
  func array() {
    let lender = Lender(Self.bytes())
    let picture = Self.picture(lender)
    #expect(picture.premultipliedRGBA == Self.bytes())
    #expect(lender.returns == 1 && picture.lent?.isLent == false)
    #expect(picture.premultipliedRGBA == Self.bytes())
    #expect(picture.withPremultipliedRGBA { Array($0) } == Self.bytes())
    #expect(picture.straightRGBA() == Self.bytes())
    #expect(lender.returns == 1)
  }

  @Test("whether a picture is opaque is found in its pixels", arguments: [255, 254] as [UInt8])
  func opacity(_ alpha: UInt8) {
    let lender = Lender(Self.bytes(alpha: alpha))
    let picture = Self.picture(lender)
    #expect(picture.isOpaque == (alpha == 255))
    #expect(lender.returns == 0)
    picture.lent?.reclaim()
    #expect(picture.isOpaque == (alpha == 255))
  }

  @Test("the owner waits for those who read, and pictures show the same afterwards")
  func reclaimed() throws {
    let lender = Lender(Self.bytes())
    let picture = Self.picture(lender)
    let (isReading, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isReclaimed = Mutex(false)
    let reader = JobQueue.start("test.reader") {
      picture.withPremultipliedRGBA { pixels in
        isReading.signal()
        mayEnd.wait()
        #expect(Array(pixels) == Self.bytes())
      }
    }
    isReading.wait()
    let owner = JobQueue.start("test.owner") {
      picture.lent?.reclaim()
      isReclaimed.withLock { $0 = true }
    }
    // Others read the copy meanwhile.
    while picture.lent?.isLent == true { usleep(1_000) }
    #expect(picture.withPremultipliedRGBA { Array($0) } == Self.bytes())
    #expect(lender.returns == 0)
    #expect(!isReclaimed.withLock { $0 })
    mayEnd.signal()
    reader.wait()
    owner.wait()
    #expect(lender.returns == 1 && isReclaimed.withLock { $0 })
    #expect(picture.premultipliedRGBA == Self.bytes())
  }

  @Test("bytes taken out of a picture without other owners are a copy, and the memory goes back")
  func taken() {
    let lender = Lender(Self.bytes())
    var picture: CGImage? = Self.picture(lender)
    var bytes = CGImage.takeBytes(of: &picture)
    #expect(picture == nil && lender.returns == 1)
    bytes?[0] = 200
    #expect(bytes?.dropFirst() == Self.bytes().dropFirst())
  }

  @Test("PNG of lent pixels is that of the same pixels in memory of their own", arguments: [255, 128] as [UInt8])
  func encoded(_ alpha: UInt8) throws {
    var bytes = Self.bytes(alpha: alpha)
    for place in bytes.indices where place % 4 != 3 { bytes[place] = min(bytes[place], alpha) }
    let lender = Lender(bytes)
    let own = try #require(CGImage(width: Self.width, height: Self.height, premultipliedRGBA: bytes))
    #expect(try PNGEncoder().encode(Self.picture(lender)) == PNGEncoder().encode(own))
  }
}
