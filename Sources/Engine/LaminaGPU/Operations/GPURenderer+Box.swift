// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds the opaque interior of a box, by the simplest shader that can draw it.
  ///
  /// - Parameter depth: Clip space.
  mutating func addInterior(of box: BoxOperation, depth: Float) {
    let polygon = innerPolygon(of: box)
    switch interiorProgram(for: box) {
    case .interiorFill:
      addPolygon(polygon, fill(box.plainInterior(in: plan) ?? box.fill, depth: depth))
    case .interiorPicture:
      guard let picture = picture(of: box), let texels = AffineTexels(box) else { return }
      addPolygon(polygon, interior(of: box, texels, picture, depth: depth))
    case .boxTexels: _ = addTexels(of: box, in: box.pixelBounds, depth: depth)
    case .interiorLevels:
      guard let picture = picture(of: box), let texels = AffineTexels(atAnyLevel: box) else { return }
      addPolygon(polygon, interior(of: box, texels, picture, depth: depth))
    default: addPolygon(polygon, instance(of: box, depth: depth))
    }
  }

  /// The simplest shader that draws the interior of a box.
  func interiorProgram(for box: BoxOperation) -> ShaderCatalog {
    switch box.interior(in: plan) {
    case .plain: return .interiorFill
    case .gradient: return .interiorGradient
    case .general: return .interior
    case .texels(let texels):
      guard let picture = picture(of: box) else { return .interiorFill }
      if showsTexels(box, texels) { return .boxTexels }
      guard texels.level != nil else { return .interiorPicture }
      return texels.isInOnePiece(picture) ? .interiorLevels : .interior
    }
  }

  /// Adds a convex polygon of target pixels as instances with the same record.
  private mutating func addPolygon(_ polygon: some RandomAccessCollection<SIMD2<Float>>, _ instance: Instance) {
    var instance = instance
    ConvexPieces.forEach(of: polygon) {
      (instance.corners01, instance.corners23) = ($0, $1)
      instances.append(instance)
    }
  }

  private mutating func fill(_ color: SIMD4<Float>, depth: Float) -> Instance {
    var record = FillRecord()
    record.fill = color
    return Instance(record: records.add(record), depth: depth)
  }

  /// The instance of an opaque interior with a picture, all of it at one level of detail or between the same two.
  private mutating func interior(
    of box: BoxOperation, _ texels: AffineTexels, _ picture: PlacedPicture, depth: Float
  ) -> Instance {
    var record = InteriorRecord()
    record.steps = texels.steps
    record.origin = SIMD4(lowHalf: texels.atOrigin, highHalf: SIMD2(box.shape.row0.w, box.shape.row1.w))
    (record.limits, record.fill, record.tint) = (box.placement.limits, box.fill, box.tint)
    record.place = picture.levels[0].shaderValue
    record.isNearest = texels.isNearest ? 1 : 0
    record.level = min(max(texels.level ?? 0, 0), Float(picture.levels.count - 1))
    record.levels = picture.firstLevel
    return Instance(record: records.add(record), depth: depth)
  }

  /// Adds the part of a box outside its interior, or the whole box if its interior is not drawn separately.
  ///
  /// - Parameter depth: Clip space.
  mutating func addEdges(of box: BoxOperation, depth: Float) {
    var area = ConvexPieces.area(ofOuter: box.outer, bounds: box.pixelBounds)
    if usesDepth, box.isInnerOpaque, box.innerCount >= 3 {
      let polygon = box.innerPolygon(in: plan)
      if polygon.isRectangle(covering: box.pixelBounds) { return }
      area -= ConvexPieces.area(of: polygon)
    }
    if addFill(of: box, depth: depth) || addTexels(of: box, depth: depth) { return }
    let first = instances.count
    addQuadrilateral(box.outer, cutTo: box.pixelBounds, instance(of: box, depth: depth))
    addRun(from: first, program: program(for: box), area: area, bounds: box.pixelBounds)
  }

  /// Adds a large translucent box of one colour as that colour alone, and its edges around it, on devices where the
  /// general shader of boxes has a high cost per pixel.
  ///
  /// - Returns: `false` if the box is not of this kind, and nothing was added.
  private mutating func addFill(of box: BoxOperation, depth: Float) -> Bool {
    guard let pixelsPerFill = profile.pixelsPerFill, strategy == .depth, !box.isInnerOpaque, box.innerCount >= 4,
      box.isInnerWhite || (picture(of: box) == nil && gradient(of: box) == nil)
    else { return false }
    let vertices = box.innerPolygon(in: plan)
    let whole = ConvexPolygon(vertices.map { SIMD2<Double>($0) }).uprightRectangle.intersection(box.pixelBounds)
    guard whole.area >= pixelsPerFill else { return false }
    flushRuns()
    let color = (box.isInnerWhite ? box.innerColor : box.fill) * box.opacity
    let firstFill = instances.count
    let (low, high) = (SIMD2(Float(whole.minX), Float(whole.minY)), SIMD2(Float(whole.maxX), Float(whole.maxY)))
    addPolygon([low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)], fill(color, depth: depth))
    addBatch(.interiorFill, from: firstFill, state: blending)
    addEdges(of: box, around: whole, depth: depth)
    return true
  }

  /// Adds the part of a box around pixels that are drawn in another way.
  mutating func addEdges(of box: BoxOperation, around whole: PixelRect, depth: Float) {
    let corners = ConvexPieces.corners(ofOuter: box.outer)
    var instance = instance(of: box, depth: depth)
    let first = instances.count
    ConvexPieces.forEach(of: corners, in: box.pixelBounds, around: whole) {
      (instance.corners01, instance.corners23) = ($0, $1)
      instances.append(instance)
    }
    addRun(
      from: first, program: program(for: box), area: Float(box.pixelBounds.area - whole.area), bounds: box.pixelBounds)
  }

  /// Records a run of the added instances, which blend.
  ///
  /// - Parameters:
  ///   - area: The number of pixels that they may shade, roughly.
  ///   - bounds: The pixels that they may touch.
  mutating func addRun(from first: Int, program: ShaderCatalog, area: Float, bounds: PixelRect) {
    guard instances.count > first else { return }
    hasManyPrograms = hasManyPrograms || runs.last.map { $0.program != program } ?? false
    runs.append(BoxRun(program: program, instances: first..<instances.count, area: area, bounds: bounds))
  }

  /// Adds the quadrilateral around a box or its shadow, cut to the pixels that it may touch.
  mutating func addQuadrilateral(_ outer: SIMD8<Float>, cutTo bounds: PixelRect, _ instance: Instance) {
    guard Self.isWithin(outer, bounds) else {
      addPolygon(ConvexPieces.clip(ConvexPieces.corners(ofOuter: outer), to: bounds), instance)
      return
    }
    var instance = instance
    (instance.corners01, instance.corners23) = (outer.lowHalf, outer.highHalf)
    instances.append(instance)
  }

  /// The place of a clip; -1 for none, and for a clip that does not exist.
  func place(of clip: ClipHandle) -> Int32 { plan.clips.holds(clip) ? RecordTable.place(of: clip) : -1 }

  private static func isWithin(_ outer: SIMD8<Float>, _ bounds: PixelRect) -> Bool {
    let (xs, ys) = (outer.evenHalf, outer.oddHalf)
    return xs.min() >= Float(bounds.minX) && xs.max() <= Float(bounds.maxX) && ys.min() >= Float(bounds.minY)
      && ys.max() <= Float(bounds.maxY)
  }

  /// The instance of a box, without its corners.
  mutating func instance(of box: BoxOperation, depth: Float) -> Instance {
    var record = BoxRecord()
    (record.row0, record.row1, record.row2) = (box.shape.row0, box.shape.row1, box.shape.row2)
    (record.box, record.radii, record.corner) = (box.shape.box, box.shape.radii, box.shape.corner)
    (record.fill, record.tint) = (box.fill, box.tint)
    record.border = box.borderWidth > 0 ? box.border : .zero
    (record.borderWidth, record.opacity) = (box.borderWidth, box.opacity)
    var softEdges = 0
    for edge in 0..<4 where box.shape.antialiased[edge] != 0 { softEdges |= 1 << edge }
    record.softEdges = Float(softEdges)
    if let gradient = gradient(of: box) {
      record.gradient = gradient
    } else if let picture = picture(of: box) {
      record.picture = records.add(picture.record(of: box.placement))
    }
    return Instance(record: records.add(record), clip: place(of: box.clip), depth: depth)
  }

  /// The simplest shader that draws the whole of a box; in painter's order, the shader that can draw every box.
  func program(for box: BoxOperation) -> ShaderCatalog {
    if hasMaskingClip(box.clip) { return .boxMasked }
    if gradient(of: box) != nil { return .boxGradient }
    guard strategy == .depth else { return .box }
    guard !box.clip.exists else {
      return box.borderWidth == 0 && picture(of: box) == nil ? .boxClips : .box
    }
    guard box.borderWidth <= 0 else { return .box }
    let isLevel0 = box.placement.minification != .trilinear || picture(of: box) == nil || AffineTexels(box) != nil
    return isLevel0 ? .shadowPlain : .box
  }

  /// The polygon of the pixels that a box covers wholly; for a box that fills its pixels, exactly these pixels: devices
  /// round vertices to 1/256 of a pixel, which moves edges next to a pixel's centre across it.
  private func innerPolygon(of box: BoxOperation) -> ArraySlice<SIMD2<Float>> {
    let polygon = box.innerPolygon(in: plan)
    guard polygon.isRectangle(covering: box.pixelBounds) else { return polygon }
    let bounds = box.pixelBounds
    let (low, high) = (SIMD2(Float(bounds.minX), Float(bounds.minY)), SIMD2(Float(bounds.maxX), Float(bounds.maxY)))
    return [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
  }
}
