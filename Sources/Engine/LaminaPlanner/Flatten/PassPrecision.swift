// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

/// Decides how a pass keeps its pixels.
///
/// Blending in 8 bits loses up to half a level a layer, and as much again where drivers blend in fixed point, so a
/// pixel under many translucent layers drifts visibly. Counting them a pixel would cost as much as drawing them; a grid
/// of cells gives an upper bound. Cells are smaller than a line of text is high, or the lines of a page would seem to
/// lie on one another; a cell is counted seventeen times at most, so this costs the same for any number of layers.
/// A pass that is shown by another comes with the rounding of its own layers, as far as it is opaque.
enum PassPrecision {
  /// How many translucent layers, antialiased edges among them, 8 bits hold within two levels.
  static let layersIn8Bits = 4
  /// How many coverages of an opaque colour count as one such layer: they mix only where they cover in part, and there
  /// what is behind fades, with the errors that are in it.
  private static let coveragesInLayer = 4
  private static let cellSide = 16

  /// The format of a pass, and the rounding that its pixels hold.
  ///
  /// - Parameters:
  ///   - images: The pictures of the plan.
  ///   - passes: The passes that the operations read.
  ///   - isCut: Whether the region cuts what is drawn, so that its own edges are no edges of what is drawn.
  ///   - isOpaque: Whether none of the operations is known to mix with what is there, by more than its edges.
  /// - Returns: The format; and the rounding in coverages of an opaque colour, 0 for a pass of floats.
  static func choose(
    for operations: [DrawOperation], region: PixelRect, images: [CGImage], passes: PassTable, isCut: Bool = false,
    isOpaque: Bool = false
  ) -> (format: PassFormat, rounding: UInt8) {
    // Read in place: going through the operations themselves copies each of them.
    let rounding =
      isOpaque ? 0 : rounding(of: operations.span, region: region, images: images, passes: passes)
    guard let rounding, !hasStackedEdges(operations.span, cutAt: isCut ? region : nil, images) else {
      return (.rgba16Float, 0)
    }
    return (.rgba8, rounding)
  }

  /// Whether edges of more opaque shapes than 8 bits hold lie on one another.
  ///
  /// Opaque as they are inside, at such an edge each lets what is under it through: copies of one shape in several
  /// colours, or bars that end at one line. They have at least three sides of their pixels in common, and few others
  /// stand between them.
  private static func hasStackedEdges(
    _ operations: Span<DrawOperation>, cutAt region: PixelRect?, _ images: [CGImage]
  ) -> Bool {
    guard operations.count > layersIn8Bits else { return false }
    var stacks = EdgeStacks(besides: region)
    return operations.withUnsafeBufferPointer { all in
      guard let first = all.baseAddress else { return false }
      for index in all.indices {
        guard let bounds = (first + index).stackedBounds(images) else { continue }
        if stacks.count(with: bounds) > layersIn8Bits { return true }
      }
      return false
    }
  }

  /// The rounding of 8 bits where most of it meets, or an upper bound; `nil` if they hold it no more.
  private static func rounding(
    of operations: Span<DrawOperation>, region: PixelRect, images: [CGImage], passes: PassTable
  ) -> UInt8? {
    let limit = layersIn8Bits * coveragesInLayer
    // A pass that is laid down whole before anything else only comes with what it holds.
    var (first, held) = (0, UInt8(0))
    if !operations.isEmpty, let base = operations[0].plainComposite {
      (first, held) = (1, passes.rounding(of: base.source))
    }
    var total = 0
    for index in first..<max(first, operations.count) {
      switch operations[index].mixing {
      case .amplified: return nil
      case .plain: total += coveragesInLayer + Int(operations[index].rounding(from: passes))
      case .none: break
      }
      // All are looked at again then.
      if total > limit { break }
    }
    guard total > limit, !region.isEmpty else { return max(held, UInt8(min(total, limit))) }
    let columns = (region.width + cellSide - 1) / cellSide
    let rows = (region.height + cellSide - 1) / cellSide
    var counts = [UInt8](repeating: 0, count: columns * rows)
    for index in first..<operations.count {
      let area: PixelRect
      var share = UInt8(coveragesInLayer)
      // Looked at once: every question copies the operation.
      switch operations[index] {
      case .box(let box):
        guard !box.isInnerOpaque else { continue }
        area = box.pixelBounds
        if box.isOpaqueCoverage(in: images) { share = 1 }
      case let other:
        guard other.mixing != .none else { continue }
        if other.mixing == .amplified { return nil }
        area = other.pixelBounds
        share += other.rounding(from: passes)
      }
      let bounds = area.intersection(region)
      guard !bounds.isEmpty else { continue }
      let left = Int(bounds.minX - region.minX) / cellSide
      let right = Int(bounds.maxX - 1 - region.minX) / cellSide
      for row in (Int(bounds.minY - region.minY) / cellSide)...(Int(bounds.maxY - 1 - region.minY) / cellSide) {
        for cell in (row * columns + left)...(row * columns + right) {
          counts[cell] += share
          if counts[cell] > limit { return nil }
        }
      }
    }
    return max(held, counts.max() ?? 0)
  }
}

