// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
public import LaminaLayers
internal import LaminaSystem
internal import Synchronization

/// The reason why a value could not be archived or unarchived.
public enum ArchiveError: Error, Equatable, Sendable {
  /// A value of a type that archives cannot hold; it was left out.
  case leftOut(key: String, type: String)
  /// A value in the archive that the property cannot take; the property keeps its default.
  case unfit(key: String, type: String)
  /// A class that archives cannot name, because it is private, generic or nested in another; the nearest class of
  /// Lamina stands for it.
  case unnamedClass(String)
  /// The archive contains itself, or layers and animations are nested too deeply for this thread's stack.
  case tooDeep
}

extension ArchiveError: CustomStringConvertible {
  /// One line for the user.
  public var description: String {
    switch self {
    case .leftOut(let key, let type): "'\(key)' is left out of the archive: it is of type \(type)"
    case .unfit(let key, let type): "'\(key)' of the archive is left out: it cannot be of type \(type)"
    case .unnamedClass(let name): "archives cannot name the class \(name); the class that it extends stands for it"
    case .tooDeep: "the archive holds itself, or is too deep"
    }
  }
}

extension CALayer {
  /// The handler of values that an archive cannot hold or give back.
  ///
  /// Coding continues without the value. A too deep archive is also an error of the coder, if the coder accepts errors.
  ///
  /// - Default: writes one line to standard error.
  public static var archiveFailureHandler: @Sendable (ArchiveError) -> Void {
    get { archiveHandler.withLock { $0 } }
    set { archiveHandler.withLock { $0 = newValue } }
  }

  private static let archiveHandler = Locked<@Sendable (ArchiveError) -> Void> { error in
    FileHandle.standardError.write(Data("lamina: \(error)\n".utf8))
  }
}
