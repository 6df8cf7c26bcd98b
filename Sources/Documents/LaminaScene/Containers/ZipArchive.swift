// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CZip
import LaminaGeometry

/// A zip archive in memory, checked as a whole before anything in it is unpacked.
///
/// This is the only place that calls libzip, which reads the list of entries at the archive's end and unpacks one entry
/// at a time, checksum included. This class refuses unsafe archives and presents entries as a tree of names. Nothing is
/// ever written to the disk.
///
/// - Conformance: caml.md 2.3; the format is PKWARE's APPNOTE.TXT.
final class ZipArchive {
  /// One file of the archive.
  struct Entry {
    /// The index in the archive's list.
    var index: UInt64
    /// The unpacked length, in bytes.
    var length: Int
  }

  /// The name in messages.
  let name: String
  /// The files, by their paths from the archive's root.
  private(set) var files: [String: Entry] = [:]
  /// The content of each folder, by the folder's path, which is empty for the root. The value is true for folders.
  private(set) var folders: [String: [String: Bool]] = ["": [:]]
  /// The number of archives around this one.
  private let depth: Int
  private let memory: UnsafeMutableRawBufferPointer
  private let archive: OpaquePointer

  /// Opens an archive.
  ///
  /// - Parameter depth: The number of archives around this one.
  /// - Throws: `ArchiveProblem`, also for a single bad entry.
  init(_ bytes: [UInt8], named name: String, depth: Int = 0, limits: SceneLimits) throws(ArchiveProblem) {
    (self.name, self.depth) = (name, depth)
    try EndRecord.check(bytes, limit: limits.archiveEntries)
    // libzip reads from this memory for as long as the archive is open.
    memory = .allocate(byteCount: max(bytes.count, 1), alignment: 16)
    memory.copyBytes(from: bytes)
    do {
      archive = try Self.open(memory, length: bytes.count)
    } catch {
      memory.deallocate()
      throw error
    }
    try list(packed: bytes.count, limits: limits)
  }

  deinit {
    zip_discard(archive)
    memory.deallocate()
  }

