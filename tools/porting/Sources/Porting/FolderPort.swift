// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// Ports a folder of sources into another folder.
///
/// The new folder is written next to its destination under another name and renamed when it is complete, so that it is
/// either complete or absent. Files other than Swift are copied unchanged. Symbolic links are never followed: links
/// that stay inside the folder are recreated, others are left out and reported. `.git`, `.build` and `.swiftpm` are
/// left out.
public struct FolderPort {
  /// The reason why nothing was written.
  public enum Failure: Error, CustomStringConvertible, Equatable {
    case notAFolder(String)
    case unreadable(String)
    case nested
    case taken(String)
    case unwritable(String, String)

    /// The failure as one line.
    public var description: String {
      switch self {
      case .notAFolder(let path): "\(path) is no folder"
      case .unreadable(let path): "\(path) cannot be read"
      case .nested: "neither folder may lie in the other"
      case .taken(let path): "\(path) is there already, and is no empty folder"
      case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)"
      }
    }
  }

  /// The result of porting a folder.
  public struct Report: Sendable {
    /// The number of Swift files.
    public var files = 0
    /// The number of files that were changed.
    public var changedFiles = 0
    /// The number of changes of each kind.
    public var changes: [String: Int] = [:]
    /// The remaining work.
    public var findings: [Finding] = []
  }

  private let sources: URL
  private let out: URL

  /// Checks the folders, without writing anything.
  ///
  /// - Parameters:
  ///   - sources: A folder.
  ///   - out: The path of the ported folder, which must not exist or be an empty folder; its parent folder must exist.
  public init(sources: URL, out: URL) throws(Failure) {
    self.sources = sources.resolvingSymlinksInPath().standardizedFileURL
    // The destination does not exist yet, so only its parent folder has a real path.
    let parent = out.standardizedFileURL.deletingLastPathComponent().resolvingSymlinksInPath().standardizedFileURL
    self.out = parent.appendingPathComponent(out.standardizedFileURL.lastPathComponent)
    guard Self.isFolder(self.sources) else { throw .notAFolder(sources.path) }
    guard Self.isFolder(parent) else { throw .notAFolder(parent.path) }
    let (inner, outer) = (self.out.path + "/", self.sources.path + "/")
    guard !inner.hasPrefix(outer), !outer.hasPrefix(inner) else { throw .nested }
    if (try? FileManager.default.attributesOfItem(atPath: self.out.path)) != nil {
      let names = try? FileManager.default.contentsOfDirectory(atPath: self.out.path)
      guard Self.type(of: self.out) == .typeDirectory, names?.isEmpty ?? false else { throw .taken(out.path) }
    }
  }

  private static let leftOut: Set<String> = [".git", ".build", ".swiftpm"]

  private static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The type of the file at a path, without following links.
  private static func type(of url: URL) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
  }

  /// Ports the folder.
  public func run() throws(Failure) -> Report {
    var tree = Tree()
    try collect("", into: &tree)
    var files: [(path: String, bytes: [UInt8])] = []
    for path in tree.swift {
      guard let data = FileManager.default.contents(atPath: sources.appendingPathComponent(path).path) else {
        throw .unreadable(path)
      }
      files.append((path, [UInt8](data)))
    }
    let ported = Porter().port(files)
    let making = out.deletingLastPathComponent()
      .appendingPathComponent(".\(out.lastPathComponent).port-\(ProcessInfo.processInfo.processIdentifier)")
    do {
      try write(tree, zip(tree.swift, ported).map { ($0, $1.bytes) }, to: making)
    } catch {
      try? FileManager.default.removeItem(at: making)
      throw .unwritable(out.path, error.localizedDescription)
    }
    guard rename(making.path, out.path) == 0 else {
      let reason = String(cString: strerror(errno))
      try? FileManager.default.removeItem(at: making)
      throw .unwritable(out.path, reason)
    }
    var report = Report(files: files.count, findings: tree.findings)
    for (file, result) in zip(files, ported) {
      if file.bytes != result.bytes { report.changedFiles += 1 }
      report.changes.merge(result.changes, uniquingKeysWith: +)
      report.findings += result.findings
    }
    return report
  }

  /// The contents of the folder, by relative paths.
  private struct Tree {
    var folders: [String] = []
    var swift: [String] = []
    var others: [String] = []
    var links: [(path: String, target: String)] = []
    var findings: [Finding] = []
  }

  private func collect(_ folder: String, into tree: inout Tree) throws(Failure) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: sources.appendingPathComponent(folder).path)
    else { throw .unreadable(folder) }
    for name in names.sorted() where !Self.leftOut.contains(name) {
      let path = folder.isEmpty ? name : folder + "/" + name
      let url = sources.appendingPathComponent(path)
      switch Self.type(of: url) {
      case .typeDirectory?:
        tree.folders.append(path)
        try collect(path, into: &tree)
      case .typeSymbolicLink?:
        let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) ?? ""
        if Self.stays(target, from: folder) {
          tree.links.append((path, target))
        } else {
          tree.findings.append(
            Finding(file: path, line: 0, message: "a link that leads out of the sources; it is left out"))
        }
      case .typeRegular?:
        if name.hasSuffix(".swift") { tree.swift.append(path) } else { tree.others.append(path) }
      default:
        tree.findings.append(Finding(file: path, line: 0, message: "neither file nor folder; it is left out"))
      }
    }
  }

  /// Whether a link's target lies inside the sources, judged only by its path.
  static func stays(_ target: String, from folder: String) -> Bool {
    guard !target.isEmpty, !target.hasPrefix("/") else { return false }
    var depth = folder.isEmpty ? 0 : folder.split(separator: "/").count
    for part in target.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { return false }
    }
    return true
  }

  private func write(_ tree: Tree, _ files: [(path: String, bytes: [UInt8])], to making: URL) throws {
    let manager = FileManager.default
    try manager.createDirectory(at: making, withIntermediateDirectories: false)
    for folder in tree.folders {
      try manager.createDirectory(at: making.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    for path in tree.others {
      try manager.copyItem(at: sources.appendingPathComponent(path), to: making.appendingPathComponent(path))
    }
    for file in files {
      let place = making.appendingPathComponent(file.path)
      try Data(file.bytes).write(to: place)
      // Scripts stay executable.
      let from = try manager.attributesOfItem(atPath: sources.appendingPathComponent(file.path).path)
      if let permissions = from[.posixPermissions] {
        try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: place.path)
      }
    }
    for link in tree.links {
      try manager.createSymbolicLink(
        atPath: making.appendingPathComponent(link.path).path, withDestinationPath: link.target)
    }
  }
}
