// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders

extension GPURenderer {
  /// A box while its instances are added: the operation in place, and values that several of its parts need.
  struct LoweredBox {
    let box: UnsafePointer<BoxOperation>
    /// The inner polygon in target pixels; empty if there is none.
    let inner: UnsafeBufferPointer<SIMD2<Float>>
    /// Whether the inner polygon is all pixels of the box.
    let isFilled: Bool
    /// The inner polygon, if it is an upright rectangle.
    private let upright: UprightPolygon?
    let picture: PlacedPicture?
    /// The affine map of the texels of the picture, if there is one.
    let texels: AffineTexels?
    /// The place of the gradient, if the box shows one.
    let gradient: Int32?
    /// The place of the record of the box, once it is written.
    fileprivate var record: Int32?

    fileprivate init(
      _ box: UnsafePointer<BoxOperation>, _ inner: UnsafeBufferPointer<SIMD2<Float>>, _ picture: PlacedPicture?,
      _ gradient: Int32?
    ) {
      (self.box, self.inner, self.picture, self.gradient) = (box, inner, picture, gradient)
      upright = UprightPolygon(inner)
      isFilled = upright?.holds(box.pointee.pixelBounds) ?? false
      texels = picture == nil ? nil : AffineTexels(atAnyLevel: box)
    }

    /// A large upright rectangle of pixels of the inner polygon.
    var uprightRectangle: PixelRect { (upright?.pixels ?? inner.uprightRectangle).intersection(bounds) }

    /// Whether every pixel of the inner polygon hides the pixels behind it, and there is at least one such pixel.
    var hidesBehind: Bool { box.pointee.isInnerOpaque && !inner.isEmpty }

    var bounds: PixelRect { box.pointee.pixelBounds }
  }
}

extension GPURenderer.FrameBuilder {
  typealias LoweredBox = GPURenderer.LoweredBox

  /// Looks up the values of a box that several of its parts need.
  @inline(__always) func lowered(_ box: UnsafePointer<BoxOperation>) -> LoweredBox {
    let gradient = box.pointee.gradient.index
    return LoweredBox(
      box, box.innerPolygon(in: vertices), pictures[box.pointee.image],
      gradients.indices.contains(gradient) ? gradients[gradient] : nil)
  }

  /// Adds the opaque interior of a box, by the simplest shader that can draw it, and removes the last one if this hides
  /// it.
  ///
  /// - Parameter depth: Clip space.
  mutating func addInterior(of box: inout LoweredBox, depth: Float) {
    if let last = lastInterior, last.interior.isSame(as: OpaqueInterior(box.inner, in: box.bounds)) {
      lists.interiors[last.kind.rawValue].remove(from: last.first)
      lastInterior = nil
    }
    switch box.box.interior(hasPicture: box.picture != nil, hasGradient: box.gradient != nil, texels: box.texels) {
    case .plain(let color): addInterior(of: &box, .fill, fill(color, depth: depth))
    case .gradient: addInterior(of: &box, .gradient, depth: depth)
    case .general: addInterior(of: &box, .general, depth: depth)
    case .texels(let texels):
      guard let picture = box.picture else { return }
      if box.isFilled, showsTexels(&box, texels) {
        noteInterior(of: box, .texels)
        _ = addTexels(of: &box, texels, in: box.bounds, interior: .texels, depth: depth)
      } else if !texels.hasLevels {
        addInterior(of: &box, .picture, interior(of: box.box, texels, picture, depth: depth))
      } else if texels.isInOnePiece(picture) {
        addInterior(of: &box, .levels, interior(of: box.box, texels, picture, depth: depth))
      } else {
        addInterior(of: &box, .general, depth: depth)
      }
    }
  }

  private mutating func addInterior(of box: inout LoweredBox, _ kind: InteriorKind, depth: Float) {
    let instance = instance(of: &box, depth: depth)
    addInterior(of: &box, kind, instance)
  }

