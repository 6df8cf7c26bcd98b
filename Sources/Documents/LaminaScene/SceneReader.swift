// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGraphics
import LaminaLayers

/// Reads Core Animation documents: a `.caml` file, a `.ca` folder with its pictures, a `.wallpaper` folder of several
/// `.ca` folders, a `.tendies` or any other zip archive that contains one of them, or a `.caar` keyed archive.
///
///     let scene = try SceneReader().read("Lock.ca")
///     for diagnostic in scene.diagnostics { print(diagnostic) }
///
/// Documents are treated as untrusted. Nothing outside the folder of a document is opened, nothing in it is executed,
/// and ``SceneLimits`` bound the resources that it may use. Archives are read in memory; nothing is unpacked to the
/// disk.
///
/// - Conformance: caml.md
public struct SceneReader: Sendable {
  /// The limits of the resources that a document may use.
  public var limits: SceneLimits
  /// The opener of videos that documents name as pictures.
  ///
  /// - Default: `nil`: videos are reported and not shown.
  public var videos: VideoOpener?

  /// Makes a reader.
  public init(limits: SceneLimits = SceneLimits(), videos: VideoOpener? = nil) {
    self.limits = limits
    self.videos = videos
  }

  /// Reads a scene.
  ///
  /// - Parameter path: A file or a folder of any of the forms above. The path may continue inside a zip archive, as in
  ///   `X.tendies/descriptors/A/versions/1/contents/B.wallpaper`, to read one of several scenes there.
  /// - Throws: `SceneError`, where no scene can be read from the path.
  public func read(_ path: String) throws(SceneError) -> Scene {
    try ReadingTime.within(limits.time, of: path) { () throws(SceneError) in
      switch try SceneLocation(path, limits: limits) {
      case .document(let location): return try read(location, ImageBudget(limits))
      case .wallpaper(let wallpaper, let diagnostics):
        var scene = try read(wallpaper)
        scene.diagnostics = diagnostics + scene.diagnostics
        return scene
      case .keyedArchive(let file, let name): return try readKeyedArchive(file, named: name)
      }
    }
  }

  /// Reads one document of a scene.
  func read(_ location: DocumentLocation, _ budget: ImageBudget) throws(SceneError) -> Scene {
    let bytes = try documentBytes(
      location.file, named: location.document, isInPackage: location.isInPackage, limits: limits)
    var scene = try read(
      SourceText(file: location.document, bytes: bytes),
      images: ImageLibrary(folder: location.resources, limits: limits, budget: budget, videos: videos),
      hostIsFlipped: !location.index.geometryFlipped)
    scene.baseDirectory = location.baseDirectory
    scene.diagnostics = location.diagnostics + scene.diagnostics
    return scene
  }

  /// Reads a document in memory.
  ///
  /// - Parameters:
  ///   - document: The bytes of a `.caml` file.
  ///   - name: The name of the document in messages.
  ///   - baseDirectory: The folder of its pictures; without one, only `data:` URIs can be read.
  ///   - hostIsFlipped: Whether the root is placed in a host whose y axis points up.
  /// - Throws: `SceneError`, where the document is malformed or refused.
  public func read(
    _ document: [UInt8], named name: String, baseDirectory: String? = nil, hostIsFlipped: Bool = true
  ) throws(SceneError) -> Scene {
    guard document.count <= limits.effectiveDocumentBytes else {
      throw .documentTooLarge(path: name, limit: limits.effectiveDocumentBytes)
    }
    var scene = try ReadingTime.within(limits.time, of: name) { () throws(SceneError) in
      try read(
        SourceText(file: name, bytes: document),
        images: ImageLibrary(
          folder: ResourceFolder(baseDirectory), limits: limits, budget: ImageBudget(limits), videos: videos),
        hostIsFlipped: hostIsFlipped)
    }
    scene.baseDirectory = baseDirectory ?? ""
    return scene
  }

  func read(_ source: SourceText, images: ImageLibrary, hostIsFlipped: Bool) throws(SceneError) -> Scene {
    let values: ValueSource
    let root: CALayer
    do {
      let table = try ElementTableBuilder.read(source, root: "caml", known: KnownNames.all, limits: limits)
      values = ValueSource(table: table, images: images)
      root = try rootLayer(values)
    } catch {
      // For markup with another root, the error that names that root is more helpful.
      if error.kind != .wrongRoot, let kind = ForeignFile.kind(of: source) {
        throw .malformed(
          at: Diagnostic.Location(file: source.file, line: 1, column: 1),
          reason: "the file is neither a Core Animation document nor a Lottie animation: it is \(kind)")
      }
      throw SceneError(error, in: source)
    }
    StrayParts(source: values).reportAttributes(
      of: 0, known: ["xmlns", ReservedName.timeline.text, ReservedName.reference.text])
    let timeline = own(.timeline, TimelineText.timeline, values)
    let reference = own(.reference, { text in [ReferenceRenderer.screen, .context].first { "\($0)" == text } }, values)
    if let shortage = images.shortage { throw shortage }
    var scene = Scene(
      root: root, hostIsFlipped: hostIsFlipped, diagnostics: values.log.diagnostics(in: source))
    scene.pictureSources = values.images.sources
    scene.videos = videos
    scene.timeline = timeline
    scene.reference = reference ?? scene.reference
    return scene
  }

  /// The value of an attribute of Lamina's own on the outermost element; `nil` where it is missing or not understood.
  private func own<Value>(_ name: ReservedName, _ parse: (String) -> Value?, _ values: ValueSource) -> Value? {
    guard let text = values.text(of: name, in: 0) else { return nil }
    if let value = parse(text) { return value }
    values.log.report(.warning, "bad-value", about: name.text, at: values.table.offset(of: 0)) {
      "\(name.text) is not understood: '\(shortened(text))'"
    }
    return nil
  }

  /// Makes the tree of the one object in the document. Editors write documents without an object for unused planes:
  /// such a document gives an empty layer.
  private func rootLayer(_ values: ValueSource) throws(XMLProblem) -> CALayer {
    let table = values.table
    if let stray = table.strayText {
      values.log.report(.warning, "stray-text", about: "", at: stray.offset, count: stray.count) {
        "text between elements means nothing and is skipped"
      }
    }
    var builder = LayerBuilder(source: values)
    var root: CALayer?
    for element in table.children(of: 0) {
      let name = table.name(of: element)
      if root != nil {
        values.log.report(.warning, "second-root", about: "", at: table.offset(of: element)) {
          "<\(shortened(name))> is one root object too many and is skipped"
        }
      } else if let layerClass = builder.layerClass(of: element, named: name) {
        root = builder.build(element, as: layerClass)
      } else {
        throw XMLProblem(
          kind: .wrongRoot, offset: table.offset(of: element),
          reason: "the root object is <\(shortened(name))>, which is no layer")
      }
    }
    return root ?? CALayer()
  }
}

extension SceneError {
  /// The error for a problem at a byte offset.
  init(_ problem: XMLProblem, in source: SourceText) {
    var lines = LineCounter(source)
    let location = lines.location(at: problem.offset)
    self =
      switch problem.kind {
      case .malformed: .malformed(at: location, reason: problem.reason)
      case .refused: .refused(at: location, reason: problem.reason)
      case .wrongRoot: .wrongRoot(at: location, reason: problem.reason)
      }
  }
}
