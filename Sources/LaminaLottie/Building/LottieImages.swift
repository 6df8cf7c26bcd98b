internal import LaminaGraphics
internal import LaminaScene

/// The pictures of a document: each is found, checked and decoded once.
final class LottieImages {
  private let pictures: PictureLoader
  private var known: [String: CGImage?] = [:]

  init(_ pictures: PictureLoader) {
    self.pictures = pictures
  }

  /// The picture of an asset; `nil` after a report where there is none.
  func image(of asset: LottieImage, report: (_ code: String, _ message: String) -> Void) -> CGImage? {
    if let known = known[asset.source] { return known }
    let isEmbedded = asset.source.hasPrefix("data:")
    let name = isEmbedded ? "the embedded picture" : "the picture '\(asset.source.prefix(80))'"
    switch pictures.picture(named: asset.source) {
    case .success(let image): known[asset.source] = .some(image)
    case .failure(let problem):
      report(problem.code, "is \(name), which \(problem.reason)")
      known[asset.source] = .some(nil)
    }
    return known[asset.source] ?? nil
  }
}
