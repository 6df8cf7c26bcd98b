// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The reason why an archive is refused. A zip archive is checked as a whole before anything in it is unpacked: one bad
/// entry refuses the whole archive.
public enum ArchiveProblem: Error, Equatable, Sendable {
  /// The archive is longer than the limit. Both are bytes.
  case tooLong(limit: Int)
  /// The file is no archive of its kind, or is cut off. `reason` is the error text of the library that reads it.
  case malformed(reason: String)
  /// The archive lists more entries than the limit.
  case tooManyEntries(count: Int, limit: Int)
  /// The archive's entries would unpack to more than the limit. Both are bytes.
  case unpacksTooLarge(bytes: Int, limit: Int)
  /// The archive's entries would unpack to too many times the archive's own length. Both are bytes.
  case unpacksTooFar(packed: Int, unpacked: Int, limit: Int)
  /// An entry is encrypted.
  case encrypted(entry: String)
  /// An entry's name leads out of the archive: it is absolute, or climbs with `..`.
  case leavesArchive(entry: String)
  /// An entry is a symbolic link or another object that is neither file nor folder.
  case notAFile(entry: String)
  /// Two entries have the same name.
  case listedTwice(entry: String)
  /// An entry is packed by a method other than storing and deflating. `method` is the method's number in the format.
  case unknownMethod(entry: String, method: Int)
  /// A keyed archive's objects do not form a layer tree. `reason` names the object.
  case badObjects(reason: String)
}

extension ArchiveProblem: CustomStringConvertible {
  /// One clause for the user, with the numbers in it.
  public var description: String {
    switch self {
    case .tooLong(let limit):
      "the archive is longer than the limit of \(limit) bytes"
    case .malformed(let reason):
      "the archive cannot be read: \(reason)"
    case .tooManyEntries(let count, let limit):
      "the archive lists \(count) entries, and the limit is \(limit)"
    case .unpacksTooLarge(let bytes, let limit):
      "the archive unpacks to \(bytes) bytes, and the limit is \(limit)"
    case .unpacksTooFar(let packed, let unpacked, let limit):
      "the archive unpacks from \(packed) bytes to \(unpacked), more than \(limit) times as many, the limit"
    case .encrypted(let entry):
      "the archive's entry '\(shortened(entry))' is encrypted"
    case .leavesArchive(let entry):
      "the archive's entry '\(shortened(entry))' leads out of the archive, which is refused"
    case .notAFile(let entry):
      "the archive's entry '\(shortened(entry))' is a link or a device, which is refused"
    case .listedTwice(let entry):
      "the archive lists '\(shortened(entry))' twice"
    case .unknownMethod(let entry, let method):
      "the archive's entry '\(shortened(entry))' is packed by method \(method); only 0 (stored) and 8 (deflated) are read"
    case .badObjects(let reason):
      "the keyed archive \(reason)"
    }
  }
}
