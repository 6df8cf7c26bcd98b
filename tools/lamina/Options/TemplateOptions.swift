// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina

/// Values to assign in a scene, for documents that serve as templates.
struct TemplateOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "Set a value: 'layerName.keyPath=value', 'photo.contents=me.jpg'. May be repeated.", valueName: "assignment"))
  var assignments: [String] = []

  @Option(
    help: ArgumentHelp(
      "Set all values of a JSON file: {\"layerName.keyPath\": value} or {\"layerName\": {\"keyPath\": value}}.",
      valueName: "file.json"))
  var values: String?

  @Option(
    help: ArgumentHelp(
      "Add the captions of a .srt or .vtt file, each as a copy of the layer named 'caption', or, without one, as white letters "
        + "at the bottom.", valueName: "words.vtt"))
  var captions: String?

  /// Adds the assignments to a request: those of the file, then those of the arguments, in order; and the captions.
  func apply(to request: inout SceneRequest, _ console: Console) throws {
    if let values { request.assignments = try read(values, console) }
    for assignment in assignments {
      guard let equals = assignment.firstIndex(of: "=") else {
        throw CommandFailure(
          SceneError.badAssignment(assignment, reason: "it takes 'layerName.keyPath=value'"), console: console)
      }
      request.assignments.append(
        .init(String(assignment[..<equals]), String(assignment[assignment.index(after: equals)...])))
    }
    request.captions = captions
  }

  private func read(_ path: String, _ console: Console) throws -> [SceneRequest.Assignment] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFailure(.noInput, "\(path): the file cannot be read", console: console)
    }
    guard let object = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] else {
      throw CommandFailure(.badData, "\(path): not a JSON object", console: console)
    }
    var result: [SceneRequest.Assignment] = []
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      if let inner = value as? [String: Any] {
        for (keyPath, value) in inner.sorted(by: { $0.key < $1.key }) {
          result.append(.init("\(name).\(keyPath)", try text(of: value, path, console)))
        }
      } else {
        result.append(.init(name, try text(of: value, path, console)))
      }
    }
    return result
  }

  /// A value in the notation of documents: lists separated by spaces.
  private func text(of value: Any, _ path: String, _ console: Console) throws -> String {
    switch value {
    case let text as String: return text
    case is NSNull: return "none"
    case let number as NSNumber: return "\(number)"
    case let list as [Any]: return try list.map { try text(of: $0, path, console) }.joined(separator: " ")
    default: throw CommandFailure(.badData, "\(path): a value is neither text, number nor list", console: console)
    }
  }
}
