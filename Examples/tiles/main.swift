// A CATiledLayer asks for the tiles that show, at the detail that they show at. The same map is seen through
// three windows: whole, nearer, and so near that larger tiles of it come into play. Every tile says its level.
//
//   swift run example-tiles tiles.png

import Foundation
import QuartzCore

/// Draws tiles of a map of hills, and in each the number of pixels that a point has.
final class Cartographer: CALayerDelegate {
  func draw(_ layer: CALayer, in ctx: CGContext) {
    let tile = ctx.boundingBoxOfClipPath
    let scale = abs(ctx.ctm.a)
    let step = 4 / scale
    var y = tile.minY
    while y < tile.maxY {
      var x = tile.minX
      while x < tile.maxX {
        let height = sin(x / 47) * cos(y / 39) + 0.5 * sin((x + 2 * y) / 23)
        let band = (height * 4).rounded() / 4
        ctx.setFillColor(
          CGColor(srgbRed: 0.45 + 0.3 * band, green: 0.68 + 0.12 * band, blue: 0.5 - 0.22 * band, alpha: 1))
        ctx.fill(CGRect(x: x, y: y, width: step, height: step))
        x += step
      }
      y += step
    }
    ctx.setStrokeColor(CGColor(srgbRed: 0.1, green: 0.15, blue: 0.3, alpha: 0.8))
    ctx.setLineWidth(2 / scale)
    ctx.stroke(tile.insetBy(dx: 1 / scale, dy: 1 / scale))
    let color = CGColor(srgbRed: 0.1, green: 0.15, blue: 0.3, alpha: 1)
    ctx.setFillColor(color)
    // As many squares as the tile's level is above the smallest.
    for index in 0..<max(1, 4 + Int(log2(scale).rounded())) {
      ctx.fill(
        CGRect(
          x: tile.minX + CGFloat(8 + 14 * index) / scale, y: tile.minY + 8 / scale, width: 9 / scale, height: 9 / scale)
      )
    }
  }
}

let cartographer = Cartographer()
let root = CALayer()
root.bounds = CGRect(x: 0, y: 0, width: 664, height: 232)
root.backgroundColor = CGColor(srgbRed: 0.91, green: 0.92, blue: 0.95, alpha: 1)

for (index, zoom) in [0.25, 0.7, 2.0].enumerated() {
  let window = CALayer()
  window.frame = CGRect(x: 16 + 216 * CGFloat(index), y: 16, width: 200, height: 200)
  window.cornerRadius = 18
  window.masksToBounds = true
  window.backgroundColor = CGColor(gray: 1, alpha: 1)
  root.addSublayer(window)

  let map = CATiledLayer()
  map.bounds = CGRect(x: 0, y: 0, width: 800, height: 800)
  map.anchorPoint = .zero
  map.transform = CATransform3DMakeScale(zoom, zoom, 1)
  map.position = CGPoint(x: index == 0 ? 0 : -90, y: index == 0 ? 0 : -60)
  map.tileSize = CGSize(width: 128, height: 128)
  map.levelsOfDetail = 5
  map.levelsOfDetailBias = 2
  map.delegate = cartographer
  window.addSublayer(map)
}

var options = RenderOptions()
options.scale = 2
let result = try Renderer(.cpu(threads: nil)).render(root, options: options)
let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "tiles.png"
try PNGEncoder().write(result.image, to: path)
