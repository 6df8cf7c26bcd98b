// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
internal import Glibc
import LaminaGeometry
import LaminaSystem

/// One end of the connection between a worker and its parent. A message is a kind, a length and that many bytes; some
/// kinds also carry a descriptor.
///
/// The other end is not trusted: lengths are checked before memory is allocated, every wait has a deadline, and
/// descriptors that were not asked for are closed. Used by one thread at a time.
package final class Channel {
  private let socket: OpenFile

  package init(_ socket: OpenFile) {
    self.socket = socket
  }

  /// Two ends of a new connection.
  package static func pair() throws(ChannelError) -> (OpenFile, OpenFile) {
    var pair: [Int32] = [-1, -1]
    guard lamina_socket_pair(&pair) == 0, let one = OpenFile(pair[0]), let other = OpenFile(pair[1]) else {
      throw .system(errno)
    }
    return (one, other)
  }

  // MARK: Sending

  /// Sends a value.
  package func send(
    _ kind: MessageKind, _ value: some Encodable, descriptor: OpenFile? = nil, until deadline: Deadline
  ) throws(ChannelError) {
    let body = try converting(to: { _ in ChannelError.malformed("a \(kind) that cannot be written") }) {
      () throws(MessageProblem) in
      try MessageWriter.bytes(of: value)
    }
    try send(kind, bytes: body, descriptor: descriptor, until: deadline)
  }

  /// Sends bytes.
  package func send(
    _ kind: MessageKind, bytes body: [UInt8], descriptor: OpenFile? = nil, until deadline: Deadline
  ) throws(ChannelError) {
    guard body.count <= kind.maximumLength else {
      throw .malformed("a \(kind) of \(body.count) bytes is over \(kind.maximumLength)")
    }
    try sendUnchecked(
      Self.words(kind.rawValue, UInt32(truncatingIfNeeded: body.count)) + body, descriptor: descriptor, until: deadline)
  }

  /// Sends bytes without checking that they are a message, since a probe sends others too.
  package func sendUnchecked(
    _ message: [UInt8], descriptor: OpenFile? = nil, until deadline: Deadline
  ) throws(ChannelError) {
    var sent = 0
    while sent < message.count {
      let count = message.withUnsafeBytes { bytes in
        lamina_send(
          socket.number, bytes.baseAddress.map { $0 + sent }, bytes.count - sent,
          sent == 0 ? descriptor?.number ?? -1 : -1)
      }
      let code = errno
      if count > 0 { sent += count } else { try wait(to: POLLOUT, until: deadline, after: code) }
    }
  }

  // MARK: Receiving

  /// Receives the next message, which must be of one of `kinds`.
  package func receive(_ kinds: Set<MessageKind>, until deadline: Deadline) throws(ChannelError) -> Message {
    var descriptor: OpenFile?
    let head = try take(8, takesDescriptor: kinds.contains(where: \.mayCarryDescriptor), &descriptor, deadline)
    let number = Self.word(head, at: 0)
    let length = Int(clamping: Self.word(head, at: 4))
    guard let kind = MessageKind(rawValue: number), kinds.contains(kind) else {
      throw .malformed("a message of kind \(number), which nobody asked for")
    }
    guard descriptor == nil || kind.mayCarryDescriptor else {
      throw .malformed("a descriptor that nobody asked for")
    }
    guard length <= kind.maximumLength else {
      throw .malformed("a \(kind) of \(length) bytes, over \(kind.maximumLength)")
    }
    var none: OpenFile?
    return Message(
      kind: kind, body: try take(length, takesDescriptor: false, &none, deadline), descriptor: descriptor)
  }

  /// Decodes the value in a message.
  static func value<Value: Decodable>(_ type: Value.Type, of message: Message) throws(ChannelError) -> Value {
    do throws(MessageProblem) {
      return try MessageReader.value(type, of: message.body)
    } catch {
      throw .malformed("a \(message.kind) that says something else than it should")
    }
  }

  /// Receives `count` bytes.
  private func take(
    _ count: Int, takesDescriptor: Bool, _ descriptor: inout OpenFile?, _ deadline: Deadline
  ) throws(ChannelError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var taken = 0
    while taken < count {
      var number: Int32 = -1
      let piece = bytes.withUnsafeMutableBytes { buffer in
        // A descriptor comes with the first byte of its message.
        withUnsafeMutablePointer(to: &number) { place in
          lamina_receive(
            socket.number, buffer.baseAddress.map { $0 + taken }, count - taken,
            takesDescriptor && taken == 0 ? place : nil)
        }
      }
      let code = errno
      if let came = OpenFile(number) { descriptor = came }
      if piece > 0 {
        taken += piece
      } else if piece == 0 {
        throw .closed
      } else if code == EBADMSG {
        throw .malformed("a descriptor that nobody asked for")
      } else {
        try wait(to: POLLIN, until: deadline, after: code)
      }
    }
    return bytes
  }

  /// Waits until the socket is ready after a call that could not proceed; throws where waiting would not help.
  private func wait(to events: Int32, until deadline: Deadline, after code: Int32) throws(ChannelError) {
    switch code {
    case EINTR: return
    case EAGAIN: if !deadline.waits(for: socket.number, to: events) { throw .timedOut }
    case EPIPE, ECONNRESET: throw .closed
    default: throw .system(code)
    }
  }

  /// The bytes of two 32-bit words, the least significant byte first.
  static func words(_ first: UInt32, _ second: UInt32) -> [UInt8] {
    [first, second].flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) } }
  }

  private static func word(_ bytes: [UInt8], at start: Int) -> UInt32 {
    (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
  }
}

