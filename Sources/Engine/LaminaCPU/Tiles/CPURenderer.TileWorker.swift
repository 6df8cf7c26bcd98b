// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaSystem

extension CPURenderer {
  /// Draws tiles of one pass, one at a time; each thread has its own.
  ///
  /// A tile is 64 pixels wide, so that one word holds a bit for each pixel of a row. It is drawn in three steps:
  ///
  ///     1. front to back   opaque inner polygons: claim the pixels not claimed yet, and shade only these;
  ///                        ends when all are claimed; operations behind are not visited
  ///     2. back to front   everything that blends: skips pixels claimed by an operation in front
  ///     3. out             float colours to the target, rounded once
  ///
  /// Colours are kept as premultiplied floats, 0...255, so layers add up without rounding. Only pixels that something
  /// is drawn on have colours; all others are the tile's ground, which goes to the target as bytes. A tile that one
  /// opaque plain box covers, or nothing, is filled without any of this.
  struct TileWorker {
    /// Pixels of one row that an opaque operation claimed in step 1.
    struct Claim: BitwiseCopyable {
      var pixels: UInt64
      var row: Int32
      /// The operation's place in the tile's list.
      var place: Int32
    }

    let pass: PreparedPass
    let bins: TileBins
    let target: PixelTarget
    let isDepthFirst: Bool
    let meter: LimitMeter
    let operations: UnsafeBufferPointer<PreparedOperation>
    private let scratch: Scratch

    /// The content of the tile where nothing else is drawn on it; one value.
    let ground: Row<TileGround>
    /// For each row, the pixels whose colours are in `colors`; all others show the ground.
    let touched: Row<UInt64>
    /// The tile's colours, row by row.
    private let colors: Row<PixelColor>
    /// For each row, the pixels that are hidden from the current operation, and the pixels outside the tile.
    let hidden: Row<UInt64>
    /// For each row, the pixels inside the polygon examined last: inner and outer.
    let innerMasks: Row<UInt64>
    let outerMasks: Row<UInt64>
    /// For each row, the pixels that the clips examined last leave whole.
    let uncutMasks: Row<UInt64>
    /// Space for lists of pixels that are measured together, at any place of the tile.
    let places: Row<UInt32>
    let placesInClips: Row<UInt32>
    /// The claims of step 1; at most one for each pixel.
    let claims: Row<Claim>
    /// The picture's colours for one run of pixels.
    let run: Row<PixelColor>
    /// The colours of a surface's pixels along one row, mixed from two of its rows.
    let surfaceRow: Row<PixelColor>
    /// The alpha of a silhouette's pixels along one row, mixed from two of its rows.
    let surfaceAlphas: Row<Float>
    /// The shares of the colour, and behind them the shares of the border, for eight pixels.
    let weights: Row<Float>
    /// Scratch of the sampling of pictures.
    let words: Row<UInt32>
    /// Tables of coverage in the colours met last.
    let inks: InkTables

    init(pass: PreparedPass, bins: TileBins, target: PixelTarget, isDepthFirst: Bool, meter: LimitMeter) {
      self.pass = pass
      self.bins = bins
      self.target = target
      (self.isDepthFirst, self.meter) = (isDepthFirst, meter)
      operations = pass.operations
      scratch = Scratch()
      colors = scratch.colors.row
      hidden = scratch.hidden.row
      innerMasks = scratch.innerMasks.row
      outerMasks = scratch.outerMasks.row
      uncutMasks = scratch.uncutMasks.row
      places = scratch.places.row
      placesInClips = scratch.placesInClips.row
      touched = scratch.touched.row
      ground = scratch.ground.row
      claims = scratch.claims.row
      run = scratch.run.row
      surfaceRow = scratch.surfaceRow.row
      surfaceAlphas = scratch.surfaceAlphas.row
      weights = scratch.weights.row
      words = scratch.words.row
      inks = scratch.inks
    }

