import Foundation
import Lamina

extension ExportJob {
  /// Everything that decides what the film looks like.
  func manifest(canvas: PixelSize, renderer: String) throws(ExportError) -> ExportManifest {
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
    manifest["reference"] = "\(options.render.reference ?? source.scene.reference)"
    manifest["overlay"] = options.render.overlay?.rawValue ?? "none"
    switch destination {
    case .pictures: manifest["png-level"] = options.pngLevel.map(String.init) ?? "fast"
    case .stream(_, let format): manifest["stream"] = format.rawValue
    case .film(_, let format):
      manifest["alpha"] = recipe(format, canvas: canvas).hasAlpha ? "yes" : "no"
      manifest["encoder"] = try EncoderProcess.version(of: EncoderProcess.find(options.encoder))
      manifest["encoder-arguments"] = options.encoderArguments.joined(separator: " ")
    }
    manifest["pictures"] = try pictureDigest()
    return manifest
  }

  /// A digest of all pictures and texts of the tree, and of the pictures that three frames draw, such as those of paths.
  ///
  /// Where a program changes the tree between frames, only its own word for the scene is taken.
  private func pictureDigest() throws(ExportError) -> String {
    guard source.prepare == nil else { return "" }
    var material = TreeMaterial()
    material.add(treeOf: source.scene.root)
    let (first, last) = (timing.frames.lowerBound, timing.frames.upperBound - 1)
    for number in Set([first, first + (last - first) / 2, last]).sorted() {
      for image in try plan(frame: number).plan.images { material.add(image) }
    }
    return material.finished
  }
}
