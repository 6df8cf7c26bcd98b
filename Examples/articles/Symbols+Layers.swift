import QuartzCore

extension Symbols {
  static var looks: [Drawing] {
    [
      (
        "symbol-corner-radius",
        {
          try row(of: square) { tiles in
            // snippet: symbol-corner-radius
            for (tile, radius) in zip(tiles, [0.0, 12, 30]) { tile.cornerRadius = radius }
            // end
          }
        }
      ),
      (
        "symbol-corner-curve",
        {
          try row(2, of: square) { tiles in
            for tile in tiles { tile.cornerRadius = 24 }
            // snippet: symbol-corner-curve
            tiles[0].cornerCurve = .circular
            tiles[1].cornerCurve = .continuous
            // end
          }
        }
      ),
      (
        "symbol-masked-corners",
        {
          try row(2, of: square) { tiles in
            // snippet: symbol-masked-corners
            for tile in tiles { tile.cornerRadius = 24 }
            tiles[1].maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
            // end
          }
        }
      ),
      (
        "symbol-border-width",
        {
          try row(of: square) { tiles in
            // snippet: symbol-border-width
            for (tile, width) in zip(tiles, [1.0, 4, 12]) {
              tile.borderWidth = width
              tile.borderColor = blue
            }
            // end
          }
        }
      ),
      (
        "symbol-opacity",
        {
          try row(of: squares) { tiles in
            // snippet: symbol-opacity
            for (tile, opacity) in zip(tiles, [1, 0.6, 0.2] as [Float]) { tile.opacity = opacity }
            // end
          }
        }
      ),
      (
        "symbol-allows-group-opacity",
        {
          try row(2, of: squares) { tiles in
            // snippet: symbol-allows-group-opacity
            for tile in tiles { tile.opacity = 0.5 }
            tiles[0].allowsGroupOpacity = true
            tiles[1].allowsGroupOpacity = false
            // end
          }
        }
      ),
      (
        "symbol-shadow-radius",
        {
          try row(of: square) { tiles in
            // snippet: symbol-shadow-radius
            for (tile, radius) in zip(tiles, [0.0, 3, 8]) {
              tile.shadowOpacity = 0.7
              tile.shadowOffset = CGSize(width: 4, height: 4)
              tile.shadowRadius = radius
            }
            // end
          }
        }
      ),
      (
        "symbol-shadow-path",
        {
          try row(2, of: square) { tiles in
            // snippet: symbol-shadow-path
            for tile in tiles {
              tile.shadowOpacity = 0.7
              tile.shadowOffset = CGSize(width: 0, height: 4)
            }
            tiles[1].shadowPath = CGPath(ellipseIn: CGRect(x: -8, y: 50, width: 76, height: 16), transform: nil)
            // end
          }
        }
      ),
      (
        "symbol-masks-to-bounds",
        {
          try row(2, of: squares) { tiles in
            // snippet: symbol-masks-to-bounds
            for tile in tiles { tile.cornerRadius = 16 }
            tiles[1].masksToBounds = true
            // end
          }
        }
      ),
    ]
  }

  static var contents: [Drawing] {
    [
      (
        "symbol-contents-gravity",
        {
          try row(5, of: CALayer.init) { tiles in
            let picture = arrow()?.cropping(to: CGRect(x: 0, y: 0, width: 40, height: 24))
            // snippet: symbol-contents-gravity
            let gravities: [CALayerContentsGravity] = [
              .resize, .resizeAspect, .resizeAspectFill, .center, .bottomRight,
            ]
            for (tile, gravity) in zip(tiles, gravities) {
              tile.contents = picture
              tile.contentsGravity = gravity
              tile.borderWidth = 1
              tile.masksToBounds = true
            }
            // end
          }
        }
      ),
      (
        "symbol-contents-rect",
        {
          try row(2, of: CALayer.init) { tiles in
            let picture = arrow()
            // snippet: symbol-contents-rect
            for tile in tiles { tile.contents = picture }
            tiles[1].contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
            // end
          }
        }
      ),
      (
        "symbol-contents-center",
        {
          try row(2, of: CALayer.init) { tiles in
            let picture = arrow()
            // snippet: symbol-contents-center
            for tile in tiles {
              tile.contents = picture
              tile.bounds.size = CGSize(width: 84, height: 60)
            }
            tiles[1].contentsCenter = CGRect(x: 0.2, y: 0.2, width: 0.1, height: 0.6)
            // end
          }
        }
      ),
      (
        "symbol-magnification-filter",
        {
          try row(2, of: CALayer.init) { tiles in
            let picture = arrow(14)
            // snippet: symbol-magnification-filter
            for tile in tiles { tile.contents = picture }
            tiles[0].magnificationFilter = .nearest
            tiles[1].magnificationFilter = .linear
            // end
          }
        }
      ),
    ]
  }

