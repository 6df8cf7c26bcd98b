// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import QuartzCore
import Testing

/// Code written against Apple's framework names it in its import line, and nothing else changes.
@Suite struct QuartzCoreTests {
  @Test("import QuartzCore brings the model tree and its geometry")
  func names() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeRotation(1, 0, 0, 1)
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 20)
    #expect(layer.bounds.size == CGSize(width: 10, height: 20))
  }
}
