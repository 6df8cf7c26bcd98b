// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Dozens of clips inside one another, at each of whose edges layers cover others.
///
/// - Conformance: CLIP-4
@Suite struct ClipChainTests {
  private static let renderers = Result {
    try [DeviceProfile.hardware, .compute].map { try GPURenderer(profile: $0) }
  }

  static var hasDevice: Bool { (try? renderers.get()) != nil }

  /// A chain of clips, each with an opaque layer that comes to its edge, some of them rotated in space.
  private static func chain(_ seed: Int, depth: Int, inSpace: Bool) -> CALayer {
    var random = RandomTree(changes: seed)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 120, height: 120)
    root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.8, blue: 0.7, alpha: 1)
    var parent = root
    for index in 0..<depth {
      let clip = CALayer()
      clip.bounds = CGRect(x: 0, y: 0, width: 108, height: 108)
      clip.position = CGPoint(x: 54 + random.number(-1, 1), y: 54 + random.number(-1, 1))
      clip.cornerRadius = [0, 5, 32, 54][(7 * seed + index * index) % 4]
      clip.masksToBounds = true
      if random.chance(0.5) {
        let angle = random.number(-0.05, 0.05)
        clip.transform =
          inSpace && random.chance(0.5)
          ? CATransform3DMakeRotation(2 * angle, 0.3, 1, 0) : CATransform3DMakeRotation(angle, 0, 0, 1)
      }
      let content = CALayer()
      content.bounds = CGRect(x: 0, y: 0, width: random.number(3, 130), height: random.number(3, 130))
      content.position = CGPoint(x: random.number(0, 108), y: random.number(0, 108))
      content.cornerRadius = random.number(0, 20)
      content.backgroundColor = CGColor(
        srgbRed: random.number(0, 1), green: random.number(0, 1), blue: random.number(0, 1),
        alpha: random.chance(0.7) ? 1 : 0.3)
      if random.chance(0.5) { (content.shadowOpacity, content.shadowRadius) = (0.7, random.number(0, 9)) }
      clip.addSublayer(content)
      parent.addSublayer(clip)
      parent = clip
    }
    return root
  }

  @Test(
    "layers inside dozens of clips show, by draws and in tiles, as the CPU draws them", .enabled(if: hasDevice),
    arguments: [10, 11, 12, 13], [true, false])
  func depth(seed: Int, inSpace: Bool) throws {
    let plan = try RenderPlan(Self.chain(seed, depth: 48, inSpace: inSpace))
    let expected = PixelGrid(try CPURenderer().render(plan))
    for renderer in try Self.renderers.get() {
      let difference = PixelGrid(try renderer.render(plan)).difference(from: expected, over: 3)
      #expect(difference.pixels == 0, "up to \(difference.largest)")
    }
  }
}
