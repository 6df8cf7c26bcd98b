// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers

extension SceneReader {
  /// Reads a `.caar`: a layer tree archived with `NSKeyedArchiver`.
  ///
  /// - Conformance: caml.md 2.4
  func readKeyedArchive(_ file: ResourceFile, named name: String) throws(SceneError) -> Scene {
    let bytes = try documentBytes(file, named: name, isInPackage: false, limits: limits)
    let source = SourceText(file: name, bytes: bytes)
    let list: PropertyList
    do {
      list = try PropertyList(source)
    } catch {
      if bytes.starts(with: Array("bplist".utf8)) {
        throw .archive(path: name, .malformed(reason: error.reason))
      }
      throw SceneError(error, in: source)
    }
    let transcript: KeyedArchiveTranscript
    let isFlipped: Bool
    do {
      let archive = try KeyedArchive(list)
      transcript = try KeyedArchiveTranscript(archive, limits: limits)
      let flipped = archive.entries(archive.root)?.first { $0.key == "geometryFlipped" }?.value
      isFlipped = flipped.map { list.isTrue($0) } ?? false
    } catch {
      throw .archive(path: name, error)
    }
    let folder = name.contains("/") ? (name as NSString).deletingLastPathComponent : "."
    var scene = try read(
      SourceText(file: name, bytes: Array(transcript.text.utf8)),
      images: ImageLibrary(folder: ResourceFolder(nil), limits: limits, budget: ImageBudget(limits)),
      hostIsFlipped: true)
    // The archive states the orientation of its tree, and its root has usually been flipped accordingly: the direction
    // of y must be applied once, not twice. Observed in a tick mark, which is upright only this way.
    if isFlipped { scene.hostIsFlipped = scene.root.isGeometryFlipped }
    scene.baseDirectory = folder
    // Lines and columns would refer to the transcript, which the user cannot see.
    scene.diagnostics =
      transcript.diagnostics
      + scene.diagnostics.map {
        Diagnostic($0.severity, code: $0.code, message: $0.message, layerPath: $0.layerPath)
      }
    return scene
  }
}
