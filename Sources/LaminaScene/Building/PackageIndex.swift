/// The keys of a package's `index.xml` that matter for drawing.
///
/// - Conformance: caml.md 1.8
struct PackageIndex {
  /// The document to draw, relative to the package.
  var rootDocument = "main.caml"
  /// Whether the root stands in a host whose y axis points down.
  var geometryFlipped = false

  /// The defaults, for a document without an index.
  init() {}

  /// Reads a property list in XML.
  init(_ source: SourceText) throws(XMLProblem) {
    if source.bytes.starts(with: Array("bplist".utf8)) {
      throw XMLProblem(kind: .refused, offset: 0, reason: "the index is a binary property list; convert it to XML")
    }
    let handler = PropertyListHandler()
    try XMLReader.read(source, doctype: .nameOnly, into: handler)
    guard handler.isPropertyList else {
      throw XMLProblem(kind: .wrongRoot, offset: 0, reason: "the index is not a property list with a dictionary")
    }
    if let name = handler.values["rootDocument"], !name.isEmpty { rootDocument = name }
    geometryFlipped = ["true", "1", "1.0", "YES"].contains(handler.values["geometryFlipped"] ?? "")
  }
}

/// Takes the plain values out of the outermost dictionary of a property list and ignores the rest.
private final class PropertyListHandler: XMLHandler {
  private(set) var values: [String: String] = [:]
  private(set) var isPropertyList = false
  private var depth = 0
  private var key: String?
  private var element = ""
  private var text: [UInt8] = []

  /// The depth of the keys and values of the outermost dictionary: plist, dict, then these.
  private let entryDepth = 3

  func startElement(
    _ name: UnsafePointer<CChar>, attributes: UnsafePointer<UnsafePointer<CChar>?>, at offset: Int
  ) -> XMLProblem? {
    depth += 1
    guard depth <= entryDepth else { return nil }
    element = String(cString: name)
    text = []
    if depth == 1, element != "plist" {
      return XMLProblem(
        kind: .wrongRoot, offset: offset, reason: "the outermost element is <\(shortened(element))>, not <plist>")
    }
    if depth == 2, element == "dict" { isPropertyList = true }
    return nil
  }

  func endElement() -> XMLProblem? {
    defer { depth -= 1 }
    guard depth == entryDepth, isPropertyList else { return nil }
    let content = String(decoding: text, as: UTF8.self)
    text = []
    if element == "key" {
      key = content
    } else if let entry = key {
      values[entry] = element == "true" || element == "false" ? element : content
      key = nil
    }
    return nil
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> XMLProblem? {
    if depth == entryDepth { text.append(contentsOf: bytes) }
    return nil
  }

  func explanation(at offset: Int, isAtEnd: Bool) -> String? {
    isAtEnd && depth == 0 ? "the index is empty" : nil
  }
}
