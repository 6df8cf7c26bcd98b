import LaminaGeometry

/// The finished passes of a plan with their draws.
struct PassTable {
  private(set) var passes: [RenderPass] = []
  /// The pixels of all of them.
  private(set) var pixels = 0
  /// What names the pixels of passes that were asked for.
  private var names: [PassHandle: PassKey] = [:]

  /// All passes of a plan together hold no more pixels than this: two thousand pictures of 1080p.
  static let mostPixels = 1 << 32

  /// Whether passes still stay inside what a frame may cost.
  var hasRoom: Bool { pixels <= Self.mostPixels }

  subscript(pass: PassHandle) -> RenderPass { passes[pass.index] }

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
  ) -> PassHandle {
    pixels += region.area
    passes.append(RenderPass(region: region, format: format, clear: clear, content: content, key: key))
    return PassHandle(passes.count - 1)
  }

  // MARK: names

  /// The name of what some draws show on `region`, whatever their indices in the plan.
  mutating func fingerprint(of draws: [DrawOperation], region: PixelRect, in resources: PlanResources) -> PassKey {
    for pass in unnamedSources(of: draws) {
      names[pass] =
        passes[pass].key
        ?? PassFingerprint.key(
          of: passes[pass].content, region: passes[pass].region, sources: names, in: resources)
    }
    return PassFingerprint.key(of: .draws(draws), region: region, sources: names, in: resources)
  }

  /// All passes that draws read, however indirectly, and that have no name yet, in ascending order.
  private func unnamedSources(of draws: [DrawOperation]) -> [PassHandle] {
    var found: Set<PassHandle> = []
    var open: [PassHandle] = []
    for draw in draws { draw.forEachSource { open.append($0) } }
    while let pass = open.popLast() {
      guard names[pass] == nil, found.insert(pass).inserted else { continue }
      passes[pass].forEachSource { open.append($0) }
    }
    return found.sorted { $0.number < $1.number }
  }
}
