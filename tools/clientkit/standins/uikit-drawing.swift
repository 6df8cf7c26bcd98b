// What layer code takes from UIKit to draw: paths, pictures, contexts, fonts.

import Foundation
import QuartzCore

struct UIRectCorner: OptionSet, Sendable {
  let rawValue: UInt
  static let topLeft = UIRectCorner(rawValue: 1)
  static let topRight = UIRectCorner(rawValue: 2)
  static let bottomLeft = UIRectCorner(rawValue: 4)
  static let bottomRight = UIRectCorner(rawValue: 8)
  static let allCorners = UIRectCorner(rawValue: 15)
}

class UIBezierPath: NSObject {
  private var path = CGMutablePath()
  var lineWidth: CGFloat = 1
  var lineCapStyle = CGLineCap.butt
  var lineJoinStyle = CGLineJoin.miter
  var miterLimit: CGFloat = 10
  var usesEvenOddFillRule = false
  override init() {}
  convenience init(cgPath: CGPath) {
    self.init()
    path.addPath(cgPath)
  }
  convenience init(rect: CGRect) {
    self.init()
    path.addRect(rect)
  }
  convenience init(ovalIn rect: CGRect) {
    self.init()
    path.addEllipse(in: rect)
  }
  convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init()
    let radius = min(cornerRadius, rect.width / 2, rect.height / 2)
    path.addRoundedRect(in: rect, cornerWidth: radius, cornerHeight: radius)
  }
  convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    self.init()
    addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }
  var cgPath: CGPath {
    get { path.copy() ?? path }
    set { path = newValue.mutableCopy() ?? CGMutablePath() }
  }
  var bounds: CGRect { path.boundingBoxOfPath }
  var isEmpty: Bool { path.isEmpty }
  var currentPoint: CGPoint { path.currentPoint }
  func move(to point: CGPoint) { path.move(to: point) }
  func addLine(to point: CGPoint) { path.addLine(to: point) }
  func addCurve(to point: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: point, control1: controlPoint1, control2: controlPoint2)
  }
  func addQuadCurve(to point: CGPoint, controlPoint: CGPoint) { path.addQuadCurve(to: point, control: controlPoint) }
  /// UIKit's flag means the screen's clockwise, towards larger angles; Core Graphics' means the opposite.
  func addArc(withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
    path.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
  }
  func close() { path.closeSubpath() }
  func append(_ other: UIBezierPath) { path.addPath(other.path) }
  func apply(_ transform: CGAffineTransform) {
    var transform = transform
    path = path.mutableCopy(using: &transform) ?? path
  }
  func removeAllPoints() { path = CGMutablePath() }
  func contains(_ point: CGPoint) -> Bool { path.contains(point) }
  func fill() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.addPath(path)
    context.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding)
  }
  func stroke() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.addPath(path)
    context.setLineWidth(lineWidth)
    context.setLineCap(lineCapStyle)
    context.setLineJoin(lineJoinStyle)
    context.strokePath()
  }
}

nonisolated(unsafe) private var contexts: [CGContext] = []
func UIGraphicsPushContext(_ context: CGContext) { contexts.append(context) }
func UIGraphicsPopContext() { contexts.removeLast() }
func UIGraphicsGetCurrentContext() -> CGContext? { contexts.last }
func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  let scale = scale == 0 ? UIScreen.main.scale : scale
  guard let context = CGContext(width: max(Int(size.width * scale), 1), height: max(Int(size.height * scale), 1)) else {
    fatalError("no context of \(size)")
  }
  context.scaleBy(x: scale, y: scale)
  UIGraphicsPushContext(context)
}
func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  contexts.last?.makeImage().map { UIImage(cgImage: $0, scale: UIScreen.main.scale) }
}
func UIGraphicsEndImageContext() { contexts.removeLast() }

class UIImage: NSObject, @unchecked Sendable {
  let cgImage: CGImage?
  let scale: CGFloat
  init(cgImage: CGImage?, scale: CGFloat = 1) {
    self.cgImage = cgImage
    self.scale = scale
  }
  convenience init?(data: Data) {
    guard let image = decodedImage(data) else { return nil }
    self.init(cgImage: image)
  }
  var size: CGSize {
    CGSize(width: CGFloat(cgImage?.width ?? 0) / scale, height: CGFloat(cgImage?.height ?? 0) / scale)
  }
}
func decodedImage(_ data: Data) -> CGImage? { try? ImageDecoder().decode([UInt8](data)).image }

struct UIGraphicsImageRendererContext { let cgContext: CGContext }
class UIGraphicsImageRenderer {
  private let size: CGSize
  init(size: CGSize) { self.size = size }
  func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    UIGraphicsBeginImageContextWithOptions(size, false, 0)
    defer { UIGraphicsEndImageContext() }
    if let context = UIGraphicsGetCurrentContext() { actions(UIGraphicsImageRendererContext(cgContext: context)) }
    return UIGraphicsGetImageFromCurrentImageContext() ?? UIImage(cgImage: nil)
  }
}

typealias UIFont = CTFont
extension CTFont {
  static func systemFont(ofSize size: CGFloat) -> CTFont { CTFontCreateWithName("Helvetica", size, nil) }
  static func boldSystemFont(ofSize size: CGFloat) -> CTFont { CTFontCreateWithName("Helvetica-Bold", size, nil) }
}
extension NSAttributedString {
  func draw(at point: CGPoint) {
    if let context = UIGraphicsGetCurrentContext() { draw(at: point, in: context) }
  }
}
