import QuartzCore

let card = CALayer()
card.bounds = CGRect(x: 0, y: 0, width: 200, height: 120)
card.backgroundColor = CGColor(srgbRed: 0.2, green: 0.4, blue: 0.9, alpha: 1)
card.cornerRadius = 12
let picture = try Renderer(.cpu(threads: nil)).render(card).image
print("\(picture.width) x \(picture.height)")