  /// Adds the polygon of the pixels that a box covers wholly; for a box that fills its pixels, exactly these pixels:
  /// devices round vertices to 1/256 of a pixel, which moves edges next to a pixel's centre across it.
  private mutating func addInterior(of box: inout LoweredBox, _ kind: InteriorKind, _ instance: Instance) {
    var instance = instance
    noteInterior(of: box, kind)
    if box.isFilled {
      instance.cover(box.bounds)
      lists.interiors[kind.rawValue].append(instance)
    } else {
      lists.interiors[kind.rawValue].append(instance, piecesOf: box.inner)
    }
  }

  @inline(__always) private mutating func noteInterior(of box: LoweredBox, _ kind: InteriorKind) {
    lastInterior = (OpaqueInterior(box.inner, in: box.bounds), kind, lists.interiors[kind.rawValue].count)
  }

  private mutating func fill(_ color: SIMD4<Float>, depth: Float) -> Instance {
    var record = FillRecord()
    record.fill = color
    return Instance(record: records.add(record), depth: depth)
  }

  /// The instance of an opaque interior with a picture, all of it at one level of detail or between the same two.
  private mutating func interior(
    of box: UnsafePointer<BoxOperation>, _ texels: AffineTexels, _ picture: PlacedPicture, depth: Float
  ) -> Instance {
    var record = InteriorRecord()
    let shape = (box.pointee.shape.row0.w, box.pointee.shape.row1.w)
    record.steps = texels.steps
    record.origin = SIMD4(lowHalf: texels.atOrigin, highHalf: SIMD2(shape.0, shape.1))
    (record.limits, record.fill, record.tint) = (box.placement.limits, box.pointee.fill, box.pointee.tint)
    record.place = picture.place
    record.isNearest = texels.nearest
    record.level = min(max(texels.level ?? 0, 0), Float(picture.lastLevel))
    record.levels = picture.firstLevel
    return Instance(record: records.add(record), depth: depth)
  }

  /// Adds the part of a box outside its interior, or the whole box if its interior is not drawn separately.
  ///
  /// - Parameter depth: Clip space.
  mutating func addEdges(of box: inout LoweredBox, depth: Float) {
    let (outer, bounds) = (box.box.pointee.outer, box.bounds)
    var area = ConvexPieces.area(ofOuter: outer, bounds: bounds)
    if usesDepth, box.hidesBehind {
      if box.isFilled { return }
      area -= ConvexPieces.area(of: box.inner)
    }
    if !box.box.pointee.isInnerOpaque, box.inner.count >= 4,
      addFill(of: &box, depth: depth) || addTexels(of: &box, depth: depth)
    {
      return
    }
    let first = lists.instances.count
    addQuadrilateral(outer, cutTo: bounds, instance(of: &box, depth: depth))
    addRun(from: first, program: program(for: &box), area: area, bounds: bounds)
  }

  /// Adds a large translucent box of one colour as that colour alone, and its edges around it, on devices where the
  /// general shader of boxes has a high cost per pixel.
  ///
  /// - Returns: `false` if the box is not of this kind, and nothing was added.
  private mutating func addFill(of box: inout LoweredBox, depth: Float) -> Bool {
    guard let pixelsPerFill = profile.pixelsPerFill, strategy == .depth else { return false }
    let isWhite = box.box.pointee.isInnerWhite
    guard isWhite || (box.picture == nil && box.gradient == nil) else { return false }
    let whole = box.uprightRectangle
    guard whole.area >= pixelsPerFill else { return false }
    flushRuns()
    let color = (isWhite ? box.box.innerColor : box.box.pointee.fill) * box.box.pointee.opacity
    let firstFill = lists.instances.count
    var instance = fill(color, depth: depth)
    instance.cover(whole)
    lists.instances.append(instance)
    addBatch(.interiorFill, from: firstFill, state: blending, bounds: whole)
    addEdges(of: &box, around: whole, depth: depth)
    return true
  }

  /// Adds the part of a box around pixels that are drawn in another way.
  mutating func addEdges(of box: inout LoweredBox, around whole: PixelRect, depth: Float) {
    let (outer, bounds) = (box.box.pointee.outer, box.bounds)
    let instance = instance(of: &box, depth: depth)
    let first = lists.instances.count
    bounds.forEachPiece(around: whole) { addQuadrilateral(outer, cutTo: $0, instance) }
    addRun(from: first, program: program(for: &box), area: Float(bounds.area - whole.area), bounds: bounds)
  }

