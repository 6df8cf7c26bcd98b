import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// What can be set on objects, class by class. A property is one line: its name in documents, how its value is
/// read, where it goes.
///
/// - Conformance: caml.md 1.4
enum PropertyTables {
  typealias LayerBinding = PropertyBinding<CALayer>

  /// What every layer has.
  static let layer: [LayerBinding] = geometry + appearance + contents + effects + timing(of: CALayer.self) + keyPaths

  private static let geometry: [LayerBinding] = [
    LayerBinding("bounds", ValueReaders.rect) { $0.bounds = $1 },
    LayerBinding("frame", ValueReaders.rect) { $0.frame = $1 },
    LayerBinding("position", ValueReaders.point) { $0.position = $1 },
    LayerBinding("anchorPoint", ValueReaders.point) { $0.anchorPoint = $1 },
    LayerBinding("anchorPointZ", ValueReaders.double) { $0.anchorPointZ = $1 },
    LayerBinding("zPosition", ValueReaders.double) { $0.zPosition = $1 },
    LayerBinding("transform", ValueReaders.transform) { $0.transform = $1 },
    LayerBinding("sublayerTransform", ValueReaders.transform) { $0.sublayerTransform = $1 },
    LayerBinding("geometryFlipped", ValueReaders.bool) { $0.isGeometryFlipped = $1 },
    LayerBinding("doubleSided", ValueReaders.bool) { $0.isDoubleSided = $1 },
  ]

  private static let appearance: [LayerBinding] = [
    LayerBinding("name", ValueReaders.string) { $0.name = $1 },
    LayerBinding("hidden", ValueReaders.bool) { $0.isHidden = $1 },
    LayerBinding("opacity", ValueReaders.float) { $0.opacity = $1 },
    LayerBinding("allowsGroupOpacity", ValueReaders.bool) { $0.allowsGroupOpacity = $1 },
    LayerBinding("backgroundColor", ValueReaders.color) { $0.backgroundColor = $1 },
    LayerBinding("borderColor", ValueReaders.color) { $0.borderColor = $1 },
    LayerBinding("borderWidth", ValueReaders.double) { $0.borderWidth = $1 },
    LayerBinding("cornerRadius", ValueReaders.double) { $0.cornerRadius = $1 },
    LayerBinding("cornerCurve", ValueReaders.keyword("circular", "continuous")) {
      $0.cornerCurve = CALayerCornerCurve(rawValue: $1)
    },
    // The name of the property before there were two curves with names.
    LayerBinding("continuousCorners", ValueReaders.bool) { $0.cornerCurve = $1 ? .continuous : .circular },
    LayerBinding("maskedCorners", ValueReaders.bits) { $0.maskedCorners = CACornerMask(rawValue: UInt($1)) },
    LayerBinding("masksToBounds", ValueReaders.bool) { $0.masksToBounds = $1 },
    LayerBinding("opaque", ValueReaders.bool) { $0.isOpaque = $1 },
    LayerBinding("allowsEdgeAntialiasing", ValueReaders.bool) { $0.allowsEdgeAntialiasing = $1 },
    LayerBinding("edgeAntialiasingMask", ValueReaders.bits) {
      $0.edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: $1)
    },
    LayerBinding("shadowColor", ValueReaders.color) { $0.shadowColor = $1 },
    LayerBinding("shadowOpacity", ValueReaders.float) { $0.shadowOpacity = $1 },
    LayerBinding("shadowOffset", ValueReaders.size) { $0.shadowOffset = $1 },
    LayerBinding("shadowRadius", ValueReaders.double) { $0.shadowRadius = $1 },
    LayerBinding("shadowPath", ValueReaders.path) { $0.shadowPath = $1 },
  ]

  /// Reads the name of a way to sample a picture.
  static let filterNames = ValueReaders.keyword("nearest", "linear", "trilinear")

  private static let contents: [LayerBinding] = [
    LayerBinding("contents", ValueReaders.image) { $0.contents = $1 },
    LayerBinding(
      "contentsGravity",
      ValueReaders.keyword(
        "center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight", "resize",
        "resizeAspect", "resizeAspectFill")
    ) { $0.contentsGravity = CALayerContentsGravity(rawValue: $1) },
    LayerBinding("contentsRect", ValueReaders.rect) { $0.contentsRect = $1 },
    LayerBinding("contentsCenter", ValueReaders.rect) { $0.contentsCenter = $1 },
    LayerBinding("contentsScale", ValueReaders.double) { $0.contentsScale = $1 },
    LayerBinding("magnificationFilter", filterNames) {
      $0.magnificationFilter = CALayerContentsFilter(rawValue: $1)
    },
    LayerBinding("minificationFilter", filterNames) { $0.minificationFilter = CALayerContentsFilter(rawValue: $1) },
    LayerBinding("minificationFilterBias", ValueReaders.float) { $0.minificationFilterBias = $1 },
  ]

  private static let effects: [LayerBinding] = [
    LayerBinding("shouldRasterize", ValueReaders.bool) { $0.shouldRasterize = $1 },
    LayerBinding("rasterizationScale", ValueReaders.double) { $0.rasterizationScale = $1 },
    LayerBinding("compositingFilter", ValueReaders.filterName) { $0.compositingFilter = $1 },
    LayerBinding("filters", ValueReaders.filters) { $0.filters = $1 },
    LayerBinding("backgroundFilters", ValueReaders.filters) { $0.backgroundFilters = $1 },
    LayerBinding("needsDisplayOnBoundsChange", ValueReaders.bool) { $0.needsDisplayOnBoundsChange = $1 },
    LayerBinding("drawsAsynchronously", ValueReaders.bool) { $0.drawsAsynchronously = $1 },
  ]
}