  static var geometry: [Drawing] {
    [
      (
        "symbol-transform",
        {
          try row(of: squares) { tiles in
            // snippet: symbol-transform
            tiles[0].transform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
            tiles[1].transform = CATransform3DMakeScale(1.2, 0.6, 1)
            var perspective = CATransform3DIdentity
            perspective.m34 = -1 / 120
            tiles[2].transform = CATransform3DRotate(perspective, .pi / 4, 0, 1, 0)
            // end
          }
        }
      ),
      (
        "symbol-sublayer-transform",
        {
          try row(2, of: squares) { tiles in
            // snippet: symbol-sublayer-transform
            tiles[1].sublayerTransform = CATransform3DMakeRotation(.pi / 8, 0, 0, 1)
            // end
          }
        }
      ),
      (
        "symbol-anchor-point",
        {
          try row(of: square) { tiles in
            // snippet: symbol-anchor-point
            for (tile, x) in zip(tiles, [0, 0.5, 1]) {
              tile.bounds.size = CGSize(width: 40, height: 14)
              tile.anchorPoint = CGPoint(x: x, y: 0.5)
              tile.transform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
            }
            // end
          }
        }
      ),
      (
        "symbol-z-position",
        {
          try row(2, of: CALayer.init) { tiles in
            // snippet: symbol-z-position
            for (tile, depths) in zip(tiles, [[0.0, 0], [1, 0]]) {
              for (index, depth) in depths.enumerated() {
                let card = CALayer()
                card.frame = CGRect(x: 18 * index, y: 18 * index, width: 42, height: 42)
                card.backgroundColor = index == 0 ? orange : blue
                card.zPosition = depth
                tile.addSublayer(card)
              }
            }
            // end
          }
        }
      ),
      (
        "symbol-is-double-sided",
        {
          try row(of: CALayer.init) { tiles in
            let picture = arrow()
            // snippet: symbol-is-double-sided
            for tile in tiles { tile.contents = picture }
            tiles[1].transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
            tiles[2].transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
            tiles[2].isDoubleSided = false
            // end
          }
        }
      ),
      (
        "symbol-is-geometry-flipped",
        {
          try row(2, of: squares) { tiles in
            // snippet: symbol-is-geometry-flipped
            tiles[1].isGeometryFlipped = true
            // end
          }
        }
      ),
      (
        "symbol-transform-layer",
        {
          try row(2, of: CALayer.init) { tiles in
            // snippet: symbol-transform-layer
            for (tile, group) in zip(tiles, [CALayer(), CATransformLayer()]) {
              group.frame = tile.bounds
              for (depth, color) in [(-30.0, blue), (30, orange)] {
                let card = CALayer()
                card.frame = CGRect(x: 10, y: 10, width: 40, height: 40)
                card.backgroundColor = color
                card.zPosition = depth
                group.addSublayer(card)
              }
              group.transform = CATransform3DMakeRotation(.pi / 5, 0, 1, 0)
              tile.addSublayer(group)
            }
            // end
          }
        }
      ),
      (
        "symbol-scroll-layer",
        {
          try row(2, of: CAScrollLayer.init) { tiles in
            let picture = arrow(90)
            for tile in tiles {
              let sheet = CALayer()
              sheet.frame = CGRect(x: 0, y: 0, width: 90, height: 90)
              sheet.contents = picture
              tile.addSublayer(sheet)
            }
            // snippet: symbol-scroll-layer
            tiles[1].scroll(to: CGPoint(x: 30, y: 0))
            // end
          }
        }
      ),
    ]
  }

