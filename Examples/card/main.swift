import UIKit

let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 160))
window.backgroundColor = .systemGroupedBackground

let card = UIView(frame: CGRect(x: 20, y: 20, width: 280, height: 120))
card.backgroundColor = .white
card.layer.cornerRadius = 16
card.layer.shadowOpacity = 0.2
window.addSubview(card)

let title = UILabel(frame: CGRect(x: 16, y: 16, width: 200, height: 30))
title.text = "Wednesday"
title.font = .boldSystemFont(ofSize: 24)
card.addSubview(title)

card.transform = CGAffineTransform(translationX: 320, y: 0).rotated(by: 0.3)
UIView.animate(withDuration: 0.9, delay: 0, usingSpringWithDamping: 0.65, initialSpringVelocity: 0) {
  card.transform = .identity
}

try PNGEncoder().write(Renderer().render(window.layer, at: 0.3).image, to: "card.png")
