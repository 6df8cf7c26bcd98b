// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaTestSupport
import Testing

/// One property with a value that must show if it is drawn.
struct PropertyCase: Sendable {
  /// The name; behind a `=`, which of several values it is.
  var property: String
  /// The value as the document writes it.
  var value: String
  /// Other properties that the object has with and without this one; an empty text removes one of the object's own.
  var given: [String: String] = [:]
  /// Whether the value also leaves something else behind that is reported.
  var reports = false

  /// The name alone.
  var key: String { String(property.prefix { $0 != "=" }) }
}

/// An object of a document, with all of its properties.
struct PropertyObject: Sendable, CustomTestStringConvertible {
  var name: String
  /// The properties that it has in any case.
  var base: [String: String]
  var cases: [PropertyCase]
  /// The document around the object, which stands on line 2, and on no other.
  var document: @Sendable (_ properties: [String: String]) -> String
  /// The moments at which pictures are compared, in seconds.
  var times = [0, 0.5, 1.3]
  /// Moments as parts of the whole length, for what changes the length.
  var progress: [Double] = []

  var testDescription: String { name }

  /// The document with one property more than `given` has, and without it.
  func documents(_ row: PropertyCase) -> (with: String, without: String) {
    var properties = base.merging(row.given) { $1 }.filter { !$1.isEmpty }
    let without = document(properties)
    properties[row.key] = row.value
    return (document(properties), without)
  }
}

/// The pictures of a document, and the diagnostics about it.
struct PropertyShow {
  var pictures: [[UInt8]] = []
  var diagnostics: [Diagnostic] = []
  /// Why it could not be read.
  var refusal: SceneError?

  init(_ text: String, of object: PropertyObject, read: (String) throws -> Scene) throws {
    do {
      let scene = try read(text)
      diagnostics = scene.diagnostics
      let renderer = try Renderer(.cpu(threads: 1))
      for time in object.times + object.progress.compactMap({ scene.timeline?.time(atProgress: $0) }) {
        let result = try renderer.render(scene, at: time)
        pictures.append(result.image.premultipliedRGBA)
        diagnostics += result.diagnostics.filter { !diagnostics.contains($0) }
      }
    } catch let error as SceneError {
      refusal = error
    }
  }

  /// The reports that one has and the other lacks, wherever they stand.
  func newDiagnostics(over other: PropertyShow) -> [Diagnostic] {
    diagnostics.filter { new in !other.diagnostics.contains { $0.code == new.code && $0.message == new.message } }
  }

  /// Whether something is drawn.
  var isBlank: Bool {
    pictures.allSatisfy { picture in
      let first = Array(picture.prefix(4))
      return stride(from: 0, to: picture.count, by: 4).allSatisfy { Array(picture[$0..<$0 + 4]) == first }
    }
  }
}

/// Holds a list of properties to the pictures and diagnostics of documents.
struct PropertyCheck {
  var list: PropertyList
  var read: (String) throws -> Scene

  /// Checks one object's properties.
  func check(_ object: PropertyObject) throws {
    var known: [String: PropertyShow] = [:]
    for row in object.cases {
      let name = "\(object.name).\(row.property)"
      let (text, plain) = object.documents(row)
      if text == plain { Issue.record("\(name) has its value in any case") }
      let without = try known[plain] ?? PropertyShow(plain, of: object, read: read)
      known[plain] = without
      let with = try PropertyShow(text, of: object, read: read)
      guard let wanted = list.row(object.name, row.property) else {
        let new = with.newDiagnostics(over: without)
        let picture = with.pictures == without.pictures ? "the same picture" : "another picture"
        Issue.record("\(name) is not in the list; it gives \(picture) and \(new.map(\.code))")
        continue
      }
      if let problem = problem(wanted.outcome, with, without, row) {
        Issue.record("\(name) (line \(wanted.line) of the list): \(problem)\n\(text)")
      }
    }
  }

  private func problem(
    _ wanted: PropertyList.Outcome, _ with: PropertyShow, _ without: PropertyShow, _ row: PropertyCase
  ) -> String? {
    if let refusal = without.refusal { return "the document without it is refused: \(refusal)" }
    if without.isBlank { return "the document without it shows nothing" }
    if case .diagnosed("refused") = wanted { return with.refusal == nil ? "the document is not refused" : nil }
    if let refusal = with.refusal { return "the document is refused: \(refusal)" }
    let new = with.newDiagnostics(over: without)
    let isDrawn = with.pictures != without.pictures
    switch wanted {
    case .drawn:
      if !isDrawn { return "the picture is the same" }
      return new.isEmpty || row.reports ? nil : "is reported: \(new)"
    case .diagnosed(let code):
      let found = with.diagnostics.filter { $0.code == code }
      // Faults found by building or drawing alone have no line.
      let isThere = found.contains { $0.location == nil || $0.location?.line == 2 }
      return isThere ? nil : "no \(code) at the object, but \(with.diagnostics)"
    case .withoutEffect:
      if isDrawn { return "the picture differs" }
      return new.isEmpty ? nil : "is reported: \(new)"
    }
  }

  /// Lines of the list without a case, and cases in the list twice.
  func problems(_ objects: [PropertyObject]) -> [String] {
    let cases = objects.flatMap { object in object.cases.map { "\(object.name).\($0.property)" } }
    var seen: Set<String> = []
    var problems = cases.filter { !seen.insert($0).inserted }.map { "\($0) is tried twice" }
    var lines: Set<String> = []
    for row in list.rows {
      if !lines.insert(row.name).inserted { problems.append("line \(row.line): \(row.name) stands there twice") }
      if !seen.contains(row.name) { problems.append("line \(row.line): \(row.name) is not tried") }
    }
    return problems
  }
}
