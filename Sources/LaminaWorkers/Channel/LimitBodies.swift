package import LaminaGraphics
package import LaminaScene

// A limit that is not in these lists would not reach a worker; a test counts them.

extension SceneLimits: MessageBody {
  package static let messageParts: [any WritableKeyPath<SceneLimits, Int> & Sendable] = [
    \.documentBytes, \.elements, \.attributeBytes, \.imageFileBytes, \.imagePixels, \.decodedImageBytes, \.archiveBytes,
    \.archiveEntries, \.unpackedBytes, \.archiveRatio,
  ]

  package func write(to writer: inout MessageWriter) {
    writer.put(time)
    for part in Self.messageParts { writer.put(self[keyPath: part]) }
  }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    self.init()
    time = try reader.take()
    for part in Self.messageParts { self[keyPath: part] = try reader.take() }
  }
}

extension RenderLimits: MessageBody {
  package static let messageParts: [any WritableKeyPath<RenderLimits, Int> & Sendable] = [
    \.pixels, \.touchedPixels, \.elements, \.depth, \.memory,
  ]

  package func write(to writer: inout MessageWriter) {
    writer.put(time)
    for part in Self.messageParts { writer.put(self[keyPath: part]) }
  }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    self.init()
    time = try reader.take()
    for part in Self.messageParts { self[keyPath: part] = try reader.take() }
  }
}

extension LimitExceeded.Kind: MessageBody {}