    /// The memory behind the rows.
    private final class Scratch {
      let colors = PlainBuffer<PixelColor>(count: Tile.maximumWidth * Tile.maximumHeight)
      let hidden = PlainBuffer<UInt64>(count: Tile.maximumHeight)
      let innerMasks = PlainBuffer<UInt64>(count: Tile.maximumHeight)
      let outerMasks = PlainBuffer<UInt64>(count: Tile.maximumHeight)
      let uncutMasks = PlainBuffer<UInt64>(count: Tile.maximumHeight)
      let places = PlainBuffer<UInt32>(count: ScatteredPixels.room)
      let placesInClips = PlainBuffer<UInt32>(count: ScatteredPixels.room)
      let touched = PlainBuffer<UInt64>(count: Tile.maximumHeight)
      let ground = PlainBuffer<TileGround>(count: 1)
      let claims = PlainBuffer<Claim>(count: Tile.maximumWidth * Tile.maximumHeight)
      let run = PlainBuffer<PixelColor>(count: Tile.maximumWidth)
      let surfaceRow = PlainBuffer<PixelColor>(count: Tile.maximumWidth + 4)
      let surfaceAlphas = PlainBuffer<Float>(count: Tile.maximumWidth + 4)
      let weights = PlainBuffer<Float>(count: 16)
      let words = PlainBuffer<UInt32>(count: WeightedSampling.scratchWords)
      let inks = InkTables()
    }

    /// An operation of the pass.
    @inline(__always) func operation(_ index: Int32) -> UnsafePointer<PreparedOperation> {
      assert(operations.indices.contains(Int(index)), "operation \(index) of \(operations.count)")
      return operations.baseAddress.unsafelyUnwrapped + Int(index)
    }

    /// The colours of a row of the tile.
    @inline(__always) func colorLine(_ row: Int) -> Row<PixelColor> {
      assert(0..<Tile.maximumHeight ~= row, "row \(row) of \(Tile.maximumHeight)")
      return colors.from(row &* Tile.maximumWidth)
    }

    /// Draws one tile.
    ///
    /// - Parameter laid: The pixel that already fills the tile in the target; `nil` if unknown.
    /// - Returns: Whether every pixel of the tile is opaque.
    func draw(_ index: Int, over laid: UInt32?) -> Bool {
      let tile = bins.grid.tile(index)
      let list = bins.operations(of: index)
      if let isOpaque = drawPlainly(tile, list, isClosed: bins.isClosed(index), over: laid) { return isOpaque }

      ground[0] = findGround(of: tile, list, isClosed: bins.isClosed(index))
      if let isOpaque = drawSeparateTexels(tile, list, over: laid) { return isOpaque }
      for row in 0..<tile.height {
        hidden[row] = ~ground[0].inside
        touched[row] = 0
      }
      var (first, claimCount) = (ground[0].place + 1, 0)
      if isDepthFirst { (first, claimCount) = claimFrontToBack(tile, list, behind: first) }
      for place in first..<max(first, list.count) {
        // A tile with very many layers takes as long as a whole picture, so the time limit is checked inside it.
        if place & 63 == 63, meter.isOutOfTime("drawing") { break }
        draw(operation(list[place]), tile)
        // All further operations lie in front of this one, so its own pixels are no longer hidden.
        while claimCount > 0, claims[claimCount - 1].place == place {
          claimCount -= 1
          hidden[Int(claims[claimCount].row)] &= ~claims[claimCount].pixels
        }
      }
      return store(tile, over: laid)
    }

    /// Runs step 2 for one operation.
    @inline(__always) private func draw(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) {
      switch operation.pointee.kind {
      case .box: drawBox(operation, tile)
      case .shadow: drawShadow(operation, tile)
      case .composite: drawComposite(operation, tile)
      case .particles: drawParticles(operation, tile)
      case .surface: drawSurface(operation, tile)
      case .nothing: break
      }
    }

