// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
public import LaminaGraphics
internal import LaminaLayers
public import LaminaScene

/// Reads Lottie animations: a `.json` file, the same packed by gzip (`.tgs`), a `.lottie` archive, or a zip of an
/// animation with its pictures.
///
///     let scene = try LottieReader().read("Loader.json")
///     let picture = try Renderer().render(scene, at: scene.timeline?.duration ?? 0)
///
/// The tree is built as Core Animation players build it, with animations that say when they begin: frame f of the file
/// is shown at the time (f - first frame) / frame rate. `Scene.timeline` has that rate, the duration and the markers.
///
/// Documents are taken as untrusted: `SceneLimits` bound what they may ask for, pictures are read from the document,
/// its archive or its own folder, and nothing in it is executed. What is not drawn as asked is in `Scene.diagnostics`.
public struct LottieReader: Sendable {
  /// How much a document may ask for.
  public var limits: SceneLimits
  /// What opens the videos of a document.
  ///
  /// - Default: `nil`: videos are reported and not shown.
  public var videos: VideoOpener?
  /// How places move along spatial curves.
  ///
  /// - Default: `.length`, as in After Effects; Apple's own pictures of Lottie files move by `.coreAnimation`.
  public var motion: LottieMotion

  /// Makes a reader.
  public init(limits: SceneLimits = SceneLimits(), videos: VideoOpener? = nil, motion: LottieMotion = .length) {
    (self.limits, self.videos, self.motion) = (limits, videos, motion)
  }

  /// Reads an animation.
  ///
  /// - Parameter path: A `.json` file, or a `.lottie` archive; of an archive with several animations, the one whose
  ///   name follows as in `file.lottie/name`, or else the first.
  /// - Throws: `SceneError`, when there is no animation to be had from it. Errors inside the document say the way to
  ///   the value, as in `layers[3].shapes[0].ks.k[1].t`.
  public func read(_ path: String) throws(SceneError) -> Scene {
    try ReadingTime.within(limits.time, of: path) { () throws(SceneError) in
      if let archive = try LottieArchive(path, limits: limits) { return try archive.read(by: self) }
      let bytes = try DocumentFile.read(path, limits: limits)
      let folder = (path as NSString).deletingLastPathComponent
      return try read(bytes, named: path, baseDirectory: folder.isEmpty ? "." : folder)
    }
  }

  /// Reads an animation in memory.
  ///
  /// - Parameters:
  ///   - document: The bytes of a `.json` file.
  ///   - name: What messages call it.
  ///   - baseDirectory: Where its pictures are; without one, only `data:` URIs can be read.
  /// - Throws: `SceneError`, when the document is malformed or refused.
  public func read(_ document: [UInt8], named name: String, baseDirectory: String? = nil) throws(SceneError) -> Scene {
    guard document.count <= limits.effectiveDocumentBytes else {
      throw .documentTooLarge(path: name, limit: limits.effectiveDocumentBytes)
    }
    var scene = try ReadingTime.within(limits.time, of: name) { () throws(SceneError) in
      try read(document, named: name, pictures: [PictureLoader(folder: baseDirectory, limits: limits, videos: videos)])
    }
    scene.baseDirectory = baseDirectory ?? ""
    return scene
  }

  /// Reads an animation whose pictures are somewhere.
  func read(_ document: [UInt8], named name: String, pictures: [PictureLoader]) throws(SceneError) -> Scene {
    let document = try unpacked(document, named: name)
    let table: JSONTable
    do throws(JSONProblem) {
      table = try JSONScanner.scan(document, named: name, maximumNodes: 20 * limits.elements)
    } catch {
      let place = JSONTable(file: name, bytes: document, nodes: []).place(of: error.offset)
      throw .malformed(
        at: Diagnostic.Location(file: name, line: place.line, column: place.column), reason: error.reason)
    }
    let decoder = LottieDecoder(file: name, motion: motion)
    let composition: LottieComposition
    do throws(LottieProblem) {
      composition = try decoder.composition(table.root)
    } catch {
      let path = error.value.path
      throw .refused(at: error.value.location, reason: path.isEmpty ? error.reason : "\(path): \(error.reason)")
    }
    let builder = LottieLayerBuilder(composition, images: LottieImages(pictures), log: decoder.log, limits: limits)
    let root = builder.build()
    if let shortage = pictures.lazy.compactMap(\.shortage).first { throw shortage }
    var scene = Scene(root: root, hostIsFlipped: false, diagnostics: builder.log.diagnostics)
    scene.timeline = SceneTimeline(composition)
    scene.videos = videos
    for place in pictures { place.noteSources(in: &scene) }
    return scene
  }

  /// The text of an animation that may be packed by gzip, as stickers of Telegram are (`.tgs`).
  private func unpacked(_ document: [UInt8], named name: String) throws(SceneError) -> [UInt8] {
    guard GzipFile.recognizes(document) else { return document }
    let text: [UInt8]
    do throws(GzipFile.Problem) {
      text = try GzipFile.unpack(document, limit: limits.effectiveDocumentBytes)
    } catch {
      switch error {
      case .tooLong: throw .documentTooLarge(path: name, limit: limits.effectiveDocumentBytes)
      case .damaged: throw .unreadable(path: name, reason: "the file is packed by gzip, and is damaged or cut off")
      }
    }
    guard Self.isObject(text.prefix(64)) else {
      throw .unreadable(path: name, reason: "the file is packed by gzip, and there is no Lottie animation in it")
    }
    return text
  }

  /// Whether a text begins as a JSON object in UTF-8.
  static func isObject(_ head: ArraySlice<UInt8>) -> Bool {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
    guard let first = text.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return false }
    // In UTF-16 a zero follows.
    return text[first] == UInt8(ascii: "{") && text[first...].dropFirst().first != 0
  }

  /// Whether a file is a Lottie animation by its contents, or an archive of such.
  ///
  /// - Parameter path: A file that need not exist.
  package static func recognizes(_ path: String) -> Bool {
    guard let head = DocumentFile.head(of: path, count: 64) else { return LottieArchive.recognizes(path) }
    if isObject(head[...]) || GzipFile.recognizes(head) { return true }
    return LottieArchive.recognizes(path)
  }
}

extension SceneTimeline {
  fileprivate init(_ composition: LottieComposition) {
    self.init(
      firstFrame: composition.inPoint, endFrame: composition.outPoint, frameRate: composition.frameRate,
      markers: composition.markers.map {
        Marker(name: $0.name, frame: $0.time, duration: $0.duration)
      })
  }
}
