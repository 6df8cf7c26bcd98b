// Names of Apple's frameworks that programs use and Lamina may lack. Each part begins with a name and an expression that
// compiles where Lamina has it; only parts that are needed are compiled.

// missing: NSEC_PER_SEC | _ = NSEC_PER_SEC
let NSEC_PER_SEC: UInt64 = 1_000_000_000

// missing: CFString | _ = "" as CFString
typealias CFString = String

// missing: CFAttributedString | _ = NSAttributedString(string: "") as CFAttributedString
typealias CFAttributedString = NSAttributedString

// missing: CFArrayGetCount | let count: ([CTLine]) -> Int = CFArrayGetCount; _ = count
func CFArrayGetCount(_ array: [CTLine]) -> Int { array.count }

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
