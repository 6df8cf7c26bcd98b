import QuartzCore

extension Symbols {
  static var shapes: [Drawing] {
    [
      (
        "symbol-line-cap",
        {
          try row(of: zigzag) { tiles in
            // snippet: symbol-line-cap
            for (tile, cap) in zip(tiles, [CAShapeLayerLineCap.butt, .round, .square]) { tile.lineCap = cap }
            // end
          }
        }
      ),
      (
        "symbol-line-join",
        {
          try row(of: zigzag) { tiles in
            // snippet: symbol-line-join
            for (tile, join) in zip(tiles, [CAShapeLayerLineJoin.miter, .round, .bevel]) { tile.lineJoin = join }
            // end
          }
        }
      ),
      (
        "symbol-line-width",
        {
          try row(of: zigzag) { tiles in
            // snippet: symbol-line-width
            for (tile, width) in zip(tiles, [1.0, 4, 12]) { tile.lineWidth = width }
            // end
          }
        }
      ),
      (
        "symbol-line-dash-pattern",
        {
          try row(of: zigzag) { tiles in
            // snippet: symbol-line-dash-pattern
            for tile in tiles { tile.lineWidth = 4 }
            tiles[1].lineDashPattern = [12, 4]
            tiles[2].lineDashPattern = [12, 4, 2, 4]
            // end
          }
        }
      ),
      (
        "symbol-stroke-end",
        {
          try row(of: zigzag) { tiles in
            // snippet: symbol-stroke-end
            for (tile, end) in zip(tiles, [0.25, 0.5, 1]) { tile.strokeEnd = end }
            // end
          }
        }
      ),
      (
        "symbol-fill-rule",
        {
          try row(2, of: CAShapeLayer.init) { tiles in
            // snippet: symbol-fill-rule
            let path = CGMutablePath()
            path.addEllipse(in: CGRect(x: 0, y: 0, width: 60, height: 60))
            path.addEllipse(in: CGRect(x: 16, y: 16, width: 28, height: 28))
            for (tile, rule) in zip(tiles, [CAShapeLayerFillRule.nonZero, .evenOdd]) {
              tile.path = path
              tile.fillColor = orange
              tile.fillRule = rule
            }
            // end
          }
        }
      ),
    ]
  }

  static var gradients: [Drawing] {
    [
      (
        "symbol-gradient-type",
        {
          try row(of: gradient) { tiles in
            // snippet: symbol-gradient-type
            tiles[0].type = .axial
            tiles[1].type = .radial
            tiles[2].type = .conic
            for tile in tiles.dropFirst() {
              tile.startPoint = CGPoint(x: 0.5, y: 0.5)
              tile.endPoint = CGPoint(x: 1, y: 1)
            }
            // end
          }
        }
      ),
      (
        "symbol-gradient-locations",
        {
          try row(2, of: gradient) { tiles in
            // snippet: symbol-gradient-locations
            tiles[1].locations = [0, 0.8, 1]
            // end
          }
        }
      ),
      (
        "symbol-gradient-start-point",
        {
          try row(2, of: gradient) { tiles in
            // snippet: symbol-gradient-start-point
            tiles[1].startPoint = CGPoint(x: 0, y: 0)
            tiles[1].endPoint = CGPoint(x: 1, y: 1)
            // end
          }
        }
      ),
    ]
  }

  static var texts: [Drawing] {
    [
      (
        "symbol-text-alignment",
        {
          try row(of: text) { tiles in
            // snippet: symbol-text-alignment
            for (tile, mode) in zip(tiles, [CATextLayerAlignmentMode.left, .center, .right]) {
              tile.isWrapped = true
              tile.alignmentMode = mode
            }
            // end
          }
        }
      ),
      (
        "symbol-text-truncation",
        {
          try row(4, of: text) { tiles in
            // snippet: symbol-text-truncation
            for (tile, mode) in zip(tiles, [CATextLayerTruncationMode.none, .start, .middle, .end]) {
              tile.truncationMode = mode
              tile.masksToBounds = true
            }
            // end
          }
        }
      ),
    ]
  }

