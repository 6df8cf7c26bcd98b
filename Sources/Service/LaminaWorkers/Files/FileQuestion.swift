// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaScene

/// A worker's question about files, with paths as the reader of documents has them.
package enum FileQuestion: Codable {
  case kind(String)
  case resolved(String)
  case names(String)
  case open(String, DocumentFileOpening)
}

/// The parent's answer; names and open files come as a descriptor with it.
package struct FileAnswer: Codable {
  /// 0, or the number of the system's error.
  package var code: Int32 = 0
  /// The answer to ``FileQuestion/kind(_:)``; `nil` where no file exists.
  package var kind: DocumentFileKind?
  /// The answer to ``FileQuestion/resolved(_:)``; `nil` where no file exists.
  package var path: String?
}

/// Answers a worker's questions about files while it draws one document.
package protocol FileAnswers: AnyObject {
  /// Answers a question; names and open files come as the descriptor.
  func answer(_ question: FileQuestion) -> (answer: FileAnswer, file: OpenFile?)
  /// Answers a question about videos, by `deadline`; pixels come as the descriptor.
  ///
  /// - Parameter memory: The descriptor that came with the question.
  func answer(
    _ question: VideoQuestion, _ memory: OpenFile?, until deadline: Deadline
  ) throws(ChannelError) -> (VideoAnswer, OpenFile?)
}
