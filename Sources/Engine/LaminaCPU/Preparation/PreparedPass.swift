// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaSystem

/// The operations of one pass, ready to draw: every number that does not depend on the pixel is computed.
///
/// Operations are prepared in chunks, each by one thread into its own arena; no operations are counted or numbered
/// before, and nothing changes afterwards.
final class PreparedPass: @unchecked Sendable {
  let region: PixelRect
  /// Premultiplied, 0...255.
  let clear: PixelColor
  /// Back to front.
  let operations: UnsafeBufferPointer<PreparedOperation>
  /// The memory that the operations point to.
  private let arenas: [Arena]
  private let images: PreparedImages
  private let clips: PreparedClips

  /// Prepares the operations of a pass of a plan.
  ///
  /// - Parameters:
  ///   - images: The pictures, which keep their bytes in place; retained by the pass.
  ///   - clips: All clips of the plan; retained by the pass.
  ///   - shadowCorners: The tables of shadows' corners that the renderer keeps.
  ///   - threads: The number of threads that prepare a large pass.
  ///   - needed: The pixels that are drawn; operations that touch none of them are left out.
  ///   - meter: Once it reports that the picture exceeds its limits, operations are missing, and none may be read.
  ///   - source: Returns the pixels of an earlier pass, if there are any.
  init(
    _ index: Int, of plan: RenderPlan, images: PreparedImages, clips: PreparedClips,
    shadowCorners: ShadowCornerTables, threads: Int, needed: PixelRegion? = nil, meter: LimitMeter,
    source: @escaping @Sendable (PassHandle) -> PixelSource?
  ) {
    let pass = plan.passes[index]
    region = pass.region
    clear = (pass.clear.sanitized * 255)
    self.images = images
    self.clips = clips
    let draws = pass.draws
    let selection = PreparationSelection(
      needed.map { plan.draws(of: index, touching: $0) }, count: draws.count)
    arenas = (0..<max(1, selection.chunks.count)).map { _ in Arena() }
    let places = arenas[0].room(for: selection.count, of: PreparedOperation.self)
    operations = UnsafeBufferPointer(places)
    let work = Chunks(
      plan: plan, draws: draws, selection: selection, places: places, arenas: arenas,
      surroundings: PassSurroundings(
        region: pass.region, images: images, clips: clips, shadowCorners: shadowCorners, source: source))
    let pieces = WorkPieces(selection.chunks.indices)
    ForkJoin.perform(max(1, min(threads, selection.chunks.count / 4))) { _ in
      while !meter.isOutOfTime("drawing"), let chunk = pieces.next() { work.prepare(chunk) }
    }
  }

  /// The number of operations that draw something.
  var drawnCount: Int { operations.reduce(0) { $0 + ($1.kind == .nothing ? 0 : 1) } }

  /// Whether the pass continues an earlier pass in its target, whose pixels must then stay until they are read.
  func goesOn(in target: PixelTarget) -> Bool {
    operations.contains { $0.kind == .composite && $0.composite.pointee.source.base == UnsafeRawPointer(target.base) }
  }

  /// The data that the threads share: each thread writes only to the arenas and places of its chunks.
  private struct Chunks: @unchecked Sendable {
    let plan: RenderPlan
    let draws: DrawList
    let selection: PreparationSelection
    let places: UnsafeMutableBufferPointer<PreparedOperation>
    let arenas: [Arena]
    let surroundings: PassSurroundings

    func prepare(_ chunk: Int) {
      var preparation = ChunkPreparation(surroundings, in: arenas[chunk])
      let chosen = selection.chunks[chunk]
      var place = chosen.lowerBound
      for run in draws.runs where place < chosen.upperBound && selection[place] < run.range.upperBound {
        // Read in place, since an array copies each accessed operation.
        let (draws, vertices, end) = (run.draws.span, plan.vertices(of: run), run.range.upperBound)
        while place < chosen.upperBound, selection[place] < end {
          let prepared = preparation.prepare(draws[selection[place] - run.first], vertices, of: plan)
          places.initializeElement(at: place, to: prepared)
          place += 1
        }
      }
    }
  }
}

/// The operations of a pass that are prepared, divided into chunks.
private struct PreparationSelection: Sendable {
  /// Ranges of the selection; each chunk is prepared by one thread.
  let chunks: [Range<Int>]
  let count: Int
  /// For each index in the selection, the index in the whole list; `nil` if all operations are selected.
  private let chosen: [Int32]?

