import LaminaGeometry

/// The finished passes of a plan with their draws.
struct PassTable {
  private(set) var passes: [RenderPass] = []
  /// The draws of all of them.
  private(set) var operations: [DrawOperation] = []
  /// The pixels of all of them.
  private(set) var pixels = 0
  /// What names the pixels of passes that were asked for.
  private var names: [Int32: PassKey] = [:]

  /// All passes of a plan together hold no more pixels than this: two thousand pictures of 1080p.
  static let mostPixels = 1 << 32

  /// Whether passes still stay inside what a frame may cost.
  var hasRoom: Bool { pixels <= Self.mostPixels }

  subscript(pass: Int32) -> RenderPass { passes[Int(pass)] }

  /// The draws of a pass.
  func operations(of pass: Int32) -> ArraySlice<DrawOperation> { operations[passes[Int(pass)].operations] }

  /// Makes draws a pass.
  ///
  /// - Parameters:
  ///   - region: The pixels it holds.
  ///   - format: How it keeps them.
  ///   - clear: What it holds before the first draw, premultiplied.
  ///   - key: What names its pixels, for renderers to keep them.
  /// - Returns: Its index.
  mutating func add(
    _ draws: [DrawOperation], region: PixelRect, format: PassFormat, clear: SIMD4<Float>, key: PassKey?
  ) -> Int32 {
    let start = operations.count
    operations += draws
    pixels += region.area
    passes.append(
      RenderPass(region: region, format: format, clear: clear, operations: start..<operations.count, key: key))
    return Int32(passes.count - 1)
  }

  /// Makes draws the last pass, which is the canvas; where it is the only one, without moving them.
  mutating func addCanvas(_ draws: inout [DrawOperation], region: PixelRect, format: PassFormat, clear: SIMD4<Float>) {
    let start = operations.count
    if start == 0 { swap(&operations, &draws) } else { operations += draws }
    passes.append(RenderPass(region: region, format: format, clear: clear, operations: start..<operations.count))
  }

  // MARK: names

  /// The name of what some draws show on `region`, whatever their indices in the plan.
  mutating func fingerprint(of draws: [DrawOperation], region: PixelRect, in resources: PlanResources) -> PassKey {
    for pass in unnamedSources(of: draws) {
      names[pass] =
        passes[Int(pass)].key
        ?? PassFingerprint.key(
          of: operations(of: pass), region: passes[Int(pass)].region, sources: names, in: resources)
    }
    return PassFingerprint.key(of: draws[...], region: region, sources: names, in: resources)
  }

  /// All passes that draws read, however indirectly, and that have no name yet, in ascending order.
  private func unnamedSources(of draws: [DrawOperation]) -> [Int32] {
    var found: Set<Int32> = []
    var open: [Int32] = []
    for draw in draws { draw.forEachSource { open.append($0) } }
    while let pass = open.popLast() {
      guard names[pass] == nil, found.insert(pass).inserted else { continue }
      for draw in operations(of: pass) { draw.forEachSource { open.append($0) } }
    }
    return found.sorted()
  }
}
