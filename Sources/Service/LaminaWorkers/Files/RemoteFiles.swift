// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaScene

/// The files of a document as a worker sees them: every file is requested from the parent, none is opened here.
final class RemoteFiles: DocumentFiles, @unchecked Sendable {
  private let channel: Channel
  /// A document is read by one thread; the lock keeps questions in sequence should that change.
  private let lock = NSLock()
  /// The paths of a document in memory, if the parent has sent them; set before anything is read.
  var names: UploadNames?
  /// The last file that was opened of a document in memory. A file is examined before it is read, and one in memory
  /// cannot change in between, so the same descriptor serves both.
  private var last: (path: String, file: OpenFile)?
  /// Whether a video was opened. Its pictures can be requested from the parent only during the current order.
  var hasVideos = false

  init(_ channel: Channel) {
    self.channel = channel
  }

  func kind(of path: String) -> DocumentFileKind? {
    if let names { return names.kind(of: path) }
    return ask(.kind(path)).answer.kind
  }

  func resolved(_ path: String) -> String? {
    if let names { return names.resolved(path) }
    return ask(.resolved(path)).answer.path
  }

  func names(in folder: String) -> [String] {
    if let names { return names.names(in: folder) ?? [] }
    guard let list = ask(.names(folder)).file else { return [] }
    return FileGrant.names(in: list)
  }

  func open(_ path: String, _ way: DocumentFileOpening) throws(DocumentFileProblem) -> Int32 {
    let known = lock.withLock {
      defer { last = nil }
      return last?.path == path ? last?.file : nil
    }
    if let known {
      guard lseek(known.number, 0, SEEK_SET) == 0 else { throw DocumentFileProblem(code: errno) }
      return try Self.copy(of: known)
    }
    let (answer, file) = ask(.open(path, way))
    guard answer.code == 0, let file else { throw DocumentFileProblem(code: answer.code == 0 ? EIO : answer.code) }
    if names != nil { lock.withLock { last = (path, file) } }
    return try Self.copy(of: file)
  }

  /// A duplicate of a descriptor, owned by the caller, with the same offset.
  private static func copy(of file: OpenFile) throws(DocumentFileProblem) -> Int32 {
    let own = file.duplicate()
    guard own >= 0 else { throw DocumentFileProblem(code: errno) }
    return own
  }

  /// Asks the parent about a video.
  ///
  /// - Parameter memory: The descriptor that is sent with the question.
  func ask(_ question: VideoQuestion, with memory: OpenFile? = nil) -> (answer: VideoAnswer, memory: OpenFile?) {
    lock.withLock {
      do throws(ChannelError) {
        let deadline = Deadline(after: .infinity)
        try channel.send(.wantsVideo, question, descriptor: memory, until: deadline)
        let message = try channel.receive([.video], until: deadline)
        return (try Channel.value(VideoAnswer.self, of: message), message.descriptor)
      } catch {
        if case .malformed = error { return (.refusal("is no video that can be asked for"), nil) }
        exit(0)
      }
    }
  }

  private func ask(_ question: FileQuestion) -> (answer: FileAnswer, file: OpenFile?) {
    lock.withLock {
      do throws(ChannelError) {
        let deadline = Deadline(after: .infinity)
        try channel.send(.question, question, until: deadline)
        let message = try channel.receive([.answer], until: deadline)
        return (try Channel.value(FileAnswer.self, of: message), message.descriptor)
      } catch {
        // A path too long for a message does not exist. A parent that has ended needs no picture any more.
        if case .malformed = error { return (FileAnswer(code: ENAMETOOLONG), nil) }
        exit(0)
      }
    }
  }
}
