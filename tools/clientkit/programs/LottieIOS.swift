// Draws the animations of a truth folder through lottie-ios's Core Animation engine, at the moments and sizes of the pictures
// that it made on Apple's renderer, and again through its other engine, which draws by `display()` for an animated key alone.

import Foundation
import QuartzCore

struct EmbeddedImages: AnimationImageProvider {
  var cacheEligible: Bool { false }
  func imageForAsset(asset: ImageAsset) -> CGImage? { asset.base64Image }
}

/// One animation of the folder.
struct TruthEntry: Decodable {
  var name: String
  var pixels: [Int]
  var goldens: [String: String]
}

func option(_ name: String) -> String? {
  CommandLine.arguments.firstIndex(of: name).map { CommandLine.arguments[$0 + 1] }
}

/// Says what the player finds wrong, once each; what it asserts does not stop it, as in a release on Apple's systems.
nonisolated(unsafe) var told: Set<String> = []
nonisolated(unsafe) var current = ""
func tell(_ message: String) {
  if told.insert(current + message).inserted { print("\(current): the player says: \(message.prefix(160))") }
}
LottieLogger.shared = LottieLogger(
  assert: { condition, message, _, _ in if !condition() { tell(message()) } },
  assertionFailure: { message, _, _ in tell(message()) })

/// The animation in a layer, playing by animations of the layers' properties.
func played(_ animation: LottieAnimation) throws -> CALayer {
  let layer = try CoreAnimationLayer(
    animation: animation, imageProvider: EmbeddedImages(), textProvider: DefaultTextProvider(),
    fontProvider: DefaultFontProvider(), maskAnimationToBounds: true, compatibilityTrackerMode: .track, logger: .shared)
  let root = CALayer()
  root.frame = animation.bounds
  root.addSublayer(layer)
  layer.frame = root.bounds
  layer.playAnimation(
    configuration: .init(
      animationContext: .init(
        playFrom: animation.startFrame, playTo: animation.endFrame, framerate: animation.framerate, closure: nil),
      timingConfiguration: CoreAnimationLayer.CAMediaTimingConfiguration(repeatCount: .infinity)))
  root.layoutIfNeeded()
  layer.display()
  return root
}

/// The animation in a layer whose `display()` sets every sublayer for the frame that an animation of its own key shows.
func displayed(_ animation: LottieAnimation) -> CALayer {
  let layer = MainThreadAnimationLayer(
    animation: animation, imageProvider: EmbeddedImages(), textProvider: DefaultTextProvider(),
    fontProvider: DefaultFontProvider(), maskAnimationToBounds: true, logger: .shared)
  let root = CALayer()
  root.frame = animation.bounds
  root.addSublayer(layer)
  layer.frame = root.bounds
  let frames = CABasicAnimation(keyPath: "currentFrame")
  frames.fromValue = animation.startFrame
  frames.toValue = animation.endFrame
  frames.duration = animation.duration
  layer.add(frames, forKey: "frames")
  return root
}

let folder = CommandLine.arguments[1]
try FileManager.default.createDirectory(atPath: folder + "/displayed", withIntermediateDirectories: true)
guard let truth = option("--truth") else { fatalError("no --truth") }
let renderer = try Renderer(CommandLine.arguments.contains("--gpu") ? .gpu(.automatic) : .cpu(threads: nil))
let manifest = try Data(contentsOf: URL(fileURLWithPath: truth + "/manifest.json"))
var drawn = 0
for entry in try JSONDecoder().decode([TruthEntry].self, from: manifest) {
  if let only = option("--animations"), !entry.name.contains(only) { continue }
  current = entry.name
  let data = try Data(contentsOf: URL(fileURLWithPath: "\(truth)/\(entry.name).json"))
  do {
    let animation = try JSONDecoder().decode(LottieAnimation.self, from: data)
    for (place, root) in [(folder, try played(animation)), (folder + "/displayed", displayed(animation))] {
      for percent in entry.goldens.keys.compactMap({ Int($0) }).sorted() {
        var options = RenderOptions()
        options.size = PixelSize(width: entry.pixels[0], height: entry.pixels[1])
        let result = try renderer.render(root, at: Double(percent) / 100 * animation.duration, options: options)
        if percent == 25, place == folder {
          for diagnostic in result.diagnostics.prefix(3) { print("\(entry.name): \(diagnostic)") }
        }
        try PNGEncoder().write(result.image, to: "\(place)/\(entry.name)-\(percent).png")
      }
    }
    drawn += 1
  } catch {
    print("\(entry.name): \(error)")
  }
}
print("\(drawn) animations drawn")