    /// Step 1: draws opaque inner polygons, front to back.
    ///
    /// - Parameter last: The index in the list at which step 1 ends: after the operations that the ground shows.
    /// - Returns: The index in the list at which step 2 begins, because everything behind is hidden; and the number of
    ///   claims.
    private func claimFrontToBack(
      _ tile: Tile, _ list: UnsafeBufferPointer<Int32>, behind last: Int
    ) -> (first: Int, claimCount: Int) {
      var open = tile.width * tile.height
      var claimCount = 0
      for place in stride(from: list.count - 1, through: last, by: -1) {
        let operation = self.operation(list[place])
        guard operation.pointee.isInnerOpaque else { continue }
        let box = operation.pointee.box
        guard let (rows, columns) = Self.part(of: tile, inside: operation.pointee.bounds) else { continue }
        box.pointee.inner.fillMasks(
          rows: rows, tileX: Float(tile.x), tileY: Float(tile.y), masks: innerMasks)
        for row in rows {
          let claimed = innerMasks[row] & columns & ~hidden[row]
          guard claimed != 0 else { continue }
          shadeOpaque(box, claimed, tile: tile, row: row)
          hidden[row] |= claimed
          claims[claimCount] = Claim(
            pixels: claimed, row: Int32(truncatingIfNeeded: row), place: Int32(truncatingIfNeeded: place))
          claimCount += 1
          open -= claimed.nonzeroBitCount
        }
        if open == 0 { return (place, claimCount) }
      }
      return (last, claimCount)
    }

    /// The rows of a tile, and the columns as bits, that lie in `bounds`.
    @inline(__always) static func part(of tile: Tile, inside bounds: PixelRect) -> (rows: Range<Int>, columns: UInt64)?
    {
      let firstRow = max(Int(bounds.minY) &- tile.y, 0)
      let endRow = min(Int(bounds.maxY) &- tile.y, tile.height)
      let firstColumn = max(Int(bounds.minX) &- tile.x, 0)
      let endColumn = min(Int(bounds.maxX) &- tile.x, tile.width)
      guard firstRow < endRow, firstColumn < endColumn else { return nil }
      let columns = PreparedPolygon.mask(
        from: Int32(truncatingIfNeeded: firstColumn), to: Int32(truncatingIfNeeded: endColumn))
      return (firstRow..<endRow, columns)
    }

    /// Takes the first run of neighbouring pixels out of a row's mask.
    @inline(__always) static func takeRun(_ pixels: inout UInt64) -> (start: Int, count: Int)? {
      guard pixels != 0 else { return nil }
      let start = pixels.trailingZeroBitCount
      let count = (~(pixels &>> UInt64(truncatingIfNeeded: start))).trailingZeroBitCount
      // Adding the lowest bit carries through the run of bits and clears it.
      let carried = pixels &+ (1 &<< UInt64(truncatingIfNeeded: start))
      pixels &= carried
      return (start, count)
    }
  }
}

/// The content of a tile where nothing is drawn: one colour, or the pixels of an earlier pass.
struct TileGround: BitwiseCopyable {
  /// Premultiplied, 0...255; used if there is no `source`.
  var color: PixelColor
  /// A pass that is copied pixel for pixel.
  var source: PixelSource?
  /// The index in the tile's list of the operation that makes the ground, or -1 for the pass's clear colour.
  var place = -1
  /// The columns of the tile.
  var inside: UInt64
}

extension CPURenderer.TileWorker {
  /// The ground of a tile: its first operation if that is one colour, or an unchanged earlier pass.
  func findGround(of tile: Tile, _ list: UnsafeBufferPointer<Int32>, isClosed: Bool) -> TileGround {
    let inside = PreparedPolygon.mask(from: 0, to: Int32(truncatingIfNeeded: tile.width))
    var ground = TileGround(color: pass.clear, inside: inside)
    guard !list.isEmpty else { return ground }
    let operation = self.operation(list[0])
    if isClosed, operation.pointee.kind == .box {
      let box = operation.pointee.box
      if box.pointee.hasPlainInner { (ground.color, ground.place) = (box.pointee.innerColor, 0) }
    } else if let source = wholeSource(operation, tile) {
      (ground.source, ground.place) = (source, 0)
    }
    return ground
  }

