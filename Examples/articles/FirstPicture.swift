import QuartzCore

func drawFirstPicture() throws -> CGImage {
  // snippet: first-picture
  let page = CALayer()
  page.bounds = CGRect(x: 0, y: 0, width: 320, height: 180)
  page.backgroundColor = CGColor(srgbRed: 0.93, green: 0.95, blue: 0.98, alpha: 1)

  let card = CALayer()
  card.frame = CGRect(x: 60, y: 40, width: 200, height: 100)
  card.backgroundColor = CGColor(srgbRed: 0.2, green: 0.4, blue: 0.9, alpha: 1)
  card.cornerRadius = 12
  card.shadowOpacity = 0.3
  card.shadowRadius = 8
  card.shadowOffset = CGSize(width: 0, height: 4)
  page.addSublayer(card)

  let title = CATextLayer()
  title.frame = CGRect(x: 0, y: 34, width: 200, height: 34)
  title.string = "Hello"
  title.fontSize = 26
  title.alignmentMode = .center
  card.addSublayer(title)

  let picture = try Renderer().render(page).image
  // end
  return picture
}
