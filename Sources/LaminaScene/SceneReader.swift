import LaminaGraphics
import LaminaLayers

/// Reads Core Animation documents: a `.caml` file, or a `.ca` folder with its pictures.
///
///     let scene = try SceneReader().read("Lock.ca")
///     for diagnostic in scene.diagnostics { print(diagnostic) }
///
/// Documents are taken as untrusted. Nothing outside the folder of a document is opened, nothing in it is
/// executed, and ``SceneLimits`` bound what it may ask for.
///
/// - Conformance: caml.md
public struct SceneReader: Sendable {
  /// How much a document may ask for.
  public var limits: SceneLimits

  /// Makes a reader.
  public init(limits: SceneLimits = SceneLimits()) {
    self.limits = limits
  }

  /// Reads a `.caml` file or a `.ca` folder.
  ///
  /// - Parameter path: The file or the folder.
  /// - Throws: `SceneError`, when there is no scene to be had from it.
  public func read(_ path: String) throws(SceneError) -> Scene {
    let package = try DocumentLocation(path, limits: limits)
    let source = SourceText(
      file: package.document,
      bytes: try documentBytes(package.file, named: package.document, isInPackage: package.isInPackage, limits: limits))
    var scene = try read(
      source, baseDirectory: package.baseDirectory, hostIsFlipped: !package.index.geometryFlipped)
    scene.diagnostics = package.diagnostics + scene.diagnostics
    return scene
  }

  /// Reads a document in memory.
  ///
  /// - Parameters:
  ///   - document: The bytes of a `.caml` file.
  ///   - name: What messages call it.
  ///   - baseDirectory: Where its pictures are; without one, only `data:` URIs can be read.
  ///   - hostIsFlipped: Whether the root stands in a host whose y axis points up.
  /// - Throws: `SceneError`, when the document is malformed or refused.
  public func read(
    _ document: [UInt8], named name: String, baseDirectory: String? = nil, hostIsFlipped: Bool = true
  ) throws(SceneError) -> Scene {
    guard document.count <= limits.effectiveDocumentBytes else {
      throw .documentTooLarge(path: name, limit: limits.effectiveDocumentBytes)
    }
    return try read(
      SourceText(file: name, bytes: document), baseDirectory: baseDirectory, hostIsFlipped: hostIsFlipped)
  }

  private func read(_ source: SourceText, baseDirectory: String?, hostIsFlipped: Bool) throws(SceneError) -> Scene {
    let values: ValueSource
    let root: CALayer
    do {
      let table = try ElementTableBuilder.read(source, root: "caml", known: KnownNames.all, limits: limits)
      values = ValueSource(
        table: table, images: ImageLibrary(folder: ResourceFolder(baseDirectory), limits: limits))
      root = try rootLayer(values)
    } catch {
      throw SceneError(error, in: source)
    }
    var scene = Scene(
      root: root, hostIsFlipped: hostIsFlipped, baseDirectory: baseDirectory ?? "",
      diagnostics: values.log.diagnostics(in: source))
    scene.pictureSources = values.images.sources
    return scene
  }

  /// Makes the tree of the one object in the document. Editors write documents without any for planes that are not
  /// used: those give an empty layer.
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
