import QuartzCore

/// The steps of the tutorial. Each is whole, since the tutorial shows it as a program of its own.
enum CubeTutorial {
  static func drawFace() throws -> CGImage {
    // snippet: cube-1
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
    // end
    return picture
  }

  static func drawFaces() throws -> CGImage {
    // snippet: cube-2
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
    // end
    return picture
  }

  static func drawInPerspective() throws -> CGImage {
    let stage = CALayer()
    stage.bounds = CGRect(x: 0, y: 0, width: 240, height: 240)
    stage.backgroundColor = CGColor(srgbRed: 0.07, green: 0.08, blue: 0.12, alpha: 1)
    addFaces(to: stage)
    // snippet: cube-3
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    stage.sublayerTransform = perspective

    let picture = try Renderer().render(stage).image
    // end
    return picture
  }

  static func drawTurned() throws -> CGImage {
    let stage = CALayer()
    stage.bounds = CGRect(x: 0, y: 0, width: 240, height: 240)
    stage.backgroundColor = CGColor(srgbRed: 0.07, green: 0.08, blue: 0.12, alpha: 1)
    addFaces(to: stage)
    // snippet: cube-4
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    let tipped = CATransform3DRotate(perspective, -.pi / 5, 1, 0, 0)
    stage.sublayerTransform = CATransform3DRotate(tipped, -.pi / 4, 0, 1, 0)
    for face in stage.sublayers ?? [] { face.isDoubleSided = false }

    let picture = try Renderer().render(stage).image
    // end
    return picture
  }

  static func drawMoving() throws -> CGImage {
    let stage = CALayer()
    stage.bounds = CGRect(x: 0, y: 0, width: 240, height: 240)
    stage.backgroundColor = CGColor(srgbRed: 0.07, green: 0.08, blue: 0.12, alpha: 1)
    addFaces(to: stage)
    // snippet: cube-5
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    let tipped = CATransform3DRotate(perspective, -.pi / 5, 1, 0, 0)

    let turn = CAKeyframeAnimation(keyPath: "sublayerTransform")
    turn.values = (0...8).map { CATransform3DRotate(tipped, .pi / 4 * CGFloat($0), 0, 1, 0) }
    turn.duration = 4
    stage.add(turn, forKey: "turn")
    for face in stage.sublayers ?? [] { face.isDoubleSided = false }

    let picture = try Renderer().render(stage, at: 1.75).image
    // end
    return picture
  }

  /// The six faces of the second step.
  private static func addFaces(to stage: CALayer) {
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
  }
}
