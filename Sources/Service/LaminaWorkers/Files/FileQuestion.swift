// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaScene

/// What a worker asks of files, and what its parent says: paths as the reader of documents has them.
package enum FileQuestion: Codable {
  case kind(String)
  case resolved(String)
  case names(String)
  case open(String, DocumentFileOpening)
}

/// An answer; names and open files come as a descriptor with it.
package struct FileAnswer: Codable {
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
