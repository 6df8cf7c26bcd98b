// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaScene

/// What a worker asks of files, and what its parent says: paths as the reader of documents has them.
package enum FileQuestion {
  case kind(String)
  case resolved(String)
  case names(String)
  case open(String, DocumentFileOpening)
}

/// An answer; names and open files come as a descriptor with it.
package struct FileAnswer {
  /// 0, or the system's error.
  package var code: Int32 = 0
  /// For ``FileQuestion/kind(_:)``; `nil` where there is nothing.
  package var kind: DocumentFileKind?
  /// For ``FileQuestion/resolved(_:)``; `nil` where there is nothing.
  package var path: String?
}

/// Answers what a worker asks about files while it draws one document.
package protocol FileAnswers: AnyObject {
  /// Answers a question; names and open files come as the descriptor.
  func answer(_ question: FileQuestion) -> (answer: FileAnswer, file: OpenFile?)
  /// Answers a question about videos, by `deadline`; pixels come as the descriptor.
  ///
  /// - Parameter memory: What came with the question.
  func answer(
    _ question: VideoQuestion, _ memory: OpenFile?, until deadline: Deadline
  ) throws(ChannelError) -> (VideoAnswer, OpenFile?)
}

extension FileQuestion: MessageBody {
  package func write(to writer: inout MessageWriter) {
    switch self {
    case .kind(let path): writer.put(0 as UInt8, path)
    case .resolved(let path): writer.put(1 as UInt8, path)
    case .names(let path): writer.put(2 as UInt8, path)
    case .open(let path, let way): writer.put(3 as UInt8, path, way)
    }
  }

  package init(from reader: inout MessageReader) throws(MessageProblem) {
    switch try reader.take(UInt8.self) {
    case 0: self = .kind(try reader.take())
    case 1: self = .resolved(try reader.take())
    case 2: self = .names(try reader.take())
    case 3: self = .open(try reader.take(), try reader.take())
    default: throw MessageProblem()
    }
  }
}

extension FileAnswer: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(code, kind, path) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    code = try reader.take()
    kind = try reader.take()
    path = try reader.take()
  }
}

extension DocumentFileKind: MessageBody {}
extension DocumentFileOpening: MessageBody {}
