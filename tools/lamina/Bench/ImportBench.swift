import Foundation
import Lamina

/// How long documents take from bytes in memory to a layer tree.
struct ImportBench {
  /// One document.
  struct Course: Encodable {
    var name: String
    var bytes: Int
    var layers: Int
    /// The median of the rounds.
    var milliseconds: Double
  }

  var rounds: Int
  var limits: SceneLimits

  /// Reads a file again and again. What it says is read into memory first, so that no disk is measured; an archive or a
  /// folder is opened each time.
  func measure(_ path: String) throws(SceneError) -> Course {
    var times: [Double] = []
    var layers = 0
    let bytes = path.hasSuffix(".json") ? (try? Data(contentsOf: URL(fileURLWithPath: path))).map { [UInt8]($0) } : nil
    for _ in 0..<max(rounds, 3) {
      let start = ContinuousClock.now
      let scene =
        if let bytes { try LottieReader(limits: limits).read(bytes, named: path) } else {
          try DocumentReader(limits: limits).read(path)
        }
      let spent = ContinuousClock.now - start
      times.append(Double(spent.components.attoseconds) / 1e15 + Double(spent.components.seconds) * 1e3)
      layers = Self.count(scene.root)
    }
    times.sort()
    return Course(
      name: (path as NSString).lastPathComponent, bytes: bytes?.count ?? Self.size(of: path), layers: layers,
      milliseconds: times[times.count / 2])
  }

  private static func size(of path: String) -> Int {
    ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int) ?? 0
  }

  private static func count(_ root: CALayer) -> Int {
    var result = 0
    var pending = [root]
    while let layer = pending.popLast() {
      result += 1
      pending += layer.sublayers ?? []
      if let mask = layer.mask { pending.append(mask) }
    }
    return result
  }
}

extension [ImportBench.Course] {
  /// A table.
  var text: String {
    var result = "document                                     KB   layers       ms     MB/s\n"
    for course in self {
      let rate = Double(course.bytes) / 1e3 / Swift.max(course.milliseconds, 1e-6)
      result += course.name.prefix(40).padding(toLength: 40, withPad: " ", startingAt: 0)
      result += String(
        format: "%7.1f %8d %8.2f %8.1f\n", Double(course.bytes) / 1e3, course.layers, course.milliseconds, rate)
    }
    return result
  }
}
