import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

// The layers that draw something of their own: shapes, gradients, text.

extension PropertyTables {
  /// What a `CAShapeLayer` adds.
  static let shape = [
    PropertyBinding<CAShapeLayer>("path", ValueReaders.path) { $0.path = $1 },
    PropertyBinding<CAShapeLayer>("fillColor", ValueReaders.color) { $0.fillColor = $1 },
    PropertyBinding<CAShapeLayer>("fillRule", ValueReaders.keyword("non-zero", "even-odd")) {
      $0.fillRule = CAShapeLayerFillRule(rawValue: $1)
    },
    PropertyBinding<CAShapeLayer>("strokeColor", ValueReaders.color) { $0.strokeColor = $1 },
    PropertyBinding<CAShapeLayer>("strokeStart", ValueReaders.double) { $0.strokeStart = $1 },
    PropertyBinding<CAShapeLayer>("strokeEnd", ValueReaders.double) { $0.strokeEnd = $1 },
    PropertyBinding<CAShapeLayer>("lineWidth", ValueReaders.double) { $0.lineWidth = $1 },
    PropertyBinding<CAShapeLayer>("miterLimit", ValueReaders.double) { $0.miterLimit = $1 },
    PropertyBinding<CAShapeLayer>("lineCap", ValueReaders.keyword("butt", "round", "square")) {
      $0.lineCap = CAShapeLayerLineCap(rawValue: $1)
    },
    PropertyBinding<CAShapeLayer>("lineJoin", ValueReaders.keyword("miter", "round", "bevel")) {
      $0.lineJoin = CAShapeLayerLineJoin(rawValue: $1)
    },
    PropertyBinding<CAShapeLayer>("lineDashPhase", ValueReaders.double) { $0.lineDashPhase = $1 },
    PropertyBinding<CAShapeLayer>("lineDashPattern", ValueReaders.numbers) {
      $0.lineDashPattern = $1.map(NSNumber.init(value:))
    },
  ].map { $0.lifted(to: CALayer.self) }

  /// What a `CAGradientLayer` adds.
  static let gradient = [
    PropertyBinding<CAGradientLayer>("colors", ValueReaders.colors) { $0.colors = $1 },
    PropertyBinding<CAGradientLayer>("locations", ValueReaders.numbers) {
      $0.locations = $1.isEmpty ? nil : $1.map(NSNumber.init(value:))
    },
    PropertyBinding<CAGradientLayer>("startPoint", ValueReaders.point) { $0.startPoint = $1 },
    PropertyBinding<CAGradientLayer>("endPoint", ValueReaders.point) { $0.endPoint = $1 },
    PropertyBinding<CAGradientLayer>("type", ValueReaders.keyword("axial", "radial", "conic")) {
      $0.type = CAGradientLayerType(rawValue: $1)
    },
  ].map { $0.lifted(to: CALayer.self) }

  /// What a `CATextLayer` adds.
  static let text = [
    PropertyBinding<CATextLayer>("string", ValueReaders.string) { $0.string = $1 },
    PropertyBinding<CATextLayer>("font", ValueReaders.string) { $0.font = $1 },
    PropertyBinding<CATextLayer>("fontSize", ValueReaders.double) { $0.fontSize = $1 },
    PropertyBinding<CATextLayer>("foregroundColor", ValueReaders.color) { $0.foregroundColor = $1 },
    PropertyBinding<CATextLayer>("wrapped", ValueReaders.bool) { $0.isWrapped = $1 },
    PropertyBinding<CATextLayer>("truncationMode", ValueReaders.keyword("none", "start", "end", "middle")) {
      $0.truncationMode = CATextLayerTruncationMode(rawValue: $1)
    },
    PropertyBinding<CATextLayer>(
      "alignmentMode", ValueReaders.keyword("natural", "left", "right", "center", "justified")
    ) { $0.alignmentMode = CATextLayerAlignmentMode(rawValue: $1) },
    PropertyBinding<CATextLayer>("allowsFontSubpixelQuantization", ValueReaders.bool) {
      $0.allowsFontSubpixelQuantization = $1
    },
  ].map { $0.lifted(to: CALayer.self) }
}
