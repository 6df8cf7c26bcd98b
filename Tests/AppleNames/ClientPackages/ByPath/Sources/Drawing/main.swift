import QuartzCore

let card = CALayer()
card.bounds = CGRect(x: 0, y: 0, width: 200, height: 120)
card.backgroundColor = CGColor(srgbRed: 0.2, green: 0.4, blue: 0.9, alpha: 1)
card.cornerRadius = 12
let picture = try Renderer(.cpu(threads: nil)).render(card).image

// QuartzCore re-exports Core Graphics, with PDF and the names of Core Foundation.
let data = NSMutableData()
var box = CGRect(x: 0, y: 0, width: 200, height: 120)
guard let consumer = CGDataConsumer(data: data as CFMutableData),
  let page = CGContext(consumer: consumer, mediaBox: &box, nil)
else { fatalError("no document") }
page.beginPDFPage(nil)
card.render(in: page)
page.closePDF()

// The code of archives is in QuartzCore too, where the layers find it.
let archive = try NSKeyedArchiver.archivedData(withRootObject: card, requiringSecureCoding: true)
let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: archive)
let isEqual = copy?.cornerRadius == 12 && copy?.backgroundColor == card.backgroundColor
print("\(picture.width) x \(picture.height) \(CFDataGetLength(data as CFData) > 500) \(isEqual)")
