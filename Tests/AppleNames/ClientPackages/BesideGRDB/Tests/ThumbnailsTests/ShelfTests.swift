import CoreGraphics
import Testing
import Thumbnails

@Test("a shelf keeps what was drawn") func shelf() throws {
  let shelf = try Shelf()
  try shelf.keep(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1), side: 12)
  #expect(try shelf.sides() == [CGFloat(12)])
}
