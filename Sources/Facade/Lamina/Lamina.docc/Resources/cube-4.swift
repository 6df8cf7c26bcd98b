import QuartzCore

// `stage` and its six faces come from the previous step.
var perspective = CATransform3DIdentity
perspective.m34 = -1 / 500
let tipped = CATransform3DRotate(perspective, -.pi / 5, 1, 0, 0)
stage.sublayerTransform = CATransform3DRotate(tipped, -.pi / 4, 0, 1, 0)
for face in stage.sublayers ?? [] { face.isDoubleSided = false }

let picture = try Renderer().render(stage).image