  private static let chunkLength = 256

  /// - Parameters:
  ///   - chosen: The selected operations of the whole list; `nil` selects all.
  ///   - count: The number of operations of the whole list.
  init(_ chosen: [Int32]?, count: Int) {
    self.chosen = chosen
    let count = chosen?.count ?? count
    self.count = count
    chunks = stride(from: 0, to: count, by: Self.chunkLength).map { $0..<min($0 + Self.chunkLength, count) }
  }

  /// The index in the whole list of an index in the selection.
  subscript(place: Int) -> Int { chosen.map { Int($0[place]) } ?? place }
}

/// The data that the operations of a pass are prepared with.
struct PassSurroundings {
  /// The pass's pixels.
  let region: PixelRect
  let images: PreparedImages
  let clips: PreparedClips
  let shadowCorners: ShadowCornerTables
  /// Returns the pixels of an earlier pass, if there are any.
  let source: @Sendable (PassHandle) -> PixelSource?
}

/// Prepares a stretch of a pass's operations, back to front, into one arena.
struct ChunkPreparation {
  private let pass: PassSurroundings
  private let arena: Arena
  private var shadowTables: ShadowTableList

  init(_ pass: PassSurroundings, in arena: Arena) {
    self.pass = pass
    self.arena = arena
    shadowTables = ShadowTableList(pass.shadowCorners)
  }

  /// Prepares the next operation, which is read in place.
  @inline(__always) mutating func prepare(
    _ operation: DrawOperation, _ vertices: [SIMD2<Float>], of plan: RenderPlan
  ) -> PreparedOperation {
    switch operation {
    case .box(let box): return prepare(box, vertices, plan)
    case .shadow(let shadow): return prepare(shadow)
    case .composite(let composite): return prepare(composite)
    case .particles(let run): return prepare(run, plan)
    case .surface(let surface): return prepare(surface)
    }
  }

  private func prepare(_ box: BoxOperation, _ vertices: [SIMD2<Float>], _ plan: RenderPlan) -> PreparedOperation {
    let bounds = box.pixelBounds.intersection(pass.region)
    var shape = PreparedShape(box.shape)
    let opacity = box.opacity.clampedOpacity
    guard !bounds.isEmpty, shape.form != .empty, shape.isAddressable, opacity > 0 else { return .nothing }

    let fill = box.fill.sanitized * 255
    let tint = box.tint.sanitized
    let hasBorder = box.borderWidth > 0 && box.border != .zero
    // A box that ends where its clips do (`SharedEdges`).
    if box.clip.exists, !hasBorder, box.shape.holds(bounds) { shape.form = .whole }
    let plain = box.plainInterior(in: plan)
    var prepared = PreparedBox(
      shape: shape, outer: outerPolygon(box.outer), inner: innerPolygon(of: box, vertices), fill: fill, tint: tint,
      border: box.border.sanitized * 255, innerColor: (plain ?? box.fill).sanitized * 255 * opacity, opacity: opacity,
      clip: pass.clips[box.clip],
      inset: hasBorder ? UnsafePointer(arena.add(PreparedShape(box.shape, inset: box.borderWidth))) : nil,
      isInnerOpaque: false, isInnerVisible: false, hasPlainInner: plain != nil,
      coversBounds: !box.clip.exists && !hasBorder && box.shape.covers(bounds), isTinted: false)
    if pass.images.holds(box.image) {
      let isOpaque = pass.images.isOpaque(box.image)
      let picture = PreparedPicture(
        box: box, images: pass.images, isOpaque: isOpaque, liesOnFill: fill != .zero && !(isOpaque && tint.w == 1),
        reach: bounds.farthest(from: shape.origin))
      prepared.picture = UnsafePointer(arena.add(picture))
    }
    if plan.gradients.holds(box.gradient) {
      let gradient = PreparedGradient(plan.gradients[box.gradient.index], of: plan, on: box.shape, in: arena)
      prepared.gradient = UnsafePointer(arena.add(gradient))
    }
    prepared.isInnerOpaque = box.isInnerOpaque && !prepared.inner.isEmpty
    prepared.isInnerVisible = !prepared.isPlain || fill != .zero
    prepared.isTinted = !prepared.isPlain && tint != SIMD4(repeating: 1)
    return PreparedOperation(UnsafePointer(arena.add(prepared)), bounds: bounds)
  }

