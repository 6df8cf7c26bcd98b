// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CExpat
import LaminaGeometry

/// The reason and the place where reading an XML document stopped.
struct XMLProblem: Error {
  /// The kind of the problem; it decides the case of ``SceneError``.
  enum Kind {
    case malformed, refused, wrongRoot
  }

  var kind: Kind
  /// The byte offset in the document.
  var offset: Int
  var reason: String
}

/// A receiver of the parts of an XML document, in document order.
///
/// The pointers are valid during the call only. A returned problem stops the reading.
protocol XMLHandler: AnyObject {
  /// A start tag. `attributes` alternates names and values and ends with `nil`.
  func startElement(
    _ name: UnsafePointer<CChar>, attributes: UnsafePointer<UnsafePointer<CChar>?>, at offset: Int
  ) -> XMLProblem?
  /// An end tag, or the end of an empty element.
  func endElement() -> XMLProblem?
  /// A piece of text. One text may come in several pieces.
  func text(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> XMLProblem?
  /// Returns a better reason than the parser's for a document that is not well-formed at `offset`, or `nil`.
  func explanation(at offset: Int, isAtEnd: Bool) -> String?
}

/// The document type declarations that are accepted.
enum DoctypePolicy {
  /// None: no Core Animation document uses the definitions of a declaration.
  case refused
  /// Declarations that only name an external subset, which is never opened. Property lists contain such a line.
  case nameOnly
}

/// Reads XML with expat; no other code calls expat.
///
/// Elements are reported as they are written, without namespaces: documents use the default namespace or none. expat
/// keeps its open elements on the heap, so nesting is limited by memory only. Nothing outside the given bytes is ever
/// read.
enum XMLReader {
  static func read(_ source: SourceText, doctype: DoctypePolicy, into handler: any XMLHandler) throws(XMLProblem) {
    let session = Session(handler: handler, doctype: doctype, parser: source.isTranscoded ? "UTF-8" : nil)
    if let problem = session.run(over: source.bytes) { throw problem }
  }
}

/// One expat parser and the handler that it reports to.
///
/// The corresponding C object is `XML_Parser`. Its callbacks receive the session as user data, which outlives them
/// because `run(over:)` retains it.
private final class Session {
  let handler: any XMLHandler
  let doctype: DoctypePolicy
  let parser: XML_Parser?
  /// The bytes that are parsed.
  var bytes: [UInt8] = []
  var problem: XMLProblem?
  private var steps = 0

  init(handler: any XMLHandler, doctype: DoctypePolicy, parser encoding: String?) {
    self.handler = handler
    self.doctype = doctype
    parser = XML_ParserCreate(encoding)
  }

  deinit {
    if let parser { XML_ParserFree(parser) }
  }

  var offset: Int { Int(XML_GetCurrentByteIndex(parser)) }

  /// The beginning of the declaration that expat is reading: expat reports it when its head is complete.
  var startOfDoctype: Int {
    let head = Array("<!DOCTYPE".utf8)
    var start = min(offset, bytes.count - head.count)
    while start > 0, bytes[start] != head[0] || !bytes[start...].starts(with: head) { start -= 1 }
    return max(start, 0)
  }

  /// Whether the time is over; then the parser stops.
  func isOver() -> Bool {
    steps += 1
    guard steps % ReadingTime.stride == 0, ReadingTime.isOver else { return false }
    stop(XMLProblem(kind: .refused, offset: offset, reason: "there is no time left"))
    return true
  }

  /// Keeps the first problem and stops the parser.
  func stop(_ found: XMLProblem?) {
    guard let found, problem == nil else { return }
    problem = found
    XML_StopParser(parser, XML_Bool(0))
  }

  /// Parses everything and returns the first problem.
  func run(over bytes: [UInt8]) -> XMLProblem? {
    guard parser != nil else { return XMLProblem(kind: .refused, offset: 0, reason: "out of memory") }
    self.bytes = bytes
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    installHandlers()
    return withExtendedLifetime(self) {
      var start = 0
      var status = XML_STATUS_OK
      repeat {
        // One piece where possible: expat then reads in place, and no token is scanned twice.
        let count = min(bytes.count - start, 1 << 30)
        let isLast = start + count == bytes.count
        status = bytes.withUnsafeBytes { all in
          XML_Parse(
            parser, all.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }, Int32(count),
            isLast ? 1 : 0)
        }
        start += count
      } while status == XML_STATUS_OK && start < bytes.count
      if let problem { return problem }
      return status == XML_STATUS_OK ? nil : syntaxProblem(length: bytes.count)
    }
  }

  /// Returns expat's error, with the handler's reason where the handler has a better one.
  private func syntaxProblem(length: Int) -> XMLProblem {
    let code = XML_GetErrorCode(parser)
    var place = min(max(offset, 0), length)
    // expat's position is behind the `</` of an end tag.
    if code == XML_ERROR_TAG_MISMATCH, place >= 2, bytes[place - 2] == UInt8(ascii: "<") { place -= 2 }
    let isAtEnd = code == XML_ERROR_NO_ELEMENTS
    let text = XML_ErrorString(code).map { String(cString: $0) } ?? "not well-formed"
    return XMLProblem(
      kind: .malformed, offset: place,
      reason: (isAtEnd || code == XML_ERROR_TAG_MISMATCH ? handler.explanation(at: place, isAtEnd: isAtEnd) : nil)
        ?? "not well-formed XML: \(text)")
  }

  private func installHandlers() {
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let session = Session.from(data), let name, let attributes, session.problem == nil, !session.isOver()
        else {
          return
        }
        session.stop(session.handler.startElement(name, attributes: attributes, at: session.offset))
      },
      { data, _ in
        guard let session = Session.from(data), session.problem == nil else { return }
        session.stop(session.handler.endElement())
      })
    XML_SetCharacterDataHandler(parser) { data, text, length in
      guard let session = Session.from(data), let text, session.problem == nil, !session.isOver() else { return }
      text.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
        let piece = UnsafeBufferPointer(start: $0, count: Int(length))
        session.stop(session.handler.text(piece, at: session.offset))
      }
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, hasInternalSubset in
      guard let session = Session.from(data) else { return }
      if session.doctype == .nameOnly, hasInternalSubset == 0 { return }
      session.stop(
        XMLProblem(
          kind: .refused, offset: session.startOfDoctype, reason: "a DOCTYPE is not allowed in this document"))
    }
    // After an accepted DOCTYPE, expat skips unknown entities instead of refusing them.
    XML_SetSkippedEntityHandler(parser) { data, _, _ in
      guard let session = Session.from(data) else { return }
      session.stop(XMLProblem(kind: .malformed, offset: session.offset, reason: "undefined entity"))
    }
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> Session? {
    data.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
  }
}