  /// Two circles that overlap.
  static func circles() -> (CGPath, CGPath) {
    (
      CGPath(ellipseIn: CGRect(x: 2, y: 12, width: 36, height: 36), transform: nil),
      CGPath(ellipseIn: CGRect(x: 22, y: 12, width: 36, height: 36), transform: nil)
    )
  }

  static func filled() -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.fillColor = blue
    return layer
  }

  static var paths: [Drawing] {
    [
      (
        "symbol-path-combinations",
        {
          try row(4, of: filled) { tiles in
            let (left, right) = circles()
            // snippet: symbol-path-combinations
            tiles[0].path = left.union(right)
            tiles[1].path = left.intersection(right)
            tiles[2].path = left.subtracting(right)
            tiles[3].path = left.symmetricDifference(right)
            // end
          }
        }
      ),
      (
        "symbol-path-outlines",
        {
          try row(2, of: filled) { tiles in
            let (left, _) = circles()
            // snippet: symbol-path-outlines
            let dashes = left.copy(dashingWithPhase: 0, lengths: [8, 5])
            tiles[0].path = left.copy(strokingWithWidth: 6, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
            tiles[1].path = dashes.copy(strokingWithWidth: 6, lineCap: .round, lineJoin: .round, miterLimit: 10)
            // end
          }
        }
      ),
    ]
  }

  /// Layers whose contents some lines draw.
  static func drawn(_ count: Int, _ draw: ([CGContext]) -> Void) throws -> CGImage {
    try row(count, of: CALayer.init) { tiles in
      let space = CGColorSpaceCreateDeviceRGB()
      let info = CGImageAlphaInfo.premultipliedLast.rawValue
      let contexts = tiles.compactMap { _ in
        CGContext(
          data: nil, width: 120, height: 120, bitsPerComponent: 8, bytesPerRow: 0, space: space, bitmapInfo: info)
      }
      guard contexts.count == count else { return }
      for context in contexts { context.scaleBy(x: 2, y: 2) }
      draw(contexts)
      for (tile, context) in zip(tiles, contexts) {
        tile.contents = context.makeImage()
        tile.contentsScale = 2
      }
    }
  }

  static var drawings: [Drawing] {
    [
      (
        "symbol-context-gradients",
        {
          let colors = [orange, blue]
          let gradient = CGGradient(colorsSpace: nil, colors: colors, locations: [0, 1])
          return try drawn(2) { contexts in
            guard let gradient else { return }
            // snippet: symbol-context-gradients
            contexts[0].drawLinearGradient(
              gradient, start: CGPoint(x: 0, y: 0), end: CGPoint(x: 60, y: 60), options: [])
            contexts[1].drawRadialGradient(
              gradient, startCenter: CGPoint(x: 30, y: 30), startRadius: 0, endCenter: CGPoint(x: 30, y: 30),
              endRadius: 30,
              options: [])
            // end
          }
        }
      ),
      (
        "symbol-context-blend-mode",
        {
          try drawn(4) { contexts in
            // snippet: symbol-context-blend-mode
            for (context, mode) in zip(contexts, [CGBlendMode.normal, .multiply, .screen, .xor]) {
              context.setFillColor(orange)
              context.fillEllipse(in: CGRect(x: 2, y: 12, width: 36, height: 36))
              context.setBlendMode(mode)
              context.setFillColor(blue)
              context.fillEllipse(in: CGRect(x: 22, y: 12, width: 36, height: 36))
            }
            // end
          }
        }
      ),
      (
        "symbol-context-shadow",
        {
          try drawn(2) { contexts in
            // snippet: symbol-context-shadow
            contexts[1].setShadow(offset: CGSize(width: 3, height: -3), blur: 6)
            for context in contexts {
              context.setFillColor(orange)
              context.fillEllipse(in: CGRect(x: 10, y: 12, width: 38, height: 38))
            }
            // end
          }
        }
      ),
    ]
  }
}
