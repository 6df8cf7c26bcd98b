// Draws every picture of the articles, of the tutorial and of the reference, by the code that they show:
//
//   swift run example-articles FOLDER

import Foundation
import QuartzCore

let pictures: [(name: String, draw: () throws -> CGImage)] = [
  ("first-picture", drawFirstPicture),
  ("from-uikit", drawFromUIKit),
  ("documents", { try drawDocument(in: exampleFolder) }),
  ("lottie-moment", { try drawLottieMoment(in: exampleFolder) }),
  ("film-frame", drawFilmFrame),
  ("cube-1", CubeTutorial.drawFace),
  ("cube-2", CubeTutorial.drawFaces),
  ("cube-3", CubeTutorial.drawInPerspective),
  ("cube-4", CubeTutorial.drawTurned),
  ("cube-5", CubeTutorial.drawMoving),
]

/// Where the documents of the examples are: beside this program's folder.
let exampleFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path

let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? ".", isDirectory: true)
for picture in pictures + Symbols.all {
  let path = folder.appendingPathComponent("\(picture.name).png").path
  try PNGEncoder().write(picture.draw(), to: path)
}
let film = try exportFilm(to: folder.appendingPathComponent("frames").path)
print("\(pictures.count + Symbols.all.count) pictures and \(film) frames")
