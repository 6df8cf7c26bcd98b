// Confetti of its four kinds while it falls.

import Foundation
import UIKit

let sheet = try ContactSheet(CommandLine.arguments, ground: CGColor(gray: 1, alpha: 1))
for type in [SAConfettiView.ConfettiType.confetti, .triangle, .star, .diamond] {
  MediaClock.time = 0
  let host = UIView(frame: CGRect(x: 0, y: 0, width: 195, height: 300))
  let view = SAConfettiView(frame: host.bounds)
  view.type = type
  view.intensity = 0.75
  host.addSubview(view)
  view.startConfetti()
  try sheet.add("\(type)", host.layer, at: [0.2, 0.6, 1.2, 2.5, 5], scale: 1)
}
sheet.judge()
try sheet.write("confetti")
exit(sheet.failures == 0 ? 0 : 1)
