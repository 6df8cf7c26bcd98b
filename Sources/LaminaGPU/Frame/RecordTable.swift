import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// The table that shaders read by index: clips, where the levels of pictures lie, gradients, and tints.
///
/// Mirrors `Shaders/lib/record.glsl`, `clip_coverage.glsl`, `mask_coverage.glsl`, `picture_levels.glsl`,
/// `gradient_color.glsl` and `composite_effect.glsl`.
struct RecordTable {
  /// Texels of a row of the texture.
  static let columns = 2048
  /// Records of one clip.
  static let recordsInClip = 7
  /// Records of one map of colours.
  static let recordsInColorMatrix = 5
  /// Records of a picture that particles show.
  static let recordsInParticlePicture = 4

  /// The records, one texel each.
  private(set) var records: [SIMD4<Float>] = []
  /// The tint that was asked for last: neighbours often share theirs.
  private var lastTint = (color: SIMD4<Float>(repeating: 1), place: Float(-1))

  /// Starts with all clips of a plan, so that a clip's place follows from its index.
  init(clips: [ClipShape]) {
    records.reserveCapacity(clips.count * Self.recordsInClip)
    for clip in clips {
      let shape = clip.shape
      records += [
        shape.row0, shape.row1, shape.row2, shape.box, shape.radii, shape.antialiased,
        SIMD4(shape.smoothing, Self.place(ofClip: clip.parent), -1, 0),
      ]
    }
  }

  /// The first record of a clip, as shaders take it: -1 for none.
  static func place(ofClip clip: ClipHandle) -> Float {
    clip.exists ? Float(clip.index * recordsInClip) : -1
  }

  /// Gives a clip a gradient whose alpha multiplies; see `Shaders/lib/mask_coverage.glsl`.
  ///
  /// - Parameter spans: As from `add(stops:)`.
  mutating func mask(clip: Int, by gradient: GradientPaint, spans: SIMD2<Float>) {
    records[clip * Self.recordsInClip + 6].z = Float(records.count)
    var first = gradient.first
    first.w = Float(gradient.kind.rawValue)
    records += [first, gradient.second, SIMD4(lowHalf: spans, highHalf: .zero)]
  }

  /// Adds maps of colours; see `Shaders/lib/composite_effect.glsl`.
  ///
  /// - Returns: The first record.
  mutating func add(colors: [ColorMatrix]) -> Int {
    let first = records.count
    for matrix in colors { records += [matrix.red, matrix.green, matrix.blue, matrix.alpha, matrix.bias] }
    return first
  }

  /// The record of a tint, added unless it was the last one asked for; -1 for none, which is a tint of 1.
  mutating func place(ofTint tint: SIMD4<Float>) -> Float {
    if tint == SIMD4(repeating: 1) { return -1 }
    if tint != lastTint.color {
      lastTint = (tint, Float(records.count))
      records.append(tint)
    }
    return lastTint.place
  }

  /// How many records there are.
  var count: Int { records.count }

  /// Adds what particles of one picture share; see `Shaders/operations/particles.vert`.
  ///
  /// - Parameters:
  ///   - place: Where the level lies in the atlas.
  ///   - clip: The first record of the innermost clip, or -1.
  mutating func add(particlePicture picture: ParticlePicture, place: SIMD4<Float>, clip: Float, depth: Float) {
    records += [place, picture.part, picture.limits, SIMD4(clip, depth, picture.isNearest ? 1 : 0, 0)]
  }

  /// Adds the levels of a picture.
  ///
  /// - Returns: The first record.
  mutating func add(levels: [AtlasPlace]) -> Int {
    let first = records.count
    guard let whole = levels.first else { return first }
    for level in levels {
      let size = SIMD2(Float(level.width), Float(level.height))
      let scale = size / SIMD2(Float(whole.width), Float(whole.height))
      records += [level.shaderValue, SIMD4(scale.x, scale.y, size.x - 0.5, size.y - 0.5)]
    }
    return first
  }

  /// Adds the spans of a gradient.
  ///
  /// Mirrors `gradient_color.glsl`: where spans start, four to a record, then two records a span, its straight
  /// colour being `start + slope * place`. One span lies on either side of the stops.
  /// - Returns: The first record, and how many hold where spans start.
  mutating func add(stops: ArraySlice<GradientContent.Stop>) -> SIMD2<Float> {
    let first = records.count
    guard let before = stops.first, let after = stops.last else { return .zero }
    var starts: [Float] = []
    var spans: [SIMD4<Float>] = [before.straight, .zero]
    for (left, right) in zip(stops, stops.dropFirst()) where right.location > left.location {
      let slope = (right.straight - left.straight) / (right.location - left.location)
      starts.append(left.location)
      spans += [left.straight - slope * left.location, slope]
    }
    starts.append(after.location)
    spans += [after.straight, .zero]
    let rows = (starts.count + 3) / 4
    starts += Array(repeating: .greatestFiniteMagnitude, count: 4 * rows - starts.count)
    for row in 0..<rows {
      records.append(SIMD4(starts[4 * row], starts[4 * row + 1], starts[4 * row + 2], starts[4 * row + 3]))
    }
    records += spans
    return [Float(first), Float(rows)]
  }
}

/// The table in GPU memory.
final class RecordTexture {
  private var texture: Texture?
  private let device: Device

  init(on device: Device) {
    self.device = device
  }

  /// Uploads the table and binds it.
  ///
  /// - Throws: `textureTooLarge` where the table has more rows than a texture can.
  func bind(_ table: RecordTable) throws(GPUError) {
    var records = table.records
    let rows = max(1, (records.count + RecordTable.columns - 1) / RecordTable.columns)
    records += Array(repeating: .zero, count: rows * RecordTable.columns - records.count)
    let texture = try texture(rows: rows)
    records.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      texture.upload(base, rowLength: RecordTable.columns, x: 0, y: 0, width: RecordTable.columns, height: rows)
    }
    texture.bind(unit: TextureUnit.records.index)
  }

  private func texture(rows: Int) throws(GPUError) -> Texture {
    if let texture, texture.height >= rows { return texture }
    let height = max(rows, min(2 * (texture?.height ?? 0), device.description.maximumTextureSide))
    let made = try Texture(
      "records", format: .rgba32Float, width: RecordTable.columns, height: height, on: device)
    texture = made
    return made
  }
}
