// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Drawing boxes into a tile: fill, picture and border inside one shape and a stack of clips.

import LaminaGeometry

extension CPURenderer.TileWorker {
  /// Shades pixels of one row that lie in the inner polygon of an opaque box, and replaces their colours.
  @inline(__always) func shadeOpaque(
    _ box: UnsafePointer<PreparedBox>, _ pixels: UInt64, tile: Tile, row: Int
  ) {
    var pixels = pixels
    touchReplaced(pixels, tile, row: row)
    let line = colorLine(row)
    if box.pointee.hasPlainInner {
      while let span = Self.takeRun(&pixels) {
        line.from(span.start).fill(span.count, with: box.pointee.innerColor)
      }
      return
    }
    while let span = Self.takeRun(&pixels) {
      fillColors(box, x: tile.x + span.start, y: tile.y + row, count: span.count, into: line.from(span.start))
    }
  }

  /// Step 2 of a box: all blended parts, and in painter's order the opaque inside as well.
  func drawBox(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) {
    guard let (rows, columns) = Self.part(of: tile, inside: operation.pointee.bounds) else { return }
    var visible: UInt64 = 0
    for row in rows { visible |= columns & ~hidden[row] }
    guard visible != 0 else { return }
    let box = operation.pointee.box
    if box.pointee.coversBounds, !box.pointee.hasPlainInner, !box.pointee.isInnerOpaque {
      for row in rows { drawCovered(box, columns & ~hidden[row], tile: tile, row: row) }
      return
    }
    box.pointee.outer.fillMasks(
      rows: rows, tileX: Float(tile.x), tileY: Float(tile.y), masks: outerMasks)
    // An opaque inside that step 1 drew is hidden, by itself or by operations in front of it.
    let drawsInside = !(isDepthFirst && box.pointee.isInnerOpaque) && !box.pointee.inner.isEmpty
    if drawsInside {
      box.pointee.inner.fillMasks(
        rows: rows, tileX: Float(tile.x), tileY: Float(tile.y), masks: innerMasks)
    }
    let clips = box.pointee.clip.flatMap { cut(outerMasks, by: $0, rows, tile) }
    let isPlain = box.pointee.isPlain && box.pointee.inset == nil
    var (scattered, scatteredInClips) = (ScatteredPixels(in: places), ScatteredPixels(in: placesInClips))
    for row in rows {
      let open = columns & ~hidden[row]
      var edge = open & outerMasks[row]
      if drawsInside {
        let inside = open & innerMasks[row]
        if inside != 0 { drawInside(box, inside, tile: tile, row: row) }
        edge &= ~inside
      }
      if box.pointee.coversBounds {
        drawCovered(box, edge, tile: tile, row: row)
        continue
      }
      if edge != 0 { touch(edge, tile, row: row) }
      let cut = clips == nil ? 0 : edge & ~uncutMasks[row]
      while edge != 0 {
        let start = UInt64(truncatingIfNeeded: edge.trailingZeroBitCount)
        let group: UInt64 = 0xFF &<< start
        let pixels = edge & group
        edge &= ~group
        if isPlain, pixels.nonzeroBitCount < Self.fewestOfRow {
          scattered.add(pixels & ~cut, row: row)
          scatteredInClips.add(pixels & cut, row: row)
        } else {
          drawEdge(
            box, cut & pixels != 0 ? clips : nil, pixels &>> start, column: Int(truncatingIfNeeded: start), tile: tile,
            row: row)
        }
      }
    }
    drawScattered(box, scattered, in: nil, tile)
    drawScattered(box, scatteredInClips, in: clips, tile)
  }

  /// The least number of pixels, of eight in a row, that are measured together; fewer are gathered with pixels of other
  /// rows. Nearly upright edges have two or three in each row.
  private static var fewestOfRow: Int { 6 }

  /// Draws pixels of a box of one colour and without a border, anywhere in the tile, whose coverage has to be measured.
  private func drawScattered(
    _ box: UnsafePointer<PreparedBox>, _ pixels: ScatteredPixels, in clips: OpenClips?, _ tile: Tile
  ) {
    let (left, top) = (Float(tile.x), Float(tile.y))
    let colors = colorLine(0)
    let (color, opacity) = (box.pointee.fill, box.pointee.opacity)
    var first = 0
    while first < pixels.count {
      let centres = pixels.centres(from: first)
      let (x, y) = (centres.x + left, centres.y + top)
      var shape = box.field(\.shape).boxCoverage(x: x, y: y)
      if let clips { shape *= clipCoverage(clips, x: x, y: y, of: shape) }
      let all: UInt64 = 0xFF &>> UInt64(truncatingIfNeeded: max(0, first &+ 8 &- pixels.count))
      var shown = shape.isAbove(.zero).packedMask & all
      weights.store(shape * opacity, at: 0)
      while shown != 0 {
        let lane = shown.trailingZeroBitCount
        shown &= shown &- 1
        blend(color * weights[lane], onto: colors, pixels[first &+ lane])
      }
      first &+= 8
    }
  }

