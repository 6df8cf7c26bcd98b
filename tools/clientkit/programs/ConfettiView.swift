// Confetti of three contents while it falls and after it ended.

import Foundation
import UIKit

let sheet = try ContactSheet(CommandLine.arguments, ground: CGColor(gray: 1, alpha: 1))
let contents: [(name: String, contents: [ConfettiView.Content])] = [
  ("shapes", [.shape(.circle, .purple), .shape(.triangle, .lightGray), .shape(.square, .orange)]),
  ("texts", [.text("A", 20), .text("&", 24)]),
]
for content in contents {
  MediaClock.time = 0
  let host = UIView(frame: CGRect(x: 0, y: 0, width: 195, height: 300))
  let view = ConfettiView()
  host.addSubview(view)
  view.emit(with: content.contents, for: 3)
  try sheet.add(content.name, host.layer, at: [0.1, 0.4, 0.8, 1.5, 2.5, 3.5, 4.5], scale: 1)
}
sheet.judge()
try sheet.write("confetti")
exit(sheet.failures == 0 ? 0 : 1)
