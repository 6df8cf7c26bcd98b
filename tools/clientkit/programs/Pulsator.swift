// One pulse with its defaults, and several with the settings of the project's own example.

import Foundation
import UIKit

let sheet = try ContactSheet(CommandLine.arguments, ground: CGColor(gray: 1, alpha: 1))
let settings: [(name: String, change: (Pulsator) -> Void)] = [
  ("as it is made", { _ in }),
  (
    "five pulses",
    {
      $0.numPulse = 5
      $0.radius = 90
      $0.animationDuration = 4
      $0.backgroundColor = CGColor(red: 0, green: 0.455, blue: 0.756, alpha: 0.8)
    }
  ),
  (
    "three, from half way, with a pause",
    {
      $0.numPulse = 3
      $0.radius = 80
      $0.fromValueForRadius = 0.5
      $0.pulseInterval = 1
      $0.backgroundColor = CGColor(red: 1, green: 0.4, blue: 0, alpha: 1)
    }
  ),
]
for setting in settings {
  MediaClock.time = 0
  let host = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
  let pulsator = Pulsator()
  setting.change(pulsator)
  pulsator.position = CGPoint(x: 100, y: 100)
  host.layer.addSublayer(pulsator)
  pulsator.start()
  try sheet.add(setting.name, host.layer, at: [0.2, 0.8, 1.6, 2.4, 4.5, 9.1], scale: 1)
}
sheet.judge()
try sheet.write("pulses")
exit(sheet.failures == 0 ? 0 : 1)
