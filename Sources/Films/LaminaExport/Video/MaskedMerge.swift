// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Filters of `ffmpeg` that blend planes with masks over a part of a video.
///
/// `overlay` of ffmpeg 5 blends chroma of more than 8 bits by the alpha of wrong rows, and scales that alpha as if it
/// had 8 bits. So the part is cut out, merged by masks from the pipe, and put back between the rest of the picture,
/// which no filter changes.
struct MaskedMerge {
  let rectangle: PixelRect
  /// The size of the video.
  let size: PixelSize
  let planes: MaskedPlanes
  let pixelFormat: String

  /// The chains of filters.
  ///
  /// - Parameters:
  ///   - video: The label of the video.
  ///   - tree: The label of the planes and masks.
  ///   - end: The filters that follow; their output has no label.
  func chains(_ video: String, _ tree: String, _ end: String) -> [String] {
    let (x, y) = (Int(rectangle.minX), Int(rectangle.minY))
    let (width, height) = (rectangle.width, rectangle.height)
    let (right, bottom) = (size.width - x - width, size.height - y - height)
    // The pieces that are cut out of the video, with their positions.
    var pieces = [("middle", width, height, x, y)]
    if y > 0 { pieces.append(("top", size.width, y, 0, 0)) }
    if bottom > 0 { pieces.append(("bottom", size.width, bottom, 0, y + height)) }
    if x > 0 { pieces.append(("left", x, height, 0, y)) }
    if right > 0 { pieces.append(("right", right, height, x + width, y)) }
    var chains = [video + "split=\(pieces.count)" + pieces.map { "[whole-\($0.0)]" }.joined()]
    for (name, width, height, x, y) in pieces {
      chains.append("[whole-\(name)]" + Self.crop(width, height, x, y) + "[\(name)]")
    }
    // Pictures from a pipe have no pixel aspect ratio.
    chains.append("\(tree)setsar=1,split[colors][masks]")
    chains.append("[colors]" + Self.crop(width, height, 0, 0) + "[color]")
    chains.append("[masks]" + Self.crop(width, height, 0, planes.maskRow(height)) + "[mask]")
    chains += merge
    let row = [x > 0 ? "[left]" : nil, "[merged]", right > 0 ? "[right]" : nil].compactMap(\.self)
    let columns = [y > 0 ? "[top]" : nil, "[row]", bottom > 0 ? "[bottom]" : nil].compactMap(\.self)
    chains.append(Self.stack(row, "hstack") + "[row]")
    return chains + [Self.stack(columns, "vstack") + "," + end]
  }

  /// The filters that merge the middle piece.
  private var merge: [String] {
    guard planes.hasAlpha else { return ["[middle][color][mask]maskedmerge[merged]"] }
    // The share of the upper layer where both are translucent; the lookup table takes 10 bits of each alpha.
    let share = "if(gt(x+y,0),round(1046529*y/(1023*(x+y)-x*y)),0)"
    return [
      "[middle]split[under][alpha]", "[alpha]extractplanes=a[below]", "[mask]extractplanes=y,split[above][cover]",
      "[below][above]lut2=c0='\(share)'[share]", "[share][cover]mergeplanes=0x00000010:\(pixelFormat)[shares]",
      "[under][color][shares]maskedmerge[merged]",
    ]
  }

  private static func crop(_ width: Int, _ height: Int, _ x: Int, _ y: Int) -> String {
    "crop=\(width):\(height):\(x):\(y):exact=1"
  }

  private static func stack(_ inputs: [String], _ filter: String) -> String {
    inputs.count == 1 ? inputs[0] + "null" : inputs.joined() + "\(filter)=inputs=\(inputs.count)"
  }
}