/// The kind of a message. Each kind has a maximum length; the connection to a sender that exceeds it is given up.
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

  /// The longest body of a message of this kind, in bytes.
  var maximumLength: Int {
    switch self {
    case .picture, .drawn, .film, .opened, .surveyed, .frameDrawn: 16 << 20
    case .survey, .frame, .failed, .probe, .probed, .ready: 1 << 20
    case .question, .answer, .wantsVideo, .video: 64 << 10
    case .wantsMemory, .memory: 1 << 10
    }
  }

  /// Whether a message of this kind may carry a descriptor: of the parent's files and memory, or of a video that a
  /// worker unpacked.
  var mayCarryDescriptor: Bool { self == .answer || self == .memory || self == .video || self == .wantsVideo }
}

/// One message.
package struct Message {
  package var kind: MessageKind
  package var body: [UInt8]
  package var descriptor: OpenFile?
}

/// The reason why a message could not be sent or received.
package enum ChannelError: Error, Equatable {
  /// The other end is closed: its process has ended.
  case closed
  /// The other end neither took nor sent anything in time.
  case timedOut
  /// The message that arrived is not allowed here. `reason` says what is wrong, without any of its bytes.
  case malformed(String)
  /// An error of the system, by its number.
  case system(Int32)
}

/// The time at which waiting ends.
package struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  /// Ends in `seconds` seconds, in a year at most; immediately if `seconds` is not a number above 0.
  package init(after seconds: Double) {
    end = .now + .seconds(seconds > 0 ? min(seconds, 31_536_000) : 0)
  }

  /// The remaining time in milliseconds for `poll`, rounded up; 0 after the deadline.
  var milliseconds: Int32 {
    let left = (end - .now) / .milliseconds(1)
    return Int32(clamping: Int(clamping: max(left, 0).rounded(.up)))
  }

  /// The remaining time in seconds; 0 after the deadline.
  var seconds: Double { max((end - .now) / .seconds(1), 0) }

  /// The deadline by the wall clock, for functions that take only a `Date`.
  var date: Date { Date(timeIntervalSinceNow: seconds) }

  /// Waits until a descriptor is ready.
  ///
  /// - Returns: Whether the descriptor became ready before the deadline.
  func waits(for descriptor: Int32, to events: Int32) -> Bool {
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
      let left = milliseconds
      let count = poll(&entry, 1, left)
      if count > 0 { return true }
      // Signals interrupt a wait, and a wait of more than 24 days takes several calls.
      if left == 0 || count < 0 && errno != EINTR { return false }
    }
  }
}

/// The sole owner of an open descriptor.
package final class OpenFile: Sendable {
  /// The number by which the system knows the descriptor.
  package let number: Int32

  /// Takes over a descriptor; `nil` for -1, which system calls return when they fail.
  package init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit {
    close(number)
  }

  /// A new descriptor of the same open file, owned by the caller; -1, with `errno`, if there is none.
  func duplicate() -> Int32 { fcntl(number, F_DUPFD_CLOEXEC, 0) }

  /// Reads bytes from an offset until `buffer` is full.
  ///
  /// - Returns: The number of bytes; fewer than requested if the file ends, or if an error occurs.
  func read(into buffer: UnsafeMutableRawBufferPointer, from start: Int = 0) -> Int {
    var taken = 0
    while taken < buffer.count {
      let count = pread(number, buffer.baseAddress.map { $0 + taken }, buffer.count - taken, off_t(start + taken))
      if count > 0 { taken += count } else if count == 0 || errno != EINTR { break }
    }
    return taken
  }

  /// The bytes from an offset on; fewer than `count` if the file ends, or if an error occurs.
  func bytes(from start: Int = 0, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
      taken = read(into: UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count), from: start)
    }
  }

  /// Writes all bytes at an offset.
  ///
  /// - Returns: Whether all were written; otherwise `errno` has the reason.
  func write(_ bytes: UnsafeRawBufferPointer, at start: Int = 0) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = pwrite(
        number, bytes.baseAddress.map { $0 + written }, bytes.count - written, off_t(start + written))
      if count > 0 { written += count } else if errno != EINTR { return false }
    }
    return true
  }
}
