/// The release this library belongs to.
public enum LaminaVersion {
  /// Semantic version, as `lamina --version` prints it and CHANGELOG.md lists it.
  public static let current = "0.1.0"
}
