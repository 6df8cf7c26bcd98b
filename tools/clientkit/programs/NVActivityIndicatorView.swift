// Every indicator at six moments of its cycle.

import Foundation
import UIKit

let sheet = try ContactSheet(CommandLine.arguments, ground: CGColor(red: 0.93, green: 0.33, blue: 0.4, alpha: 1))
for type in NVActivityIndicatorType.allCases where type != .blank {
  MediaClock.time = 0
  let host = UIView(frame: CGRect(x: 0, y: 0, width: 60, height: 60))
  let view = NVActivityIndicatorView(frame: CGRect(x: 10, y: 10, width: 40, height: 40), type: type, color: .white)
  host.addSubview(view)
  view.startAnimating()
  try sheet.add("\(type)", host.layer, at: [0.07, 0.3, 0.5, 0.8, 1.1, 1.6])
}
sheet.judge()
print("\(sheet.rows.count - sheet.failures) of \(sheet.rows.count) indicators show and move")
try sheet.write("indicators", columns: 3)
exit(sheet.failures == 0 ? 0 : 1)