  static var effects: [Drawing] {
    [
      (
        "symbol-mask",
        {
          try row(2, of: squares) { tiles in
            // snippet: symbol-mask
            let circle = CALayer()
            circle.frame = CGRect(x: 6, y: 6, width: 56, height: 56)
            circle.cornerRadius = 28
            circle.backgroundColor = CGColor(gray: 0, alpha: 1)
            tiles[1].mask = circle
            // end
          }
        }
      ),
      (
        "symbol-filters",
        {
          try row(2, of: squares) { tiles in
            // snippet: symbol-filters
            let blur = CAFilter(type: "gaussianBlur")
            blur.setValue(4, forKey: "inputRadius")
            tiles[1].filters = [blur]
            // end
          }
        }
      ),
      (
        "symbol-background-filters",
        {
          try row(2, of: squares) { tiles in
            // snippet: symbol-background-filters
            let blur = CAFilter(type: "gaussianBlur")
            blur.setValue(5, forKey: "inputRadius")
            for (tile, filters) in zip(tiles, [[], [blur]]) {
              let pane = CALayer()
              pane.frame = CGRect(x: 0, y: 30, width: 60, height: 30)
              pane.backgroundColor = CGColor(gray: 1, alpha: 0.4)
              pane.backgroundFilters = filters
              tile.addSublayer(pane)
            }
            // end
          }
        }
      ),
      (
        "symbol-compositing-filter",
        {
          try row(4, of: squares) { tiles in
            // snippet: symbol-compositing-filter
            for (tile, name) in zip(
              tiles, ["normalBlendMode", "multiplyBlendMode", "screenBlendMode", "differenceBlendMode"])
            {
              tile.sublayers?.first?.compositingFilter = name
            }
            // end
          }
        }
      ),
      (
        "symbol-should-rasterize",
        {
          try row(2, of: text) { tiles in
            // snippet: symbol-should-rasterize
            tiles[1].shouldRasterize = true
            tiles[1].rasterizationScale = 1
            // end
          }
        }
      ),
    ]
  }

  static var copies: [Drawing] {
    [
      (
        "symbol-replicator-layer",
        {
          try row(2, of: CAReplicatorLayer.init) { tiles in
            // snippet: symbol-replicator-layer
            for tile in tiles {
              let dot = CALayer()
              dot.frame = CGRect(x: 26, y: 2, width: 8, height: 16)
              dot.cornerRadius = 4
              dot.backgroundColor = blue
              tile.addSublayer(dot)
              tile.instanceCount = 12
              tile.instanceTransform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
            }
            tiles[1].instanceAlphaOffset = -1 / 12
            // end
          }
        }
      ),
      (
        "symbol-emitter-layer",
        {
          try row(2, of: CAEmitterLayer.init, at: 2) { tiles in
            let picture = arrow(8)
            // snippet: symbol-emitter-layer
            for (tile, shape) in zip(tiles, [CAEmitterLayerEmitterShape.point, .line]) {
              let cell = CAEmitterCell()
              cell.contents = picture
              cell.birthRate = 12
              cell.lifetime = 1.5
              cell.velocity = 30
              cell.emissionLongitude = -.pi / 2
              cell.emissionRange = .pi / 6
              cell.alphaSpeed = -0.6
              tile.emitterPosition = CGPoint(x: 30, y: 55)
              tile.emitterSize = CGSize(width: 50, height: 0)
              tile.emitterShape = shape
              tile.emitterCells = [cell]
            }
            // end
          }
        }
      ),
    ]
  }
}
