import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds the shadow of a rounded box.
  ///
  /// - Parameters:
  ///   - caster: The operation in front of it, most often the box that casts it.
  ///   - depth: Clip space.
  mutating func addShadow(_ shadow: ShadowOperation, of caster: DrawOperation?, depth: Float) {
    guard !shadow.pixelBounds.isEmpty else { return }
    let corners = shadow.corners
    let tables = tables(of: shadow, corners)
    let instance = BoxInstance(
      shadow, tables: tables, isWide: corners == .wide, tint: records.place(ofTint: SIMD4(repeating: 1)), depth: depth)
    let first = boxes.count
    var hole: ArraySlice<SIMD2<Float>>?
    if case .box(let box) = caster { hole = self.hole(of: box) }
    addPieces(outer: shadow.outer, around: hole, bounds: shadow.pixelBounds, instance)
    let isPlain = strategy == .depth && !shadow.clip.exists && tables != nil && corners != .wide
    addRun(
      from: first, program: isPlain ? (profile.uses(.shadowAlone) ? .shadowAlone : .shadowPlain) : .shadow,
      area: ConvexPieces.area(ofOuter: shadow.outer, bounds: shadow.pixelBounds), bounds: shadow.pixelBounds)
  }

  /// Where the tables of its corners lie: none for square corners, one where one lookup is enough, or four.
  ///
  /// - Returns: `nil` where these have no room left.
  private mutating func tables(of shadow: ShadowOperation, _ corners: ShadowOperation.Corners) -> [SIMD4<Float>]? {
    let (radii, smoothing) = (shadow.cornerRadii, shadow.shape.smoothing)
    switch corners {
    case .square: return []
    case .alike:
      guard let place = shadowTables.place(of: .init(radius: radii.x, smoothing: smoothing)) else { return nil }
      return [place]
    case .mixed, .wide:
      var places: [SIMD4<Float>] = []
      for corner in 0..<4 {
        // A table without values takes nothing from a square corner; a wide one is not asked.
        guard radii[corner] > 0, radii[corner] <= ShadowOperation.widestRadius else {
          places.append(.zero)
          continue
        }
        guard let place = shadowTables.place(of: .init(radius: radii[corner], smoothing: smoothing)) else { return nil }
        places.append(place)
      }
      return places
    }
  }
}

extension BoxInstance {
  /// A shadow, but for the corners of its quadrilateral; see `Shaders/lib/shadow_coverage.glsl`.
  ///
  /// - Parameters:
  ///   - tables: Where the tables of its corners lie; `nil` where it has none and is drawn by distance.
  ///   - isWide: Whether some corner is too wide for a table.
  ///   - depth: Clip space.
  init(_ shadow: ShadowOperation, tables: [SIMD4<Float>]?, isWide: Bool, tint: Float, depth: Float) {
    let geometry = shadow.shape
    row0 = geometry.row0
    row1 = geometry.row1
    row2 = geometry.row2
    row2.w = RecordTable.place(ofClip: shadow.clip)
    box = geometry.box
    radii = geometry.radii
    fill = shadow.color
    border = .zero
    // Square corners look up a table without values.
    let lookups = tables.map { isWide ? -4 : Float(max(1, $0.count)) } ?? -1
    offsetAndStop0 = [shadow.sigma.x, shadow.sigma.y, lookups, shadow.cornerSigma]
    if let tables, let first = tables.first {
      stop1AndSlope0 = first
      if tables.count == 4 { (slope1AndSlope2, limits, border) = (tables[1], tables[2], tables[3]) }
    }
    sampling = [tint, -1, 0, depth]
    // A border below 0 marks a shadow.
    shape = [geometry.smoothing, -1, 1, 15]
  }
}
