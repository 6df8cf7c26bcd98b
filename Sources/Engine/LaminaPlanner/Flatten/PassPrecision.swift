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
  /// How many coverages of an opaque colour count as one such layer.
  private static let coveragesInLayer = EdgeStacks.edgesInLayer

  /// The format of a pass, and the rounding that its pixels hold.
  ///
  /// - Parameters:
  ///   - images: The pictures of the plan.
  ///   - passes: The passes that the operations read.
  ///   - isCut: Whether the region cuts what is drawn, so that its own edges are no edges of what is drawn.
  ///   - isOpaque: Whether none of the operations is known to mix with what is there, by more than its edges.
  /// - Returns: The format; and the rounding in coverages of an opaque colour, 0 for a pass of floats.
  static func choose(
    for operations: DrawList, region: PixelRect, images: [CGImage], passes: PassTable, isCut: Bool = false,
    isOpaque: Bool = false
  ) -> (format: PassFormat, rounding: UInt8) {
    let rounding = isOpaque ? 0 : rounding(of: operations, region: region, images: images, passes: passes)
    guard let rounding, !hasStackedEdges(operations, cutAt: isCut ? region : nil, images) else {
      return (.rgba16Float, 0)
    }
    return (.rgba8, rounding)
  }

  /// Whether edges of more opaque shapes than 8 bits hold lie on one another.
  ///
  /// Opaque as they are inside, at such an edge each lets what is under it through: copies of one shape in several
  /// colours, or bars that end at one line. They have at least three sides of their pixels in common, and few others
  /// stand between them. Likewise a long series of shapes, each with nearly the edges of the one before.
  private static func hasStackedEdges(
    _ operations: DrawList, cutAt region: PixelRect?, _ images: [CGImage]
  ) -> Bool {
    guard operations.count > EdgeStacks.layersIn8Bits else { return false }
    var stacks = EdgeStacks(besides: region)
    let runs = operations.runs
    for index in runs.indices {
      let isAdded = if let fragment = runs[index].fragment { stacks.add(fragment) } else { false }
      if !isAdded { runs[index].draws.addStacked(to: &stacks, images) }
      if stacks.isOver { return true }
    }
    return false
  }

  /// The rounding of 8 bits where most of it meets, or an upper bound; `nil` if they hold it no more.
  private static func rounding(
    of operations: DrawList, region: PixelRect, images: [CGImage], passes: PassTable
  ) -> UInt8? {
    let limit = EdgeStacks.layersIn8Bits * coveragesInLayer
    // A pass that is laid down whole before anything else only comes with what it holds.
    var (first, held) = (0, UInt8(0))
    if let base = operations.first?.plainComposite { (first, held) = (1, passes.rounding(of: base.source)) }
    var total = 0
    runs: for run in operations.runs {
      // Read in place: going through the operations themselves copies each of them.
      let draws = run.draws.span
      for index in draws.indices where run.first + index >= first {
        switch draws[index].mixing {
        case .amplified: return nil
        case .plain: total += coveragesInLayer + Int(draws[index].rounding(from: passes))
        case .none: break
        }
        // All are looked at again then.
        if total > limit { break runs }
      }
    }
    guard total > limit, !region.isEmpty else { return max(held, UInt8(min(total, limit))) }
    var counts = RoundingGrid(of: region, limit: UInt8(limit))
    for run in operations.runs {
      let areHeld = run.draws.withUnsafeBufferPointer { draws in
        guard let base = draws.baseAddress else { return true }
        for index in draws.indices where run.first + index >= first {
          let draw = base + index
          guard draw.pointee.mixing != .none else { continue }
          if draw.pointee.mixing == .amplified { return false }
          var share = UInt8(coveragesInLayer)
          if let box = draw.box {
            if box.isOpaqueCoverage(in: images) { share = 1 }
          } else {
            share += draw.pointee.rounding(from: passes)
          }
          guard counts.add(share, in: draw.pixelBounds) else { return false }
        }
        return true
      }
      guard areHeld else { return nil }
    }
    return max(held, counts.most)
  }
}

/// The rounding that meets in each cell of a pass.
private struct RoundingGrid {
  private let region: PixelRect
  private let limit: UInt8
  private let columns: Int
  private var counts: [UInt8]
  private static let cellSide = 16

  init(of region: PixelRect, limit: UInt8) {
    (self.region, self.limit) = (region, limit)
    columns = (region.width + Self.cellSide - 1) / Self.cellSide
    counts = Array(repeating: 0, count: columns * ((region.height + Self.cellSide - 1) / Self.cellSide))
  }

  /// The largest rounding of a cell.
  var most: UInt8 { counts.max() ?? 0 }

  /// Adds the rounding of an operation.
  ///
  /// - Returns: Whether all cells stay within the limit.
  mutating func add(_ share: UInt8, in area: PixelRect) -> Bool {
    let bounds = area.intersection(region)
    guard !bounds.isEmpty else { return true }
    let left = Int(bounds.minX - region.minX) / Self.cellSide
    let right = Int(bounds.maxX - 1 - region.minX) / Self.cellSide
    for row in (Int(bounds.minY - region.minY) / Self.cellSide)...(Int(bounds.maxY - 1 - region.minY) / Self.cellSide) {
      for cell in (row * columns + left)...(row * columns + right) {
        counts[cell] += share
        if counts[cell] > limit { return false }
      }
    }
    return true
  }
}

/// How an operation mixes with what is there, by more than its antialiased edge.
private enum Mixing {
  case none
  case plain
  /// It makes a large difference of a small one in what is there.
  case amplified
}

// Where this is asked for, the compiler reads the numbers that it needs alone; a call would be handed a copy of the
// operation.
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
        run.isAdditive || run.particles.count > EdgeStacks.layersIn8Bits ? .amplified : .plain
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
