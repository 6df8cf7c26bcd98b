// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// Where the graphics drivers of this system really lie.
///
/// Rules of the kernel are about the files themselves. In containers the files of a driver are often links into a
/// folder that is lent by the machine, such as `/usr/local/nvidia`: granting the folders in which the links stand does
/// not grant what they point to.
package struct InstalledDrivers {
  /// The files and folders to be read, without links.
  package private(set) var paths: [String] = []

  /// The most files that the configuration of the dynamic linker may consist of.
  private static let mostFiles = 256
  /// The longest file that is read for this, in bytes.
  private static let longest = 1 << 20
  private static let vendorFolders = ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"]
  private static let usualFolders = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"]

  /// - Parameters:
  ///   - environment: Variables that name vendors' files, as libglvnd reads them.
  ///   - linker: The configuration of the dynamic linker.
  package init(environment: [String: String], linker: String = "/etc/ld.so.conf") {
    var visited: Set<String> = []
    let folders = Self.folders(in: linker, &visited)
    paths = folders.map(Self.real).filter(Self.holdsLibraries)
    let searched = FileAccessList.paths(in: environment["LD_LIBRARY_PATH"]) + folders + Self.usualFolders
    for file in Self.vendorFiles(environment) {
      paths.append(Self.real(file))
      guard let name = Self.library(in: file) else { continue }
      // All that there are: the first may be for another processor.
      for place in Self.places(of: name, namedIn: file, searched).map(Self.real)
      where Self.sizeOfPlainFile(place) != nil {
        paths.append(place)
        // The other libraries of the driver lie beside it; a folder of another kind may hold anything.
        let folder = (place as NSString).deletingLastPathComponent
        if Self.holdsLibraries(folder) { paths.append(folder) }
      }
    }
  }

  /// Where a library may be that a vendor's file names, as libglvnd reads it: a name is for the loader to find, and a
  /// path begins where the file lies.
  private static func places(of name: String, namedIn file: String, _ searched: [String]) -> [String] {
    if name.hasPrefix("/") { return [name] }
    if name.contains("/") { return [(file as NSString).deletingLastPathComponent + "/" + name] }
    return searched.map { $0 + "/" + name }
  }

  /// Whether a folder is one of libraries by its name, or lies right in one.
  private static func holdsLibraries(_ folder: String) -> Bool {
    folder.split(separator: "/").suffix(2).contains { ["lib", "lib32", "lib64"].contains($0) }
  }

  /// The folders that a configuration of the dynamic linker names, with those that it includes.
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

  /// The files that a pattern of an `include` means: a name, or a folder and `*` with what the names end in.
  private static func included(_ pattern: String, from file: String) -> [String] {
    let path = pattern.hasPrefix("/") ? pattern : (file as NSString).deletingLastPathComponent + "/" + pattern
    let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
    guard name.hasPrefix("*") else { return [path] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(name.dropFirst()) }.sorted().map { folder + "/" + $0 }
  }

  /// The files in which vendors name their libraries.
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

  /// What a plain file holds that is not too long: a pipe would be waited for, and a device may have no end.
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
