// Draws layers at several moments, puts the pictures on one sheet, and measures what they show.

import Foundation
import QuartzCore

/// What one row of a sheet shows.
struct SheetRow {
  var name: String
  var pictures: [CGImage] = []

  /// The share of pixels that differ from the empty ground by more than 8 levels, in the picture that shows most.
  func covered(over ground: CGColor) -> Double {
    let channels = ground.components ?? []
    let grey = channels.count == 2
    let levels = [0, grey ? 0 : 1, grey ? 0 : 2].map { UInt8((channels[$0] * 255).rounded()) }
    let empty = SIMD4<UInt8>(levels[0], levels[1], levels[2], 255)
    return pictures.map { picture in Self.share(of: picture) { _, _ in empty } }.max() ?? 0
  }

  /// The largest share of pixels that two moments after each other differ in.
  var moved: Double {
    zip(pictures, pictures.dropFirst()).map { one, other in
      Self.share(of: other) { x, y in one.premultipliedPixel(x: x, y: y) }
    }.max() ?? 0
  }

  /// The share of a picture's pixels that differ by more than 8 levels.
  private static func share(of picture: CGImage, from expected: (Int, Int) -> SIMD4<UInt8>) -> Double {
    var different = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let (here, there) = (picture.premultipliedPixel(x: x, y: y), expected(x, y))
        if (0..<4).contains(where: { abs(Int(here[$0]) - Int(there[$0])) > 8 }) { different += 1 }
      }
    }
    return Double(different) / Double(max(picture.width * picture.height, 1))
  }
}

/// A sheet of rows of pictures, and the renderer that draws them.
final class ContactSheet {
  let folder: String
  let ground: CGColor
  private let renderer: Renderer
  private(set) var rows: [SheetRow] = []
  private(set) var failures = 0

  /// - Parameter arguments: Those of the program: the folder, and `--gpu`.
  init(_ arguments: [String], ground: CGColor) throws {
    folder = arguments[1]
    self.ground = ground
    renderer = try Renderer(arguments.contains("--gpu") ? .gpu(.automatic) : .cpu(threads: nil))
  }

  /// Draws a layer at some moments; the thread's clock goes along, as it does for a program on a screen.
  func add(_ name: String, _ root: CALayer, at times: [Double], scale: CGFloat = 2) throws {
    var row = SheetRow(name: name)
    root.backgroundColor = ground
    for time in times {
      MediaClock.time = time
      var options = RenderOptions()
      options.size = PixelSize(width: Int(root.bounds.width * scale), height: Int(root.bounds.height * scale))
      let result = try renderer.render(root, at: time, options: options)
      if time == times.first { for diagnostic in result.diagnostics.prefix(5) { print("\(name): \(diagnostic)") } }
      row.pictures.append(result.image)
    }
    rows.append(row)
  }

  /// Says of each row whether anything shows and moves.
  func judge(moves: Bool = true) {
    for row in rows {
      let (covered, moved) = (row.covered(over: ground), row.moved)
      let isFine = covered > 0.001 && (!moves || moved > 0.0005)
      if !isFine { failures += 1 }
      print(String(format: "%@ %@ covers %.4f, moves %.4f", isFine ? "ok " : "BAD", row.name, covered, moved))
    }
  }

  /// Writes the sheet as one picture, and forgets its rows.
  func write(_ name: String, columns: Int = 1) throws {
    guard let first = rows.first?.pictures.first else { return }
    let (width, height, label) = (CGFloat(first.width), CGFloat(first.height), CGFloat(18))
    let frames = CGFloat(rows.map(\.pictures.count).max() ?? 1)
    let cell = CGSize(width: frames * (width + 4) + 8, height: height + label + 4)
    let sheet = CALayer()
    let lines = (rows.count + columns - 1) / columns
    sheet.bounds = CGRect(x: 0, y: 0, width: cell.width * CGFloat(columns), height: cell.height * CGFloat(lines))
    sheet.backgroundColor = CGColor(gray: 0.25, alpha: 1)
    for (index, row) in rows.enumerated() {
      let origin = CGPoint(x: cell.width * CGFloat(index % columns), y: cell.height * CGFloat(index / columns))
      let text = CATextLayer()
      text.string = row.name
      text.fontSize = 13
      text.frame = CGRect(x: origin.x + 4, y: origin.y + 1, width: cell.width, height: label)
      sheet.addSublayer(text)
      for (column, picture) in row.pictures.enumerated() {
        let layer = CALayer()
        layer.contents = picture
        layer.frame = CGRect(
          x: origin.x + 4 + CGFloat(column) * (width + 4), y: origin.y + label, width: width, height: height)
        sheet.addSublayer(layer)
      }
    }
    var options = RenderOptions()
    options.size = PixelSize(width: Int(sheet.bounds.width), height: Int(sheet.bounds.height))
    try PNGEncoder().write(try renderer.render(sheet, options: options).image, to: "\(folder)/\(name).png")
    rows = []
  }
}
