/// The release this library belongs to.
package enum LaminaVersion {
  /// Semantic version, as `lamina --version` prints it and CHANGELOG.md lists it.
  package static let current = "0.1.0"
}
