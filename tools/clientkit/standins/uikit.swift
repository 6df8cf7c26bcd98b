// What layer code takes from UIKit: colours, views with a layer, the screen. Views draw nothing by themselves.

import Foundation
import QuartzCore

class UIColor: NSObject, @unchecked Sendable {
  let cgColor: CGColor
  init(cgColor: CGColor) { self.cgColor = cgColor }
  convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }
  convenience init(white: CGFloat, alpha: CGFloat) { self.init(cgColor: CGColor(gray: white, alpha: alpha)) }
  convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    func channel(_ offset: CGFloat) -> CGFloat {
      let place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
  }
  convenience init(dynamicProvider: (UITraitCollection) -> UIColor) {
    self.init(cgColor: dynamicProvider(UITraitCollection()).cgColor)
  }

  static let black = UIColor(white: 0, alpha: 1)
  static let white = UIColor(white: 1, alpha: 1)
  static let gray = UIColor(white: 0.5, alpha: 1)
  static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
  static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
  static let clear = UIColor(white: 0, alpha: 0)
  static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)

  func withAlphaComponent(_ alpha: CGFloat) -> UIColor { UIColor(cgColor: cgColor.copy(alpha: alpha) ?? cgColor) }
  func resolvedColor(with: UITraitCollection) -> UIColor { self }

  /// Red, green, blue and alpha, of greys too.
  private var channels: [CGFloat] {
    let all = cgColor.components ?? [0, 0, 0, 0]
    return all.count == 2 ? [all[0], all[0], all[0], all[1]] : all
  }
  @discardableResult func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let all = channels
    red?.pointee = all[0]
    green?.pointee = all[1]
    blue?.pointee = all[2]
    alpha?.pointee = all[3]
    return true
  }
  @discardableResult func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let (r, g, b) = (channels[0], channels[1], channels[2])
    let (most, least) = (max(r, g, b), min(r, g, b))
    let span = most - least
    var sixth: CGFloat = 0
    if span > 0 {
      sixth = most == r ? (g - b) / span : most == g ? (b - r) / span + 2 : (r - g) / span + 4
    }
    hue?.pointee = (sixth < 0 ? sixth + 6 : sixth) / 6
    saturation?.pointee = most > 0 ? span / most : 0
    brightness?.pointee = most
    alpha?.pointee = channels[3]
    return true
  }
  func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }
  func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }
}

enum UIUserInterfaceStyle { case unspecified, light, dark }
class UITraitCollection: NSObject {
  var displayScale: CGFloat { 2 }
  var userInterfaceStyle: UIUserInterfaceStyle { .light }
}

class UIScreen {
  nonisolated(unsafe) static let main = UIScreen()
  let scale: CGFloat = 2
  let bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
}

class UIResponder: NSObject {
  func awakeFromNib() {}
  @discardableResult func resignFirstResponder() -> Bool { true }
}

class UIView: UIResponder, CALayerDelegate {
  /// Makes the view's layer; the harness writes overrides of it for those of `layerClass`.
  class func madeLayer() -> CALayer { CALayer() }

  let layer: CALayer
  override convenience init() { self.init(frame: .zero) }
  init(frame: CGRect) {
    layer = Self.madeLayer()
    super.init()
    layer.delegate = self
    layer.frame = frame
  }
  required init?(coder: NSCoder) {
    layer = Self.madeLayer()
    super.init()
    layer.delegate = self
  }

  var frame: CGRect {
    get { layer.frame }
    set { layer.frame = newValue }
  }
  var bounds: CGRect {
    get { layer.bounds }
    set { layer.bounds = newValue }
  }
  var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }
  var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }
  var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }
  var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }
  var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }
  var isOpaque = true
  var isUserInteractionEnabled = true
  var translatesAutoresizingMaskIntoConstraints = true
  var tintColor = UIColor.blue
  let traitCollection = UITraitCollection()
  var backgroundColor: UIColor? {
    get { layer.backgroundColor.map(UIColor.init(cgColor:)) }
    set { layer.backgroundColor = newValue?.cgColor }
  }
  private(set) var subviews: [UIView] = []
  private(set) weak var superview: UIView?
  var window: UIWindow? { superview?.window }
  func addSubview(_ view: UIView) {
    view.willMove(toSuperview: self)
    subviews.append(view)
    view.superview = self
    layer.addSublayer(view.layer)
    view.didMoveToSuperview()
    view.didMoveToWindow()
  }
  func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    layer.removeFromSuperlayer()
  }
  func setNeedsDisplay() { layer.setNeedsDisplay() }
  func setNeedsLayout() { layer.setNeedsLayout() }
  func layoutIfNeeded() { layer.layoutIfNeeded() }
  func layoutSubviews() {}
  func didMoveToWindow() {}
  func didMoveToSuperview() {}
  func willMove(toSuperview newSuperview: UIView?) {}
  func prepareForInterfaceBuilder() {}
  func draw(_ rect: CGRect) {}
  var intrinsicContentSize: CGSize { CGSize(width: -1, height: -1) }

  func draw(_ layer: CALayer, in context: CGContext) {
    UIGraphicsPushContext(context)
    draw(bounds)
    UIGraphicsPopContext()
  }
  func layoutSublayers(of layer: CALayer) { layoutSubviews() }
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }

  static func animate(
    withDuration: TimeInterval, animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animations()
    completion?(true)
  }
}

class UIWindow: UIView {
  let screen = UIScreen.main
  override var window: UIWindow? { self }
}

enum UIApplication {
  static let willEnterForegroundNotification = Notification.Name("willEnterForeground")
  static let didEnterBackgroundNotification = Notification.Name("didEnterBackground")
}
enum UIAccessibility { static let isReduceMotionEnabled = false }

struct UIEdgeInsets: Equatable, Sendable {
  var top, left, bottom, right: CGFloat
  static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}
extension CGRect {
  func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }
}

extension NSCoder {
  /// The point that `{x, y}` says.
  static func cgPoint(for text: String) -> CGPoint {
    let braces = CharacterSet(charactersIn: "{} ")
    let numbers = text.split(separator: ",").compactMap { Double($0.trimmingCharacters(in: braces)) }
    return numbers.count == 2 ? CGPoint(x: numbers[0], y: numbers[1]) : .zero
  }
}

/// The name of a method: nothing here can send it.
struct Selector { init(_ name: String) {} }
extension NotificationCenter {
  func addObserver(_ observer: Any, selector: Selector, name: Notification.Name?, object: Any?) {}
}

/// A number that a program keeps under a key of a layer: what `@NSManaged` would make of it.
protocol KeyedNumber { init(keyed number: Double) }
extension CGFloat: KeyedNumber { init(keyed number: Double) { self = CGFloat(number) } }
extension Double: KeyedNumber { init(keyed number: Double) { self = number } }
extension Float: KeyedNumber { init(keyed number: Double) { self = Float(number) } }
extension Int: KeyedNumber { init(keyed number: Double) { self = Int(number) } }
extension CALayer {
  func keyValue<Number: KeyedNumber>(forKey key: String) -> Number {
    switch value(forKey: key) {
    case let number as CGFloat: Number(keyed: Double(number))
    case let number as Double: Number(keyed: number)
    case let number as Float: Number(keyed: Double(number))
    case let number as Int: Number(keyed: Double(number))
    default: Number(keyed: 0)
    }
  }
}
