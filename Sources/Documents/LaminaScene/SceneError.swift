// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGraphics
import LaminaLayers
public import LaminaSystem

/// The reason why a scene could not be read at all.
///
/// A fault inside a well-formed document (an unknown attribute, an invalid number, a missing picture) is not an error:
/// it is reported in ``Scene/diagnostics`` and the rest is read.
public enum SceneError: Error, Equatable, Sendable {
  /// There is no such file or folder.
  case notFound(path: String)
  /// The file or folder exists and cannot be read. `reason` is the system's text, or names the missing part.
  case unreadable(path: String, reason: String)
  /// The document is longer than ``SceneLimits/documentBytes``.
  case documentTooLarge(path: String, limit: Int)
  /// Reading took longer than ``SceneLimits/time``.
  case overTime(path: String, LimitExceeded)
  /// The document is not well-formed XML.
  case malformed(at: Diagnostic.Location, reason: String)
  /// The document is XML, but contains a construct that is always refused, such as a DOCTYPE, or exceeds a limit.
  case refused(at: Diagnostic.Location, reason: String)
  /// The document is XML, but no layer tree: its outermost element or its root object has another name.
  case wrongRoot(at: Diagnostic.Location, reason: String)
  /// A folder or an archive that is no scene. `kind` describes it; `planes` are the paths of the scenes found inside,
  /// each of which can be read by itself.
  case unsupportedContainer(path: String, kind: String, planes: [String])
  /// An archive that is refused, damaged or too large.
  case archive(path: String, ArchiveProblem)
  /// The document cannot be written there.
  case unwritable(path: String, reason: String)
  /// A value of the scene cannot be replaced: `assignment` as it was written, and the reason.
  case badAssignment(_ assignment: String, reason: String)

  /// The scene has no state of that name. `known` are the names of its states.
  case unknownState(String, known: [String])

  /// The location in the document, where the error arose inside one.
  public var location: Diagnostic.Location? {
    switch self {
    case .malformed(let location, _), .refused(let location, _), .wrongRoot(let location, _): location
    case .notFound, .unreadable, .documentTooLarge, .unsupportedContainer, .archive, .unwritable: nil
    case .badAssignment, .unknownState, .overTime: nil
    }
  }

  /// The limit that was exceeded; `nil` for errors other than limits that pictures share.
  public var limit: LimitExceeded.Kind? {
    if case .overTime(_, let limit) = self { limit.kind } else { nil }
  }
}

extension SceneError: CustomStringConvertible {
  /// One line for the user: the file, the place in it, and the reason.
  public var description: String {
    switch self {
    case .notFound(let path):
      "\(path): no such file or folder"
    case .unreadable(let path, let reason), .unwritable(let path, let reason):
      "\(path): \(reason)"
    case .badAssignment(let assignment, let reason):
      "'\(shortened(assignment))': \(reason)"
    case .documentTooLarge(let path, let limit):
      "\(path): the document is longer than the limit of \(limit) bytes"
    case .overTime(let path, let limit):
      "\(path): \(limit)"
    case .malformed(let location, let reason), .refused(let location, let reason), .wrongRoot(let location, let reason):
      "\(location.file):\(location.line):\(location.column): \(reason)"
    case .unsupportedContainer(let path, let kind, let planes):
      "\(path): \(kind)" + (planes.isEmpty ? "" : "; read one of the scenes in it: \(relative(planes, to: path))")
    case .unknownState(let name, let known):
      "the scene has no state '\(shortened(name))'" + Self.suggestion(for: name, in: known)
    case .archive(let path, let problem):
      "\(path): \(problem)"
    }
  }

  /// Similar names; where none is similar, the first few known names.
  private static func suggestion(for name: String, in known: [String]) -> String {
    let near = NearNames.suggestion(NearNames.nearest(to: name, in: known))
    if !near.isEmpty { return near }
    let some = known.prefix(8).map { "'\(shortened($0))'" }.joined(separator: ", ")
    if known.isEmpty { return "; it has none" }
    return "; it has \(some)" + (known.count > 8 ? " and \(known.count - 8) more" : "")
  }

  /// Returns paths without the folder that contains them all.
  private func relative(_ paths: [String], to folder: String) -> String {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return paths.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }.joined(separator: ", ")
  }
}
