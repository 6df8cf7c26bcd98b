import CoreGraphics
import CoreText
import Foundation
import ImageIO
import QuartzCore

let text = CATextLayer()
text.frame = CGRect(x: 0, y: 0, width: 120, height: 40)
let font = CTFontCreateWithName("Helvetica", 24, nil)
text.string = NSAttributedString(string: "text", attributes: [kCTFontAttributeName as NSAttributedString.Key: font])
let picture = try Renderer(.cpu(threads: nil)).render(text).image
let data = NSMutableData()
guard let destination = CGImageDestinationCreateWithData(data as CFMutableData, "public.png" as CFString, 1, nil) else {
  fatalError("no destination")
}
CGImageDestinationAddImage(destination, picture, nil)
print("\(picture.width) x \(picture.height) \(CGImageDestinationFinalize(destination))")