  /// Records a run of the added instances, which blend.
  ///
  /// - Parameters:
  ///   - area: The number of pixels that they may shade, roughly.
  ///   - bounds: The pixels that they may touch.
  mutating func addRun(from first: Int, program: ShaderCatalog, area: Float, bounds: PixelRect) {
    let added = first..<lists.instances.count
    guard !added.isEmpty else { return }
    if steps == nil {
      addRun(of: added, program: program, area: area, bounds: bounds)
    } else {
      steps?.append(.run(BoxRun(program: program, instances: added, area: area, bounds: bounds)))
    }
  }

  /// Records a run of some instances.
  mutating func addRun(of added: Range<Int>, program: ShaderCatalog, area: Float, bounds: PixelRect) {
    let last = lists.runs.count - 1
    guard last >= 0, lists.runs[last].program == program else {
      hasManyPrograms = hasManyPrograms || last >= 0
      return lists.runs.append(BoxRun(program: program, instances: added, area: area, bounds: bounds))
    }
    lists.runs[last].add(added, area: area, bounds: bounds)
  }

  /// Adds the quadrilateral around a box or its shadow, cut to the pixels that it may touch.
  mutating func addQuadrilateral(_ outer: SIMD8<Float>, cutTo bounds: PixelRect, _ instance: Instance) {
    var instance = instance
    guard !ConvexPieces.touchesOnly(bounds, outer) else {
      (instance.corners01, instance.corners23) = (outer.lowHalf, outer.highHalf)
      return lists.instances.append(instance)
    }
    CutQuadrilateral(outer, to: bounds).withCorners {
      $0.withUnsafeBufferPointer { lists.instances.append(instance, piecesOf: $0) }
    }
  }

  /// The instance of a box, without its corners.
  mutating func instance(of box: inout LoweredBox, depth: Float) -> Instance {
    let place = box.record ?? addRecord(of: &box)
    box.record = place
    return Instance(record: place, clip: self.place(of: box.box.pointee.clip), depth: depth)
  }

  /// Adds the record of a box.
  ///
  /// - Returns: The place of the record.
  mutating func addRecord(of box: UnsafePointer<BoxOperation>) -> Int32 {
    var lowered = lowered(box)
    return addRecord(of: &lowered)
  }

  private mutating func addRecord(of lowered: inout LoweredBox) -> Int32 {
    let box = lowered.box
    var record = BoxRecord()
    record.row0 = box.pointee.shape.row0
    record.row1 = box.pointee.shape.row1
    record.row2 = box.pointee.shape.row2
    (record.box, record.radii) = (box.pointee.shape.box, box.pointee.shape.radii)
    (record.corner, record.opacity) = (box.pointee.shape.corner, box.pointee.opacity)
    (record.fill, record.tint) = (box.pointee.fill, box.pointee.tint)
    record.borderWidth = box.pointee.borderWidth
    record.border = box.pointee.borderWidth > 0 ? box.pointee.border : .zero
    record.softEdges = Float(box.pointee.shape.softEdges)
    if let gradient = lowered.gradient {
      record.gradient = gradient
    } else if let picture = lowered.picture {
      record.picture = records.add(picture.record(of: box.placement))
    }
    return records.add(record)
  }

  /// The simplest shader that draws the whole of a box; in painter's order, the shader that can draw every box.
  @inline(__always) mutating func program(for box: inout LoweredBox) -> ShaderCatalog {
    let clip = box.box.pointee.clip
    if hasMaskingClip(clip) { return .boxMasked }
    if box.gradient != nil { return .boxGradient }
    guard strategy == .depth else { return .box }
    let hasBorder = box.box.pointee.borderWidth > 0
    guard !clip.exists else { return !hasBorder && box.picture == nil ? .boxClips : .box }
    guard !hasBorder else { return .box }
    let isLevel0 =
      box.picture == nil || box.box.placement.minification != .trilinear || box.texels?.hasLevels == false
    return isLevel0 ? .shadowPlain : .box
  }
}
