// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers
import Testing

/// Filters as values: inputs by key, key paths of the layer, and the part that a snapshot takes.
@Suite struct FilterTests {
  private func effects(_ layer: CALayer) -> LayerEffects? {
    let snapshot = TreeSnapshot(of: layer)
    return snapshot.nodes[0].effects >= 0 ? snapshot.effects[Int(snapshot.nodes[0].effects)] : nil
  }

  private func problems(_ filters: [Any]?) -> [FilterProblem] {
    let layer = CALayer()
    layer.filters = filters
    return effects(layer)?.problems ?? []
  }

  private func filter(_ type: String, _ inputs: [String: Any] = [:]) -> CAFilter {
    let filter = CAFilter(type: type)
    for (key, value) in inputs { filter.setValue(value, forKey: key) }
    return filter
  }

  @Test func defaultsAndInputs() {
    let blur = CAFilter(name: "gaussianBlur")
    #expect(blur.type == "gaussianBlur" && blur.name == "gaussianBlur" && blur.isEnabled)
    #expect(blur.value(forKey: "inputRadius") as? Double == 10 && blur.inputKeys == ["inputRadius"])
    blur.setValue(4, forKey: "inputRadius")
    #expect(blur.value(forKey: "inputRadius") as? Int == 4)
    blur.setDefaults()
    #expect(blur.value(forKey: "inputRadius") as? Double == 10)
    blur.setValue("soft", forKey: "name")
    blur.setValue(false, forKey: "enabled")
    #expect(blur.name == "soft" && !blur.isEnabled)
    #expect(CAFilter(type: "colorMonochrome").inputKeys == ["inputAmount", "inputBias", "inputColor"])
    #expect(CAFilter(type: "sepia").inputKeys.isEmpty && CAFilter(type: "sepia").value(forKey: "inputAmount") == nil)
  }

  @Test func snapshotsTakeValues() throws {
    let layer = CALayer()
    let blur = filter("gaussianBlur", ["inputRadius": Float(2.5)])
    layer.filters = [blur, "colorInvert", filter("colorSaturate", ["inputAmount": 0])]
    layer.compositingFilter = CAFilter(type: "multiplyBlendMode")
    let taken = try #require(effects(layer))
    blur.setValue(9, forKey: "inputRadius")
    #expect(taken.filters.count == 3 && taken.filters.first == .blur(sigma: 2.5) && taken.blend == .multiply)
    #expect(taken.problems.isEmpty)
    blur.isEnabled = false
    #expect(effects(layer)?.filters.count == 2)
    layer.filters = nil
    layer.compositingFilter = nil
    #expect(effects(layer) == nil)
  }

