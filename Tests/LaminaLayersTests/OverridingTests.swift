import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

/// What Apple lets a subclass override can be overridden; pictures are made of what is stored.
@Suite struct OverridingTests {
  /// Notes what is set on it, whoever sets it.
  private final class Watched: CALayer {
    var log: [String] = []

    override var repeatCount: Float { didSet { log.append("repeatCount") } }
    override var beginTime: CFTimeInterval { didSet { log.append("beginTime") } }
    override var duration: CFTimeInterval { didSet { log.append("duration") } }
    override var speed: Float { didSet { log.append("speed") } }
    override var timeOffset: CFTimeInterval { didSet { log.append("timeOffset") } }
    override var repeatDuration: CFTimeInterval { didSet { log.append("repeatDuration") } }
    override var autoreverses: Bool { didSet { log.append("autoreverses") } }
    override var fillMode: CAMediaTimingFillMode { didSet { log.append("fillMode") } }
    override var anchorPointZ: CGFloat { didSet { log.append("anchorPointZ") } }
    override var sublayerTransform: CATransform3D { didSet { log.append("sublayerTransform") } }
    override var isGeometryFlipped: Bool { didSet { log.append("geometryFlipped") } }
    override var isDoubleSided: Bool { didSet { log.append("doubleSided") } }
    override var maskedCorners: CACornerMask { didSet { log.append("maskedCorners") } }
    override var cornerCurve: CALayerCornerCurve { didSet { log.append("cornerCurve") } }
    override var allowsGroupOpacity: Bool { didSet { log.append("allowsGroupOpacity") } }
    override var allowsEdgeAntialiasing: Bool { didSet { log.append("allowsEdgeAntialiasing") } }
    override var edgeAntialiasingMask: CAEdgeAntialiasingMask { didSet { log.append("edgeAntialiasingMask") } }
    override var isOpaque: Bool { didSet { log.append("opaque") } }
    override var shadowColor: CGColor? { didSet { log.append("shadowColor") } }
    override var shadowOpacity: Float { didSet { log.append("shadowOpacity") } }
    override var shadowOffset: CGSize { didSet { log.append("shadowOffset") } }
    override var shadowRadius: CGFloat { didSet { log.append("shadowRadius") } }
    override var shadowPath: CGPath? { didSet { log.append("shadowPath") } }
    override var contentsGravity: CALayerContentsGravity { didSet { log.append("contentsGravity") } }
    override var contentsRect: CGRect { didSet { log.append("contentsRect") } }
    override var contentsCenter: CGRect { didSet { log.append("contentsCenter") } }
    override var magnificationFilter: CALayerContentsFilter { didSet { log.append("magnificationFilter") } }
    override var minificationFilter: CALayerContentsFilter { didSet { log.append("minificationFilter") } }
    override var minificationFilterBias: Float { didSet { log.append("minificationFilterBias") } }
    override var contentsFormat: CALayerContentsFormat { didSet { log.append("contentsFormat") } }
    override var needsDisplayOnBoundsChange: Bool { didSet { log.append("needsDisplayOnBoundsChange") } }
    override var drawsAsynchronously: Bool { didSet { log.append("drawsAsynchronously") } }
    override var filters: [Any]? { didSet { log.append("filters") } }
    override var backgroundFilters: [Any]? { didSet { log.append("backgroundFilters") } }
    override var compositingFilter: Any? { didSet { log.append("compositingFilter") } }
    override var shouldRasterize: Bool { didSet { log.append("shouldRasterize") } }
    override var rasterizationScale: CGFloat { didSet { log.append("rasterizationScale") } }
    override var name: String? { didSet { log.append("name") } }
    override var actions: [String: any CAAction]? { didSet { log.append("actions") } }
    override var style: [AnyHashable: Any]? { didSet { log.append("style") } }
    override var autoresizingMask: CAAutoresizingMask { didSet { log.append("autoresizingMask") } }
    override var layoutManager: (any CALayoutManager)? { didSet { log.append("layoutManager") } }
  }

  @Test("every setter is called, whether a property is set or its key")
  func setters() throws {
    let (layer, source) = (Watched(), CALayer())
    var keys: [String] = []
    for key in LayerKeyTable.of(layer).keys where !key.isReadOnly && !key.isAlias {
      layer.log = []
      key.set(key.value(of: source), on: layer)
      if layer.log == [key.name] { keys.append(key.name) }
    }
    #expect(keys.count == 42, "\(keys)")
    layer.log = []
    layer.setValue(0.5, forKeyPath: "shadowOffset.width")
    layer.speed = 2
    #expect(layer.log == ["shadowOffset", "speed"] && layer.properties.extras?.shadowOffset.width == 0.5)
  }

  @Test("a getter that answers otherwise is what programs read, and changes no picture")
  func getters() {
    final class Boaster: CALayer {
      override var shadowOpacity: Float {
        get { 1 }
        set {}
      }
      override var speed: Float {
        get { 7 }
        set { super.speed = newValue }
      }
    }
    let boaster = Boaster()
    boaster.shadowOpacity = 0.25
    boaster.speed = 2
    #expect(boaster.shadowOpacity == 1 && boaster.value(forKey: "shadowOpacity") as? Float == 1 && boaster.speed == 7)
    let look = TreeSnapshot(of: boaster).nodes[0].properties
    #expect((look.extras?.shadowOpacity ?? 0) == 0)
    // The layer's time runs as it was set.
    #expect(boaster.convertTime(3, from: nil) == 6)
  }
}
