// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

/// Pictures: sizes, orientations, insets, tints, files.
@Suite struct UIImageTests {
  private func drawn(_ image: UIImage, in rect: CGRect, size: CGSize) throws -> CGImage {
    try #require(Pictures.drawn(size) { image.draw(in: rect) })
  }

  @Test("a picture is drawn upright, its points as large as its scale says")
  func upright() throws {
    let image = UIImage(cgImage: Pictures.quarters(4), scale: 2, orientation: .up)
    #expect(image.size == CGSize(width: 4, height: 4) && image.scale == 2)
    let picture = try #require(
      Pictures.drawn(CGSize(width: 8, height: 8), scale: 2) { image.draw(at: CGPoint(x: 1, y: 2)) })
    #expect(picture.pixel(2, 4) == red && picture.pixel(9, 4) == green)
    #expect(picture.pixel(2, 11) == blue && picture.pixel(9, 11) == white)
    #expect(picture.pixel(1, 4) == clear && picture.coveredArea == 64)
  }

  /// The colours at top left, top right, bottom left, bottom right.
  private static let turned: [(UIImage.Orientation, [[UInt8]])] = [
    (.up, [red, green, blue, white]), (.down, [white, blue, green, red]),
    // A quarter turn counter-clockwise takes the right column to the top.
    (.left, [green, white, red, blue]), (.right, [blue, red, white, green]),
    (.upMirrored, [green, red, white, blue]), (.downMirrored, [blue, white, red, green]),
    (.leftMirrored, [red, blue, green, white]), (.rightMirrored, [white, green, blue, red]),
  ]

  @Test("orientations turn the stored pixels", arguments: 0..<8)
  func orientations(_ index: Int) throws {
    let (orientation, corners) = Self.turned[index]
    let image = UIImage(cgImage: Pictures.quarters(), scale: 1, orientation: orientation)
    let picture = try drawn(image, in: CGRect(x: 0, y: 0, width: 4, height: 4), size: CGSize(width: 4, height: 4))
    #expect([picture.pixel(0, 0), picture.pixel(3, 0), picture.pixel(0, 3), picture.pixel(3, 3)] == corners)
    let view = UIImageView(image: image)
    let shown = try Pictures.draw(view)
    #expect([shown.pixel(0, 0), shown.pixel(3, 0), shown.pixel(0, 3), shown.pixel(3, 3)] == corners)
    let flipped = image.withHorizontallyFlippedOrientation()
    let mirrored = try drawn(flipped, in: CGRect(x: 0, y: 0, width: 4, height: 4), size: CGSize(width: 4, height: 4))
    #expect(mirrored.pixel(0, 0) == corners[1] && mirrored.pixel(3, 3) == corners[2])
  }

  @Test("quarter turns exchange width and height")
  func turnedSize() throws {
    let wide = try #require(CGImage(width: 6, height: 2) { x, _ in x == 0 ? [255, 0, 0, 255] : [0, 0, 0, 255] })
    let image = UIImage(cgImage: wide, scale: 1, orientation: .right)
    #expect(image.size == CGSize(width: 2, height: 6))
    let picture = try drawn(image, in: CGRect(origin: .zero, size: image.size), size: image.size)
    // Clockwise, the left column is the top row.
    #expect(picture.pixel(0, 0) == red && picture.pixel(1, 0) == red && picture.pixel(0, 5) == black)
  }

  /// Red corners of 2, green edges, a blue middle of 4.
  private func framed() throws -> CGImage {
    try #require(
      CGImage(width: 8, height: 8) { x, y in
        let (inX, inY) = ((2..<6).contains(x), (2..<6).contains(y))
        return inX && inY ? [0, 0, 255, 255] : inX || inY ? [0, 255, 0, 255] : [255, 0, 0, 255]
      })
  }

  @Test("insets keep the corners' size, drawn or shown", arguments: [UIImage.ResizingMode.tile, .stretch])
  func insets(_ mode: UIImage.ResizingMode) throws {
    let image = UIImage(cgImage: try framed())
      .resizableImage(withCapInsets: UIEdgeInsets(top: 2, left: 2, bottom: 2, right: 2), resizingMode: mode)
    let box = CGRect(x: 0, y: 0, width: 40, height: 30)
    let view = UIImageView(image: image)
    view.frame = box
    for picture in [try drawn(image, in: box, size: box.size), try Pictures.draw(view)] {
      for (x, y) in [(0, 0), (39, 0), (0, 29), (39, 29), (1, 1)] { #expect(picture.pixel(x, y) == red) }
      for (x, y) in [(20, 0), (0, 15), (39, 15), (20, 29)] { #expect(picture.pixel(x, y) == green) }
      #expect(picture.pixel(20, 15) == blue && picture.pixel(9, 9) == blue && picture.pixel(30, 20) == blue)
      #expect(picture.coveredArea == 1200)
    }
  }

  @Test("tiles begin at the inner part's top left")
  func tiles() throws {
    // Two columns inside, red and green, between black edges of one.
    let striped = try #require(
      CGImage(width: 4, height: 1) { x, _ in x == 1 ? [255, 0, 0, 255] : x == 2 ? [0, 255, 0, 255] : [0, 0, 0, 255] })
    let image = UIImage(cgImage: striped)
      .resizableImage(withCapInsets: UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1))
    let picture = try drawn(image, in: CGRect(x: 0, y: 0, width: 9, height: 1), size: CGSize(width: 9, height: 1))
    #expect((0..<9).map { picture.pixel($0, 0) } == [black, red, green, red, green, red, green, red, black])
  }

  @Test("a tint is the colour in the picture's alpha")
  func tint() throws {
    let half = try #require(CGImage(width: 2, height: 1) { x, _ in x == 0 ? [0, 0, 0, 128] : [10, 20, 30, 255] })
    let tinted = UIImage(cgImage: half).withTintColor(.red)
    let pixels = try #require(tinted.cgImage)
    #expect(pixels.pixel(0, 0) == [128, 0, 0, 128] && pixels.pixel(1, 0) == red)
    let view = UIImageView(image: UIImage(cgImage: half).withRenderingMode(.alwaysTemplate))
    view.tintColor = .green
    #expect(try Pictures.draw(view).pixel(1, 0) == green)
    // The tint is the superview's where the view has none.
    let host = UIView(frame: CGRect(x: 0, y: 0, width: 2, height: 1))
    let inner = UIImageView(image: UIImage(cgImage: half).withRenderingMode(.alwaysTemplate))
    host.tintColor = .blue
    host.addSubview(inner)
    #expect(try Pictures.draw(host).pixel(1, 0) == blue)
    host.tintColor = .red
    #expect(try Pictures.draw(host).pixel(1, 0) == red)
  }

  @Test("what is encoded comes back, scales by file names, names by folders")
  func files() throws {
    let folder = try TemporaryFolder()
    let image = UIImage(cgImage: Pictures.quarters(8), scale: 2, orientation: .down)
    let data = try #require(image.pngData())
    let back = try #require(UIImage(data: data, scale: 2)?.cgImage)
    #expect(back.pixel(0, 0) == white && back.pixel(15, 15) == red)
    try data.write(to: URL(fileURLWithPath: folder.path("flag@2x.png")))
    let read = try #require(UIImage(contentsOfFile: folder.path("flag@2x.png")))
    #expect(read.scale == 2 && read.size == CGSize(width: 8, height: 8))
    #expect(UIImage(contentsOfFile: folder.path("nothing.png")) == nil)
    #expect(UIImage(data: Data([1, 2, 3])) == nil && UIImage(data: Data()) == nil)
    #expect(UIImage(named: "no such picture") == nil && UIImage(named: "") == nil)
    let jpeg = try #require(image.jpegData(compressionQuality: 1))
    let decoded = try #require(UIImage(data: jpeg)?.cgImage)
    #expect(decoded.isColor(1, 1, white, within: 40) && decoded.width == 16)
    #expect(UIImage().pngData() == nil && UIImage().size == .zero)
  }

  @Test("a name finds the file for the screen's scale, or the next larger")
  func named() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      for scale in [1, 3] {
        let size = CGSize(width: 2 * scale, height: 2 * scale)
        let data = UIGraphicsImageRenderer(size: size).pngData { _ in UIRectFill(CGRect(origin: .zero, size: size)) }
        try data.write(to: URL(fileURLWithPath: folder.path(scale == 1 ? "dot.png" : "dot@\(scale)x.png")))
      }
      UIImage.namedImageFolders = [folder.path("")]
      #expect(UIImage(named: "dot")?.scale == 3)
      UIScreen.main.scale = 1
      #expect(UIImage(named: "dot.png")?.scale == 1)
      #expect(UIImage(named: "../\((folder.path("") as NSString).lastPathComponent)/dot")?.scale == 1)
      UIScreen.main.bounds = CGRect(x: 0, y: 0, width: 10, height: 20)
      UIScreen.main.scale = 3
      #expect(UIScreen.main.nativeBounds == CGRect(x: 0, y: 0, width: 30, height: 60))
      UIScreen.main.scale = -1
      #expect(UIScreen.main.scale == 1)
      #expect(UIViewController().view.frame == CGRect(x: 0, y: 0, width: 10, height: 20))
    }
  }
}
