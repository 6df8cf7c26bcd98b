// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
public import LaminaGraphics
internal import LaminaLayers
public import LaminaScene

/// Reads Lottie animations: a `.json` file, a gzip file (`.tgs`), a `.lottie` archive, or a zip archive of an animation
/// with its pictures.
///
///     let scene = try LottieReader().read("Loader.json")
///     let picture = try Renderer().render(scene, at: scene.timeline?.duration ?? 0)
///
/// The tree has the same structure as in Core Animation players, and its animations have explicit begin times: frame f
/// of the file is shown at the time (f - first frame) / frame rate. `Scene.timeline` has that rate, the duration and
/// the markers.
///
/// Documents are untrusted: `SceneLimits` bound their cost, pictures are read only from the document, its archive or
/// its own folder, and nothing in it is executed. Features that are not supported are reported in `Scene.diagnostics`.
public struct LottieReader: Sendable {
  /// Limits on the cost of a document.
  public var limits: SceneLimits
  /// Opens the videos of a document.
  ///
  /// - Default: `nil`: videos are reported and not shown.
  public var videos: VideoOpener?
  /// The motion of positions along spatial curves.
  ///
  /// - Default: `.length`, as in After Effects; Apple's own pictures of Lottie files move by `.coreAnimation`.
  public var motion: LottieMotion

  /// Makes a reader.
  public init(limits: SceneLimits = SceneLimits(), videos: VideoOpener? = nil, motion: LottieMotion = .length) {
    (self.limits, self.videos, self.motion) = (limits, videos, motion)
  }

  /// Reads an animation.
  ///
  /// - Parameter path: A `.json` file, or a `.lottie` archive. For an archive with several animations, the name may
  ///   follow as in `file.lottie/name`; by default the first animation is read.
  /// - Throws: `SceneError`, when no animation can be read. Errors inside the document contain the path of the value,
  ///   such as `layers[3].shapes[0].ks.k[1].t`.
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
  ///   - name: The name of the document in messages.
  ///   - baseDirectory: The folder of its pictures; without one, only `data:` URIs can be read.
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

  /// Reads an animation with loaders for its pictures.
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

  /// The text of an animation, which may be compressed by gzip, as in Telegram's stickers (`.tgs`).
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

  /// Whether a text begins with a JSON object in UTF-8.
  static func isObject(_ head: ArraySlice<UInt8>) -> Bool {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
    guard let first = text.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return false }
    // In UTF-16 a zero byte follows.
    return text[first] == UInt8(ascii: "{") && text[first...].dropFirst().first != 0
  }

  /// Whether a file is a Lottie animation or an archive of animations, by its content.
  ///
  /// - Parameter path: A path of a file, which need not exist.
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
