import Foundation
import LaminaGeometry
import LaminaLayers

extension PlanBuilder {
  /// Filters what is behind a layer, inside its outline.
  ///
  /// Everything that was drawn so far into the picture that the layer is part of becomes a pass, which is put back where
  /// it was; the filters read that pass too, and what they make of it takes its place inside the layer's outline.
  ///
  /// - Returns: The operation that does so, to be the first of the layer; `nil` where nothing is behind.
  /// - Conformance: GROUP-4, PAINT-1
  mutating func filteredBackground(
    _ filters: [LayerFilter], of look: LayerLook, isInGroup: Bool
  ) -> CompositeOperation? {
    guard !look.outline.isEmpty, let extent = BoxExtent(of: look.outline.box, on: look.plane, limit: look.limit),
      let shape = ShapeGeometry(
        plane: look.plane, outline: look.outline, antialiased: look.antialiased, near: extent.pixelBounds)
    else { return nil }
    let points = look.plane.pointsPerPixel(
      at: SIMD2(
        Double(extent.pixelBounds.minX + extent.pixelBounds.maxX),
        Double(extent.pixelBounds.minY + extent.pixelBounds.maxY)) / 2)
    let scale = 1 / (points.x * points.y).squareRoot()
    guard scale > 0, scale.isFinite else { return nil }
    var margin = Int32(0)
    for case .blur(let sigma) in filters {
      margin += Int32(min((sigma * scale * Double(BlurOperation.reach)).rounded(.up), 0x1p20)) + 2
    }
    let wanted = extent.pixelBounds
    let room = pictureRegion
    let needed = wanted.grown(by: margin).intersection(room)
    guard let behind = takeBackdrop(around: needed) else { return nil }
    var composite = CompositeOperation(
      source: -1, pixelBounds: wanted, opacity: 1,
      clip: addLink(ClipShape(shape: shape, parent: -1), parent: look.clip),
      node: look.node)
    var picture = Picture(members: [])
    picture.members = [
      .composite(
        CompositeOperation(
          source: behind, pixelBounds: needed.intersection(passes[Int(behind)].region), opacity: 1, clip: -1,
          node: look.node))
    ]
    if open.allSatisfy({ $0.group == nil }), clear.w > 0 {
      picture.members = [
        .composite(
          CompositeOperation(
            source: addPass(picture.members, region: needed, format: nil, clear: clear), pixelBounds: needed,
            opacity: 1, clip: -1, node: look.node))
      ]
    }
    apply(filters, to: &picture, scale: scale, wanted: wanted, extendsEdges: true, node: look.node)
    guard !picture.members.isEmpty else { return nil }
    composite.source = pass(of: picture, region: wanted, format: picture.colors.isEmpty ? nil : .rgba16Float)
    composite.colors = addColors(picture.colors)
    if !isInGroup {
      // What is behind is replaced, not covered: that shows where it is translucent.
      composite.blend = .copy
      composite.outline = composite.clip
    }
    return composite
  }

  /// Makes a pass of what was drawn so far into the picture that is being drawn into, and draws it there instead.
  ///
  /// - Parameter needed: The pixels that will be read.
  private mutating func takeBackdrop(around needed: PixelRect) -> Int32? {
    let first = pictureStart
    let behind = Array(operations[first...])
    let touched = behind.reduce(PixelRect.empty) { $0.union($1.pixelBounds) }.intersection(pictureRegion)
    guard !touched.isEmpty else { return nil }
    operations.removeSubrange(first...)
    let pass = addPass(behind, region: touched, format: nil)
    operations.append(
      .composite(CompositeOperation(source: pass, pixelBounds: touched, opacity: 1, clip: -1, node: -1)))
    isolateInnermostGroup()
    return pass
  }

  /// The pixels that the picture may hold that is being drawn into.
  private var pictureRegion: PixelRect {
    treatments.last { $0.capture != nil && $0.maskStart == nil }?.capture?.wanted ?? region
  }

  /// Where the operations of the picture begin that is being drawn into: that of the innermost open group, or of its
  /// mask.
  private var pictureStart: Int {
    guard let around = open.last(where: { $0.group != nil }), let group = around.group else { return 0 }
    if group.isTreated, let start = treatments.last?.maskStart { return start }
    return group.firstOperation
  }
}
