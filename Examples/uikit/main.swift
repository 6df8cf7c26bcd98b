// A screen as a program for a phone has it: views, labels, a controller, and cards that come in on springs. The last line
// draws it at one moment; it is the only one that such a program has not.
//
//   swift run example-uikit screen.png

import UIKit

/// A ring that is filled up to a part.
final class RingView: UIView {
  override class var layerClass: AnyClass { CAShapeLayer.self }

  private let track = CAShapeLayer()

  init(_ color: UIColor, filled part: CGFloat) {
    super.init(frame: .zero)
    for (shape, color) in [(layer as? CAShapeLayer, color), (track, color.withAlphaComponent(0.2))] {
      shape?.fillColor = UIColor.clear.cgColor
      shape?.strokeColor = color.cgColor
      shape?.lineWidth = 9
      shape?.lineCap = .round
    }
    (layer as? CAShapeLayer)?.strokeEnd = part
    layer.addSublayer(track)
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func layoutSubviews() {
    let middle = CGPoint(x: bounds.midX, y: bounds.midY)
    let ring = UIBezierPath(
      arcCenter: middle, radius: bounds.width / 2 - 5, startAngle: -.pi / 2, endAngle: 1.5 * .pi, clockwise: true)
    (layer as? CAShapeLayer)?.path = ring.cgPath
    track.path = ring.cgPath
  }
}

/// Bars of a week, drawn.
final class WeekView: UIView {
  private let values: [CGFloat] = [0.35, 0.6, 0.5, 0.9, 0.7, 0.3, 0.8]

  override func draw(_ rect: CGRect) {
    let step = bounds.width / CGFloat(values.count)
    for (index, value) in values.enumerated() {
      let height = value * bounds.height
      let bar = CGRect(x: CGFloat(index) * step + 3, y: bounds.height - height, width: step - 6, height: height)
      (index == 3 ? UIColor.systemOrange : .systemGray4).setFill()
      UIBezierPath(
        roundedRect: bar, byRoundingCorners: [.topLeft, .topRight], cornerRadii: CGSize(width: 4, height: 4)
      )
      .fill()
    }
  }
}

/// A card with a title, a value and something to see.
final class CardView: UIView {
  private let (title, value) = (UILabel(), UILabel())
  private let content: UIView

  init(_ title: String, _ value: String, _ content: UIView) {
    self.content = content
    super.init(frame: .zero)
    backgroundColor = .systemBackground
    layer.cornerRadius = 16
    layer.cornerCurve = .continuous
    layer.shadowOpacity = 0.12
    layer.shadowRadius = 10
    layer.shadowOffset = CGSize(width: 0, height: 4)
    self.title.text = title
    self.title.font = .systemFont(ofSize: 12, weight: .semibold)
    self.title.textColor = .secondaryLabel
    self.value.text = value
    self.value.font = .boldSystemFont(ofSize: 22)
    for view in [self.title, self.value, content] { addSubview(view) }
    content.isOpaque = false
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    for label in [title, value] { label.sizeToFit() }
    title.frame.origin = CGPoint(x: 16, y: 16)
    value.frame.origin = CGPoint(x: 16, y: 34)
    content.frame = CGRect(x: bounds.width - 104, y: 14, width: 88, height: bounds.height - 28)
    if content is RingView { content.frame = CGRect(x: bounds.width - 76, y: 14, width: 60, height: 60) }
  }
}

final class DayController: UIViewController {
  private let cards = [
    CardView("MOVE", "412 kcal", RingView(.systemPink, filled: 0.82)),
    CardView("STEPS", "8,204", WeekView()),
    CardView("STAND", "9 hours", RingView(.systemTeal, filled: 0.75)),
  ]

  override func viewDidLoad() {
    view.backgroundColor = .systemGroupedBackground
    let heading = UILabel(frame: CGRect(x: 20, y: 18, width: 260, height: 40))
    heading.text = "Wednesday"
    heading.font = .systemFont(ofSize: 30, weight: .heavy)
    view.addSubview(heading)
    for (index, card) in cards.enumerated() {
      card.frame = CGRect(x: 20, y: 72 + 104 * CGFloat(index), width: view.bounds.width - 40, height: 88)
      view.addSubview(card)
    }
  }

  override func viewWillAppear(_ animated: Bool) {
    for (index, card) in cards.enumerated() {
      card.transform = CGAffineTransform(translationX: view.bounds.width, y: 0).rotated(by: 0.3)
      UIView.animate(
        withDuration: 0.9, delay: 0.12 * Double(index), usingSpringWithDamping: 0.65, initialSpringVelocity: 0
      ) { card.transform = .identity }
    }
  }
}

UIScreen.main.bounds = CGRect(x: 0, y: 0, width: 320, height: 396)
let window = UIWindow(frame: UIScreen.main.bounds)
window.rootViewController = DayController()
window.makeKeyAndVisible()

var options = RenderOptions()
options.scale = UIScreen.main.scale
let path = CommandLine.arguments.dropFirst().first ?? "screen.png"
try PNGEncoder().write(Renderer(.cpu(threads: nil)).render(window.layer, at: 0.3, options: options).image, to: path)
