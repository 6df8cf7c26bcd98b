// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// Where the graphics drivers of this system really lie.
///
/// Rules of the kernel are about the files themselves. In containers the files of a driver are often links into a folder that is lent by
/// the machine, such as `/usr/local/nvidia`: granting the folders in which the links stand does not grant what they point to.
package struct InstalledDrivers {
  /// The files and folders to be read, without links.
  package private(set) var paths: [String] = []

  /// The deepest that one configuration of the dynamic linker may include another.
  private static let depth = 8
  /// The longest file that is read for this, in bytes.
  private static let longest = 1 << 20
  private static let vendorFolders = ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"]
  private static let usualFolders = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"]

  /// - Parameters:
  ///   - environment: Variables that name vendors' files, as libglvnd reads them.
  ///   - linker: The configuration of the dynamic linker.
  package init(environment: [String: String], linker: String = "/etc/ld.so.conf") {
    let folders = Self.folders(in: linker, depth: Self.depth)
    paths = folders.map(Self.real)
    let searched = Self.list(environment["LD_LIBRARY_PATH"]) + folders + Self.usualFolders
    for file in Self.vendorFiles(environment) {
      paths.append(Self.real(file))
      guard let name = Self.library(in: file) else { continue }
      let places = name.hasPrefix("/") ? [name] : searched.map { $0 + "/" + name }
      guard let place = places.first(where: FileManager.default.fileExists(atPath:)) else { continue }
      let library = Self.real(place)
      paths.append(library)
      // The other libraries of the driver lie beside it; a folder of another kind may hold anything.
      let folder = (library as NSString).deletingLastPathComponent
      if folder.split(separator: "/").contains(where: { $0.hasPrefix("lib") }) { paths.append(folder) }
    }
  }

  /// The folders that a configuration of the dynamic linker names, with those that it includes.
  private static func folders(in file: String, depth: Int) -> [String] {
    guard depth > 0, let text = contents(of: file) else { return [] }
    return text.split(separator: "\n").flatMap { line -> [String] in
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let first = words.first else { return [] }
      if first == "include" {
        return words.dropFirst().flatMap { included(String($0), from: file) }
          .flatMap { folders(in: $0, depth: depth - 1) }
      }
      return first.hasPrefix("/") ? [String(first)] : []
    }
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
    let named = list(environment["__EGL_VENDOR_LIBRARY_FILENAMES"])
    if !named.isEmpty { return named }
    let folders = list(environment["__EGL_VENDOR_LIBRARY_DIRS"])
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

  private static func list(_ variable: String?) -> [String] {
    (variable ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  private static func contents(of file: String) -> String? {
    let size = (try? FileManager.default.attributesOfItem(atPath: real(file)))?[.size] as? Int ?? 0
    guard size <= longest else { return nil }
    return FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func real(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
