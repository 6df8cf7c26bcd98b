// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Pictures of trees at a time, by rules: TIME-5, TIME-9, TIME-11, TIME-12, REPL-1.
@Suite struct AnimatedPictureTests {
  static func makeRoot(_ width: CGFloat = 100, _ height: CGFloat = 60) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    root.backgroundColor = CGColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1)
    return root
  }

  static func flat(_ pixel: SIMD4<UInt8>, _ width: Int = 4, _ height: Int = 4) -> CGImage? {
    CGImage(width: width, height: height) { _, _ in pixel }
  }

  /// Draws on every renderer and compares them.
  static func draw(_ root: CALayer, at time: Double, levels: Int = 2) throws -> [[UInt8]] {
    var pictures: [[UInt8]] = []
    for backEnd in SharedRenderers.available {
      pictures.append(try SharedRenderers.draw(root, at: time, on: backEnd).image.premultipliedRGBA)
    }
    if pictures.count == 2 {
      let worst = zip(pictures[0], pictures[1]).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= levels, "CPU and GPU differ by \(worst) at \(time)")
    }
    return pictures
  }

  static func pixel(_ picture: [UInt8], _ x: Int, _ y: Int, width: Int = 100) -> [Int] {
    (0..<4).map { Int(picture[4 * (y * width + x) + $0]) }
  }

  static func isNear(_ one: [Int], _ other: [Int], _ levels: Int = 2) -> Bool {
    zip(one, other).allSatisfy { abs($0 - $1) <= levels }
  }

  @Test("contents fade: both pictures, each placed by its gravity, at their share")
  func crossFade() throws {
    let root = Self.makeRoot()
    let layer = CALayer()
    layer.frame = CGRect(x: 10, y: 10, width: 80, height: 40)
    layer.contentsGravity = .center
    layer.borderWidth = 2
    layer.borderColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    root.addSublayer(layer)
    // The old one is 40 x 20 and red, the new one 20 x 40 and half clear green.
    let animation = CABasicAnimation(keyPath: "contents")
    animation.fromValue = Self.flat([255, 0, 0, 255], 40, 20)
    animation.toValue = Self.flat([0, 128, 0, 128], 20, 40)
    (animation.duration, animation.fillMode) = (1, .both)
    layer.add(animation, forKey: nil)
    for progress in [0.25, 0.5, 0.8] {
      for picture in try Self.draw(root, at: progress) {
        let (p, grey) = (progress, 127.5)
        // In the middle both; to the left only the old one; above only the new one.
        let alpha = (1 - p) + 0.5 * p
        let both = [255 * (1 - p) + grey * (1 - alpha), 128 * p + grey * (1 - alpha), grey * (1 - alpha), 255]
        let old = [255 * (1 - p) + grey * p, grey * p, grey * p, 255]
        let clear = 1 - 0.5 * p
        let new = [grey * clear, 128 * p + grey * clear, grey * clear, 255]
        #expect(Self.isNear(Self.pixel(picture, 50, 30), both.map { Int(clamping: $0) }), "at \(p)")
        #expect(Self.isNear(Self.pixel(picture, 35, 30), old.map { Int(clamping: $0) }), "at \(p)")
        #expect(Self.isNear(Self.pixel(picture, 50, 15), new.map { Int(clamping: $0) }), "at \(p)")
        // The border lies over both.
        #expect(Self.isNear(Self.pixel(picture, 50, 11), [0, 0, 255, 255]), "at \(p)")
      }
    }
    let (start, end) = (try Self.draw(root, at: 0), try Self.draw(root, at: 1))
    layer.removeAllAnimations()
    layer.contents = animation.fromValue
    #expect(try Self.draw(root, at: 0) == start)
    layer.contents = animation.toValue
    #expect(try Self.draw(root, at: 0) == end)
  }

  @Test("contents of keyframes fade, and discrete ones switch")
  func keyframes() throws {
    let root = Self.makeRoot()
    let layer = CALayer()
    layer.frame = root.bounds
    root.addSublayer(layer)
    let animation = CAKeyframeAnimation(keyPath: "contents")
    animation.values = [Self.flat([255, 0, 0, 255]), Self.flat([0, 0, 255, 255])].compactMap(\.self)
    animation.duration = 1
    for (mode, wanted) in [
      (CAAnimationCalculationMode.linear, [191, 0, 64, 255]), (.cubic, [191, 0, 64, 255]),
      (.discrete, [255, 0, 0, 255]),
    ] {
      animation.calculationMode = mode
      layer.add(animation, forKey: "a")
      for picture in try Self.draw(root, at: 0.25) {
        #expect(Self.isNear(Self.pixel(picture, 50, 30), wanted), "\(mode.rawValue)")
      }
    }
  }

  @Test(
    "transitions", arguments: ["fade", "moveIn", "push", "reveal"], ["fromLeft", "fromRight", "fromTop", "fromBottom"])
  func transitions(_ type: String, _ subtype: String) throws {
    let root = Self.makeRoot()
    let layer = CALayer()
    layer.frame = CGRect(x: 20, y: 20, width: 60, height: 20)
    layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(layer)
    let transition = CATransition()
    transition.type = CATransitionType(rawValue: type)
    transition.subtype = CATransitionSubtype(rawValue: subtype)
    transition.duration = 1
    layer.add(transition, forKey: "ignored")
    #expect(layer.animationKeys() == [kCATransition])
    layer.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    let dot = CALayer()
    dot.frame = CGRect(x: 0, y: 0, width: 60, height: 20)
    dot.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    layer.addSublayer(dot)

    // The same by hand: two layers that are moved, or mixed.
    let progress = 0.25
    let (old, new) = (CALayer(), CALayer())
    old.frame = layer.frame
    old.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    new.frame = layer.frame
    new.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    let ways: [String: (CGFloat, CGFloat)] = [
      "fromLeft": (-60, 0), "fromRight": (60, 0), "fromTop": (0, 20), "fromBottom": (0, -20),
    ]
    let way = try #require(ways[subtype])
    func move(_ layer: CALayer, by share: CGFloat) {
      layer.position.x += way.0 * share
      layer.position.y += way.1 * share
    }
    if type == "moveIn" || type == "push" { move(new, by: 1 - progress) }
    if type == "push" || type == "reveal" { move(old, by: -progress) }
    if type == "fade" {
      old.backgroundColor = CGColor(srgbRed: 1 - progress, green: 0, blue: progress, alpha: 1)
      new.isHidden = true
    }
    let byHand = Self.makeRoot()
    for layer in type == "reveal" ? [new, old] : [old, new] { byHand.addSublayer(layer) }
    for (shown, wanted) in zip(try Self.draw(root, at: progress), try Self.draw(byHand, at: 0)) {
      let worst = zip(shown, wanted).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 2, "\(type) \(subtype) differs by \(worst)")
    }
    // At the end it is the layer as it is, and before it is over nothing of the layer has changed.
    let end = try Self.draw(root, at: 1.5)
    layer.removeAllAnimations()
    #expect(try Self.draw(root, at: 1.5) == end)
  }

  @Test("a transition with masks, shadows, a turned layer and partial progress draws on both renderers")
  func richTransition() throws {
    let root = Self.makeRoot()
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: 30, y: 15, width: 40, height: 30)
    layer.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
    layer.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 40, height: 30), transform: nil)
    layer.shadowOpacity = 0.5
    layer.opacity = 0.8
    let mask = CALayer()
    mask.frame = CGRect(x: 0, y: 0, width: 35, height: 30)
    mask.backgroundColor = .black
    layer.mask = mask
    root.addSublayer(layer)
    let still = try Self.draw(root, at: 0, levels: 3)
    let transition = CATransition()
    (transition.duration, transition.startProgress, transition.endProgress) = (1, 0.25, 0.75)
    layer.add(transition, forKey: nil)
    // Nothing has changed, so a fade shows nothing but the rounding of its passes, which lie in each other three deep.
    for (one, other) in zip(try Self.draw(root, at: 0.5, levels: 3), still) {
      #expect((zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 0) <= 6)
    }
    layer.fillColor = CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1)
    _ = try Self.draw(root, at: 0.5, levels: 3)
    transition.type = .push
    layer.add(transition, forKey: nil)
    _ = try Self.draw(root, at: 0.5, levels: 3)
    transition.type = CATransitionType(rawValue: "cube")
    root.add(transition, forKey: nil)
    let snapshot = TreeSnapshot(of: root, at: 0.5)
    #expect(try Planner().plan(snapshot).diagnostics.map(\.code) == ["unknown-transition"])
  }

  @Test("copies of a replicator are late by their delay, each by itself")
  func delayedCopies() throws {
    func animated(from begin: Double) -> CALayer {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      layer.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
      let animation = CABasicAnimation(keyPath: "position.y")
      (animation.fromValue, animation.toValue, animation.duration) = (5, 55, 1)
      (animation.beginTime, animation.fillMode) = (begin == 0 ? 1e-100 : begin, .both)
      layer.add(animation, forKey: nil)
      return layer
    }
    let root = Self.makeRoot()
    let replicator = CAReplicatorLayer()
    replicator.frame = root.bounds
    (replicator.instanceCount, replicator.instanceDelay) = (5, 0.125)
    replicator.instanceTransform = CATransform3DMakeTranslation(15, 0, 0)
    replicator.addSublayer(animated(from: 0))
    root.addSublayer(replicator)
    let byHand = Self.makeRoot()
    for index in 0..<5 {
      let layer = animated(from: Double(index) * 0.125)
      layer.position.x += 15 * CGFloat(index)
      byHand.addSublayer(layer)
    }
    for time in [0, 0.3, 0.5, 0.9, 2] {
      #expect(try Self.draw(root, at: time) == (try Self.draw(byHand, at: time)), "at \(time)")
    }
    #expect(TreeSnapshot(of: root, at: 0.3).layerCount == 7)
    // Copies of what does not move stay one subtree, and so do those without a delay.
    replicator.sublayers?.first?.removeAllAnimations()
    #expect(TreeSnapshot(of: root, at: 0.3).layerCount == 3)
    replicator.sublayers?.first?.add(CABasicAnimation(keyPath: "opacity"), forKey: nil)
    replicator.instanceCount = 2_000_000
    let snapshot = TreeSnapshot(of: root, at: 0.3)
    #expect(snapshot.layerCount == 3)
    #expect(snapshot.problems.map(\.problem.code) == ["too-many-copies"])
  }

  @Test("a frame alone is the frame of a sequence, byte for byte")
  func alone() throws {
    func makeTree() -> CALayer {
      let root = Self.makeRoot()
      for index in 0..<6 {
        let layer = CALayer()
        layer.frame = CGRect(x: 8 + 14 * index, y: 20, width: 12, height: 16)
        layer.backgroundColor = CGColor(srgbRed: CGFloat(index) / 6, green: 0.5, blue: 1, alpha: 1)
        layer.shadowOpacity = index == 2 ? 0.6 : 0
        let turn = CABasicAnimation(keyPath: "transform.rotation.z")
        (turn.toValue, turn.duration, turn.repeatCount) = (2 * Double.pi, 0.7 + 0.1 * Double(index), .infinity)
        layer.add(turn, forKey: nil)
        let spring = CASpringAnimation(keyPath: "position.y")
        (spring.toValue, spring.duration, spring.beginTime) = (45, 1.5, 0.1 * Double(index))
        spring.fillMode = .both
        layer.add(spring, forKey: nil)
        root.addSublayer(layer)
      }
      return root
    }
    for choice in [RendererChoice.cpu(threads: 1)] + (SharedRenderers.hasGPU ? [.gpu(.automatic)] : []) {
      let root = makeTree()
      let renderer = try Renderer(choice)
      let sequence = try (0..<30).map { try renderer.render(root, at: Double($0) / 20).image.premultipliedRGBA }
      for frame in [0, 7, 19, 29] {
        let alone = try Renderer(choice).render(makeTree(), at: Double(frame) / 20).image.premultipliedRGBA
        #expect(alone == sequence[frame], "frame \(frame) on \(choice)")
      }
      // Scrubbing shows the same.
      let scrubbed = makeTree()
      scrubbed.speed = 0
      scrubbed.timeOffset = 19.0 / 20
      #expect(try renderer.render(scrubbed, at: 77).image.premultipliedRGBA == sequence[19])
    }
  }
}
