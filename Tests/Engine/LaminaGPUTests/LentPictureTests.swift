// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaGPU
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Pictures whose memory is a mapped buffer of the device.
@Suite(.needsDevice, .serialized) struct LentPictureTests {
  /// One megabyte.
  private static let (width, height) = (512, 512)

  private static func plan(_ step: Int, width: Int = width, height: Int = height) throws -> RenderPlan {
    let level = CGFloat(step % 16) / 15
    let card = makeLayer(100, 80, at: CGPoint(x: 60 + 7 * (step % 40), y: 200))
    card.backgroundColor = CGColor(srgbRed: level, green: 0.3, blue: 1 - level, alpha: 0.8)
    return try makePlan(of: makeRoot(CGFloat(width), CGFloat(height), card))
  }

  /// The picture as another renderer draws it, in memory of its own.
  private static func expected(_ step: Int) throws -> [UInt8] {
    let renderer = try SharedRenderer.renderer()
    return try renderer.render(try plan(step)).premultipliedRGBA
  }

  /// Draws a frame and waits for it, as a film does or at once.
  private static func draw(_ plan: RenderPlan, asFilm: Bool, on renderer: GPURenderer) throws -> CGImage {
    guard asFilm else { return try renderer.render(plan) }
    try renderer.begin(plan)
    guard case .image(let image) = try renderer.end() else { throw CancellationError() }
    return image
  }

  private static func pixels(_ image: CGImage) -> [UInt8] { image.withPremultipliedRGBA { Array($0) } }

  @Test("pictures stay as they are while later ones are drawn, and after their renderer", arguments: [false, true])
  func held(asFilm: Bool) throws {
    var renderer: GPURenderer? = try GPURenderer(profile: .hardware)
    var held: [CGImage] = []
    for step in 0..<6 {
      let device = try #require(renderer)
      held.append(try Self.draw(try Self.plan(step), asFilm: asFilm, on: device))
      #expect(held[step].lent?.isLent == true)
      // One that nobody holds lends its buffer to the next.
      _ = try Self.draw(try Self.plan(step + 20), asFilm: asFilm, on: device)
    }
    for (step, image) in held.enumerated() {
      let expected = try Self.expected(step)
      #expect(Self.pixels(image) == expected, "step \(step)")
    }
    renderer = nil
    for (step, image) in held.enumerated() {
      #expect(image.lent?.isLent == false)
      let expected = try Self.expected(step)
      #expect(Self.pixels(image) == expected, "step \(step), after the renderer")
    }
  }

  @Test("pictures of a device that was reset stay as they are", arguments: [GL_INNOCENT_CONTEXT_RESET])
  func reset(_ status: Int32) throws {
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries, profile: .hardware)
    let image = try renderer.render(try Self.plan(1))
    #expect(image.lent?.isLent == true)
    driver.answers.resets = [status]
    #expect(throws: GPUError.self) { try renderer.render(try Self.plan(2)) }
    #expect(image.lent?.isLent == false)
    let (first, third) = (try Self.expected(1), try Self.expected(3))
    #expect(Self.pixels(image) == first)
    #expect(Self.pixels(try renderer.render(try Self.plan(3))) == third)
    #expect(renderer.reopened == 1)
  }

  @Test("buffers are bounded: of many pictures that are held, later ones have memory of their own")
  func bounded() throws {
    let renderer = try GPURenderer(profile: .hardware)
    // 16 MiB each, and 128 MiB are lent at most.
    let plan = try Self.plan(0, width: 2048, height: 2048)
    var held: [CGImage] = []
    for _ in 0..<10 { held.append(try renderer.render(plan)) }
    #expect(held.map { $0.lent?.isLent } == Array(repeating: true, count: 8) + [false, false])
    let first = Self.pixels(held[0])
    #expect(held.allSatisfy { Self.pixels($0) == first })
    held.removeFirst(3)
    #expect(try renderer.render(plan).lent?.isLent == true)
  }

  @Test("small pictures have memory of their own")
  func small() throws {
    let renderer = try GPURenderer(profile: .hardware)
    let image = try renderer.render(try Self.plan(0, width: 200, height: 200))
    #expect(image.lent?.isLent != true)
  }

  @Test("planes of a film have memory that earlier ones had, whoever holds these")
  func planes() throws {
    let renderer = try GPURenderer(profile: .hardware)
    renderer.drawsChangesOnly = true
    let fresh = try GPURenderer(profile: .hardware)
    var held: [PixelBytes] = []
    for step in 0..<12 {
      let plan = try Self.plan(step, width: 1024, height: 1024)
      try renderer.begin(plan, planes: false)
      try fresh.begin(plan, planes: false)
      guard case .planes(let planes) = try renderer.end(), case .planes(let wanted) = try fresh.end() else {
        Issue.record("no planes")
        return
      }
      #expect(planes.bytes == wanted.bytes, "step \(step)")
      #expect(step == 0 || renderer.statistics.readBackBytes < fresh.statistics.readBackBytes)
      held.append(planes)
      if held.count > 3 { held.removeFirst() }
    }
  }
}
