import UIKit

// snippet: badge-view
final class BadgeView: UIView {
  var value = 0.0

  override func draw(_ rect: CGRect) {
    let ring = UIBezierPath(
      arcCenter: CGPoint(x: bounds.midX, y: bounds.midY), radius: bounds.width / 2 - 6,
      startAngle: -.pi / 2, endAngle: -.pi / 2 + 2 * .pi * value, clockwise: true)
    ring.lineWidth = 8
    UIColor.systemBlue.setStroke()
    ring.stroke()
  }
}
// end

func drawFromUIKit() throws -> CGImage {
  // snippet: from-uikit
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 140))
  window.backgroundColor = .white

  let badge = BadgeView(frame: CGRect(x: 30, y: 30, width: 80, height: 80))
  badge.backgroundColor = .clear
  badge.value = 0.7
  window.addSubview(badge)

  let label = UILabel(frame: CGRect(x: 130, y: 52, width: 160, height: 36))
  label.text = "70 per cent"
  label.font = .boldSystemFont(ofSize: 24)
  window.addSubview(label)

  let picture = try Renderer().render(window.layer).image
  // end
  return picture
}
