// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Something that was asked for and not done as asked, reported instead of being dropped in silence.
///
/// Readers, decoders and planners return diagnostics beside their result; the command line prints them, and
/// `--strict` turns the first warning into a failure.
public struct Diagnostic: Hashable, Codable, Sendable {
  /// How much a diagnostic matters.
  public enum Severity: String, Codable, Sendable {
    /// The picture is right; something noteworthy was noticed.
    case note
    /// The picture differs from what the input asks for.
    case warning
  }

  /// Where in a document a diagnostic arose.
  public struct Location: Hashable, Codable, Sendable {
    /// The document's path as the caller named it.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column in UTF-8 bytes, from 1.
    public var column: Int

    /// Makes a location.
    public init(file: String, line: Int, column: Int) {
      self.file = file
      self.line = line
      self.column = column
    }
  }

  /// How much it matters.
  public var severity: Severity
  /// A stable name for the kind, in kebab case, such as `missing-image`.
  public var code: String
  /// One sentence for a person, with the names and numbers in it.
  public var message: String
  /// Where in the document, when it came from one.
  public var location: Location?
  /// Which layer, as `/`-separated names or `Class[index]` from the root, when it concerns one.
  public var layerPath: String?
  /// The file that it concerns, where that is another one than the document: a clip, a sound, a film.
  public var file: String?

  /// Makes a diagnostic.
  public init(
    _ severity: Severity = .warning, code: String, message: String, location: Location? = nil, layerPath: String? = nil,
    file: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.location = location
    self.layerPath = layerPath
    self.file = file
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: severity: message (layer path) [code]`, leaving out what is not known.
  public var description: String {
    let place = location.map { "\($0.file):\($0.line):\($0.column): " } ?? file.map { "\($0): " } ?? ""
    let layer = layerPath.map { " (\($0))" } ?? ""
    return "\(place)\(severity.rawValue): \(message)\(layer) [\(code)]"
  }
}
