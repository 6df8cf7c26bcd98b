// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics
internal import LaminaLayers

// Objects that represent values in archives which are no objects themselves. Proxies that Core Animation has too have
// its names and keys.

/// An object that represents a value in an archive.
protocol CodingProxy: NSObject {
  /// The represented value.
  var value: Any { get }
}

/// The proxy of a point, a size, a rectangle or a transform.
final class LKNSValueCodingProxy: NSObject, NSSecureCoding, CodingProxy {
  let held: LayerValue
  static var supportsSecureCoding: Bool { true }

  var value: Any { held.boxed ?? NSNull() }

  init(_ value: LayerValue) {
    held = value
    super.init()
  }

  private static let entries = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }

  required init?(coder: NSCoder) {
    func number(_ key: String) -> Double { coder.decodeDouble(forKey: key) }
    switch coder.decodeInt64(forKey: "kind") {
    case 0: held = .point(CGPoint(x: number("x"), y: number("y")))
    case 1: held = .size(CGSize(width: number("width"), height: number("height")))
    case 2:
      held = .rect(CGRect(x: number("x"), y: number("y"), width: number("width"), height: number("height")))
    case 3:
      let n = Self.entries.map(number)
      held = .transform(
        CATransform3D(
          rows: (
            SIMD4(n[0], n[1], n[2], n[3]), SIMD4(n[4], n[5], n[6], n[7]), SIMD4(n[8], n[9], n[10], n[11]),
            SIMD4(n[12], n[13], n[14], n[15])
          )))
    default: held = .none
    }
    super.init()
  }

  func encode(with coder: NSCoder) {
    func encode(_ kind: Int64, _ numbers: [(String, CGFloat)]) {
      coder.encode(kind, forKey: "kind")
      for (key, number) in numbers { coder.encode(Double(number), forKey: key) }
    }
    switch held {
    case .point(let point): encode(0, [("x", point.x), ("y", point.y)])
    case .size(let size): encode(1, [("width", size.width), ("height", size.height)])
    case .rect(let rect):
      encode(
        2,
        [("x", rect.origin.x), ("y", rect.origin.y), ("width", rect.size.width), ("height", rect.size.height)])
    case .transform(let transform):
      let rows = [transform.row1, transform.row2, transform.row3, transform.row4]
      let numbers = rows.flatMap { row in (0..<4).map { CGFloat(row[$0]) } }
      encode(3, Array(zip(Self.entries, numbers)))
    default: break
    }
  }
}

/// The proxy of a colour.
final class LKCGColorCodingProxy: NSObject, NSSecureCoding, CodingProxy {
  private let color: CGColor
  static var supportsSecureCoding: Bool { true }
  private static let keys = ["r", "g", "b", "a"]

  var value: Any { color }

  init(_ color: CGColor) {
    self.color = color
    super.init()
  }

  required init?(coder: NSCoder) {
    let n = Self.keys.map { Float(coder.decodeDouble(forKey: $0)) }
    color = CGColor(straight: [n[0], n[1], n[2], n[3]])
    super.init()
  }

  func encode(with coder: NSCoder) {
    for (index, key) in Self.keys.enumerated() { coder.encode(Double(color.straight[index]), forKey: key) }
  }
}

/// The proxy of a path.
final class CACGPathCodingProxy: NSObject, NSSecureCoding, CodingProxy {
  private let path: CGPath
  static var supportsSecureCoding: Bool { true }

  var value: Any { path }

  init(_ path: CGPath) {
    self.path = path
    super.init()
  }

  required init?(coder: NSCoder) {
    let built = CGMutablePath()
    let segments = coder.decodeObject(of: ArchivedValue.classes, forKey: "LKCGPathSegments") as? NSArray
    for segment in segments ?? [] { (segment as? CACGPathCodingSegment)?.add(to: built) }
    path = built.copy() ?? built
    super.init()
  }

  func encode(with coder: NSCoder) {
    var segments: [CACGPathCodingSegment] = []
    path.applyWithBlock { segments.append(CACGPathCodingSegment($0.pointee)) }
    coder.encode(NSArray(array: segments), forKey: "LKCGPathSegments")
  }
}

/// The proxy of one piece of a path.
final class CACGPathCodingSegment: NSObject, NSSecureCoding {
  private let kind: Int64
  private let points: [CGPoint]
  static var supportsSecureCoding: Bool { true }
  /// The number of points of each kind of piece: moves, lines, curves of two kinds, closings.
  private static let pointCounts = [1, 1, 2, 3, 0]

  init(_ element: CGPathElement) {
    kind = Int64(element.type.rawValue)
    points = (0..<Self.pointCounts[Int(element.type.rawValue)]).map { element.points[$0] }
    super.init()
  }

  required init?(coder: NSCoder) {
    kind = coder.decodeInt64(forKey: "LKCGPathType")
    let count = (0..<5).contains(kind) ? Self.pointCounts[Int(kind)] : 0
    points = (0..<count).map { index in
      CGPoint(
        x: coder.decodeDouble(forKey: "LKCGPathPoint\(index)_x"),
        y: coder.decodeDouble(forKey: "LKCGPathPoint\(index)_y"))
    }
    super.init()
  }

  func encode(with coder: NSCoder) {
    coder.encode(kind, forKey: "LKCGPathType")
    for (index, point) in points.enumerated() {
      coder.encode(Double(point.x), forKey: "LKCGPathPoint\(index)_x")
      coder.encode(Double(point.y), forKey: "LKCGPathPoint\(index)_y")
    }
  }

  func add(to path: CGMutablePath) {
    switch kind {
    case 0: path.move(to: points[0])
    case 1: path.addLine(to: points[0])
    case 2: path.addQuadCurve(to: points[1], control: points[0])
    case 3: path.addCurve(to: points[2], control1: points[0], control2: points[1])
    case 4: path.closeSubpath()
    default: break
    }
  }
}

/// The proxy of a picture, which it holds as a PNG.
final class CGImageCodingProxy: NSObject, NSSecureCoding, CodingProxy {
  private let image: CGImage?
  static var supportsSecureCoding: Bool { true }

  var value: Any { image ?? NSNull() }

  init(_ image: CGImage) {
    self.image = image
    super.init()
  }

  required init?(coder: NSCoder) {
    let data = coder.decodeObject(of: ArchivedValue.classes, forKey: "png") as? Data
    // A picture of an archive may use no more memory than one of a file.
    image = data.flatMap { try? ImageDecoder().decode([UInt8]($0)).image }
    super.init()
  }

  func encode(with coder: NSCoder) {
    guard let image, let bytes = try? PNGEncoder().encode(image) else { return }
    coder.encode(NSData(data: Data(bytes)), forKey: "png")
  }
}
