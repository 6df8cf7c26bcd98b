// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

extension FilmWork {
  /// The manifest with all inputs that determine the film.
  func manifest(_ film: FilmContents, renderer: String) throws(ExportError) -> ExportManifest {
    let canvas = film.canvas
    var manifest = ExportManifest()
    manifest["lamina"] = LaminaVersion.current
    manifest["build"] = BuildIdentity.note
    manifest["renderer"] = renderer
    manifest["output"] = PathParts.name(of: destination.path)
    manifest["fps"] = "\(timing.rate)"
    manifest["start"] = "\(timing.start)"
    manifest["frames"] = "\(timing.frames.lowerBound)..\(timing.frames.upperBound - 1)"
    manifest["size"] = "\(canvas.width)x\(canvas.height)"
    manifest["scene"] = options.sceneIdentity
    let background = options.render.background.map { "\($0)" } ?? "none"
    manifest["background"] = background
    manifest["reference"] = "\(options.render.reference ?? film.reference)"
    manifest["overlay"] = options.render.overlay?.rawValue ?? "none"
    var encoder: EncoderProcess.Asked?
    switch destination {
    case .pictures: manifest["png-level"] = options.pngLevel.map(String.init) ?? "fast"
    case .stream(_, let format): manifest["stream"] = format.rawValue
    case .film(_, let format):
      let recipe = recipe(format, canvas: canvas)
      manifest["alpha"] = recipe.hasAlpha ? "yes" : "no"
      if coding(format) != FilmCoding() {
        let pixels = recipe.pixelFormat
        manifest["encoding"] =
          recipe.encoding.arguments(hasAlpha: recipe.hasAlpha, keys: 0).joined(separator: " ") + " " + pixels
      }
      if let video = options.video {
        manifest["video"] = video.identity
        manifest["segment"] = "\(segmentLength)"
      }
      if let sound = sound(format) { manifest["sound"] = sound.text }
      encoder = try EncoderProcess.Asked(EncoderProcess.find(options.encoder))
      manifest["encoder-arguments"] = options.encoderArguments.joined(separator: " ")
    }
    manifest["pictures"] = try film.material()
    if let encoder { manifest["encoder"] = try encoder.version() }
    return manifest
  }
}
