// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

@Suite struct CGVectorTests {
  @Test("vectors are made, compared and coded as points are") func vectors() throws {
    let vector = CGVector(dx: 1.5, dy: -2)
    #expect((vector.dx, vector.dy) == (1.5, -2))
    #expect(vector == CGVectorMake(1.5, -2) && vector != CGVector(dx: 1.5, dy: 2))
    #expect(CGVector.zero == CGVector() && CGVector.zero == CGVector(dx: 0, dy: 0))
    #expect(Set([vector, vector, .zero]).count == 2)
    let data = try JSONEncoder().encode([vector])
    #expect(try JSONDecoder().decode([CGVector].self, from: data) == [vector])
    #expect("\(vector.debugDescription)" == "(1.5, -2.0)")
  }

  @Test("equalTo compares exactly") func equalTo() {
    #expect(CGPoint(x: 1, y: 2).equalTo(CGPoint(x: 1, y: 2)) && !CGPoint(x: 1, y: 2).equalTo(CGPoint(x: 1, y: 3)))
    #expect(CGSize(width: 1, height: 2).equalTo(CGSize(width: 1, height: 2)))
    #expect(!CGSize(width: 1, height: 2).equalTo(CGSize(width: 2, height: 2)))
    let box = CGRect(x: 0, y: 0, width: 10, height: 20)
    #expect(box.equalTo(box) && !box.equalTo(box.offsetBy(dx: 1, dy: 0)))
    #expect(box.equalTo(CGRect(x: 10, y: 20, width: -10, height: -20)))
    #expect(CGRect.null.equalTo(.null) && !CGRect.null.equalTo(.zero))
    let turn = CGAffineTransform(rotationAngle: 1)
    #expect(turn.equalTo(turn) && !turn.equalTo(.identity))
  }

  @Test("the largest numbers of math.h") func largest() {
    #expect(HUGE == Float.greatestFiniteMagnitude && MAXFLOAT == Float.greatestFiniteMagnitude)
    #expect((HUGE + HUGE).isInfinite)
  }
}
