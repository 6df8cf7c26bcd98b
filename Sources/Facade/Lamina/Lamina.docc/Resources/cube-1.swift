import QuartzCore

let stage = CALayer()
stage.bounds = CGRect(x: 0, y: 0, width: 240, height: 240)
stage.backgroundColor = CGColor(srgbRed: 0.07, green: 0.08, blue: 0.12, alpha: 1)

let face = CALayer()
face.bounds = CGRect(x: 0, y: 0, width: 110, height: 110)
face.position = CGPoint(x: 120, y: 120)
face.backgroundColor = CGColor(srgbRed: 0.89, green: 0.34, blue: 0.3, alpha: 1)
face.cornerRadius = 8
stage.addSublayer(face)

let picture = try Renderer().render(stage).image
