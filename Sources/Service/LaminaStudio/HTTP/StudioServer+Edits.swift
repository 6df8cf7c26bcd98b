// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Lamina
import LaminaLayers
import LaminaScene
import LaminaServe

extension StudioServer {
  /// Routes that change a scene in memory, and that save it or show it as code.
  var editRoutes: [RouteTable.Route] {
    [
      .init(.post, "/api/edit") { [self] request, _, _ in
        try await change(request, SceneEdit.self) { open, edit in try open.set(edit) }
      },
      .init(.post, "/api/revert") { [self] request, _, _ in
        try await change(request, RevertOrder.self) { open, order in open.revert(layer: order.layer, key: order.key) }
      },
      .init(.post, "/api/show") { [self] request, _, _ in
        try await change(request, ShowOrder.self) { open, order in
          try open.show(hidden: Set(order.hidden), isolated: order.isolated)
        }
      },
      .init(.post, "/api/state") { [self] request, _, _ in
        try await change(request, SceneState.self) { open, state in try open.enter(state) }
      },
      .init(.post, "/api/save") { [self] request, _, _ in
        let name = try Self.sceneName(try Self.query(request))
        let order = try await Self.body(request, as: SaveOrder.self)
        return .json(try await desk.ask { desk in try Self.save(desk.scene(name), order.name) })
      },
      .init(.get, "/api/code") { [self] request, _, _ in
        let query = try Self.query(request)
        let name = try Self.sceneName(query)
        return .json(try await desk.ask { desk in try Self.code(query, of: desk.scene(name)) })
      },
    ]
  }

  private struct RevertOrder: Decodable, Sendable {
    var layer: String?
    var key: String?
  }

  private struct ShowOrder: Decodable, Sendable {
    var hidden: [String]
    var isolated: String?
  }

  private struct SaveOrder: Decodable, Sendable { var name: String }

  private struct Code: Encodable, Sendable {
    var text: String
    /// Short descriptions of the objects that the text refers to but does not contain.
    var missing: [String]
  }

  /// The markup of a layer, with comments that list missing objects.
  private static func markup(of layer: CALayer, in scene: Scene) -> Code {
    let (text, pictures, diagnostics) = SceneWriter().markup(of: layer, in: scene)
    let missing =
      pictures.map { "the picture \($0.name) of \($0.image.width) x \($0.image.height) pixels" }
      + diagnostics.map(\.message)
    guard !missing.isEmpty, let place = text.range(of: "<caml ") else { return Code(text: text, missing: missing) }
    let lines = missing.map { "<!-- Not here: \($0.replacing("--", with: "- -")). -->\n" }.joined()
    return Code(text: text.replacingCharacters(in: place, with: lines + "<caml "), missing: missing)
  }

  private struct Saved: Encodable, Sendable {
    var path: String
    var diagnostics: [String]
  }

  /// Changes a scene, and tells the pages that show it.
  private func change<Order: Decodable & Sendable>(
    _ request: Request, _ type: Order.Type, _ body: @escaping @Sendable (OpenScene, Order) throws -> Void
  ) async throws -> Response {
    let name = try Self.sceneName(try Self.query(request))
    let order = try await Self.body(request, as: type)
    let revision = try await desk.ask { desk in
      let open = try desk.scene(name)
      try body(open, order)
      return open.revision
    }
    var notice = FrameMessage.Notice(kind: "edited")
    (notice.scene, notice.revision) = (name, revision)
    channels.notify(name, notice)
    return .json(["revision": revision])
  }

  /// Writes a scene as a new package next to its original document.
  private static func save(_ open: OpenScene, _ name: String) throws -> Saved {
    let name = try packageName(name)
    guard !open.entry.path.hasPrefix("@") else {
      throw Problem.badParameter("scene", "a scene of the tool's own has no folder to save beside")
    }
    let folder = (open.entry.path as NSString).deletingLastPathComponent
    let path = (folder.isEmpty ? "." : folder) + "/" + name
    guard !FileManager.default.fileExists(atPath: path) else {
      throw Problem(.conflict, .badParameter, "\(name) is there already; a document is saved as a new one")
    }
    let diagnostics = try open.withoutHiding { scene throws(SceneError) in try SceneWriter().write(scene, to: path) }
    return Saved(path: path, diagnostics: diagnostics.map { "\($0)" })
  }

  /// The file name of a new package.
  private static func packageName(_ text: String) throws(Problem) -> String {
    var name = text.trimmingCharacters(in: .whitespaces)
    if name.hasSuffix(".ca") { name.removeLast(3) }
    guard !name.isEmpty else {
      throw .badParameter("name", "there is none; it takes the name of a new package, such as copy.ca")
    }
    guard name.utf8.count <= 197 else {
      throw .badParameter("name", "it has \(name.utf8.count + 3) bytes with .ca, and may have at most 200")
    }
    guard !name.contains("/"), !name.hasPrefix(".") else {
      throw .badParameter("name", "it is a name without a path, which begins with no dot")
    }
    guard name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else {
      throw .badParameter("name", "it has characters that cannot be seen")
    }
    return name + ".ca"
  }

  /// A layer as Swift or as markup.
  private static func code(_ query: [String: String], of open: OpenScene) throws -> Code {
    let table = try open.table()
    guard let number = query["layer"].flatMap({ Int($0) }), table.places.indices.contains(number) else {
      throw Problem(.notFound, .notFound, "there is no layer of this number")
    }
    let layer = table.places[number].layer
    switch query["form"] {
    case "swift":
      return try open.withoutHiding { _ in
        let swift = SwiftText(layer)
        return Code(text: swift.text, missing: swift.missing)
      }
    case "caml": return try open.withoutHiding { scene in Self.markup(of: layer, in: scene) }
    default: throw Problem.badParameter("form", "it is swift or caml")
    }
  }
}
#endif