  /// The pass that an operation draws unchanged over the whole tile.
  func wholeSource(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) -> PixelSource? {
    guard operation.pointee.kind == .composite, pass.clear == .zero else { return nil }
    let composite = operation.pointee.composite
    guard composite.pointee.isSimple, composite.pointee.clip == nil, composite.pointee.opacity >= 1,
      composite.pointee.source.layout != .alpha,
      let (rows, columns) = Self.part(of: tile, inside: operation.pointee.bounds), rows.count == tile.height,
      columns.nonzeroBitCount == tile.width
    else { return nil }
    return composite.pointee.source
  }

  /// Prepares pixels of a row to be drawn onto: pixels that show the ground get its colour.
  ///
  /// Four neighbours at a time, so that few runs are short when the row is stored.
  @inline(__always) func touch(_ pixels: UInt64, _ tile: Tile, row: Int) {
    let missing = Self.quadruples(pixels) & ground[0].inside & ~touched[row]
    if missing != 0 { lay(missing, tile, row: row) }
  }

  /// Prepares pixels that will certainly be replaced: only their neighbours get the ground's colour.
  @inline(__always) func touchReplaced(_ pixels: UInt64, _ tile: Tile, row: Int) {
    let missing = Self.quadruples(pixels) & ground[0].inside & ~touched[row]
    touched[row] |= pixels
    if missing & ~pixels != 0 { lay(missing & ~pixels, tile, row: row) }
  }

  /// All pixels of the groups of four that contain one of `pixels`.
  @inline(__always) private static func quadruples(_ pixels: UInt64) -> UInt64 {
    let pairs = pixels | (pixels &>> 1)
    return ((pairs | (pairs &>> 2)) & 0x1111_1111_1111_1111) &* 15
  }

  @inline(never) private func lay(_ pixels: UInt64, _ tile: Tile, row: Int) {
    touched[row] |= pixels
    let line = colorLine(row)
    var pixels = pixels
    while let span = Self.takeRun(&pixels) {
      guard let source = ground[0].source else {
        line.from(span.start).fill(span.count, with: ground[0].color)
        continue
      }
      let pixels = source.row(x: tile.x + span.start, y: tile.y + row)
      for index in 0..<span.count { line[span.start &+ index] = pixels[index] }
    }
  }

  /// Step 3: rounds the drawn pixels into the target, and writes the ground everywhere else.
  ///
  /// - Parameter laid: The pixel that already fills the tile in the target, if any.
  /// - Returns: Whether all pixels are opaque.
  func store(_ tile: Tile, over laid: UInt32?) -> Bool {
    let inside = ground[0].inside
    guard target.layout == .bytes else {
      for row in 0..<tile.height {
        touch(inside, tile, row: row)
        target.store(colorLine(row), count: tile.width, x: tile.x, y: tile.y + row)
      }
      return false
    }
    let plain = PixelTarget.pixel(ground[0].color)
    var all = UInt32.max
    for row in 0..<tile.height {
      let line = colorLine(row)
      let out = target.row(UInt32.self, x: tile.x, y: tile.y + row)
      var drawn = touched[row]
      if drawn != inside {
        if let source = ground[0].source {
          all &= copy(source, inside & ~drawn, tile, row: row, to: out)
        } else {
          if plain != laid { out.fill(tile.width, with: plain) }
          all &= UInt32(littleEndian: plain)
        }
      }
      while let span = Self.takeRun(&drawn) {
        all &= PixelTarget.quantize(line.from(span.start), count: span.count, into: out.from(span.start))
      }
    }
    return all >= 0xFF00_0000
  }