  private static func open(_ memory: UnsafeMutableRawBufferPointer, length: Int) throws(ArchiveProblem) -> OpaquePointer
  {
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard let source = zip_source_buffer_create(memory.baseAddress, UInt64(length), 0, &error) else {
      throw .malformed(reason: String(cString: zip_error_strerror(&error)))
    }
    guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
      zip_source_free(source)
      throw .malformed(reason: String(cString: zip_error_strerror(&error)))
    }
    return archive
  }

  /// Checks every entry and records its place.
  private func list(packed: Int, limits: SceneLimits) throws(ArchiveProblem) {
    let count = Int(zip_get_num_entries(archive, 0))
    guard count <= limits.archiveEntries else { throw .tooManyEntries(count: count, limit: limits.archiveEntries) }
    var unpacked = 0
    for index in 0..<UInt64(count) {
      var status = zip_stat_t()
      zip_stat_init(&status)
      guard zip_stat_index(archive, index, 0, &status) == 0, let text = status.name else {
        throw .malformed(reason: "entry \(index) has no name")
      }
      // Some Windows tools write their own separator.
      let name = String(cString: text).replacing("\\", with: "/")
      try check(status, index: index, name: name)
      let length = Int(clamping: status.size)
      let (sum, overflows) = unpacked.addingReportingOverflow(length)
      unpacked = overflows ? .max : sum
      guard unpacked <= limits.unpackedBytes else {
        throw .unpacksTooLarge(bytes: unpacked, limit: limits.unpackedBytes)
      }
      try add(name, Entry(index: index, length: length))
    }
    // Small archives of text may have any ratio, since their unpacked size is small.
    guard unpacked <= 16 << 20 || unpacked / max(packed, 1) < limits.archiveRatio else {
      throw .unpacksTooFar(packed: packed, unpacked: unpacked, limit: limits.archiveRatio)
    }
  }

  private func check(_ status: zip_stat_t, index: UInt64, name: String) throws(ArchiveProblem) {
    let isPlain =
      !name.hasPrefix("/") && !name.split(separator: "/").contains("..") && !name.dropFirst().hasPrefix(":")
    guard isPlain else { throw .leavesArchive(entry: name) }
    guard status.encryption_method == UInt16(ZIP_EM_NONE) else { throw .encrypted(entry: name) }
    let method = Int(status.comp_method)
    guard method == Int(ZIP_CM_STORE) || method == Int(ZIP_CM_DEFLATE) else {
      throw .unknownMethod(entry: name, method: method)
    }
    var system: UInt8 = 0
    var attributes: UInt32 = 0
    guard zip_file_get_external_attributes(archive, index, 0, &system, &attributes) == 0 else { return }
    // Unix keeps the kind of a file in the upper half; 0 is written by tools that do not know the kind.
    let kind = attributes >> 16 & 0o170000
    let isUnix = Int32(system) == Int32(ZIP_OPSYS_UNIX)
    guard !isUnix || [0, 0o100000, 0o040000].contains(kind) else { throw .notAFile(entry: name) }
  }

  /// Adds a file, or a folder where the name ends in `/`, and the folders around it.
  private func add(_ name: String, _ entry: Entry) throws(ArchiveProblem) {
    let parts = name.split(separator: "/").filter { $0 != "." }
    guard let last = parts.last, parts.count <= 64 else { return }
    var folder = ""
    for part in parts.dropLast() { folder = makeFolder(String(part), in: folder) }
    if name.hasSuffix("/") {
      _ = makeFolder(String(last), in: folder)
      return
    }
    let path = folder.isEmpty ? String(last) : folder + "/" + last
    guard files.updateValue(entry, forKey: path) == nil, folders[path] == nil else { throw .listedTwice(entry: name) }
    folders[folder, default: [:]][String(last)] = false
  }

  private func makeFolder(_ name: String, in folder: String) -> String {
    let path = folder.isEmpty ? name : folder + "/" + name
    if folders[path] == nil {
      folders[path] = [:]
      folders[folder, default: [:]][name] = true
    }
    return path
  }

  /// The maximum number of archives nested in each other.
  private static let deepest = 3

  /// Opens a file of this archive as an archive; `nil` where the file is none, or where archives are nested too deeply.
  func archive(at path: String, limits: SceneLimits) throws(SceneError) -> ZipArchive? {
    guard depth + 1 < Self.deepest, let entry = files[path], SceneLocation.isZip(head(entry, count: 8)) else {
      return nil
    }
    let inner = name + "/" + path
    let bytes: [UInt8]
    do {
      bytes = try read(entry, limit: limits.archiveBytes)
    } catch {
      guard case .tooLong = error else { return nil }
      throw .archive(path: inner, .tooLong(limit: limits.archiveBytes))
    }
    do {
      return try ZipArchive(bytes, named: inner, depth: depth + 1, limits: limits)
    } catch {
      throw .archive(path: inner, error)
    }
  }

  /// The archive that a path leads into through archives in this one, and the rest of the path inside it.
  func innermost(on path: String, limits: SceneLimits) throws(SceneError) -> (archive: ZipArchive, inner: String) {
    let parts = path.split(separator: "/")
    for last in parts.indices {
      guard let found = try archive(at: parts[...last].joined(separator: "/"), limits: limits) else { continue }
      return try found.innermost(on: parts[(last + 1)...].joined(separator: "/"), limits: limits)
    }
    return (self, path)
  }

  /// The first bytes of a file, without unpacking the rest; fewer where the file is shorter or damaged.
  private func head(_ entry: Entry, count: Int) -> [UInt8] {
    guard let file = zip_fopen_index(archive, entry.index, 0) else { return [] }
    defer { zip_fclose(file) }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
      taken = max(0, Int(zip_fread(file, buffer.baseAddress, UInt64(count))))
    }
  }

  /// Unpacks a file.
  func read(_ entry: Entry, limit: Int) throws(BoundedFile.Problem) -> [UInt8] {
    guard entry.length <= limit else { throw .tooLong }
    guard let file = zip_fopen_index(archive, entry.index, 0) else { throw .system(lastError()) }
    defer { zip_fclose(file) }
    var taken = 0
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: entry.length) { buffer, count in
      while taken < entry.length {
        // In pieces, so that the time limit is checked between them.
        let wanted = min(entry.length - taken, 1 << 20)
        let piece = zip_fread(file, buffer.baseAddress.map { $0 + taken }, UInt64(wanted))
        if piece <= 0 || ReadingTime.isOver { break }
        taken += Int(piece)
      }
      // One byte more than announced is read: an entry that goes on is invalid, and libzip checks the checksum only at
      // the end of an entry.
      var extra: UInt8 = 0
      failed = taken < entry.length || zip_fread(file, &extra, 1) != 0
      count = taken
    }
    guard !failed else { throw .system("the archive's entry is damaged") }
    return bytes
  }

  private func lastError() -> String {
    zip_get_error(archive).map { String(cString: zip_error_strerror($0)) } ?? "unknown error"
  }
}

/// The record at a zip archive's end, which states the number of entries: checked before libzip reserves memory for
/// that many.
private enum EndRecord {
  static func check(_ bytes: [UInt8], limit: Int) throws(ArchiveProblem) {
    let length = 22
    guard bytes.count >= length else { throw .malformed(reason: "it is cut off") }
    // A comment of up to 64 KiB may follow, and may contain bytes like those of a record: each match is held to the
    // limit.
    for start in max(bytes.count - length - 0xFFFF, 0)...(bytes.count - length)
    where bytes[start] == 0x50 && bytes[start + 1] == 0x4B && bytes[start + 2] == 5 && bytes[start + 3] == 6 {
      var count = number(bytes, at: start + 10, bytes: 2)
      // 64-bit archives have a record of their own, whose offset is in the 20 bytes before this record.
      if count == 0xFFFF, start >= 20, number(bytes, at: start - 20, bytes: 4) == 0x0706_4B50 {
        let record = number(bytes, at: start - 12, bytes: 8)
        guard record >= 0, record <= bytes.count - 56 else { continue }
        count = number(bytes, at: record + 32, bytes: 8)
      }
      guard count >= 0, count <= limit else { throw .tooManyEntries(count: count, limit: limit) }
    }
  }

  /// Reads a number, least significant byte first; -1 where it is beyond the range of `Int`.
  private static func number(_ bytes: [UInt8], at start: Int, bytes count: Int) -> Int {
    let value = (0..<count).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
    return Int(exactly: value) ?? -1
  }
}
