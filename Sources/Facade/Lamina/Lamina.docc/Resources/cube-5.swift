import QuartzCore

// `stage` and its six faces come from the previous step.
var perspective = CATransform3DIdentity
perspective.m34 = -1 / 500
let tipped = CATransform3DRotate(perspective, -.pi / 5, 1, 0, 0)

let turn = CAKeyframeAnimation(keyPath: "sublayerTransform")
turn.values = (0...8).map { CATransform3DRotate(tipped, .pi / 4 * CGFloat($0), 0, 1, 0) }
turn.duration = 4
stage.add(turn, forKey: "turn")
for face in stage.sublayers ?? [] { face.isDoubleSided = false }

let picture = try Renderer().render(stage, at: 1.75).image