extension PixelRect {
  /// Whether it has at least three sides in common with another, those of a third rectangle not among them.
  fileprivate func sharesSides(with other: PixelRect, besides frame: PixelRect?) -> Bool {
    var count = 0
    if minX == other.minX, minX != frame?.minX { count += 1 }
    if minY == other.minY, minY != frame?.minY { count += 1 }
    if maxX == other.maxX, maxX != frame?.maxX { count += 1 }
    if maxY == other.maxY, maxY != frame?.maxY { count += 1 }
    return count >= 3
  }
}

/// The places at which opaque shapes were seen last, with the number of shapes whose edges lie on one another at each.
private struct EdgeStacks {
  /// The corners of a shape at the top left and at the bottom right, each as one number: a pass may hold thousands of
  /// shapes, and hardly any of them has a corner in common with one before it.
  private struct Corners {
    let (first, last): (UInt64, UInt64)

    @inline(__always) init(_ bounds: PixelRect) {
      first = UInt64(UInt32(bitPattern: bounds.minX)) | UInt64(UInt32(bitPattern: bounds.minY)) << 32
      last = UInt64(UInt32(bitPattern: bounds.maxX)) | UInt64(UInt32(bitPattern: bounds.maxY)) << 32
    }

    var bounds: PixelRect {
      PixelRect(
        minX: Int32(truncatingIfNeeded: first), minY: Int32(truncatingIfNeeded: first >> 32),
        maxX: Int32(truncatingIfNeeded: last), maxY: Int32(truncatingIfNeeded: last >> 32))
    }

    @inline(__always) func sharesOne(with other: Corners) -> Bool { first == other.first || last == other.last }
  }

  private var corners = InlineArray<4, Corners>(repeating: Corners(.empty))
  private var counts = InlineArray<4, Int>(repeating: 0)
  private var oldest = 0
  /// The rectangle whose sides do not count, since it cuts the shapes; `nil` for none.
  private let frame: PixelRect?

  init(besides frame: PixelRect?) { self.frame = frame }

  /// Adds a shape to the place with which it has at least three sides in common, or to a new one.
  ///
  /// - Returns: The number of shapes at that place.
  @inline(__always) mutating func count(with bounds: PixelRect) -> Int {
    let own = Corners(bounds)
    // Three common sides are one of these corners and a side.
    if own.sharesOne(with: corners[0]) || own.sharesOne(with: corners[1]) || own.sharesOne(with: corners[2])
      || own.sharesOne(with: corners[3]), let place = place(of: bounds)
    {
      corners[place] = own
      counts[place] += 1
      return counts[place]
    }
    corners[oldest] = own
    counts[oldest] = 1
    oldest = (oldest + 1) & 3
    return 1
  }

  @inline(never) private func place(of bounds: PixelRect) -> Int? {
    for place in corners.indices where bounds.sharesSides(with: corners[place].bounds, besides: frame) { return place }
    return nil
  }
}

/// How an operation mixes with what is there, by more than its antialiased edge.
private enum Mixing {
  case none
  case plain
  /// It makes a large difference of a small one in what is there.
  case amplified
}

// Where these are asked for, the compiler reads the numbers that they need alone; a call would be handed a copy of the
// operation.
extension UnsafePointer<DrawOperation> {
  /// The pixels of an operation that is opaque inside of edges that may lie on others; `nil` for other operations. Read
  /// in place: an element of a span is copied.
  fileprivate func stackedBounds(_ images: [CGImage]) -> PixelRect? {
    switch pointee {
    case .box(let box): box.isOpaqueAndRound || box.isOpaqueCoverage(in: images) ? box.pixelBounds : nil
    case .shadow, .composite, .particles, .surface: nil
    }
  }
}

extension DrawOperation {
  fileprivate var mixing: Mixing {
    @inline(__always) get {
      switch self {
      case .box(let box): box.isInnerOpaque ? .none : .plain
      case .surface(let surface): surface.isOpaque ? .none : .plain
      case .shadow: .plain
      case .composite(let composite): composite.blend.amplifies ? .amplified : .plain
      // Many may lie on one another; a sum may leave 0...1.
      case .particles(let run):
        run.isAdditive || run.particles.count > PassPrecision.layersIn8Bits ? .amplified : .plain
      }
    }
  }
}

extension DrawOperation {
  /// The rounding in the pixels of the pass that the operation shows, as far as it shows it; coverages.
  fileprivate func rounding(from passes: PassTable) -> UInt8 {
    switch self {
    case .composite(let composite): Self.rounding(passes.rounding(of: composite.source), at: composite.opacity)
    case .surface(let surface): Self.rounding(passes.rounding(of: surface.source), at: surface.tint.w)
    case .box, .shadow, .particles: 0
    }
  }

  private static func rounding(_ whole: UInt8, at opacity: Float) -> UInt8 {
    UInt8(clamping: Float(whole) * min(max(opacity, 0), 1))
  }
}

extension BoxOperation {
  /// Whether it is opaque but for its edges, and has corners that are round.
  @inline(__always) fileprivate var isOpaqueAndRound: Bool {
    isInnerOpaque && (shape.radii.x > 0 || shape.radii.y > 0 || shape.radii.z > 0 || shape.radii.w > 0)
  }

  /// Whether it shows one opaque colour, as far as a picture of a text or a line covers it.
  @inline(__always) fileprivate func isOpaqueCoverage(in images: [CGImage]) -> Bool {
    image.exists && tint.w >= 1 && opacity >= 1 && fill.w <= 0 && borderWidth <= 0
      && images[image.index].bytesPerPixel == 1
  }
}
