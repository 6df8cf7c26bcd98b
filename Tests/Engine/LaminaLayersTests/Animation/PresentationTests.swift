// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

/// A class of a program, with a value of its own.
private final class Gauge: CALayer {
  var reading = 0

  override init() { super.init() }

  override init(layer: Any) {
    reading = (layer as? Gauge)?.reading ?? 0
    super.init(layer: layer)
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func presentationCopy() -> CALayer { Gauge(layer: self) }
}

/// A class of a program that knows nothing of copies.
private final class Plain: CAShapeLayer {}

/// A shape of a program.
private final class Star: CAShapeLayer {
  override func presentationCopy() -> CALayer { Star(layer: self) }
}

/// `presentation()`: the layer as it looks at the time of the clock.
@Suite struct PresentationTests {
  private func fade(_ keyPath: String = "opacity") -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.duration, animation.beginTime) = (0, 1, 1, 1e-100)
    return animation
  }

  /// On a thread of its own, with a clock of its own.
  private func onThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread {
      body()
      done.signal()
    }.start()
    done.wait()
  }

  @Test("a class from outside shows what its animations make of it, with its own values")
  func outside() {
    onThread {
      let gauge = Gauge()
      gauge.reading = 42
      gauge.add(fade(), forKey: nil)
      MediaClock.time = 0.25
      let shown = gauge.presentation()
      #expect(shown?.opacity == 0.25 && shown?.reading == 42 && shown !== gauge && gauge.opacity == 1)
      #expect(shown?.model() === gauge && gauge.model() === gauge)
      let star = Star()
      star.add(fade("strokeEnd"), forKey: nil)
      #expect(star.presentation()?.strokeEnd == 0.25)
    }
  }

  private func star() -> CAShapeLayer {
    let star = CAShapeLayer()
    star.add(fade("strokeEnd"), forKey: nil)
    return star
  }

  @Test("one that cannot be copied has none while it is animated; others are themselves")
  func without() {
    onThread {
      let plain = Plain()
      #expect(plain.presentation() === plain)
      plain.add(fade(), forKey: nil)
      #expect(plain.presentation() == nil)
      let layer = CALayer()
      layer.add(fade(), forKey: nil)
      MediaClock.time = 0.5
      #expect(layer.presentation()?.opacity == 0.5 && layer.presentation()?.model() === layer)
      // A copy of an animated layer has none of its animations, and draws.
      let copy = CAShapeLayer(layer: star())
      copy.path = CGPath(rect: CGRect(x: 0, y: 0, width: 4, height: 4), transform: nil)
      #expect(copy.animationKeys() == nil && TreeSnapshot(of: copy, at: 0.5).nodes[0].content >= 0)
    }
  }
}