  private mutating func prepare(_ shadow: ShadowOperation) -> PreparedOperation {
    let bounds = shadow.pixelBounds.intersection(pass.region)
    let color = shadow.color.sanitized * 255
    guard !bounds.isEmpty, shadow.isUsable, color.w > 0 else { return .nothing }
    let prepared = PreparedShadow(
      shadow, color: color, outer: outerPolygon(shadow.outer), clip: pass.clips[shadow.clip],
      corners: shadowTables.corners(of: shadow), tables: shadowTables.tables(of: shadow, in: arena))
    return PreparedOperation(UnsafePointer(arena.add(prepared)), bounds: bounds)
  }

  private func prepare(_ composite: CompositeOperation) -> PreparedOperation {
    let opacity = composite.opacity.clampedOpacity
    guard let pixels = pass.source(composite.source), opacity > 0 || composite.blend.clearsBackdrop else {
      return .nothing
    }
    let mask = composite.mask.exists ? pass.source(composite.mask) : nil
    var bounds = composite.pixelBounds.intersection(pass.region).intersection(pixels.region)
    if composite.mask.exists { bounds = bounds.intersection(mask?.region ?? .empty) }
    guard !bounds.isEmpty else { return .nothing }
    let prepared = PreparedComposite(
      source: pixels, opacity: opacity, clip: pass.clips[composite.clip], mask: mask, blend: composite.blend,
      outline: pass.clips[composite.outline], colorMaps: pass.clips.colorMaps(composite.colors))
    return PreparedOperation(UnsafePointer(arena.add(prepared)), bounds: bounds)
  }

  private func prepare(_ run: ParticlesOperation, _ plan: RenderPlan) -> PreparedOperation {
    let bounds = run.pixelBounds.intersection(pass.region)
    guard !bounds.isEmpty else { return .nothing }
    let prepared = PreparedParticles(
      run, of: plan, images: pass.images, clip: pass.clips[run.clip], region: pass.region, in: arena)
    return PreparedOperation(UnsafePointer(arena.add(prepared)), bounds: bounds)
  }

  private func prepare(_ surface: SurfaceOperation) -> PreparedOperation {
    let bounds = surface.pixelBounds.intersection(pass.region)
    guard let source = pass.source(surface.source), !source.region.isEmpty, !bounds.isEmpty,
      let prepared = PreparedSurface(surface, source: source, clip: pass.clips[surface.clip])
    else { return .nothing }
    return PreparedOperation(UnsafePointer(arena.add(prepared)), bounds: bounds)
  }

  private func outerPolygon(_ outer: SIMD8<Float>) -> PreparedPolygon {
    // A hundredth of a pixel would do for the rounding of the vertices.
    PreparedPolygon(count: 4, slack: 1.0 / 32, in: arena) { SIMD2(outer[2 * $0], outer[2 * $0 + 1]) } ?? .everything
  }

  private func innerPolygon(of box: BoxOperation, _ vertices: [SIMD2<Float>]) -> PreparedPolygon {
    let range = box.innerRange(in: vertices)
    return PreparedPolygon(count: range.count, slack: 0, in: arena) { vertices[range.lowerBound + $0] } ?? .nothing
  }
}

extension ShapeGeometry {
  /// Whether the shape is an upright box with one point a pixel that covers all of some pixels.
  fileprivate func covers(_ bounds: PixelRect) -> Bool {
    guard radii == .zero, row0.lowHalf == SIMD2(1, 0), row1.lowHalf == SIMD2(0, 1), row0.z == 0, row1.z == 0,
      row2.z == 1
    else { return false }
    let offset = row2.lowHalf - SIMD2(row0.w, row1.w)
    let (left, top) = (Float(bounds.minX) + offset.x, Float(bounds.minY) + offset.y)
    let (right, bottom) = (Float(bounds.maxX) + offset.x, Float(bounds.maxY) + offset.y)
    // A thousandth of a pixel is a quarter of a level.
    let slack: Float = 1.0 / 1024
    return left >= box.x - slack && top >= box.y - slack && right <= box.z + slack && bottom <= box.w + slack
  }
}