  /// Copies pixels of one row from an earlier pass.
  ///
  /// - Returns: All pixels, as little-endian words, combined by `and`.
  private func copy(
    _ source: PixelSource, _ pixels: UInt64, _ tile: Tile, row: Int, to out: Row<UInt32>
  ) -> UInt32 {
    var all = UInt32.max
    var pixels = pixels
    while let span = Self.takeRun(&pixels) {
      let (source, place) = (source.row(x: tile.x + span.start, y: tile.y + row), out.from(span.start))
      if source.layout == .floats {
        all &= PixelTarget.quantize(source, count: span.count, into: place)
        continue
      }
      // A pass that continues another one draws into its pixels.
      place.copy(source.texels, bytes: 4 * span.count)
      for index in 0..<span.count { all &= UInt32(littleEndian: place[index]) }
    }
    return all
  }
}

extension CPURenderer.TileWorker {
  /// Draws a tile that needs no blending: an empty tile, or a tile covered by one opaque box without a picture or with
  /// a picture that is copied texel for pixel.
  ///
  /// - Parameter laid: The pixel that already fills the tile in the target, if any.
  /// - Returns: Whether every pixel is opaque; `nil` if the tile is not of this kind, and nothing is drawn.
  func drawPlainly(
    _ tile: Tile, _ list: UnsafeBufferPointer<Int32>, isClosed: Bool, over laid: UInt32?
  ) -> Bool? {
    guard target.layout == .bytes else { return nil }
    if list.isEmpty {
      fill(tile, with: pass.clear, over: laid)
      return PixelTarget.bytes(pass.clear).w == 255
    }
    if list.count == 1, let isOpaque = copyPass(tile, operation(list[0])) { return isOpaque }
    guard isClosed, list.count == 1 else { return nil }
    return drawPlainly(tile, covered: operation(list[0]).pointee.box, over: laid)
  }

  /// Draws a tile, of any width, that one opaque box covers.
  ///
  /// - Parameter laid: The pixel that already fills the tile in the target, if any.
  /// - Returns: Whether every pixel is opaque; `nil` if the box is neither of one colour nor a copied picture.
  func drawPlainly(_ tile: Tile, covered box: UnsafePointer<PreparedBox>, over laid: UInt32?) -> Bool? {
    if box.pointee.hasPlainInner {
      fill(tile, with: box.pointee.innerColor, over: laid)
      return PixelTarget.bytes(box.pointee.innerColor).w == 255
    }
    guard let picture = copiedPicture(of: box), copy(picture, tile) else { return nil }
    return true
  }

  /// The picture that a box shows with one opaque texel for each pixel, if it does.
  func copiedPicture(of box: UnsafePointer<PreparedBox>) -> UnsafePointer<PreparedPicture>? {
    guard box.pointee.gradient == nil, !box.pointee.isTinted, let picture = box.pointee.picture,
      picture.pointee.kind == .copy, picture.pointee.isOpaque
    else { return nil }
    return picture
  }

  /// Copies the unchanged pixels of an earlier pass, if the tile shows nothing else.
  private func copyPass(_ tile: Tile, _ operation: UnsafePointer<PreparedOperation>) -> Bool? {
    guard let source = wholeSource(operation, tile), source.layout == .bytes else { return nil }
    var all = UInt32.max
    for row in 0..<tile.height {
      let out = target.row(UInt32.self, x: tile.x, y: tile.y + row)
      // A pass that continues another one draws into its pixels.
      out.copy(source.row(x: tile.x, y: tile.y + row).texels, bytes: 4 * tile.width)
      for column in 0..<tile.width { all &= out[column] }
    }
    return UInt32(littleEndian: all) >= 0xFF00_0000
  }

  /// - Parameter laid: The pixel that already fills the tile in the target, if any.
  func fill(_ tile: Tile, with color: PixelColor, over laid: UInt32?) {
    let pixel = PixelTarget.pixel(color)
    guard pixel != laid else { return }
    for row in 0..<tile.height {
      target.row(UInt32.self, x: tile.x, y: tile.y + row).fill(tile.width, with: pixel)
    }
  }

