// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics
internal import LaminaScene

/// The pictures of a document: each is found, checked and decoded once.
final class LottieImages {
  private let places: [PictureLoader]
  private var known: [String: CGImage?] = [:]

  /// - Parameter places: The loaders to try, the most likely one first.
  init(_ places: [PictureLoader]) {
    self.places = places
  }

  /// The picture of an asset; `nil` after a report if it cannot be loaded.
  func image(of asset: LottieImage, report: (_ code: String, _ message: String) -> Void) -> CGImage? {
    if let known = known[asset.source] { return known }
    let isEmbedded = asset.source.hasPrefix("data:")
    let name = isEmbedded ? "the embedded picture" : "the picture '\(asset.source.prefix(80))'"
    var first: ValueProblem?
    for (index, source) in ([asset.source] + asset.otherSources).enumerated() {
      for place in places {
        switch place.picture(named: source) {
        case .success(let image):
          known[asset.source] = .some(image)
          return image
        case .failure(let problem):
          // A broken file is a better report than a file that is missing elsewhere. For alternative names, only a
          // broken file is reported.
          let isThere = problem.code != "missing-file" && (index == 0 || problem.code != "refused-file")
          if first == nil || first?.code == "missing-file" && isThere { first = problem }
        }
      }
    }
    if let first { report(first.code, "is \(name), which \(first.reason)") }
    known[asset.source] = .some(nil)
    return nil
  }
}
