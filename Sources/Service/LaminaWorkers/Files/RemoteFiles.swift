// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaScene

/// The files of a document as a worker sees them: everything that is opened is asked of the parent, nothing is opened
/// here.
final class RemoteFiles: DocumentFiles, @unchecked Sendable {
  private let channel: Channel
  /// A document is read by one thread; should that change, questions still come one after the other.
  private let lock = NSLock()
  /// The names of a document in memory, where the parent has told them; set before anything is read.
  var names: UploadNames?
  /// What was opened last of a document in memory: a file is looked at before it is read, and in memory it cannot
  /// change.
  private var last: (path: String, file: OpenFile)?
  /// Whether a video was opened: what it shows is asked of the parent as long as this order lasts, and no longer.
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

  /// A descriptor of the caller's own, at the same place of the file.
  private static func copy(of file: OpenFile) throws(DocumentFileProblem) -> Int32 {
    let own = fcntl(file.number, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw DocumentFileProblem(code: errno) }
    return own
  }

  /// Puts a question about videos.
  ///
  /// - Parameter memory: What goes with it.
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
        // A path too long to be asked for is none. A parent that has gone needs no picture any more.
        if case .malformed = error { return (FileAnswer(code: ENAMETOOLONG), nil) }
        exit(0)
      }
    }
  }
}
