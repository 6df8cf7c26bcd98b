// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

/// Layers in their states and back.
@Suite struct StateControllerTests {
  private let root = CALayer()
  private let lamp = CALayer()

  private func state(_ name: String, basedOn base: String? = nil, _ values: [(String, Any?)]) -> CAState {
    let state = CAState(name: name)
    state.basedOn = base
    state.elements = values.map { CAStateSetValue(target: lamp, keyPath: $0.0, value: $0.1) }
    return state
  }

  private func controller(_ states: [CAState]) -> CAStateController {
    root.addSublayer(lamp)
    lamp.position = CGPoint(x: 3, y: 4)
    root.states = states
    return CAStateController(layer: root)
  }

  @Test func valuesHoldWhileTheStateDoes() {
    let on = state("on", [("opacity", 0.6), ("opacity", 0.5), ("position.x", 9)])
    let controller = controller([on, state("off", [("position.y", 1)])])
    controller.setState(on, of: root)
    #expect(lamp.opacity == 0.5 && lamp.position == CGPoint(x: 9, y: 4) && controller.state(of: root) === on)
    controller.setState(root.state(named: "off"), of: root)
    #expect(lamp.opacity == 1 && lamp.position == CGPoint(x: 3, y: 1))
    controller.setState(nil, of: root)
    #expect(lamp.opacity == 1 && lamp.position == CGPoint(x: 3, y: 4) && controller.state(of: root) == nil)
  }

  @Test func statesAreBasedOnOthers() {
    let far = state("far", [("position.x", 100), ("zPosition", 7)])
    let near = state("near", basedOn: "far", [("position.x", 10)])
    let controller = controller([near, far])
    controller.setState(near, of: root)
    #expect(lamp.position.x == 10 && lamp.zPosition == 7)
    #expect(root.chain(of: near).map(\.name) == ["far", "near"])
    far.basedOn = "near"
    #expect(root.chain(of: near).map(\.name) == ["far", "near"])
    far.basedOn = "nowhere"
    #expect(root.chain(of: near).count == 2)
  }

  @Test func wholePropertiesComeBack() {
    lamp.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    let before = lamp.transform
    let turned = state(
      "turned", [("transform.rotation.z", 1), ("transform.scale.xy", 2), ("transform.translation.x", 5)])
    let controller = controller([turned])
    controller.setState(turned, of: root)
    #expect(lamp.transform.m41 == 5 && abs(lamp.transform.m11) > 1)
    controller.setState(nil, of: root)
    #expect(lamp.transform == before)
  }

  @Test func whatCannotBeSetIsTold() {
    let bad = state("bad", [("opacty", 1), ("opacity", "x"), ("position", 3), ("zPosition", 2)])
    let controller = controller([bad])
    let problems = controller.setState(bad, of: root)
    #expect(problems.count == 3 && lamp.zPosition == 2)
    #expect(problems.first?.description.contains("did you mean 'opacity'") == true)
  }

  @Test func aTargetThatIsGoneIsPassedOver() {
    let on = CAState(name: "on")
    do {
      let gone = CALayer()
      on.elements = [CAStateSetValue(target: gone, keyPath: "opacity", value: 0)]
    }
    #expect(controller([on]).setState(on, of: root).isEmpty)
  }
}
