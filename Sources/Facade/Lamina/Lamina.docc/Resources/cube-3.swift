import QuartzCore

// stage and its six faces are those of the step before.
var perspective = CATransform3DIdentity
perspective.m34 = -1 / 500
stage.sublayerTransform = perspective

let picture = try Renderer().render(stage).image
