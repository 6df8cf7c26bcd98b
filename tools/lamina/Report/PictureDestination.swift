// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Destinations of pictures: a file, standard output, or a folder with one file per scene.

import Foundation
import Lamina
import ReportText

/// The destination that `--output` names.
enum PictureDestination: Equatable {
  case standardOutput
  case file(String)
  case folder(String)

  /// Reads the argument: `-`, a folder (it ends in `/` or exists as one), or a file.
  init(argument: String) {
    var isFolder: ObjCBool = false
    if argument == "-" {
      self = .standardOutput
    } else if argument.hasSuffix("/")
      || (FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder) && isFolder.boolValue)
    {
      self = .folder(argument)
    } else {
      self = .file(argument)
    }
  }

  /// The extension of the file, without the dot; empty for a folder, and for a file without one.
  var fileExtension: String {
    guard case .file(let path) = self else { return "" }
    return URL(fileURLWithPath: path).pathExtension
  }

  /// The file of each scene, in order; creates the folder.
  ///
  /// - Parameter fileExtension: The extension of new files in a folder, without the dot.
  ///
  /// Two scenes that would share a file are a usage error, detected before anything is drawn.
  func paths(for scenes: [String], fileExtension: String, console: Console) throws -> [String] {
    switch self {
    case .standardOutput, .file:
      guard scenes.count == 1 else {
        throw CommandFailure(.usage, "\(scenes.count) scenes need a folder: -o DIR/", console: console)
      }
      if case .file(let path) = self { return [path] }
      return ["-"]
    case .folder(let folder):
      var owners: [String: String] = [:]
      let paths = try scenes.map { scene in
        let path = URL(fileURLWithPath: folder).appendingPathComponent("\(SceneName.stem(of: scene)).\(fileExtension)")
          .relativePath
        if let other = owners.updateValue(scene, forKey: path) {
          throw CommandFailure(.usage, "\(other) and \(scene) would both be written to \(path)", console: console)
        }
        return path
      }
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw CommandFailure(
          .cannotWrite, "cannot make the folder '\(folder)': \(error.localizedDescription)", console: console)
      }
      return paths
    }
  }
}