  /// Removes the pixels outside a list of clips from the masks of some rows, and finds the pixels that the clips leave
  /// whole.
  ///
  /// - Returns: The clips that may cut the other pixels; `uncutMasks` holds the pixels left whole.
  @inline(__always) private func cut(
    _ masks: Row<UInt64>, by innermost: UnsafePointer<PreparedClip>, _ rows: Range<Int>, _ tile: Tile
  ) -> OpenClips? {
    guard let clips = OpenClips(innermost, in: tile) else { return nil }
    let (x, y) = (Float(tile.x), Float(tile.y))
    if !innermost.pointee.outer.isEverything {
      innermost.pointee.outer.fillMasks(rows: rows, tileX: x, tileY: y, masks: uncutMasks)
      for row in rows { masks[row] &= uncutMasks[row] }
    }
    if innermost.pointee.interior.isEmpty {
      for row in rows { uncutMasks[row] = 0 }
    } else {
      innermost.pointee.interior.fillMasks(rows: rows, tileX: x, tileY: y, masks: uncutMasks)
    }
    return clips
  }

  /// Pixels of one row inside the inner polygon, where coverage is 1.
  private func drawInside(_ box: UnsafePointer<PreparedBox>, _ pixels: UInt64, tile: Tile, row: Int) {
    guard box.pointee.isInnerVisible else { return }
    if box.pointee.isInnerOpaque {
      shadeOpaque(box, pixels, tile: tile, row: row)
      return
    }
    guard box.pointee.hasPlainInner else {
      drawCovered(box, pixels, tile: tile, row: row)
      return
    }
    var pixels = pixels
    touch(pixels, tile, row: row)
    let line = colorLine(row)
    let color = box.pointee.innerColor
    let remaining = 1 - color.w * Self.unit
    while let span = Self.takeRun(&pixels) {
      for column in span.start..<(span.start &+ span.count) { line[column] = color + line[column] * remaining }
    }
  }

  /// Draws pixels of one row that the box covers wholly but that may show any part of its picture.
  private func drawCovered(_ box: UnsafePointer<PreparedBox>, _ pixels: UInt64, tile: Tile, row: Int) {
    var pixels = pixels
    let line = colorLine(row)
    let opacity = box.pointee.opacity
    let isSparse = mayBeBlank(box)
    while let span = Self.takeRun(&pixels) {
      if isSparse, drawTexels(box, start: span.start, count: span.count, tile: tile, row: row) { continue }
      touch(Self.bits(span), tile, row: row)
      fillColors(box, x: tile.x + span.start, y: tile.y + row, count: span.count, into: run)
      let out = line.from(span.start)
      for index in 0..<span.count {
        let color = run[index] * opacity
        out[index] = color + out[index] * (1 - color.w * Self.unit)
      }
    }
  }

  /// The bits of a run of pixels.
  @inline(__always) private static func bits(_ span: (start: Int, count: Int)) -> UInt64 {
    PreparedPolygon.mask(
      from: Int32(truncatingIfNeeded: span.start), to: Int32(truncatingIfNeeded: span.start &+ span.count))
  }

