// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Spaces that documents describe look like the same spaces made of layers.
@Suite struct SpaceDocumentTests {
  private func read(_ text: String) throws -> CALayer {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"<caml xmlns="http://www.apple.com/CoreAnimation/1.0">"# + text + "</caml>", to: "scene.caml")
    let scene = try SceneReader().read(path)
    #expect(scene.diagnostics.isEmpty)
    return scene.root
  }

  private func expectSame(_ document: String, _ layers: CALayer) throws {
    let root = try read(document)
    for backEnd in SharedRenderers.available {
      let (read, made) = (
        try SharedRenderers.draw(root, on: backEnd).image, try SharedRenderers.draw(layers, on: backEnd).image
      )
      #expect(PictureExpectation.mismatch(read, made, tolerance: 1) == nil, "\(backEnd)")
    }
  }

  private let root = #"<CALayer bounds="0 0 160 120" position="80 60" backgroundColor="1 1 1""#
  private let color = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private let other = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

  private func eye(_ distance: CGFloat) -> CATransform3D {
    var result = CATransform3DIdentity
    result.m34 = -1 / distance
    return result
  }

  @Test func sublayerTransformWithPlanesThatCross() throws {
    let left = SpaceScenes.plane(80, 60, color, CATransform3DMakeRotation(.pi / 6, 0, 1, 0))
    let right = SpaceScenes.plane(80, 60, other, CATransform3DMakeRotation(-.pi / 4, 0, 1, 0))
    try expectSame(
      """
      \(root) sublayerTransform="perspective(300) rotate(20deg, 1, 0, 0)"><sublayers>
      <CALayer bounds="0 0 80 60" position="80 60" backgroundColor="1 0 0" transform="rotate(30deg, 0, 1, 0)"/>
      <CALayer bounds="0 0 80 60" position="80 60" backgroundColor="0 0 1" transform="rotate(-45deg, 0, 1, 0)"/>
      </sublayers></CALayer>
      """,
      {
        let scene = SpaceScenes.root([left, right])
        scene.sublayerTransform = CATransform3DRotate(eye(300), .pi / 9, 1, 0, 0)
        return scene
      }())
  }

  @Test func transformLayersAndDepth() throws {
    let carrier = CATransformLayer()
    carrier.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    carrier.position = CGPoint(x: 80, y: 60)
    carrier.transform = CATransform3DMakeRotation(0.5, 0, 1, 0)
    let (near, far) = (
      SpaceScenes.plane(50, 40, color, CATransform3DIdentity), SpaceScenes.plane(90, 60, other, CATransform3DIdentity)
    )
    near.position = CGPoint(x: 50, y: 50)
    far.position = near.position
    near.zPosition = 30
    carrier.sublayers = [near, far]
    try expectSame(
      """
      \(root) sublayerTransform="perspective(300)"><sublayers>
      <CATransformLayer bounds="0 0 100 100" position="80 60" transform="rotate(0.5rad, 0, 1, 0)"><sublayers>
      <CALayer bounds="0 0 50 40" position="50 50" backgroundColor="1 0 0" zPosition="30"/>
      <CALayer bounds="0 0 90 60" position="50 50" backgroundColor="0 0 1"/>
      </sublayers></CATransformLayer></sublayers></CALayer>
      """, SpaceScenes.root([carrier], eye: 300))
  }

  @Test func matricesAndSingleSidedLayers() throws {
    let matrix = "matrix(0.8, 0.1, 0.3, 0.001, -0.1, 0.9, 0, 0, -0.3, 0, 0.8, 0, 5, 3, 10, 1)"
    let turned = SpaceScenes.plane(80, 60, color, CATransform3DIdentity)
    turned.transform = CATransform3D(
      m11: 0.8, m12: 0.1, m13: 0.3, m14: 0.001, m21: -0.1, m22: 0.9, m23: 0, m24: 0, m31: -0.3, m32: 0, m33: 0.8,
      m34: 0,
      m41: 5, m42: 3, m43: 10, m44: 1)
    let hidden = SpaceScenes.plane(120, 20, other, CATransform3DMakeRotation(3, 0, 1, 0))
    hidden.isDoubleSided = false
    hidden.zPosition = 40
    try expectSame(
      """
      \(root)><sublayers>
      <CALayer bounds="0 0 80 60" position="80 60" backgroundColor="1 0 0" transform="\(matrix)"/>
      <CALayer bounds="0 0 120 20" position="80 60" backgroundColor="0 0 1" zPosition="40" doubleSided="0"
        transform="rotate(3rad, 0, 1, 0)"/>
      </sublayers></CALayer>
      """, SpaceScenes.root([turned, hidden]))
    #expect(try SharedRenderers.draw(SpaceScenes.root([hidden]), on: .cpu).image.pixel(80, 60) == [255, 255, 255, 255])
  }
}
