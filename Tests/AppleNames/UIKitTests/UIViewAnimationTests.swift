// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

/// Blocks of animations against the curves' closed forms, on the thread's clock.
@Suite final class UIViewAnimationTests {
  init() { MediaClock.time = 0 }
  // The clock is the thread's, which runs other tests next.
  deinit { MediaClock.time = 0 }

  private func view() -> UIView {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.backgroundColor = .red
    return view
  }

  /// Where a view's middle shows at a time.
  private func x(_ view: UIView, at time: TimeInterval) -> CGFloat {
    MediaClock.time = time
    return view.layer.presentation()?.position.x ?? .nan
  }

  @Test("outside of a block a view's layer has no actions, in one it has animations")
  func actions() {
    let view = view()
    #expect(view.action(for: view.layer, forKey: "position") is NSNull)
    UIView.animate(withDuration: 2) {
      let action = view.action(for: view.layer, forKey: "position") as? CABasicAnimation
      #expect(action?.keyPath == "position" && action?.duration == 2)
      #expect(view.action(for: view.layer, forKey: "nonsense") is NSNull)
      #expect(view.action(for: view.layer, forKey: "hidden") is NSNull)
      UIView.performWithoutAnimation { #expect(view.action(for: view.layer, forKey: "position") is NSNull) }
      #expect(UIView.inheritedAnimationDuration == 2)
    }
    #expect(UIView.inheritedAnimationDuration == 0)
    view.center.x = 50
    #expect(view.layer.animationKeys() == nil)
  }

  @Test("values run from what shows to what is set; the model has the end at once")
  func linear() {
    let view = view()
    UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) {
      view.center.x = 105
      view.alpha = 0
      view.bounds.size.width = 20
      view.layer.cornerRadius = 8
    }
    #expect(view.center.x == 105 && view.alpha == 0)
    #expect(abs(x(view, at: 0.5) - 30) < 1e-6)
    let shown = view.layer.presentation()
    #expect(abs((shown?.opacity ?? 0) - 0.75) < 1e-6 && abs((shown?.bounds.width ?? 0) - 12.5) < 1e-6)
    #expect(abs((shown?.cornerRadius ?? 0) - 2) < 1e-6)
    #expect(x(view, at: 3) == 105 && view.layer.animationKeys() == nil)
  }

  @Test("without a curve it is easeInOut, half way at half time and slow at both ends")
  func curve() {
    let view = view()
    UIView.animate(withDuration: 1) { view.center.x = 105 }
    let (early, half, late) = (x(view, at: 0.1), x(view, at: 0.5), x(view, at: 0.9))
    #expect(abs(half - 55) < 1e-3 && abs(early + late - 110) < 1e-3 && early < 15)
    let out = self.view()
    MediaClock.time = 0
    UIView.animate(withDuration: 1, delay: 0, options: .curveEaseOut) { out.center.x = 105 }
    #expect(x(out, at: 0.5) > 60)
  }

  @Test("a delay holds what shows")
  func delay() {
    let view = view()
    var ends: [Bool] = []
    UIView.animate(withDuration: 1, delay: 2, options: .curveLinear) {
      view.center.x = 105
    } completion: {
      ends.append($0)
    }
    #expect(x(view, at: 1) == 5 && ends.isEmpty)
    #expect(abs(x(view, at: 2.5) - 55) < 1e-6 && ends.isEmpty)
    #expect(x(view, at: 3.5) == 105 && ends == [true])
  }

