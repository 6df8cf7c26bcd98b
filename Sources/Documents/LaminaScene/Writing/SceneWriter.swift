// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
public import LaminaGraphics
package import LaminaLayers
import LaminaSystem

/// Writes scenes as Core Animation documents: a `.caml` file, or a `.ca` folder with its pictures.
///
///     let scene = try SceneReader().read("Lock.ca")
///     let diagnostics = try SceneWriter().write(scene, to: "Copy.ca")
///
/// Reading a written scene gives an equal tree, to the last bit of every number. Pictures go into the folder `assets`
/// beside the document: as a copy of the file that they were read from, or as PNG.
///
/// Layers of classes that are not Lamina's are written as Lamina's class that they extend. Values that a document
/// cannot hold (delegates, actions, arbitrary keys, fonts that are objects) are left out.
///
/// - Conformance: caml.md 1.10
public struct SceneWriter: Sendable {
  /// Makes a writer.
  public init() {}

  /// Writes a scene.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - path: A file that ends in `.caml`, or a folder that ends in `.ca`, which is made where it is missing. Files of
  ///     the same names are replaced, other files are left. All files get their names together, or none does.
  /// - Returns: Diagnostics of values that are not written as they are.
  /// - Throws: `SceneError.unwritable` for a path of another ending and where the system refuses.
  @discardableResult public func write(_ scene: Scene, to path: String) throws(SceneError) -> [Diagnostic] {
    let folder: String
    let file: String
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let isPackage = path.hasSuffix(".ca")
    if isPackage {
      (folder, file) = (path, "main.caml")
    } else if path.hasSuffix(".caml") {
      let (parent, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
      (folder, file) = (parent.isEmpty ? "." : parent, name)
    } else {
      throw .unwritable(path: path, reason: "a document's name ends in .caml, a package's in .ca")
    }
    var writer = DocumentWriter(pictures: PictureFolder(sources: scene.pictureSources))
    writer.write(scene)
    do {
      let output = try OutputFolder(folder)
      for picture in writer.pictures.files { try Self.write(picture, to: output) }
      if isPackage {
        try output.write(Array(Self.index(geometryFlipped: !scene.hostIsFlipped).utf8), to: "index.xml")
        try output.write(Array(Self.manifest.utf8), to: "assetManifest.caml")
      }
      // The document is the last file to get its name: a folder that has a document is complete.
      try output.write(Array(writer.text.utf8), to: file)
      try output.finish()
    } catch {
      throw .unwritable(path: path, reason: "\(error)")
    }
    var diagnostics = writer.diagnostics
    if !isPackage, !scene.hostIsFlipped {
      diagnostics.append(
        Diagnostic(
          code: "host-not-written",
          message:
            "the scene's host is y-down, which only a .ca folder can say; read by itself, the document is upside down"
        ))
    }
    return diagnostics
  }

  /// The markup of a scene's tree, without its pictures: they are named as if they were in `assets`.
  public func markup(of scene: Scene) -> String {
    var writer = DocumentWriter(pictures: PictureFolder(sources: scene.pictureSources))
    writer.write(scene)
    return writer.text
  }

  /// The markup of one layer of a scene with all in it.
  ///
  /// - Returns: The markup, the pictures that it names but does not contain, and diagnostics of values that are not
  ///   written as they are.
  package func markup(
    of layer: CALayer, in scene: Scene
  ) -> (text: String, pictures: [(name: String, image: CGImage)], diagnostics: [Diagnostic]) {
    var part = Scene(root: layer, hostIsFlipped: scene.hostIsFlipped)
    part.pictureSources = scene.pictureSources
    var writer = DocumentWriter(pictures: PictureFolder(sources: scene.pictureSources))
    writer.write(part)
    return (writer.text, writer.pictures.files.map { ("assets/" + $0.name, $0.image) }, writer.diagnostics)
  }

  private static func write(
    _ picture: (name: String, image: CGImage, copied: ResourceFile?), to output: OutputFolder
  ) throws {
    let name = "assets/" + picture.name
    guard picture.image.moving != nil, case .disk(let path)? = picture.copied else {
      return try output.write(bytes(of: picture), to: name)
    }
    // Videos may be of any length, and cannot be replaced by a PNG where the file is gone.
    let result: Result<Result<Void, FileError>, BoundedFile.Problem> = Result { () throws(BoundedFile.Problem) in
      try BoundedFile.reading(path) { file in
        Result { () throws(FileError) in try output.write(copyOf: file, to: name) }
      }
    }
    switch result {
    case .success(let written): try written.get()
    case .failure(.notFound): throw FileError.cannotRead(path: path, reason: "it is no longer there")
    case .failure(.notRegular): throw FileError.cannotRead(path: path, reason: "it is no file any more")
    case .failure(.tooLong): throw FileError.cannotRead(path: path, reason: "it is too long")
    case .failure(.shortage(let reason)), .failure(.system(let reason)):
      throw FileError.cannotRead(path: path, reason: reason)
    }
  }

  private static func bytes(of picture: (name: String, image: CGImage, copied: ResourceFile?)) throws(GraphicsError)
    -> [UInt8]
  {
    do throws(BoundedFile.Problem) {
      if let source = picture.copied { return try source.read(limit: .max) }
    } catch {
      // A shortage may be over at the next attempt; after any other error the file is lost, but its pixels are still
      // here.
      if case .shortage(let reason) = error { throw .file(.cannotRead(path: picture.name, reason: reason)) }
    }
    return try PNGEncoder().encode(picture.image)
  }

  private static func index(geometryFlipped: Bool) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>assetManifest</key>
    \t<string>assetManifest.caml</string>
    \t<key>geometryFlipped</key>
    \t<\(geometryFlipped ? "true" : "false")/>
    \t<key>rootDocument</key>
    \t<string>main.caml</string>
    </dict>
    </plist>

    """
  }

  private static let manifest = """
    <?xml version="1.0" encoding="UTF-8"?>

    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
    \t<MicaAssetManifest>
    \t\t<modules type="NSArray"/>
    \t</MicaAssetManifest>
    </caml>

    """
}
