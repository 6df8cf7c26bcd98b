// Names of Apple's frameworks that programs use and Lamina may lack. Each part begins with a name and an expression that
// compiles where Lamina has it; only parts that are needed are compiled.

// missing: HUGE | _ = HUGE
let HUGE: Float = .infinity

// missing: MAXFLOAT | _ = MAXFLOAT
let MAXFLOAT: Float = .greatestFiniteMagnitude

// missing: NSEC_PER_SEC | _ = NSEC_PER_SEC
let NSEC_PER_SEC: UInt64 = 1_000_000_000

// missing: overriding CALayer.repeatCount | class Probe: CALayer { override var repeatCount: Float { didSet {} } }; _ = Probe()

// missing: CGVector | _ = CGVector(dx: 1, dy: 2)
struct CGVector: Hashable, Codable, Sendable {
  var dx: CGFloat = 0
  var dy: CGFloat = 0
  static let zero = CGVector()
}

// missing: CGRect.equalTo | _ = CGRect.zero.equalTo(.zero)
extension CGRect { func equalTo(_ other: CGRect) -> Bool { self == other } }

// missing: CGSize.equalTo | _ = CGSize.zero.equalTo(.zero)
extension CGSize { func equalTo(_ other: CGSize) -> Bool { self == other } }

// missing: CGPoint.equalTo | _ = CGPoint.zero.equalTo(.zero)
extension CGPoint { func equalTo(_ other: CGPoint) -> Bool { self == other } }

// missing: CGColor(colorSpace:components:) | _ = CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [0, 0, 0, 1])
extension CGColor {
  init?(colorSpace: CGColorSpace, components: [CGFloat]) {
    switch components.count {
    case 2: self.init(gray: components[0], alpha: components[1])
    case 4: self.init(red: components[0], green: components[1], blue: components[2], alpha: components[3])
    default: return nil
    }
  }
}

// missing: kCAEmitterLayerLine | _ = kCAEmitterLayerLine
let kCAEmitterLayerLine = CAEmitterLayerEmitterShape.line

// missing: CALayer.render(in:) | if let context = CGContext(width: 1, height: 1) { CALayer().render(in: context) }
extension CALayer { func render(in context: CGContext) {} }

// missing: CFString | _ = "" as CFString
typealias CFString = String

// missing: CFAttributedString | _ = NSAttributedString(string: "") as CFAttributedString
typealias CFAttributedString = NSAttributedString

// missing: CFArrayGetCount | let count: ([CTLine]) -> Int = CFArrayGetCount; _ = count
func CFArrayGetCount(_ array: [CTLine]) -> Int { array.count }

// missing: CGContext.setShouldSubpixelQuantizeFonts | CGContext(width: 1, height: 1)?.setShouldSubpixelQuantizeFonts(true)
extension CGContext {
  func setShouldSubpixelQuantizeFonts(_: Bool) {}
}

// missing: CGContext.setShouldSubpixelPositionFonts | CGContext(width: 1, height: 1)?.setShouldSubpixelPositionFonts(true)
extension CGContext {
  func setShouldSubpixelPositionFonts(_: Bool) {}
}

// missing: CGContext.setAllowsFontSubpixelQuantization | CGContext(width: 1, height: 1)?.setAllowsFontSubpixelQuantization(true)
extension CGContext {
  func setAllowsFontSubpixelQuantization(_: Bool) {}
}

// missing: CGContext.setAllowsFontSubpixelPositioning | CGContext(width: 1, height: 1)?.setAllowsFontSubpixelPositioning(true)
extension CGContext {
  func setAllowsFontSubpixelPositioning(_: Bool) {}
}

// missing: NSAttributedString.Key.strokeWidth | _ = NSAttributedString.Key.strokeWidth
extension NSAttributedString.Key { static let strokeWidth = Self("NSStrokeWidth") }

// missing: NSAttributedString.Key.strokeColor | _ = NSAttributedString.Key.strokeColor
extension NSAttributedString.Key { static let strokeColor = Self("NSStrokeColor") }

// missing: CTFramesetterSuggestFrameSizeWithConstraints | _ = CTFramesetterSuggestFrameSizeWithConstraints(CTFramesetterCreateWithAttributedString(NSAttributedString(string: "")), CFRange(), nil, .zero, nil)
func CTFramesetterSuggestFrameSizeWithConstraints(
  _: CTFramesetter, _: CFRange, _: Any?, _: CGSize, _: UnsafeMutablePointer<CFRange>?
) -> CGSize { .zero }

// missing: CTFrameGetLines | let lines: (CTFrame) -> [CTLine] = CTFrameGetLines; _ = lines
func CTFrameGetLines(_: CTFrame) -> [CTLine] { [] }

// missing: CTFrameGetLineOrigins | let origins: (CTFrame, CFRange, UnsafeMutablePointer<CGPoint>) -> Void = CTFrameGetLineOrigins; _ = origins
func CTFrameGetLineOrigins(_: CTFrame, _: CFRange, _: UnsafeMutablePointer<CGPoint>) {}

// missing: CTFontGetCapHeight | let height: (CTFont) -> CGFloat = CTFontGetCapHeight; _ = height
func CTFontGetCapHeight(_: CTFont) -> CGFloat { 0 }
