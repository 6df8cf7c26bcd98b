// A plane that follows a path and turns with it. The planes behind it are copies of a replicator, each later
// than the one before: one animation, many times.
//
//   swift run example-paper-plane paper-plane.png [seconds]

import Foundation
import QuartzCore

func color(_ hex: Int, _ alpha: CGFloat = 1) -> CGColor {
  CGColor(
    srgbRed: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255,
    alpha: alpha)
}

/// A loop and a glide.
func makeFlight() -> CGPath {
  let path = CGMutablePath()
  path.move(to: CGPoint(x: 40, y: 220))
  path.addCurve(
    to: CGPoint(x: 260, y: 110), control1: CGPoint(x: 140, y: 290), control2: CGPoint(x: 260, y: 220))
  path.addCurve(
    to: CGPoint(x: 190, y: 110), control1: CGPoint(x: 260, y: 40), control2: CGPoint(x: 190, y: 40))
  path.addCurve(
    to: CGPoint(x: 470, y: 70), control1: CGPoint(x: 190, y: 240), control2: CGPoint(x: 360, y: 190))
  return path
}

/// Points along its x axis.
func makePlane() -> CALayer {
  let plane = CALayer()
  plane.bounds = CGRect(x: 0, y: 0, width: 46, height: 30)
  for (points, hex) in [
    ([CGPoint(x: 46, y: 15), CGPoint(x: 0, y: 0), CGPoint(x: 12, y: 15)], 0xFFFFFF),
    ([CGPoint(x: 46, y: 15), CGPoint(x: 0, y: 30), CGPoint(x: 12, y: 15)], 0xD0D8E8),
    ([CGPoint(x: 46, y: 15), CGPoint(x: 6, y: 20), CGPoint(x: 12, y: 15)], 0x9AA8C4),
  ] {
    let wing = CAShapeLayer()
    let path = CGMutablePath()
    path.addLines(between: points)
    path.closeSubpath()
    wing.path = path
    wing.fillColor = color(hex)
    plane.addSublayer(wing)
  }
  return plane
}

let root = CALayer()
root.bounds = CGRect(x: 0, y: 0, width: 520, height: 300)
let sky = CAGradientLayer()
sky.frame = root.bounds
sky.colors = [color(0x4A90D9), color(0xBFE0F5)]
root.addSublayer(sky)

let trail = CAShapeLayer()
trail.path = makeFlight()
trail.fillColor = nil
trail.strokeColor = color(0xFFFFFF, 0.7)
trail.lineWidth = 2
trail.lineDashPattern = [2, 8]
trail.lineCap = .round
root.addSublayer(trail)

let flight = CAKeyframeAnimation(keyPath: "position")
flight.path = makeFlight()
flight.calculationMode = .paced
flight.rotationMode = .rotateAuto
flight.duration = 4
flight.fillMode = .both
flight.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)

let swarm = CAReplicatorLayer()
swarm.frame = root.bounds
swarm.instanceCount = 6
swarm.instanceDelay = 0.5
swarm.instanceAlphaOffset = -0.14
let plane = makePlane()
plane.add(flight, forKey: "flight")
swarm.addSublayer(plane)
root.addSublayer(swarm)

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "paper-plane.png"
let time = CommandLine.arguments.count > 2 ? Double(CommandLine.arguments[2]) ?? 3.4 : 3.4
var options = RenderOptions()
options.scale = 2
let result = try Renderer(.cpu(threads: nil)).render(root, at: time, options: options)
for diagnostic in result.diagnostics { print(diagnostic) }
try PNGEncoder().write(result.image, to: path)
