import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds the shadow of a rounded box.
  ///
  /// - Parameter depth: Clip space.
  mutating func addShadow(_ shadow: ShadowOperation, depth: Float) {
    guard !shadow.pixelBounds.isEmpty else { return }
    var corners = shadow.corners
    let place = tables(of: shadow, corners)
    if place == nil { corners = .wide }
    let instance = BoxInstance(
      shadow, corners: corners, table: place ?? .zero, tint: records.place(ofTint: SIMD4(repeating: 1)), depth: depth)
    let first = boxes.count
    addPieces(outer: shadow.outer, bounds: shadow.pixelBounds, instance)
    let isPlain = strategy == .depth && shadow.clip < 0 && (corners == .square || corners == .alike)
    addRun(from: first, program: isPlain ? .shadowPlain : .shadow, area: Float(shadow.pixelBounds.area))
  }

  /// Where the table of its corners lies, or the first of the records that say so for each corner; `nil` without room.
  private mutating func tables(of shadow: ShadowOperation, _ corners: ShadowOperation.Corners) -> SIMD4<Float>? {
    let (radii, smoothing) = (shadow.cornerRadii, shadow.shape.smoothing)
    switch corners {
    case .square, .wide: return .zero
    case .alike: return shadowTables.place(of: .init(radius: radii.x, smoothing: smoothing))
    case .mixed:
      var places: [SIMD4<Float>] = []
      for corner in 0..<4 {
        // A table without values takes nothing from a square corner.
        guard radii[corner] > 0 else {
          places.append(.zero)
          continue
        }
        guard let place = shadowTables.place(of: .init(radius: radii[corner], smoothing: smoothing)) else { return nil }
        places.append(place)
      }
      return [Float(records.add(places)), 0, 0, 0]
    }
  }
}

extension BoxInstance {
  /// A shadow, but for the corners of its quadrilateral; see `Shaders/operations/shadow.frag`.
  ///
  /// - Parameters:
  ///   - table: Where the table of its corners lies, or the first of the records that say so.
  ///   - depth: Clip space.
  init(
    _ shadow: ShadowOperation, corners: ShadowOperation.Corners, table: SIMD4<Float>, tint: Float, depth: Float
  ) {
    let geometry = shadow.shape
    row0 = geometry.row0
    row1 = geometry.row1
    row2 = geometry.row2
    row2.w = RecordTable.place(ofClip: shadow.clip)
    box = geometry.box
    radii = geometry.radii
    fill = shadow.color
    border = .zero
    let kind: Float =
      switch corners {
      case .square, .alike: 0
      case .mixed: 1
      case .wide: 2
      }
    offsetAndStop0 = [shadow.sigma.x, shadow.sigma.y, kind, shadow.cornerSigma]
    stop1AndSlope0 = table
    sampling = [tint, -1, 0, depth]
    // A border below 0 marks a shadow.
    shape = [geometry.smoothing, -1, 1, 15]
  }
}
