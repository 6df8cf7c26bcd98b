// The ring of the project's own example while it fills, and two others.

import Foundation
import UIKit

let sheet = try ContactSheet(CommandLine.arguments, ground: CGColor(gray: 0.22, alpha: 1))
let settings: [(name: String, change: (KDCircularProgress) -> Void)] = [
  (
    "as in its README",
    {
      $0.startAngle = -90
      $0.progressThickness = 0.2
      $0.trackThickness = 0.6
      $0.gradientRotateSpeed = 2
      $0.roundedCorners = false
      $0.glowMode = .forward
      $0.glowAmount = 0.9
      $0.set(colors: .cyan, .white, .magenta, .white, .orange)
    }
  ),
  (
    "colours mixed by the angle, round ends",
    {
      $0.startAngle = -90
      $0.lerpColorMode = true
      $0.roundedCorners = true
      $0.glowAmount = 0.5
      $0.set(colors: .green, .yellow, .red)
    }
  ),
  (
    "the other way round, filled inside",
    {
      $0.clockwise = false
      $0.glowMode = .noGlow
      $0.progressInsideFillColor = .purple
      $0.set(colors: .orange)
    }
  ),
]
for setting in settings {
  MediaClock.time = 0
  let host = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
  let ring = KDCircularProgress(frame: host.bounds)
  setting.change(ring)
  host.addSubview(ring)
  ring.layoutIfNeeded()
  ring.animate(fromAngle: 0, toAngle: 360, duration: 5, completion: nil)
  try sheet.add(setting.name, host.layer, at: [0.0, 0.7, 1.5, 2.5, 3.8, 5.0, 7.0], scale: 1)
}
sheet.judge()
try sheet.write("rings")
exit(sheet.failures == 0 ? 0 : 1)
