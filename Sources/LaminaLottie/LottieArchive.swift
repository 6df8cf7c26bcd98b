internal import LaminaScene

/// A `.lottie` archive.
struct LottieArchive {
  /// - Returns: `nil` for a path that is none.
  init?(_ path: String, limits: SceneLimits) throws(SceneError) { return nil }

  static func recognizes(_ path: String) -> Bool { false }

  func read(limits: SceneLimits) throws(SceneError) -> Scene { Scene(root: .init()) }
}