  /// Draws up to eight pixels of one row, from `column` on, whose coverage has to be measured; `pixels` has a bit for
  /// each.
  @inline(__always) private func drawEdge(
    _ box: UnsafePointer<PreparedBox>, _ clips: OpenClips?, _ pixels: UInt64, column: Int, tile: Tile, row: Int
  ) {
    let centres = Lanes.indices + (Float(tile.x + column) + 0.5)
    let height = Lanes(repeating: Float(tile.y + row) + 0.5)
    var shape = box.field(\.shape).boxCoverage(x: centres, y: height)
    var border = Lanes.zero
    if let inset = box.pointee.inset {
      let inside = inset.boxCoverage(x: centres, y: height)
      border = (shape - inside).nonNegative
    }
    if let clips {
      let clip = clipCoverage(clips, x: centres, y: height, of: shape)
      shape *= clip
      border *= clip
    }
    var pixels = pixels & shape.isAbove(.zero).packedMask
    guard pixels != 0 else { return }
    shape *= box.pointee.opacity
    let line = colorLine(row).from(column)
    if box.pointee.inset != nil {
      // The border also hides the colour under it: color * (shape - border * border.a) + border * border.
      border *= box.pointee.opacity
      let under = shape - border * (box.pointee.border.w * Self.unit)
      weights.store(under, at: 0)
      weights.store(border, at: 8)
      // Where only the border is visible, no picture is sampled.
      var shown = pixels & under.isAbove(.zero).packedMask
      pixels &= ~shown
      if shown != 0 { fillEdgeColors(box, shown, x: tile.x + column, y: tile.y + row) }
      while shown != 0 {
        let lane = shown.trailingZeroBitCount
        shown &= shown &- 1
        blend(run[lane] * weights[lane] + box.pointee.border * weights[lane &+ 8], onto: line, lane)
      }
      while pixels != 0 {
        let lane = pixels.trailingZeroBitCount
        pixels &= pixels &- 1
        blend(box.pointee.border * weights[lane &+ 8], onto: line, lane)
      }
      return
    }
    weights.store(shape, at: 0)
    if box.pointee.isPlain {
      let color = box.pointee.fill
      while pixels != 0 {
        let lane = pixels.trailingZeroBitCount
        pixels &= pixels &- 1
        blend(color * weights[lane], onto: line, lane)
      }
      return
    }
    fillEdgeColors(box, pixels, x: tile.x + column, y: tile.y + row)
    while pixels != 0 {
      let lane = pixels.trailingZeroBitCount
      pixels &= pixels &- 1
      blend(run[lane] * weights[lane], onto: line, lane)
    }
  }

  /// Writes the colours of up to eight pixels into `run`, each at the index of its bit.
  @inline(__always) private func fillEdgeColors(_ box: UnsafePointer<PreparedBox>, _ pixels: UInt64, x: Int, y: Int) {
    let start = pixels.trailingZeroBitCount
    let end = 64 &- pixels.leadingZeroBitCount
    fillColors(box, x: x + start, y: y, count: end &- start, into: run.from(start))
  }

  /// The colours of a box without opacity and coverage, tinted picture over fill, for `count` pixels of row `y`.
  @inline(__always) private func fillColors(
    _ box: UnsafePointer<PreparedBox>, x: Int, y: Int, count: Int, into out: Row<PixelColor>
  ) {
    let fill = box.pointee.fill
    if let gradient = box.pointee.gradient {
      gradient.pointee.fill(x: x, y: y, count: count, into: out)
      if box.pointee.isTinted { Self.tint(out, count, by: box.pointee.tint) }
      guard !gradient.pointee.isOpaque || box.pointee.isTinted, fill != .zero else { return }
      for index in 0..<count { out[index] += fill * (1 - out[index].w * Self.unit) }
      return
    }
    guard let picture = box.pointee.picture else {
      out.fill(count, with: fill)
      return
    }
    picture.fill(x: x, y: y, count: count, into: out, words: words)
    if box.pointee.isTinted { Self.tint(out, count, by: box.pointee.tint) }
    guard picture.pointee.liesOnFill else { return }
    for index in 0..<count { out[index] += fill * (1 - out[index].w * Self.unit) }
  }

  @inline(__always) private static func tint(_ colors: Row<PixelColor>, _ count: Int, by tint: PixelColor) {
    for index in 0..<count { colors[index] *= tint }
  }

  /// Blends source-over: `color` is premultiplied and already multiplied by coverage.
  @inline(__always) func blend(_ color: PixelColor, onto row: Row<PixelColor>, _ index: Int) {
    row[index] = color + row[index] * (1 - color.w * Self.unit)
  }

  /// One of the 255 levels as a fraction.
  @inline(__always) static var unit: Float { 1 / 255 }

  /// The coverage that a stack of clips leaves of eight pixels, 0...1.
  ///
  /// - Parameter coverage: The coverage that the clips apply to; the walk ends early once the result is zero in all
  ///   eight.
  @inline(__always) func clipCoverage(_ clips: OpenClips, x: Lanes, y: Lanes, of coverage: Lanes) -> Lanes {
    if clips.innermost.pointee.hasCovers { return coveredClipCoverage(clips, x: x, y: y) }
    var result = Lanes(repeating: 1)
    var next: UnsafePointer<PreparedClip>? = clips.innermost
    while let clip = next, clip != clips.end {
      result *= clip.field(\.shape).boxCoverage(x: x, y: y)
      if let gradient = clip.pointee.gradient { result *= gradient.pointee.alphas(x: x, y: y) }
      guard (result * coverage).isAbove(.zero).isAnySet else { return .zero }
      next = clip.pointee.parent
    }
    return result
  }

