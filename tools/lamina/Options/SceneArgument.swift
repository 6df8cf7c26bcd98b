/// What the commands say about their argument SCENE.
enum SceneArgument {
  static let help =
    "A .caml or .caar file, a .ca or .wallpaper folder, a Lottie file (.json or .lottie), or a zip of them."
}
