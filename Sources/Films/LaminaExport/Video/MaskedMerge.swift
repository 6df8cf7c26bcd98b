// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// What `ffmpeg` is told to lay planes with masks over a part of a video.
///
/// `overlay` of ffmpeg 5 weighs chroma of more than 8 bits by rows that are not its own, and their alpha by numbers for
/// 8 bits. So the part is cut out, merged by masks that stand in the pipe, and put back between the rest of the
/// picture, which no filter touches.
struct MaskedMerge {
  let rectangle: PixelRect
  /// How large the video is.
  let size: PixelSize
  let planes: MaskedPlanes
  let pixelFormat: String

  /// The chains of filters.
  ///
  /// - Parameters:
  ///   - video: The video.
  ///   - tree: The planes and masks.
  ///   - end: What follows; its result has no name.
  func chains(_ video: String, _ tree: String, _ end: String) -> [String] {
    let (x, y) = (Int(rectangle.minX), Int(rectangle.minY))
    let (width, height) = (rectangle.width, rectangle.height)
    let (right, bottom) = (size.width - x - width, size.height - y - height)
    // What is cut out of the video, with where it is.
    var pieces = [("middle", width, height, x, y)]
    if y > 0 { pieces.append(("top", size.width, y, 0, 0)) }
    if bottom > 0 { pieces.append(("bottom", size.width, bottom, 0, y + height)) }
    if x > 0 { pieces.append(("left", x, height, 0, y)) }
    if right > 0 { pieces.append(("right", right, height, x + width, y)) }
    var chains = [video + "split=\(pieces.count)" + pieces.map { "[whole-\($0.0)]" }.joined()]
    for (name, width, height, x, y) in pieces {
      chains.append("[whole-\(name)]" + Self.crop(width, height, x, y) + "[\(name)]")
    }
    // What stands in a pipe says nothing of the shape of its pixels.
    chains.append("\(tree)setsar=1,split[colors][masks]")
    chains.append("[colors]" + Self.crop(width, height, 0, 0) + "[color]")
    chains.append("[masks]" + Self.crop(width, height, 0, planes.maskRow(height)) + "[mask]")
    chains += merge
    let row = [x > 0 ? "[left]" : nil, "[merged]", right > 0 ? "[right]" : nil].compactMap(\.self)
    let columns = [y > 0 ? "[top]" : nil, "[row]", bottom > 0 ? "[bottom]" : nil].compactMap(\.self)
    chains.append(Self.stack(row, "hstack") + "[row]")
    return chains + [Self.stack(columns, "vstack") + "," + end]
  }

  /// Merges the middle.
  private var merge: [String] {
    guard planes.hasAlpha else { return ["[middle][color][mask]maskedmerge[merged]"] }
    // Of what shows where both are translucent, what lies above has this share; the table takes 10 bits of each.
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