  @Test("blocks that are called at the end may begin another, at the time of the end")
  func chain() {
    let view = view()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      view.center.x = 105
    } completion: { _ in
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.center.x = 5 }
    }
    #expect(abs(x(view, at: 1.25) - 80) < 1e-6)
  }

  @Test("what is replaced or removed was not finished; what animates nothing ends at once")
  func unfinished() {
    let view = view()
    var ends: [String] = []
    UIView.animate(withDuration: 1) {
      view.center.x = 50
    } completion: {
      ends.append("first \($0)")
    }
    MediaClock.time = 0.5
    UIView.animate(withDuration: 1) {
      view.center.x = 90
    } completion: {
      ends.append("second \($0)")
    }
    #expect(view.layer.presentation().map { $0.position.x > 5 && $0.position.x < 50 } == true)
    MediaClock.time = 1.25
    view.layer.removeAllAnimations()
    MediaClock.time = 1.3
    #expect(ends == ["first false", "second false"])
    UIView.animate(withDuration: 1) {
    } completion: {
      ends.append("nothing \($0)")
    }
    UIView.animate(withDuration: 0) {
      view.center.x = 1
    } completion: {
      ends.append("no time \($0)")
    }
    #expect(ends.suffix(2) == ["nothing true", "no time true"] && view.layer.animationKeys() == nil)
  }

  @Test("cycles repeat and run back")
  func repeating() {
    let view = view()
    UIView.animate(withDuration: 1, delay: 0, options: [.curveLinear, .repeat, .autoreverse]) { view.center.x = 105 }
    #expect(abs(x(view, at: 0.25) - 30) < 1e-6 && abs(x(view, at: 1.25) - 80) < 1e-6)
    #expect(abs(x(view, at: 100.25) - 30) < 1e-6)
    MediaClock.time = 0
    let other = self.view()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      UIView.modifyAnimations(withRepeatCount: 2, autoreverses: false) { other.center.x = 105 }
    }
    #expect(abs(x(other, at: 1.25) - 30) < 1e-6 && x(other, at: 2.5) == 105)
  }

  @Test("inner blocks have the outer duration and curve unless they say otherwise")
  func nested() {
    let (one, other) = (view(), view())
    UIView.animate(withDuration: 4, delay: 0, options: .curveLinear) {
      UIView.animate(withDuration: 1) { one.center.x = 105 }
      UIView.animate(withDuration: 1, delay: 0, options: [.overrideInheritedDuration]) { other.center.x = 105 }
    }
    #expect(abs(x(one, at: 0.5) - 17.5) < 1e-6 && abs(x(other, at: 0.5) - 55) < 1e-6)
  }

  @Test("only views of the block animate: other layers are as they were, committed or not")
  func others() {
    let (view, layer) = (view(), CALayer())
    view.layer.addSublayer(layer)
    UIView.animate(withDuration: 1) {
      view.center.x = 50
      layer.opacity = 0
    }
    layer.opacity = 1
    #expect(layer.animationKeys() == nil && view.layer.animationKeys() == ["position"])
    UIView.setAnimationsEnabled(false)
    #expect(!UIView.areAnimationsEnabled)
    UIView.animate(withDuration: 1) { view.alpha = 0 }
    UIView.setAnimationsEnabled(true)
    #expect(view.layer.animation(forKey: "opacity") == nil)
  }

  @Test(
    "springs are within a thousandth of the way at the end, and swing more the less they are damped",
    arguments: [(0.2, 0.0), (0.5, 0), (0.7, 8), (1, 0), (0.4, -3), (1, 5)])
  func springs(_ ratio: Double, _ velocity: Double) throws {
    let view = view()
    UIView.animate(
      withDuration: 2, delay: 0, usingSpringWithDamping: CGFloat(ratio), initialSpringVelocity: CGFloat(velocity)
    ) { view.center.x = 1005 }
    let spring = try #require(view.layer.animation(forKey: "position") as? CASpringAnimation)
    #expect(abs(Double(spring.damping) / (2 * Double(spring.stiffness).squareRoot()) - ratio) < 1e-6)
    #expect(abs(x(view, at: 1.9999) - 1005) <= 1.2)
    let way = stride(from: 0.0, to: 2, by: 0.01).map { x(view, at: $0) }
    #expect((way.max() ?? 0) > 1005.5 || ratio == 1)
    // It begins as fast as was asked.
    let start = (x(view, at: 1e-4) - 5) / 1000 / 1e-4
    #expect(abs(Double(start) - velocity) < 0.2 + abs(velocity) * 0.05)
  }

  @Test("springs of a perceptual duration are Core Animation's")
  func perceptual() throws {
    let view = view()
    UIView.animate(springDuration: 0.6, bounce: 0.3) { view.center.x = 105 }
    let spring = try #require(view.layer.animation(forKey: "position") as? CASpringAnimation)
    let expected = CASpringAnimation(perceptualDuration: 0.6, bounce: 0.3)
    #expect(spring.stiffness == expected.stiffness && spring.damping == expected.damping)
    #expect(abs(spring.duration - expected.settlingDuration) < 1e-9)
  }

  @Test("keyframes hold between their steps")
  func keyframes() {
    let view = view()
    var ends: [Bool] = []
    let linear = UIView.KeyframeAnimationOptions(rawValue: UIView.AnimationOptions.curveLinear.rawValue)
    UIView.animateKeyframes(withDuration: 4, delay: 0, options: linear) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) { view.center.x = 105 }
      UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.25) { view.center.x = 205 }
      UIView.addKeyframe(withRelativeStartTime: 0.25, relativeDuration: 0.75) { view.alpha = 0 }
    } completion: {
      ends.append($0)
    }
    let expected: [(Double, CGFloat)] = [(0, 5), (0.5, 55), (1, 105), (1.7, 105), (2.5, 155), (3, 205), (3.9, 205)]
    for (time, place) in expected { #expect(abs(x(view, at: time) - place) < 1e-6, "\(time)") }
    MediaClock.time = 2.5
    #expect(abs((view.layer.presentation()?.opacity ?? 0) - 0.5) < 1e-6)
    MediaClock.time = 4.1
    #expect(ends == [true] && view.center.x == 205)
  }

  @Test("discrete keyframes jump at the end of their steps")
  func discrete() {
    let view = view()
    let options: UIView.KeyframeAnimationOptions = [
      .calculationModeDiscrete, UIView.KeyframeAnimationOptions(rawValue: UIView.AnimationOptions.curveLinear.rawValue),
    ]
    UIView.animateKeyframes(withDuration: 1, delay: 0, options: options) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) { view.center.x = 105 }
      UIView.addKeyframe(withRelativeStartTime: 0.25, relativeDuration: 0.25) { view.center.x = 205 }
    }
    for (time, place) in [(0.1, 5.0), (0.3, 105), (0.49, 105), (0.6, 205), (0.9, 205)] {
      #expect(Double(x(view, at: time)) == place, "\(time)")
    }
  }

  @Test("a cross dissolve mixes what was and what is")
  func dissolve() throws {
    let view = view()
    var ends: [Bool] = []
    UIView.transition(with: view, duration: 1, options: [.transitionCrossDissolve, .curveLinear]) {
      view.backgroundColor = .blue
    } completion: {
      ends.append($0)
    }
    #expect(view.layer.animation(forKey: "backgroundColor") == nil)
    #expect(try Pictures.draw(view, at: 0).pixel(5, 5) == red)
    #expect(try Pictures.draw(view, at: 0.5).isColor(5, 5, [128, 0, 128, 255], within: 2))
    MediaClock.time = 1.5
    #expect(try Pictures.draw(view, at: 1.5).pixel(5, 5) == blue && ends == [true])
    let (host, one, other) = (self.view(), self.view(), self.view())
    host.addSubview(one)
    other.backgroundColor = .green
    UIView.transition(from: one, to: other, duration: 1, options: [.transitionCrossDissolve, .curveLinear])
    #expect(host.subviews == [other])
    #expect(try Pictures.draw(host, at: 2).isColor(5, 5, [128, 128, 0, 255], within: 2))
  }

  @Test("the older spelling animates too")
  func older() {
    let view = view()
    UIView.beginAnimations(nil, context: nil)
    UIView.setAnimationDuration(2)
    UIView.setAnimationCurve(.linear)
    view.center.x = 105
    UIView.commitAnimations()
    UIView.commitAnimations()
    #expect(abs(x(view, at: 1) - 55) < 1e-6)
    view.center.x = 7
    #expect(view.layer.animationKeys() == ["position"])
  }

  @Test("numbers that are none make no animation and no crash")
  func badNumbers() {
    let view = view()
    for bad in [Double.nan, -1, .infinity, -.infinity] {
      UIView.animate(withDuration: bad) { view.center.x += 1 }
      UIView.animate(withDuration: 0.1, delay: bad) { view.center.y += 1 }
      UIView.animate(
        withDuration: bad, delay: bad, usingSpringWithDamping: CGFloat(bad), initialSpringVelocity: CGFloat(bad)
      ) { view.alpha = 0.5 }
      UIView.animate(springDuration: bad, bounce: CGFloat(bad), initialSpringVelocity: CGFloat(bad)) { view.alpha = 1 }
      UIView.animateKeyframes(withDuration: 1, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: bad, relativeDuration: bad) { view.center.x += 1 }
      }
    }
    #expect(x(view, at: 50).isFinite)
  }
}