extension PreparedShape {
  /// Whether `origin` is in the range of pixels that whole numbers can address.
  fileprivate var isAddressable: Bool { abs(origin.x) < 0x1p30 && abs(origin.y) < 0x1p30 }
}

extension PixelRect {
  /// The largest number of columns or rows from `origin` to a pixel inside.
  func farthest(from origin: SIMD2<Float>) -> Double {
    let columns = max(abs(Double(minX) - Double(origin.x)), abs(Double(maxX) - Double(origin.x)))
    let rows = max(abs(Double(minY) - Double(origin.y)), abs(Double(maxY) - Double(origin.y)))
    return max(columns, rows) + 1
  }
}

extension Float {
  /// Clamped to 0...1; 0 where it is not a number.
  fileprivate var clampedOpacity: Float { self > 0 ? min(self, 1) : 0 }
}

extension SIMD4<Float> {
  /// Each component clamped to 0...1; 0 where it is not a number.
  var sanitized: SIMD4<Float> {
    var result = SIMD4<Float>.zero
    for index in 0..<4 where self[index] > 0 { result[index] = Swift.min(self[index], 1) }
    return result
  }
}

/// One operation of a pass, reduced to the values that every tile reads.
struct PreparedOperation: BitwiseCopyable {
  /// The kinds of operations.
  enum Kind: UInt8 {
    /// Nothing: the operation has invalid numbers or lies outside the pass.
    case nothing
    case box
    case shadow
    case composite
    case particles
    case surface
  }

  let kind: Kind
  /// Whether the operation is a box whose inner polygon hides everything behind it.
  let isInnerOpaque: Bool
  /// The pixels that the operation may touch, inside the pass.
  let bounds: PixelRect
  private let record: UnsafeRawPointer?

  /// An operation that draws nothing.
  static var nothing: PreparedOperation {
    PreparedOperation(kind: .nothing, isInnerOpaque: false, bounds: .empty, record: nil)
  }

  private init(kind: Kind, isInnerOpaque: Bool, bounds: PixelRect, record: UnsafeRawPointer?) {
    (self.kind, self.isInnerOpaque, self.bounds, self.record) = (kind, isInnerOpaque, bounds, record)
  }

  init(_ box: UnsafePointer<PreparedBox>, bounds: PixelRect) {
    self.init(kind: .box, isInnerOpaque: box.pointee.isInnerOpaque, bounds: bounds, record: box)
  }

  init(_ shadow: UnsafePointer<PreparedShadow>, bounds: PixelRect) {
    self.init(kind: .shadow, isInnerOpaque: false, bounds: bounds, record: shadow)
  }

  init(_ composite: UnsafePointer<PreparedComposite>, bounds: PixelRect) {
    self.init(kind: .composite, isInnerOpaque: false, bounds: bounds, record: composite)
  }

  init(_ particles: UnsafePointer<PreparedParticles>, bounds: PixelRect) {
    self.init(kind: .particles, isInnerOpaque: false, bounds: bounds, record: particles)
  }

  init(_ surface: UnsafePointer<PreparedSurface>, bounds: PixelRect) {
    self.init(kind: .surface, isInnerOpaque: false, bounds: bounds, record: surface)
  }

  // MARK: the data of each kind; debug builds check that the operation is of that kind

  @inline(__always) var box: UnsafePointer<PreparedBox> { record(.box) }
  @inline(__always) var shadow: UnsafePointer<PreparedShadow> { record(.shadow) }
  @inline(__always) var composite: UnsafePointer<PreparedComposite> { record(.composite) }
  @inline(__always) var particles: UnsafePointer<PreparedParticles> { record(.particles) }
  @inline(__always) var surface: UnsafePointer<PreparedSurface> { record(.surface) }

  @inline(__always) private func record<Record>(_ kind: Kind) -> UnsafePointer<Record> {
    assert(self.kind == kind, "an operation that draws \(self.kind) was asked for \(kind)")
    return record.unsafelyUnwrapped.assumingMemoryBound(to: Record.self)
  }
}

