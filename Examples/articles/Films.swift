import LaminaExport
import QuartzCore

func makeBallTree() -> CALayer {
  // snippet: film-tree
  let stage = CALayer()
  stage.bounds = CGRect(x: 0, y: 0, width: 240, height: 120)
  stage.backgroundColor = CGColor(gray: 1, alpha: 1)

  let ball = CALayer()
  ball.frame = CGRect(x: 10, y: 40, width: 40, height: 40)
  ball.cornerRadius = 20
  ball.backgroundColor = CGColor(srgbRed: 0.9, green: 0.3, blue: 0.2, alpha: 1)
  stage.addSublayer(ball)

  let move = CABasicAnimation(keyPath: "position.x")
  move.fromValue = 30
  move.toValue = 210
  move.duration = 1
  move.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
  ball.add(move, forKey: "move")
  // end
  return stage
}

func drawFilmFrame() throws -> CGImage {
  let stage = makeBallTree()
  // snippet: film-frame
  let frame = try Renderer().render(stage, at: 0.25).image
  // end
  return frame
}

func exportFilm(to folder: String) throws -> Int {
  let stage = makeBallTree()
  // snippet: film-export
  let timing = try FrameTiming(framesPerSecond: 25, frames: 0..<25)
  let destination = try ExportDestination(folder + "/%05d.png")
  let job = ExportJob(FrameSource(stage), timing: timing, to: destination)
  let summary = try job.run(with: try Renderer())
  // end
  return summary.frames
}