  /// The coverage that a stack with covers (``ClipRole``) leaves of eight pixels, by the formula of `clip_step.glsl`.
  ///
  /// With u = 1 / e, clips and covers are linear in u: u / c and (u - 1) / T + 1. The list, read from the innermost
  /// link outward, is one linear function of the u outward of it, whose coefficients are kept without divisions.
  @inline(never) private func coveredClipCoverage(_ clips: OpenClips, x: Lanes, y: Lanes) -> Lanes {
    let one = Lanes(repeating: 1)
    var (product, left, part) = (one, one, one)
    var hasPart = false
    var next: UnsafePointer<PreparedClip>? = clips.innermost
    while let clip = next, clip != clips.end {
      next = clip.pointee.parent
      let role = clip.pointee.role
      if let reach = clip.pointee.reach {
        let isInColumns = x.isAbove(Lanes(repeating: reach.x)) & Lanes(repeating: reach.z).isAbove(x)
        let isInRows = y.isAbove(Lanes(repeating: reach.y)) & Lanes(repeating: reach.w).isAbove(y)
        guard (isInColumns & isInRows).isAnySet else {
          hasPart = false
          continue
        }
      }
      var counted = clip.field(\.shape).boxCoverage(x: x, y: y)
      if let gradient = clip.pointee.gradient { counted *= gradient.pointee.alphas(x: x, y: y) }
      if role > 3 {
        let divided = one / counted.greatest(Lanes(repeating: 1.0 / 1024))
        guard role <= 5 else {
          product *= divided
          continue
        }
        let factor = role > 4 ? divided : counted
        part = hasPart ? part * factor : factor
        hasPart = true
        continue
      }
      if role > 2 { counted = one - counted }
      if hasPart { counted = (part * counted).least(one) }
      hasPart = false
      let isCover = role > 1
      let alpha = isCover ? (role > 2 ? role - 2 : role - 1) : role
      // Never 0, since edges hide nothing where clips cover a pixel wholly.
      let through = (one - (isCover ? counted : one) * alpha).greatest(Lanes(repeating: 1e-6))
      (product, left) = (product * through, left * through)
      // Their quotient stays, where many links would take both below the least float.
      let growth = (Lanes(repeating: 1e-18) / left.greatest(Lanes(repeating: 1e-36))).greatest(one)
      (product, left) = (product * growth, left * growth)
      if !isCover { (product, left) = (product * counted, one - counted + left * counted) }
      guard product.isAbove(.zero).isAnySet else { return .zero }
    }
    return (product / left.greatest(Lanes(repeating: 1e-30))).least(one)
  }
}

/// A list of pixels of a tile, each at most once, so that eight pixels from any places are processed at a time.
struct ScatteredPixels {
  /// Indices among the tile's pixels, row by row; space for all of them and seven more.
  private let places: Row<UInt32>
  private(set) var count = 0

  /// The number of indices that the list needs space for.
  static var room: Int { Tile.maximumWidth * Tile.maximumHeight + 7 }

  init(in places: Row<UInt32>) { self.places = places }

  /// Adds pixels of one row, one for each bit.
  @inline(__always) mutating func add(_ pixels: UInt64, row: Int) {
    var pixels = pixels
    while pixels != 0 {
      places[count] = UInt32(truncatingIfNeeded: row &* Tile.maximumWidth &+ pixels.trailingZeroBitCount)
      count &+= 1
      pixels &= pixels &- 1
    }
  }

  /// The centres of eight pixels from an index in the list on, relative to the tile's corner; meaningless past the end.
  @inline(__always) func centres(from index: Int) -> (x: Lanes, y: Lanes) {
    let eight = places.vector(at: index, as: LaneBits.self)
    let shift = UInt32(truncatingIfNeeded: Tile.maximumWidth.trailingZeroBitCount)
    return (Lanes(small: eight & UInt32(Tile.maximumWidth - 1)) + 0.5, Lanes(small: (eight &>> shift) & 0xFFFF) + 0.5)
  }

  /// The index of a pixel of the list among the tile's pixels, row by row.
  @inline(__always) subscript(index: Int) -> Int {
    assert(index < count, "pixel \(index) of \(count)")
    return Int(places[index])
  }
}
