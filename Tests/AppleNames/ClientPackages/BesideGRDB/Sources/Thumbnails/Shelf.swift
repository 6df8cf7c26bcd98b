import CoreGraphics
import Foundation
import GRDB
import QuartzCore

/// Pictures in a database.
public struct Shelf {
  private let database: DatabaseQueue

  /// Makes an empty shelf in memory.
  public init() throws {
    database = try DatabaseQueue()
    try database.write { try $0.execute(sql: "CREATE TABLE picture (side REAL, bytes BLOB)") }
  }

  /// Draws a card of a colour and keeps it.
  public func keep(_ color: CGColor, side: CGFloat) throws {
    let card = CALayer()
    card.bounds = CGRect(x: 0, y: 0, width: side, height: side)
    card.backgroundColor = color
    let file = try PNGEncoder().encode(try Renderer(.cpu(threads: nil)).render(card).image)
    try database.write {
      try $0.execute(sql: "INSERT INTO picture VALUES (?, ?)", arguments: [side, Data(file)])
    }
  }

  /// The sides of what is kept.
  public func sides() throws -> [CGFloat] {
    try database.read { try CGFloat.fetchAll($0, sql: "SELECT side FROM picture") }
  }
}