  @Test("every blend name is Apple's and reads back")
  func blendNames() {
    for blend in LayerBlend.allCases { #expect(LayerBlend(name: blend.name) == blend) }
    #expect(LayerBlend(name: "sourceOver") == .normal && LayerBlend(name: "Multiply") == nil)
  }

  @Test("what cannot be drawn is told with filter, input and type")
  func badInputs() {
    let unknown = problems([filter("colorInvrt")])
    #expect(unknown.first?.code == "unknown-filter" && unknown.first?.message.contains("'colorInvert'") == true)
    let missing = problems([filter("colorSaturate")])
    #expect(missing.map(\.code) == ["missing-filter-input"])
    #expect(missing.first?.message.contains("colorSaturate") == true)
    #expect(missing.first?.message.contains("inputAmount") == true)
    let mistyped: [(String, [String: Any], String)] = [
      ("gaussianBlur", ["inputRadius": "wide"], "a finite number"),
      ("gaussianBlur", ["inputRadius": Double.nan], "a finite number"),
      ("gaussianBlur", ["inputRadius": Double.infinity], "a finite number"),
      ("gaussianBlur", ["inputRadius": -3], "negative"),
      ("colorMatrix", ["inputColorMatrix": [1, 2, 3]], "20 finite numbers"),
      ("colorMatrix", ["inputColorMatrix": 4], "20 finite numbers"),
      ("colorMonochrome", ["inputColor": 7], "a CGColor"),
      ("colorHueRotate", ["inputAngle": CGPoint.zero], "a finite number"),
    ]
    for (type, inputs, expected) in mistyped {
      let found = problems([filter(type, inputs)])
      #expect(found.map(\.code) == ["invalid-filter-input"], "\(type) \(inputs)")
      let message = found.first?.message ?? ""
      #expect(message.contains(type) && message.contains(inputs.keys.first ?? "") && message.contains(expected))
    }
    #expect(problems([filter("colorInvert", ["inputAmount": 1])]).map(\.code) == ["unknown-filter-input"])
    #expect(problems([17, "blur"]).map(\.code) == ["invalid-filter", "unknown-filter"])
    let layer = CALayer()
    layer.compositingFilter = "multiplyBlendMod"
    #expect(effects(layer)?.problems.first?.message.contains("multiplyBlendMode") == true)
    layer.compositingFilter = 5
    #expect(effects(layer)?.problems.map(\.code) == ["invalid-filter"])
  }

  @Test("key paths reach the inputs, and leave filters that others hold alone")
  func keyPaths() throws {
    let layer = CALayer()
    let blur = filter("gaussianBlur", ["inputRadius": 2])
    blur.name = "soft.edge"
    layer.filters = [filter("colorInvert"), blur]
    #expect(try layer.layerValue(forKeyPath: "filters.soft.edge.inputRadius") as? Double == 2)
    try layer.setLayerValue(6.5, forKeyPath: "filters.soft.edge.inputRadius")
    #expect(layer.value(forKeyPath: "filters.soft.edge.inputRadius") as? Double == 6.5)
    #expect(blur.value(forKey: "inputRadius") as? Int == 2)
    #expect(effects(layer)?.filters.last == .blur(sigma: 6.5))
    try layer.setLayerValue(false, forKeyPath: "filters.colorInvert.enabled")
    #expect(effects(layer)?.filters.count == 1)
    layer.backgroundFilters = [filter("colorMatrix")]
    var numbers = [Double](repeating: 0, count: 20)
    numbers[3] = 1
    try layer.setLayerValue(numbers, forKeyPath: "backgroundFilters.colorMatrix.inputColorMatrix")
    #expect(effects(layer)?.backgroundFilters == [.color(.matrix(ColorMatrix(rows: numbers)))])
    let path = try LayerKeyPath("filters.soft.edge.inputRadius", for: layer)
    try path.setNumber(1.25, in: layer)
    #expect(try path.number(in: layer) == 1.25)
  }

  @Test("key paths that lead nowhere, and values of another type")
  func badKeyPaths() {
    let layer = CALayer()
    layer.filters = [filter("gaussianBlur", ["inputRadius": 2])]
    for path in [
      "filters.gausianBlur.inputRadius", "filters.gaussianBlur.inputRadios", "filters.gaussianBlur.inputAmount",
      "filters.gaussianBlur", "backgroundFilters.gaussianBlur.inputRadius", "filters.", "filters..",
    ] {
      #expect(throws: KeyPathError.self, "\(path)") { try layer.layerValue(forKeyPath: path) }
      #expect(throws: KeyPathError.self, "\(path)") { try layer.setLayerValue(1, forKeyPath: path) }
    }
    #expect {
      try layer.setLayerValue("wide", forKeyPath: "filters.gaussianBlur.inputRadius")
    } throws: {
      "\($0)".contains("filters.gaussianBlur.inputRadius") && "\($0)".contains("a number")
    }
    #expect(effects(layer)?.filters == [.blur(sigma: 2)])
  }

  @Test("maps of colours against their definitions")
  func colorMaps() throws {
    func apply(_ type: String, _ inputs: [String: Any], to color: SIMD4<Float>) throws -> SIMD4<Float> {
      let layer = CALayer()
      layer.filters = [filter(type, inputs)]
      guard case .color(.matrix(let map)) = try #require(effects(layer)?.filters.first) else { return .zero }
      return SIMD4(
        (map.red * color).sum(), (map.green * color).sum(), (map.blue * color).sum(), (map.alpha * color).sum())
        + map.bias
    }
    let color = SIMD4<Float>(0.8, 0.4, 0.1, 0.5)
    let grey: Float = 0.8 * 0.213 + 0.4 * 0.715 + 0.1 * 0.072
    let expected: [(String, [String: Any], SIMD4<Float>)] = [
      ("colorInvert", [:], [0.2, 0.6, 0.9, 0.5]), ("colorBrightness", ["inputAmount": 0.1], [0.9, 0.5, 0.2, 0.5]),
      ("colorContrast", ["inputAmount": 2], [1.1, 0.3, -0.3, 0.5]),
      ("colorSaturate", ["inputAmount": 0], [grey, grey, grey, 0.5]),
      ("colorHueRotate", ["inputAngle": 0], color), ("colorHueRotate", ["inputAngle": 2 * Double.pi], color),
      (
        "colorMonochrome", ["inputColor": CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1), "inputAmount": 1],
        [grey, grey / 2, 0, 0.5]
      ),
    ]
    for (type, inputs, result) in expected {
      let difference = try apply(type, inputs, to: color) - result
      #expect((difference * difference).sum() < 1e-9, "\(type) \(inputs)")
    }
    // A turn keeps greys.
    let turned = try apply("colorHueRotate", ["inputAngle": 1.3], to: [0.4, 0.4, 0.4, 1]) - [0.4, 0.4, 0.4, 1]
    #expect((turned * turned).sum() < 1e-9)
  }

  @Test("maps that keep 0...1 are told")
  func ranges() {
    #expect(ColorMatrix.identity.keepsRange)
    #expect(ColorMatrix.identity.followed(by: .identity) == .identity)
    let numbers: [Double] = [2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
    #expect(!ColorMatrix(rows: numbers).keepsRange)
  }
}
