// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

/// Going from state to state: the transition that is taken, and the values on the way.
@Suite struct StateTransitionTests {
  private let root = CALayer()
  private let lamp = CALayer()

  private func animation(_ keyPath: String? = "opacity", duration: Double = 1) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.duration = duration
    animation.fillMode = .backwards
    return animation
  }

  private func controller(
    _ transitions: [(String, String, CAAnimation)], key: String = "opacity", target: CALayer? = nil
  ) -> CAStateController {
    root.addSublayer(lamp)
    root.states = [("half", 0.5), ("off", 0.0)].map { name, opacity in
      let state = CAState(name: name)
      state.elements = [CAStateSetValue(target: lamp, keyPath: "opacity", value: opacity)]
      return state
    }
    root.stateTransitions = transitions.map { from, to, animation in
      let transition = CAStateTransition(fromState: from, toState: to)
      transition.elements = [CAStateTransitionElement(target: target ?? lamp, key: key, animation: animation)]
      return transition
    }
    return CAStateController(layer: root)
  }

  private func opacity(at time: Double) -> Double {
    let value = TreeSnapshot(of: root, at: time).nodes[1].properties.opacity
    return (Double(value) * 1e5).rounded() / 1e5
  }

  @Test func valuesRunFromTheOldToTheNew() {
    let controller = controller([("*", "off", animation())])
    controller.setState(root.state(named: "half"), of: root)
    controller.setState(root.state(named: "off"), of: root, transitionSpeed: 1)
    #expect([0, 0.5, 0.999, 1, 9].map(opacity(at:)) == [0.5, 0.25, 0.0005, 0, 0])
  }

  @Test func withoutSpeedTheyChangeAtOnce() {
    let controller = controller([("*", "off", animation())])
    controller.setState(root.state(named: "off"), of: root)
    #expect(opacity(at: 0) == 0 && lamp.animationKeys() == nil)
  }

  @Test func noDurationAfterADelayMeansThen() {
    let late = animation(duration: 0)
    late.beginTime = 1
    late.fillMode = .backwards
    let controller = controller([("*", "off", late)])
    controller.setState(root.state(named: "off"), of: root, transitionSpeed: 1)
    #expect([0, 0.99, 1.01].map(opacity(at:)) == [1, 1, 0])
  }

  @Test func aSpeedOfTwoTakesHalfTheTime() {
    let slow = animation(duration: 2)
    slow.beginTime = 1
    let controller = controller([("*", "off", slow)])
    controller.setState(root.state(named: "off"), of: root, transitionSpeed: 2)
    // A delay of 0.5 s, then a second.
    #expect([0, 0.5, 1, 1.6].map(opacity(at:)) == [1, 1, 0.5, 0])
  }

  @Test func theBestTransitionIsTaken() {
    let controller = controller([
      ("*", "*", animation(duration: 16)), ("half", "*", animation(duration: 8)), ("*", "off", animation(duration: 4)),
      ("half", "off", animation(duration: 2)), ("half", "off", animation(duration: 32)),
    ])
    func duration(to name: String?) -> Double? {
      controller.setState(name.flatMap(root.state(named:)), of: root, transitionSpeed: 1)
      return lamp.animation(forKey: "opacity")?.duration
    }
    #expect(duration(to: "half") == 16)
    #expect(duration(to: "off") == 2)
    #expect(duration(to: nil) == 16)
    #expect(duration(to: "off") == 4)
    #expect(duration(to: "half") == 16)
    #expect(duration(to: nil) == 8)
    #expect(root.stateTransition(from: "half", to: "off") === root.stateTransitions?[3])
  }

  @Test func whatNeverEndsPlaysWhileTheStateHolds() {
    let blink = animation(duration: 2)
    (blink.fromValue, blink.toValue) = (0.0, 1.0)
    blink.repeatCount = .infinity
    let controller = controller([("*", "half", blink)])
    lamp.add(animation("zPosition"), forKey: "opacity")
    controller.setState(root.state(named: "half"), of: root)
    #expect(opacity(at: 101) == 0.5 && opacity(at: 101.5) == 0.75)
    controller.setState(root.state(named: "off"), of: root)
    // The animation that was under the key is back.
    #expect(opacity(at: 101.5) == 0 && (lamp.animation(forKey: "opacity") as? CABasicAnimation)?.keyPath == "zPosition")
  }

  @Test func groupsAndElementsWithoutAKeyPath() {
    let group = CAAnimationGroup()
    group.duration = 2
    group.animations = [animation(duration: 2)]
    let first = controller([("*", "off", group)])
    first.setState(root.state(named: "off"), of: root, transitionSpeed: 1)
    #expect(opacity(at: 1) == 0.5)
    let second = controller([("*", "half", animation(nil))])
    lamp.opacity = 1
    second.setState(root.state(named: "half"), of: root, transitionSpeed: 1)
    #expect(opacity(at: 0.5) == 0.75)
  }

  @Test func noDurationMeansAtOnce() {
    let controller = controller([("*", "off", animation(duration: 0))])
    controller.setState(root.state(named: "off"), of: root, transitionSpeed: 1)
    #expect(opacity(at: 0) == 0 && lamp.animationKeys() == nil)
  }

  @Test func layersWithTimesOfTheirOwn() {
    lamp.beginTime = -5
    let late = animation()
    late.beginTime = 1
    let controller = controller([("*", "off", late)])
    controller.setState(root.state(named: "off"), of: root, transitionSpeed: 1)
    #expect([0, 1, 1.5, 2.5].map(opacity(at:)) == [1, 1, 0.5, 0])
  }
}
