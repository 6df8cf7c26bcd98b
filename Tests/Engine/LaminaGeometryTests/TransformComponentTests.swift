// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

@Suite struct TransformComponentTests {
  private static func distance(_ first: CGAffineTransform, _ second: CGAffineTransform) -> CGFloat {
    let parts = [first.a - second.a, first.b - second.b, first.c - second.c, first.d - second.d]
    return (parts + [first.tx - second.tx, first.ty - second.ty]).map(abs).max() ?? 0
  }

  @Test("components scale, shear, turn and move, in this order") func order() {
    let components = CGAffineTransformComponents(
      scale: CGSize(width: 2, height: -3), horizontalShear: 0.5, rotation: 0.7, translation: CGVector(dx: 4, dy: -5))
    let expected = CGAffineTransform(scaleX: 2, y: -3)
      .concatenating(CGAffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0))
      .concatenating(CGAffineTransform(rotationAngle: 0.7))
      .concatenating(CGAffineTransform(translationX: 4, y: -5))
    #expect(Self.distance(CGAffineTransform(components), expected) < 1e-12)
    #expect(CGAffineTransformComponents() == CGAffineTransform(CGAffineTransformComponents()).decomposed())
  }

  @Test("what a transform is taken apart into makes it again") func roundTrip() {
    var generator = SystemRandomNumberGenerator()
    func number() -> CGFloat { CGFloat.random(in: -3...3, using: &generator) }
    for _ in 0..<2000 {
      let transform = CGAffineTransform(a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
      let determinant = transform.a * transform.d - transform.b * transform.c
      guard abs(determinant) > 1e-3 else { continue }
      let parts = transform.decomposed()
      #expect(Self.distance(CGAffineTransform(parts), transform) < 1e-9)
      #expect(parts.scale.width > 0 && (parts.scale.height < 0) == (determinant < 0))
    }
  }

  @Test("simple transforms have the parts that they were made of") func simple() {
    let turned = CGAffineTransform(rotationAngle: 0.4).decomposed()
    #expect(abs(turned.rotation - 0.4) < 1e-12 && abs(turned.horizontalShear) < 1e-12)
    #expect(CGAffineTransform(translationX: 3, y: 4).decomposed().translation == CGVector(dx: 3, dy: 4))
    #expect(CGAffineTransform(scaleX: 1, y: -1).decomposed().scale == CGSize(width: 1, height: -1))
    // Without an x axis the y axis says where the plane is turned.
    let thin = CGAffineTransform(a: 0, b: 0, c: -2, d: 0, tx: 0, ty: 0)
    #expect(Self.distance(CGAffineTransform(thin.decomposed()), thin) < 1e-12)
    let flat = CGAffineTransform(a: 3, b: 4, c: 0, d: 0, tx: 0, ty: 0)
    #expect(Self.distance(CGAffineTransform(flat.decomposed()), flat) < 1e-12)
  }

  @Test("vectors go into boxes and come out; other boxes hold none") func boxes() {
    #expect(NSValue(cgVector: CGVector(dx: 1.5, dy: -2)).cgVectorValue == CGVector(dx: 1.5, dy: -2))
    #expect(NSValue(caTransform3D: CATransform3DIdentity).cgVectorValue == .zero)
  }
}
