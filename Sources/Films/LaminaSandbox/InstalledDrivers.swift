// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// The actual locations of this system's graphics drivers.
///
/// Rules of the kernel apply to files and not to links. In containers the files of a driver are often links into a
/// folder of the host, such as `/usr/local/nvidia`: granting the folders with the links does not grant the linked
/// files.
package struct InstalledDrivers {
  /// The files and folders to be read, with links resolved.
  package private(set) var paths: [String] = []

  /// The largest number of files that are read of the dynamic linker's configuration.
  private static let mostFiles = 256
  /// The size of the largest file that is read, in bytes.
  private static let longest = 1 << 20
  private static let vendorFolders = ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"]
  private static let usualFolders = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"]

  /// - Parameters:
  ///   - environment: Variables with the paths of vendors' files, as libglvnd reads them.
  ///   - linker: The configuration of the dynamic linker.
  package init(environment: [String: String], linker: String = "/etc/ld.so.conf") {
    var visited: Set<String> = []
    let folders = Self.folders(in: linker, &visited)
    paths = folders.map(Self.real).filter(Self.holdsLibraries)
    let searched = FileAccessList.paths(in: environment["LD_LIBRARY_PATH"]) + folders + Self.usualFolders
    for file in Self.vendorFiles(environment) {
      paths.append(Self.real(file))
      guard let name = Self.library(in: file) else { continue }
      // All matches are granted, since the first may be for another processor.
      for place in Self.places(of: name, namedIn: file, searched).map(Self.real)
      where Self.sizeOfPlainFile(place) != nil {
        paths.append(place)
        // Other libraries of the driver lie in the same folder, which is granted only if it is a folder of libraries.
        let folder = (place as NSString).deletingLastPathComponent
        if Self.holdsLibraries(folder) { paths.append(folder) }
      }
    }
  }

  /// The possible paths of a library that a vendor's file names, by libglvnd's rules: the loader searches for a plain
  /// name, and a relative path starts at the vendor's file.
  private static func places(of name: String, namedIn file: String, _ searched: [String]) -> [String] {
    if name.hasPrefix("/") { return [name] }
    if name.contains("/") { return [(file as NSString).deletingLastPathComponent + "/" + name] }
    return searched.map { $0 + "/" + name }
  }

  /// Whether a folder, or the folder that contains it, has the name of a folder of libraries.
  private static func holdsLibraries(_ folder: String) -> Bool {
    folder.split(separator: "/").suffix(2).contains { ["lib", "lib32", "lib64"].contains($0) }
  }

  /// The folders in a configuration of the dynamic linker, including the files that it includes.
  private static func folders(in file: String, _ visited: inout Set<String>) -> [String] {
    guard visited.count < mostFiles, visited.insert(real(file)).inserted, let text = contents(of: file) else {
      return []
    }
    var found: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let text = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("include ") || text.hasPrefix("include\t") {
        for pattern in text.dropFirst("include".count).split(whereSeparator: \.isWhitespace) {
          for other in included(String(pattern), from: file) { found += folders(in: other, &visited) }
        }
      } else if text.hasPrefix("/") {
        found.append(text)
      }
    }
    return found
  }

  /// The files that match the pattern of an `include`: a plain name, or a folder with `*` and a suffix.
  private static func included(_ pattern: String, from file: String) -> [String] {
    let path = pattern.hasPrefix("/") ? pattern : (file as NSString).deletingLastPathComponent + "/" + pattern
    let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
    guard name.hasPrefix("*") else { return [path] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(name.dropFirst()) }.sorted().map { folder + "/" + $0 }
  }

  /// The files in which vendors name their libraries, by libglvnd's rules.
  private static func vendorFiles(_ environment: [String: String]) -> [String] {
    let named = FileAccessList.paths(in: environment["__EGL_VENDOR_LIBRARY_FILENAMES"])
    if !named.isEmpty { return named }
    let folders = FileAccessList.paths(in: environment["__EGL_VENDOR_LIBRARY_DIRS"])
    return (folders.isEmpty ? vendorFolders : folders).flatMap { included($0 + "/*.json", from: "/") }
  }

  /// The library that a vendor's file names.
  private static func library(in file: String) -> String? {
    struct Vendor: Decodable {
      struct Driver: Decodable {
        let library_path: String
      }
      let ICD: Driver
    }
    guard let text = contents(of: file) else { return nil }
    return (try? JSONDecoder().decode(Vendor.self, from: Data(text.utf8)))?.ICD.library_path
  }

  /// The content of a regular file up to a maximum size. Other kinds are not read: a pipe may block, and a device may
  /// have no end.
  private static func contents(of file: String) -> String? {
    let place = real(file)
    guard let size = sizeOfPlainFile(place), size <= longest else { return nil }
    return FileManager.default.contents(atPath: place).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func sizeOfPlainFile(_ path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular ? attributes?[.size] as? Int : nil
  }

  private static func real(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
