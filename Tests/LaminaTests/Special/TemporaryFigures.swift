import Foundation
import Lamina
import Testing

@Suite struct TemporaryFigures {
  @Test func keyPaths() throws {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    for path in ["position.x", "opacity", "transform.rotation.z"] {
      var start = ContinuousClock.now
      var sum = 0.0
      for index in 0..<300_000 { layer.setValue(Double(index % 7) / 7, forKeyPath: path) }
      print("FIGURE write", path, 300_000 / (ContinuousClock.now - start).seconds)
      start = .now
      for _ in 0..<300_000 { sum += (layer.value(forKeyPath: path) as? Double) ?? 0 }
      print("FIGURE read", path, 300_000 / (ContinuousClock.now - start).seconds, sum)
      start = .now
      for index in 0..<300_000 { try layer.setLayerValue(.number(Double(index % 7) / 7), forKeyPath: path) }
      print("FIGURE typed write", path, 300_000 / (ContinuousClock.now - start).seconds)
    }
  }
}

extension Duration {
  fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
