import QuartzCore

let stage = CALayer()
stage.bounds = CGRect(x: 0, y: 0, width: 240, height: 240)
stage.backgroundColor = CGColor(srgbRed: 0.07, green: 0.08, blue: 0.12, alpha: 1)

let places = [
  CATransform3DMakeTranslation(0, 0, 55),
  CATransform3DRotate(CATransform3DMakeTranslation(55, 0, 0), .pi / 2, 0, 1, 0),
  CATransform3DRotate(CATransform3DMakeTranslation(0, -55, 0), .pi / 2, 1, 0, 0),
  CATransform3DRotate(CATransform3DMakeTranslation(0, 55, 0), -.pi / 2, 1, 0, 0),
  CATransform3DRotate(CATransform3DMakeTranslation(-55, 0, 0), -.pi / 2, 0, 1, 0),
  CATransform3DRotate(CATransform3DMakeTranslation(0, 0, -55), .pi, 0, 1, 0),
]
for (index, place) in places.enumerated() {
  let face = CALayer()
  face.bounds = CGRect(x: 0, y: 0, width: 110, height: 110)
  face.position = CGPoint(x: 120, y: 120)
  face.backgroundColor = CGColor(
    srgbRed: 0.89 - 0.12 * Double(index), green: 0.34, blue: 0.3 + 0.1 * Double(index), alpha: 1)
  face.cornerRadius = 8
  face.transform = place
  stage.addSublayer(face)
}

let picture = try Renderer().render(stage).image
