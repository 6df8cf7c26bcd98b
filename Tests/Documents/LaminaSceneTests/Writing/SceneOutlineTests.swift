// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// Layer trees as text.
@Suite struct SceneOutlineTests {
  @Test func masksStandBeforeSublayers() {
    let layer = CALayer()
    layer.addSublayer(CAShapeLayer())
    layer.mask = CAGradientLayer()
    layer.mask?.name = "fade"
    let outline = SceneOutline(layer)
    #expect(outline.layerCount == 3)
    #expect(
      outline.text == """
        CALayer (0 0 0 0)
          mask: CAGradientLayer "fade" (0 0 0 0)
          CAShapeLayer (0 0 0 0)
        """)
  }

  @Test func valuesReadWell() {
    let layer = CAShapeLayer()
    layer.name = "two\nlines\u{7}"
    layer.path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    layer.fillColor = nil
    layer.isDoubleSided = false
    layer.sublayerTransform = CATransform3DMakeTranslation(1, 2, 3)
    layer.lineDashPattern = (0..<10).map { NSNumber(value: $0) }
    let text = SceneOutline(layer).text
    #expect(text.hasPrefix("CAShapeLayer \"two\\nlines \" (0 0 0 0), "))
    for part in [
      "doubleSided no", "fillColor none", "path path of 5 elements", "sublayerTransform translate(1, 2, 3)",
      "lineDashPattern [0 1 2 3 4 5 6 7 … 2 more]",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test func diagnosticsStandUnderTheLayersTheyName() {
    let root = CALayer()
    root.name = "root"
    for _ in 0..<2 { root.addSublayer(CALayer()) }
    let found = Diagnostic(code: "missing", message: "it is not there", layerPath: "root/CALayer[1]")
    let lines = SceneOutline(root, diagnostics: [found]).text.split(separator: "\n")
    #expect(lines.last == "    ! it is not there [missing]")
    #expect(lines.count == 4)
  }

  @Test func deepAndWideTreesAreBounded() {
    let root = CALayer()
    var layer = root
    for _ in 0..<20_000 {
      let inner = CALayer()
      layer.addSublayer(inner)
      layer = inner
    }
    let outline = SceneOutline(root, limit: 100)
    #expect(outline.layerCount == 20_001)
    #expect(outline.text.hasSuffix("… 19901 more layers"))
  }
}
