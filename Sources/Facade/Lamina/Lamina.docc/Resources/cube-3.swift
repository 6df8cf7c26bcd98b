import QuartzCore

// `stage` and its six faces come from the previous step.
var perspective = CATransform3DIdentity
perspective.m34 = -1 / 500
stage.sublayerTransform = perspective

let picture = try Renderer().render(stage).image
