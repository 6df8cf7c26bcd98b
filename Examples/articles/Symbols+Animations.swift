import QuartzCore

extension Symbols {
  /// A dot at the left of its track, once for each of six times; the lines give each the animation under way.
  static func moments(_ animate: (CALayer) -> Void) throws -> CGImage {
    let page = CALayer()
    page.bounds = CGRect(x: 0, y: 0, width: 270, height: 120)
    page.backgroundColor = CGColor(srgbRed: 0.96, green: 0.96, blue: 0.96, alpha: 1)
    // Each row begins a fifth of a second after the one below it, so that it is a fifth of a second behind.
    defer { MediaClock.time = 0 }
    for index in (0..<6).reversed() {
      MediaClock.time = 1 - Double(index) / 5
      let track = CALayer()
      track.frame = CGRect(x: 15, y: 10 + 18 * index, width: 240, height: 10)
      track.backgroundColor = CGColor(srgbRed: 0.88, green: 0.88, blue: 0.88, alpha: 1)
      track.cornerRadius = 5
      let dot = CALayer()
      dot.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      dot.cornerRadius = 5
      dot.backgroundColor = blue
      track.addSublayer(dot)
      page.addSublayer(track)
      animate(dot)
    }
    return try draw(page, at: 1)
  }

  static var animations: [Drawing] {
    [
      (
        "symbol-basic-animation",
        {
          try moments { dot in
            // snippet: symbol-basic-animation
            let move = CABasicAnimation(keyPath: "position.x")
            move.fromValue = 5
            move.toValue = 235
            move.duration = 1
            move.fillMode = .both
            dot.add(move, forKey: "move")
            // end
          }
        }
      ),
      (
        "symbol-timing-function",
        {
          try moments { dot in
            let move = CABasicAnimation(keyPath: "position.x")
            move.fromValue = 5
            move.toValue = 235
            move.duration = 1
            move.fillMode = .both
            // snippet: symbol-timing-function
            move.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
            // end
            dot.add(move, forKey: "move")
          }
        }
      ),
      (
        "symbol-keyframe-animation",
        {
          try moments { dot in
            // snippet: symbol-keyframe-animation
            let move = CAKeyframeAnimation(keyPath: "position.x")
            move.values = [5, 235, 120]
            move.keyTimes = [0, 0.4, 1]
            move.duration = 1
            move.fillMode = .both
            dot.add(move, forKey: "move")
            // end
          }
        }
      ),
      (
        "symbol-spring-animation",
        {
          try moments { dot in
            // snippet: symbol-spring-animation
            let move = CASpringAnimation(keyPath: "position.x")
            move.fromValue = 5
            move.toValue = 160
            move.stiffness = 120
            move.damping = 6
            move.duration = 1
            move.fillMode = .both
            dot.add(move, forKey: "move")
            // end
          }
        }
      ),
      (
        "symbol-transition",
        {
          try row(4, of: square, at: 0.5) { tiles in
            // snippet: symbol-transition
            for (tile, type) in zip(tiles, [CATransitionType.fade, .moveIn, .push, .reveal]) {
              let transition = CATransition()
              transition.type = type
              transition.subtype = .fromTop
              transition.duration = 1
              tile.add(transition, forKey: "transition")
              tile.backgroundColor = blue
            }
            // end
          }
        }
      ),
    ]
  }
}
