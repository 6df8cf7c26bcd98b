// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Service
import ArgumentParser
import Foundation

extension ServeOptions {
  /// The names of flags.
  private static let flags: Set = ["insecure", "isolate-each", "require-isolation", "slurm"]
  private static let prefix = "LAMINA_SERVE_"

  /// These options, completed by those from the environment and from a file for options that are not given.
  ///
  /// - Parameter arguments: The arguments that these options were parsed from.
  func merged(_ arguments: [String]) throws -> ServeOptions {
    let variables = ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix(Self.prefix) }
    let environment = try variables.sorted { $0.key < $1.key }.flatMap { name, value in
      let option = name.dropFirst(Self.prefix.count).lowercased().replacing("_", with: "-")
      return try Self.arguments(option, value, of: name)
    }
    let own = try Self.parse(environment, of: "the environment")
    let file = try (config ?? own.config).map { path in try Self.arguments(ofFile: path) } ?? []
    // If an option is repeated, the last one takes effect.
    return try Self.parse(file + environment + arguments, of: "the options")
  }

  private static func arguments(ofFile path: String) throws -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFailure(.noInput, "\(path): the file cannot be read")
    }
    var result: [String] = []
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      guard let equals = line.firstIndex(of: "=") else {
        throw CommandFailure(.usage, "\(path):\(index + 1): a line is name = value")
      }
      let name = line[..<equals].trimmingCharacters(in: .whitespaces)
      let value = line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
      let words = try arguments(name, value, of: "\(path):\(index + 1)")
      guard name != "config" else { throw CommandFailure(.usage, "\(path):\(index + 1): a file names no other one") }
      _ = try parse(words, of: "\(path):\(index + 1)")
      result += words
    }
    return result
  }

  private static func arguments(_ name: String, _ value: String, of source: String) throws -> [String] {
    guard flags.contains(name) else { return ["--\(name)", value] }
    switch value {
    case "true", "1": return ["--\(name)"]
    case "false", "0", "": return []
    default: throw CommandFailure(.usage, "\(source): \(name) is true or false")
    }
  }

  private static func parse(_ arguments: [String], of source: String) throws -> ServeOptions {
    do {
      return try parse(arguments)
    } catch {
      throw CommandFailure(.usage, "\(source): \(message(for: error))")
    }
  }
}
#endif
