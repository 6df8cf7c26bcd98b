// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// What a message is about. Each has its longest body: whoever says more is not listened to any more.
package enum MessageKind: UInt32, Sendable {
  // To the worker.
  case picture = 1
  case answer = 2
  case memory = 3
  case probe = 4
  case film = 5
  case survey = 6
  case frame = 7
  case video = 8
  // From the worker.
  case ready = 16
  case question = 17
  case wantsMemory = 18
  case drawn = 19
  case failed = 20
  case probed = 21
  case opened = 22
  case surveyed = 23
  case frameDrawn = 24
  case wantsVideo = 25

  /// The longest body, in bytes.
  var maximumLength: Int {
    switch self {
    case .picture, .drawn, .film, .opened, .surveyed, .frameDrawn: 16 << 20
    case .survey, .frame, .failed, .probe, .probed, .ready: 1 << 20
    case .question, .answer, .wantsVideo, .video: 64 << 10
    case .wantsMemory, .memory: 1 << 10
    }
  }

  /// Whether a descriptor may come with it: the parent's files and memory, and videos that a worker unpacked.
  var mayCarryDescriptor: Bool { self == .answer || self == .memory || self == .video || self == .wantsVideo }
}

/// One message.
package struct Message {
  package var kind: MessageKind
  package var body: [UInt8]
  package var descriptor: OpenFile?
}

/// Why a message did not come or go.
package enum ChannelError: Error, Equatable {
  /// The other end is closed: its process has ended.
  case closed
  /// The other end neither took nor sent anything in time.
  case timedOut
  /// What came is no message that may come here. `reason` says what is wrong, without any of its bytes.
  case malformed(String)
  /// The system's error of this number.
  case system(Int32)
}
