import CoreGraphics
import Testing
import Thumbnails

@Test("a thumbnail has the size and the colour that it was asked for") func thumbnails() throws {
  let picture = try thumbnail(of: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), side: 8)
  #expect(picture.width == 8 && picture.height == 8)
  #expect(picture.dataProvider?.data.map(Array.init)?.prefix(4) == [255, 0, 0, 255])
}
