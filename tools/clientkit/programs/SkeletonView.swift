// A card with a round picture and lines of text as its skeleton: solid, as a gradient, and both animated.

import Foundation
import UIKit

/// What the project's own extensions of UIKit's text views say of them.
protocol SkeletonTextNode {
  var estimatedLineHeight: CGFloat { get }
  var estimatedNumberOfLines: Int { get }
  var textAlignment: NSTextAlignment { get }
  var lastLineFillingPercent: Int { get }
  var multilineCornerRadius: Int { get }
  var multilineSpacing: CGFloat { get }
  var paddingInsets: UIEdgeInsets { get }
  var shouldCenterTextVertically: Bool { get }
}

extension UIView {
  var definedMaxBounds: CGRect { bounds }
  var isRTL: Bool { false }
  var skeletonCornerRadius: Float { Float(layer.cornerRadius) }
}

/// A text of several lines.
final class TextView: UIView, SkeletonTextNode {
  let estimatedLineHeight: CGFloat = 15
  let estimatedNumberOfLines = 0
  let textAlignment = NSTextAlignment.natural
  let lastLineFillingPercent = 70
  let multilineCornerRadius = 5
  let multilineSpacing: CGFloat = 10
  let paddingInsets = UIEdgeInsets.zero
  let shouldCenterTextVertically = false
}

let sheet = try ContactSheet(CommandLine.arguments, ground: CGColor(gray: 1, alpha: 1))
let gradient = SkeletonGradient(baseColor: .clouds, secondaryColor: .silver).colors
let kinds: [(name: String, type: SkeletonType, colors: [UIColor], animation: SkeletonLayerAnimation?, moves: Bool)] = [
  ("solid", .solid, [.clouds], nil, false),
  ("gradient", .gradient, gradient, nil, false),
  ("solid, animated", .solid, [.silver], SkeletonType.solid.defaultLayerAnimation(isRTL: false), true),
  ("gradient, animated", .gradient, gradient, SkeletonType.gradient.defaultLayerAnimation(isRTL: false), true),
  (
    "gradient, from the top left", .gradient, gradient,
    SkeletonAnimationBuilder().makeSlidingAnimation(withDirection: .topLeftBottomRight, duration: 1), true
  ),
]
var failures = 0
for kind in kinds {
  MediaClock.time = 0
  let host = UIView(frame: CGRect(x: 0, y: 0, width: 240, height: 140))
  let avatar = UIView(frame: CGRect(x: 15, y: 15, width: 60, height: 60))
  avatar.layer.cornerRadius = 30
  for holder in [avatar, TextView(frame: CGRect(x: 90, y: 15, width: 135, height: 115))] {
    host.addSubview(holder)
    guard
      let skeleton = SkeletonLayerBuilder().setSkeletonType(kind.type).addColors(kind.colors).setHolder(holder).build()
    else { fatalError("no skeleton") }
    holder.layer.insertSkeletonLayer(skeleton, atIndex: 0, transition: .none)
    skeleton.layoutIfNeeded()
    if let animation = kind.animation { skeleton.start(animation) }
  }
  try sheet.add(kind.name, host.layer, at: [0, 0.3, 0.6, 0.9, 1.2, 1.7])
  if let row = sheet.rows.last, row.covered(over: sheet.ground) < 0.05 || (row.moved > 0.001) != kind.moves {
    failures += 1
    print("BAD \(kind.name): covers \(row.covered(over: sheet.ground)), moves \(row.moved)")
  }
}
try sheet.write("skeletons")
print("\(kinds.count - failures) of \(kinds.count) skeletons show, and move where they should")
exit(failures == 0 ? 0 : 1)
