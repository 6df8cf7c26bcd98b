import CoreGraphics

let data = NSMutableData()
var box = CGRect(x: 0, y: 0, width: 90, height: 60)
let title = [kCGPDFContextTitle: "a page"] as CFDictionary
guard let consumer = CGDataConsumer(data: data as CFMutableData),
  let page = CGContext(consumer: consumer, mediaBox: &box, title)
else { fatalError("no document") }
page.beginPDFPage(nil)
page.fill(box.insetBy(dx: 10, dy: 10))
page.endPDFPage()
page.closePDF()

guard
  let bitmap = CGContext(
    data: nil, width: 90, height: 60, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
else { fatalError("no bitmap") }
let color = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
bitmap.setFillColor(color)
bitmap.fill(box)
let isColor = CFGetTypeID(color) == CGColor.typeID
print("\(bitmap.width) x \(bitmap.height) \(isColor) \(String(decoding: (data as Data).prefix(4), as: UTF8.self))")
