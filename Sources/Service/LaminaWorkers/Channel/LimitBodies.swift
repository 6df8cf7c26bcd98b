// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
package import LaminaScene
package import LaminaSystem

// A limit that is not in these lists would not reach a worker; a test counts them.

/// Limits that cross to a worker: a time, and whole numbers.
package protocol LimitBody: MessageBody {
  /// The whole numbers, in the order in which they cross.
  static var messageParts: [any WritableKeyPath<Self, Int> & Sendable] { get }
  var time: Double { get set }
  init()
}

extension LimitBody {
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

extension SceneLimits: LimitBody {
  package static let messageParts: [any WritableKeyPath<SceneLimits, Int> & Sendable] = [
    \.documentBytes, \.elements, \.attributeBytes, \.imageFileBytes, \.imagePixels, \.decodedImageBytes, \.archiveBytes,
    \.archiveEntries, \.unpackedBytes, \.archiveRatio,
  ]
}

extension RenderLimits: LimitBody {
  package static let messageParts: [any WritableKeyPath<RenderLimits, Int> & Sendable] = [
    \.pixels, \.touchedPixels, \.elements, \.depth, \.memory,
  ]
}

extension LimitExceeded.Kind: MessageBody {}
