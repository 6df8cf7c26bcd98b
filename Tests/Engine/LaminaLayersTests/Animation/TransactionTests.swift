// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

/// Transactions, implicit animation, and the caller's clock: TIME-10, TIME-12. Every test has a thread of its own, and
/// with it a clock of its own.
@Suite struct TransactionTests {
  /// Runs on a new thread.
  private func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      Thread {
        body()
        done.resume()
      }.start()
    }
  }

  private static func pair() -> (root: CALayer, layer: CALayer) {
    let (root, layer) = (CALayer(), CALayer())
    root.addSublayer(layer)
    return (root, layer)
  }

  private final class Log: CAAnimationDelegate, @unchecked Sendable {
    var lines: [String] = []
    var stopped: ((CAAnimation) -> Void)?
    func animationDidStart(_ anim: CAAnimation) {
      lines.append("start \(anim.value(forKey: "name") ?? "?") \(CACurrentMediaTime())")
    }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      lines.append("stop \(anim.value(forKey: "name") ?? "?") \(flag) \(CACurrentMediaTime())")
      stopped?(anim)
    }
  }

  private static func fade(_ name: String, _ duration: Double, log: Log) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, duration)
    animation.delegate = log
    animation.setValue(name, forKey: "name")
    return animation
  }

  @Test("a change animates once the layer was committed in a tree, and not before")
  func implicit() async {
    await onThread {
      let (root, layer) = Self.pair()
      layer.position.x = 10
      #expect(layer.animationKeys() == nil)
      CATransaction.flush()
      layer.position.x = 110
      #expect(layer.animationKeys() == ["position"] && layer.position.x == 110)
      let curve = CAMediaTimingFunction(name: .default).curve
      for time in [0.0, 0.1, 0.25, 0.3] {
        let shown = TreeSnapshot(of: root, at: time).nodes[1].properties.position.x
        let wanted = time > 0.25 ? 110 : 10 + 100 * curve(time / 0.25)
        #expect(abs(shown - wanted) < 1e-9, "at \(time)")
      }
      // A new layer, and one that is in no tree, do not.
      let (fresh, alone) = (CALayer(), CALayer())
      root.addSublayer(fresh)
      fresh.opacity = 0
      CATransaction.flush()
      alone.opacity = 0
      #expect(fresh.animationKeys() == nil && alone.animationKeys() == nil)
      fresh.opacity = 1
      #expect(fresh.animationKeys() == ["opacity"])
    }
  }

  @Test("rendering commits nothing")
  func rendering() async {
    await onThread {
      let (root, layer) = Self.pair()
      _ = TreeSnapshot(of: root)
      layer.opacity = 0.5
      #expect(TreeSnapshot(of: root).nodes[1].properties.opacity == 0.5)
    }
  }

  @Test("a change on the way starts from what shows")
  func interrupted() async {
    await onThread {
      let (root, layer) = Self.pair()
      CATransaction.flush()
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.position.x = 100
      CATransaction.commit()
      MediaClock.time = 0.5
      #expect(layer.presentation()?.position.x == 50)
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.position.x = 0
      CATransaction.commit()
      #expect(TreeSnapshot(of: root, at: 1).nodes[1].properties.position.x == 25)
    }
  }

  @Test("colours that were not there, pictures and flags")
  func absent() async {
    await onThread {
      let (root, layer) = Self.pair()
      CATransaction.flush()
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.backgroundColor = CGColor(straight: [1, 0, 0, 1])
      layer.contents = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255], isOpaque: true)
      let snapshot = TreeSnapshot(of: root, at: 0.125)
      #expect(snapshot.nodes[1].properties.backgroundColor == CGColor(straight: [1, 0, 0, 0.5]))
      let fade = snapshot.effects.first?.contentsFade
      #expect(fade?.old == nil && fade?.new != nil && abs((fade?.progress ?? 0) - 0.5) < 1e-9)
    }
  }

  @Test("settings of transactions, nested ones too")
  func settings() async {
    await onThread {
      let (root, layer) = Self.pair()
      defer { withExtendedLifetime(root) {} }
      CATransaction.flush()
      #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
      CATransaction.begin()
      CATransaction.setAnimationDuration(2)
      CATransaction.setValue("mine", forKey: "own")
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      #expect(CATransaction.animationDuration() == 2 && CATransaction.value(forKey: "own") as? String == "mine")
      layer.opacity = 0
      #expect(layer.animationKeys() == nil)
      CATransaction.commit()
      layer.opacity = 1
      #expect(layer.animation(forKey: "opacity") != nil)
      CATransaction.setValue(0, forKey: kCATransactionAnimationDuration)
      layer.position.x = 5
      #expect(layer.animation(forKey: "position") == nil)
      CATransaction.commit()
      CATransaction.commit()
      #expect(CATransaction.animationDuration() == 0.25)
    }
  }

  private final class Chooser: CALayerDelegate {
    var action: (any CAAction)?
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { action }
  }

  private final class Note: CAAction {
    var events: [String] = []
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) { events.append(event) }
  }

  private final class Quiet: CALayer {
    override class func defaultAction(forKey event: String) -> (any CAAction)? { event == "opacity" ? NSNull() : nil }
  }

  @Test("actions are looked up in the delegate, actions, the style and the class")
  func lookup() async {
    await onThread {
      let (root, layer) = Self.pair()
      defer { withExtendedLifetime(root) {} }
      let chooser = Chooser()
      let (first, second, third) = (Note(), Note(), Note())
      layer.delegate = chooser
      CATransaction.flush()
      layer.style = ["style": ["actions": ["opacity": third]]]
      layer.opacity = 0.9
      layer.actions = ["opacity": second]
      layer.opacity = 0.8
      chooser.action = first
      layer.opacity = 0.7
      chooser.action = NSNull()
      layer.opacity = 0.6
      #expect(first.events == ["opacity"] && second.events == ["opacity"] && third.events == ["opacity"])
      #expect(layer.animationKeys() == nil)
      chooser.action = nil
      layer.actions = ["opacity": NSNull()]
      layer.opacity = 0.5
      #expect(layer.animationKeys() == nil)
      let quiet = Quiet()
      layer.addSublayer(quiet)
      CATransaction.flush()
      quiet.opacity = 0
      quiet.cornerRadius = 4
      #expect(quiet.animationKeys() == ["cornerRadius"])
      // An animation without values starts from what shows.
      let plain = CABasicAnimation()
      plain.duration = 1
      layer.actions = ["zPosition": plain]
      layer.zPosition = 10
      let added = layer.animation(forKey: "zPosition") as? CABasicAnimation
      #expect(added?.keyPath == "zPosition" && added?.fromValue as? Double == 0)
    }
  }

  @Test("layers that come and go in a committed tree run their actions")
  func comingAndGoing() async {
    await onThread {
      let (root, layer) = Self.pair()
      let note = Note()
      layer.actions = ["onOrderIn": note, "onOrderOut": note]
      layer.removeFromSuperlayer()
      root.addSublayer(layer)
      #expect(note.events.isEmpty)
      CATransaction.flush()
      layer.removeFromSuperlayer()
      root.addSublayer(layer)
      CATransaction.setDisableActions(true)
      layer.isHidden = true
      CATransaction.flush()
      layer.isHidden = false
      layer.isHidden = false
      #expect(note.events == ["onOrderOut", "onOrderIn", "onOrderIn"])
    }
  }

  @Test("delegates are told in the order of time, however far the clock moves at once")
  func order() async {
    func run(_ steps: [Double]) async -> [String] {
      let log = Log()
      await onThread {
        let (root, layer) = Self.pair()
        defer { withExtendedLifetime(root) {} }
        layer.add(Self.fade("long", 1, log: log), forKey: "a")
        layer.add(Self.fade("short", 0.5, log: log), forKey: "b")
        let late = Self.fade("late", 0.25, log: log)
        late.beginTime = 0.25
        layer.add(late, forKey: "c")
        log.stopped = { animation in
          guard animation.value(forKey: "name") as? String == "short" else { return }
          layer.add(Self.fade("next", 0.25, log: log), forKey: "d")
        }
        for step in steps { MediaClock.time = step }
        #expect(layer.animationKeys() == nil)
      }
      return log.lines
    }
    let wanted = [
      "start long 0.0", "start short 0.0", "start late 0.25", "stop short true 0.5", "stop late true 0.5",
      "start next 0.5", "stop next true 0.75", "stop long true 1.0",
    ]
    #expect(await run([2]) == wanted)
    #expect(await run([0.1, 0.3, 0.5, 0.6, 1.5]) == wanted)
  }

  @Test("removed animations stop unfinished, when the transaction ends; replaced ones too")
  func removed() async {
    await onThread {
      let log = Log()
      let (root, layer) = Self.pair()
      defer { withExtendedLifetime(root) {} }
      CATransaction.begin()
      layer.add(Self.fade("one", 1, log: log), forKey: "a")
      layer.add(Self.fade("two", 1, log: log), forKey: "a")
      layer.removeAnimation(forKey: "none")
      #expect(log.lines.isEmpty)
      CATransaction.commit()
      #expect(log.lines == ["stop one false 0.0"])
      layer.removeAllAnimations()
      CATransaction.flush()
      #expect(log.lines.last == "stop two false 0.0" && layer.animationKeys() == nil)
      // A delegate that adds again what was removed goes round once a transaction, not for ever.
      log.stopped = { _ in layer.add(Self.fade("again", 1, log: log), forKey: "a") }
      layer.add(Self.fade("three", 1, log: log), forKey: "a")
      layer.removeAllAnimations()
      CATransaction.flush()
      #expect(layer.animationKeys() == ["a"])
      log.stopped = nil
    }
  }

  @Test("completion blocks wait for their animations, inner transactions included")
  func completion() async {
    await onThread {
      let (root, layer) = Self.pair()
      defer { withExtendedLifetime(root) {} }
      CATransaction.flush()
      nonisolated(unsafe) var done: [String] = []
      CATransaction.begin()
      CATransaction.setCompletionBlock { done.append("empty") }
      CATransaction.commit()
      #expect(done == ["empty"])
      CATransaction.begin()
      CATransaction.setCompletionBlock { done.append("outer \(CACurrentMediaTime())") }
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setCompletionBlock { done.append("inner \(CACurrentMediaTime())") }
      layer.opacity = 0
      CATransaction.commit()
      layer.zPosition = 7
      CATransaction.commit()
      #expect(done == ["empty"])
      MediaClock.time = 0.5
      #expect(done == ["empty"])
      MediaClock.time = 3
      #expect(done == ["empty", "inner 1.0", "outer 1.0"])
    }
  }

  @Test("layers that are freed, leave their tree or stand still while they animate")
  func gone() async {
    await onThread {
      let log = Log()
      var (root, layer): (CALayer, CALayer?) = (CALayer(), CALayer())
      if let layer { root.addSublayer(layer) }
      layer?.add(Self.fade("freed", 1, log: log), forKey: nil)
      layer = nil
      root = CALayer()
      MediaClock.time = 0.1
      #expect(log.lines == ["stop freed false 0.0"])
      let leaving = CALayer()
      root.addSublayer(leaving)
      leaving.add(Self.fade("leaving", 1, log: log), forKey: nil)
      leaving.removeFromSuperlayer()
      MediaClock.time = 5
      #expect(log.lines.last == "stop leaving true 1.1")
      let still = CALayer()
      still.speed = 0
      still.add(Self.fade("still", 1, log: log), forKey: "a")
      MediaClock.time = 50
      #expect(log.lines.count == 3 && still.animationKeys() == ["a"])
    }
  }

  @Test("the clock goes back without events, and takes nothing that is no time")
  func clock() async {
    await onThread {
      MediaClock.time = 10
      MediaClock.time = 4
      #expect(CACurrentMediaTime() == 4)
      MediaClock.time = .nan
      MediaClock.time = .infinity
      #expect(CACurrentMediaTime() == 4)
      let layer = CALayer()
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 1)
      layer.add(animation, forKey: nil)
      #expect(TreeSnapshot(of: layer, at: 4.5).nodes[0].properties.opacity == 0.5)
      #expect(TreeSnapshot(of: layer, at: 0).nodes[0].properties.opacity == 1)
    }
  }
}
