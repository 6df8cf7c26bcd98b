import LaminaGeometry

/// The finished passes of a plan with their draws.
struct PassTable {
  private(set) var passes: [RenderPass] = []
  /// The pixels of all of them.
  private(set) var pixels = 0
  /// What names the pixels of passes that were asked for.
  private var names: [Int32: PassKey] = [:]

  /// All passes of a plan together hold no more pixels than this: two thousand pictures of 1080p.
  static let mostPixels = 1 << 32

  /// Whether passes still stay inside what a frame may cost.
  var hasRoom: Bool { pixels <= Self.mostPixels }

  subscript(pass: Int32) -> RenderPass { passes[Int(pass)] }

  /// Makes draws a pass, or steps of filters.
  ///
  /// - Parameters:
  ///   - region: The pixels it holds.
  ///   - format: How it keeps them.
  ///   - clear: What it holds before the first draw, premultiplied.
  ///   - key: What names its pixels, for renderers to keep them.
  /// - Returns: Its index.
  mutating func add(
    _ content: PassContent, region: PixelRect, format: PassFormat, clear: SIMD4<Float>, key: PassKey?
  ) -> Int32 {
    pixels += region.area
    passes.append(RenderPass(region: region, format: format, clear: clear, content: content, key: key))
    return Int32(passes.count - 1)
  }

  // MARK: names

  /// The name of what some draws show on `region`, whatever their indices in the plan.
  mutating func fingerprint(of draws: [DrawOperation], region: PixelRect, in resources: PlanResources) -> PassKey {
    for pass in unnamedSources(of: draws) {
      names[pass] =
        passes[Int(pass)].key
        ?? PassFingerprint.key(
          of: passes[Int(pass)].content, region: passes[Int(pass)].region, sources: names, in: resources)
    }
    return PassFingerprint.key(of: .draws(draws), region: region, sources: names, in: resources)
  }

  /// All passes that draws read, however indirectly, and that have no name yet, in ascending order.
  private func unnamedSources(of draws: [DrawOperation]) -> [Int32] {
    var found: Set<Int32> = []
    var open: [Int32] = []
    for draw in draws { draw.forEachSource { open.append($0) } }
    while let pass = open.popLast() {
      guard names[pass] == nil, found.insert(pass).inserted else { continue }
      passes[Int(pass)].forEachSource { open.append($0) }
    }
    return found.sorted()
  }
}