  /// Fails if a row reaches over the picture's limits; then some rows may have been written, which is harmless.
  private func copy(_ picture: UnsafePointer<PreparedPicture>, _ tile: Tile) -> Bool {
    for row in 0..<tile.height {
      guard
        let texels = picture.pointee.first.contiguousTexels(x: tile.x, y: tile.y + row, count: tile.width)
      else { return false }
      target.row(UInt32.self, x: tile.x, y: tile.y + row).copy(texels, bytes: 4 * tile.width)
    }
    return true
  }
}

// Rows of tiles that are of one colour or copies of pictures in most places. Processors write memory from one end to
// the other three times as fast as tile by tile, so plain tiles are written pixel row by pixel row.

/// A row of tiles of which most are plain.
struct PlainRow {
  /// The pixel that fills most of three quarters of the row's tiles, with which the row is filled first; `nil` if there
  /// is none.
  let laid: UInt32?
}

extension CPURenderer.TileWorker {
  /// The plain content of a row of tiles; `nil` where more than a quarter of its tiles are not plain.
  func plainRow(_ tiles: Range<Int>) -> PlainRow? {
    let pixel = plainPixel(of: tiles.lowerBound) ?? plainPixel(of: tiles.upperBound - 1)
    var (others, unlaid) = (0, 0)
    for tile in tiles {
      if let pixel, plainPixel(of: tile) == pixel { continue }
      unlaid += 1
      if !isPlainRunPart(tile) { others += 1 }
      if 4 * others > tiles.count { return nil }
    }
    return PlainRow(laid: 4 * unlaid > tiles.count ? nil : pixel)
  }

  /// The pixel of a tile of one colour, possibly with texts and lines on it; `nil` for other tiles.
  private func plainPixel(of index: Int) -> UInt32? {
    let list = bins.operations(of: index)
    let ground = findGround(of: bins.grid.tile(index), list, isClosed: bins.isClosed(index))
    guard ground.source == nil else { return nil }
    for place in (ground.place + 1)..<max(ground.place + 1, list.count) {
      let operation = self.operation(list[place])
      guard operation.pointee.kind == .box, mayBeBlank(operation.pointee.box) else { return nil }
    }
    return PixelTarget.pixel(ground.color)
  }

  /// Whether one opaque box covers a whole tile, with one colour or a picture texel for pixel.
  private func isPlainRunPart(_ tile: Int) -> Bool {
    let list = bins.operations(of: tile)
    guard list.count == 1, bins.isClosed(tile), operation(list[0]).pointee.kind == .box else { return false }
    let box = operation(list[0]).pointee.box
    return box.pointee.hasPlainInner || copiedPicture(of: box) != nil
  }

  /// Draws neighbouring tiles that one box covers, as one wide tile.
  ///
  /// - Parameters:
  ///   - tiles: The first tile, and the tiles that may be drawn with it.
  ///   - laid: The pixel that already fills all of them in the target, if any.
  /// - Returns: The number of drawn tiles, and whether they are opaque; `nil` where none was drawn, since fewer than
  ///   two can be drawn together, or the picture does not reach over all of them.
  func drawPlainRun(_ tiles: Range<Int>, over laid: UInt32?) -> (count: Int, isOpaque: Bool)? {
    guard isPlainRunPart(tiles.lowerBound) else { return nil }
    let list = bins.operations(of: tiles.lowerBound)
    var end = tiles.lowerBound + 1
    while end < tiles.upperBound, bins.isClosed(end), bins.operations(of: end).count == 1,
      bins.operations(of: end)[0] == list[0]
    {
      end += 1
    }
    let count = end - tiles.lowerBound
    guard count > 1 else { return nil }
    var wide = bins.grid.tile(tiles.lowerBound)
    let last = bins.grid.tile(end - 1)
    wide.width = last.x + last.width - wide.x
    return drawPlainly(wide, covered: operation(list[0]).pointee.box, over: laid).map { (count, $0) }
  }
}