/// A box, ready to draw.
struct PreparedBox: BitwiseCopyable {
  var shape: PreparedShape
  /// A polygon that contains every pixel the operation may touch.
  var outer: PreparedPolygon
  /// The polygon of pixels that the shape and the clips cover wholly, without the border.
  var inner: PreparedPolygon
  /// Premultiplied, 0...255.
  var fill: PixelColor
  /// The factor of the picture or gradient, 0...1; used only if `isTinted`.
  var tint: PixelColor
  /// Premultiplied, 0...255.
  var border: PixelColor
  /// The colour of the inner polygon where it is plain, with opacity.
  var innerColor: PixelColor
  var opacity: Float
  /// The innermost clip.
  var clip: UnsafePointer<PreparedClip>?
  /// The shape inside the border, if there is a border.
  var inset: UnsafePointer<PreparedShape>?
  var picture: UnsafePointer<PreparedPicture>?
  var gradient: UnsafePointer<PreparedGradient>?
  var isInnerOpaque: Bool
  /// Whether the inner polygon shows anything at all.
  var isInnerVisible: Bool
  /// Whether every pixel of the inner polygon has the colour `innerColor`.
  var hasPlainInner: Bool
  /// Whether shape and clips cover every pixel of the bounds wholly, and there is no border.
  var coversBounds: Bool
  /// Whether a picture or gradient is multiplied by `tint`.
  var isTinted: Bool

  /// Whether every pixel has the colour `fill`.
  @inline(__always) var isPlain: Bool { picture == nil && gradient == nil }
}

/// A composite, ready to draw.
struct PreparedComposite: BitwiseCopyable {
  /// The finished pass.
  var source: PixelSource
  var opacity: Float
  /// The innermost clip.
  var clip: UnsafePointer<PreparedClip>?
  /// The finished pass whose alpha multiplies.
  var mask: PixelSource?
  var blend = LayerBlend.normal
  /// The clip inside which an operator clears the backdrop.
  var outline: UnsafePointer<PreparedClip>?
  var colorMaps: UnsafeBufferPointer<ColorMap>

  /// Whether the composite is plain source-over.
  @inline(__always) var isSimple: Bool { mask == nil && blend == .normal && colorMaps.isEmpty }
}

/// The layout of a pass's pixels in memory.
enum PixelLayout: UInt8 {
  /// Four bytes.
  case bytes
  /// Four 32-bit floats, 0...255.
  case floats
  /// One 32-bit float, 0...255: alpha alone.
  case alpha

  var bytesPerPixel: Int {
    switch self {
    case .bytes, .alpha: 4
    case .floats: 16
    }
  }
}

/// The pixels of a finished pass, to be read.
struct PixelSource: BitwiseCopyable {
  var base: UnsafeRawPointer
  var layout: PixelLayout
  /// The pixels of the source.
  var region: PixelRect

  /// Pixels of one row, from a pixel inside the region on.
  @inline(__always) func row(x: Int, y: Int) -> SourceRow {
    assert(region.contains(column: x, row: y), "pixel (\(x), \(y)) lies outside of \(region)")
    return line(y - Int(region.minY)).from(x - Int(region.minX))
  }

  /// All pixels of one row, counted from the first.
  @inline(__always) func line(_ row: Int) -> SourceRow {
    assert(row >= 0 && row < region.height, "row \(row) of \(region)")
    let bytes = region.width * layout.bytesPerPixel
    return SourceRow(texels: Texels(start: base + row * bytes, count: bytes), layout: layout)
  }
}

/// Pixels of one row of a finished pass.
struct SourceRow {
  let texels: Texels
  let layout: PixelLayout

  /// The pixels from an index on.
  @inline(__always) func from(_ index: Int) -> SourceRow {
    SourceRow(texels: texels.from(index &* layout.bytesPerPixel), layout: layout)
  }

  /// A colour; alpha alone counts as white.
  @inline(__always) subscript(index: Int) -> PixelColor {
    switch layout {
    case .bytes: texels.color(at: 4 &* index)
    case .floats: texels.load(16 &* index, as: PixelColor.self)
    case .alpha: PixelColor(repeating: alpha(index))
    }
  }

  /// The alpha of a pixel in a row that keeps alpha alone.
  @inline(__always) func alpha(_ index: Int) -> Float { texels.load(4 &* index, as: Float.self) }
}

extension PixelRect {
  /// Whether a pixel is inside.
  @inline(__always) func contains(column: Int, row: Int) -> Bool {
    column >= Int(minX) && column < Int(maxX) && row >= Int(minY) && row < Int(maxY)
  }
}
