import UIKit

let descriptor = UIFontDescriptor(name: "DejaVu Sans", size: 18)
let isSame = CTFontDescriptorCopyAttribute(descriptor, kCTFontNameAttribute) as? String == "DejaVu Sans"
let label = UILabel(frame: CGRect(x: 0, y: 0, width: 120, height: 40))
label.font = UIFont(descriptor: descriptor, size: 0)
label.text = "a label"
let line = CTLineCreateWithAttributedString(
  NSAttributedString(string: "a label", attributes: [.font: CTFontCreateWithName("DejaVu Sans", 18, nil)]))
let width = CTLineGetTypographicBounds(line, nil, nil, nil)
let fits = abs(width - Double(label.intrinsicContentSize.width)) < 2
let picture = UIGraphicsImageRenderer(size: label.bounds.size).image { label.layer.render(in: $0.cgContext) }
print("\(Int(picture.size.width)) x \(Int(picture.size.height)) \(isSame) \(fits)")
