import QuartzCore

func drawDocument(in folder: String) throws -> CGImage {
  // snippet: documents
  let scene = try DocumentReader().read(folder + "/day-and-night.ca")
  try scene.setState("night")
  let result = try Renderer().render(scene)
  for diagnostic in result.diagnostics { print(diagnostic) }
  // end
  return result.image
}

func drawLottieMoment(in folder: String) throws -> CGImage {
  // snippet: lottie-moment
  let animation = try DocumentReader().read(folder + "/sunrise.json")
  let half = animation.timeline?.time(atProgress: 0.5) ?? 0
  let picture = try Renderer().render(animation, at: half).image
  // end
  return picture
}
