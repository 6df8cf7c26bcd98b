// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// The result of one picture.
struct TruthFrame {
  var progress: Int
  var golden: String
  /// The share of pixels that agree in CIE-Lab.
  var agreeing = 0.0
  /// The share of pixels outside the reference's neighbourhood.
  var outside = 1.0
  var picture: CGImage?
  var difference: CGImage?
}

/// The result of one animation.
struct TruthResult {
  var entry: TruthEntry
  var frames: [TruthFrame] = []
  var diagnostics: [Diagnostic] = []
  var failure: String?

  var agreeing: Double { frames.map(\.agreeing).min() ?? 0 }
  var outside: Double { frames.map(\.outside).max() ?? 1 }
  var isMet: Bool { failure == nil && agreeing >= entry.precision && outside <= 0.005 }
}

/// Renders animations and compares them with their reference pictures.
struct TruthRun {
  var folder: String
  var renderer: Renderer
  /// The folder of pictures that another program drew; `nil` to draw them.
  var pictures: String?
  /// Whether pictures are kept for a page.
  var keepsPictures: Bool

  /// Draws an animation at all its progresses and compares the pictures.
  func judge(_ entry: TruthEntry) -> TruthResult {
    var result = TruthResult(entry: entry)
    do {
      let scene =
        pictures == nil ? try DocumentReader(lottieMotion: .coreAnimation).read("\(folder)/\(entry.name).json") : nil
      result.diagnostics = scene?.diagnostics ?? []
      for progress in entry.progresses {
        guard let file = entry.goldens["\(progress)"] else { continue }
        let picture: CGImage
        if let scene {
          picture = try draw(scene, entry, progress, &result.diagnostics)
        } else {
          picture = try ImageDecoder().decode(contentsOf: "\(pictures ?? "")/\(entry.name)-\(progress).png").image
        }
        result.frames.append(try frame(picture, progress, golden: "\(folder)/\(file)"))
      }
    } catch {
      result.failure = "\(error)"
    }
    return result
  }

  private func draw(_ scene: Scene, _ entry: TruthEntry, _ progress: Int, _ diagnostics: inout [Diagnostic]) throws
    -> CGImage
  {
    var options = RenderOptions()
    options.size = PixelSize(width: entry.pixels[0], height: entry.pixels[1])
    let time = scene.timeline?.time(atProgress: Double(progress) / 100) ?? 0
    let drawn = try renderer.render(scene, at: time, options: options)
    diagnostics = diagnostics.merging(drawn.diagnostics)
    return drawn.image
  }

  private func frame(_ picture: CGImage, _ progress: Int, golden path: String) throws -> TruthFrame {
    let golden = try ImageDecoder().decode(contentsOf: path).image
    var frame = TruthFrame(progress: progress, golden: path)
    guard let comparison = PerceptualComparison(picture, reference: golden) else { return frame }
    frame.agreeing = comparison.agreeing
    frame.outside = comparison.outside
    if keepsPictures {
      frame.picture = picture
      frame.difference = difference(comparison, width: golden.width, height: golden.height)
    }
    return frame
  }

  /// A picture that is white where pixels agree, red where they do not, and grey in between.
  private func difference(_ comparison: PerceptualComparison, width: Int, height: Int) -> CGImage? {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * comparison.distances.count)
    for distance in comparison.distances {
      let isWrong = Double(distance) > PerceptualComparison.limit
      let rest = UInt8(max(200 - 4 * Int(distance), 0))
      pixels +=
        isWrong ? [255, rest, rest, 255] : [255 - 12 * distance, 255 - 12 * distance, 255 - 12 * distance, 255]
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }
}
