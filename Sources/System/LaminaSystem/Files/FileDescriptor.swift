// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc
internal import LaminaNumbers

/// The sole owner of an open file.
struct FileDescriptor: ~Copyable {
  /// The system's number.
  let number: Int32

  /// Opens a file by a call that returns its number, repeating it when a signal interrupts.
  init(step: FileError.WriteStep, _ open: () -> Int32) throws(WriteFailure) {
    var number = open()
    while number < 0, errno == EINTR { number = open() }
    guard number >= 0 else { throw WriteFailure(step) }
    self.number = number
  }

  /// Connects to the socket at `path`.
  static func connected(to path: String) throws(WriteFailure) -> FileDescriptor {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw WriteFailure(.open, code: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = try FileDescriptor(step: .open) {
      socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor.number, $0, size) }
    }
    guard result == 0 else { throw WriteFailure(.open) }
    return descriptor
  }

  deinit {
    _ = Glibc.close(number)
  }

  /// Writes all bytes, in as many calls as it takes.
  ///
  /// - Parameter isGivenUp: Whether to stop, with `ECANCELED`, after a number of seconds without progress; called ten
  ///   times a second for descriptors that were opened as non-blocking.
  borrowing func write(
    _ bytes: UnsafeRawBufferPointer, unless isGivenUp: ((Double) -> Bool)? = nil
  ) throws(WriteFailure) {
    if let failure = Self.write(bytes, to: number, unless: isGivenUp) { throw failure }
  }

  /// Writes all bytes of an array.
  borrowing func write(_ bytes: [UInt8]) throws(WriteFailure) {
    let number = number
    if let failure = bytes.withUnsafeBytes({ Self.write($0, to: number, unless: nil) }) { throw failure }
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, to number: Int32, unless isGivenUp: ((Double) -> Bool)?
  ) -> WriteFailure? {
    HeldSignals.whileHeld {
      var (written, pauses) = (0, 0)
      while written < bytes.count {
        let count = Glibc.write(number, bytes.baseAddress?.advanced(by: written), bytes.count - written)
        if count >= 0 {
          written += count
          pauses = 0
        } else if errno == EAGAIN {
          // The descriptor is non-blocking, so the wait is here.
          var poll = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
          if Glibc.poll(&poll, 1, isGivenUp == nil ? -1 : 100) == 0 { pauses += 1 }
          if pauses > 0, isGivenUp?(Double(pauses) / 10) == true {
            return WriteFailure(.write, code: ECANCELED, written: written)
          }
        } else if errno != EINTR {
          return WriteFailure(.write, written: written)
        }
      }
      return nil
    }
  }

  /// Waits until the written bytes are on the disk.
  borrowing func sync(written: Int) throws(WriteFailure) {
    while fsync(number) != 0 {
      // A file system that cannot sync returns EINVAL.
      if errno == EINVAL || errno == EROFS { return }
      guard errno == EINTR else { throw WriteFailure(.sync, written: written) }
    }
  }

  /// Closes the file and reports errors that only closing reveals, such as a full disk behind a network.
  consuming func close() throws(WriteFailure) {
    let number = number
    discard self
    // After EINTR, Linux has closed the file.
    guard Glibc.close(number) == 0 || errno == EINTR else { throw WriteFailure(.write) }
  }
}

/// The signals that a failing write raises, held back so that the write returns an error instead of terminating the
/// process.
enum HeldSignals {
  /// Runs `body` with SIGPIPE and SIGXFSZ blocked in this thread and removes the pending signals that it raised.
  static func whileHeld<Result>(_ body: () -> Result) -> Result {
    var held = sigset_t()
    sigemptyset(&held)
    sigaddset(&held, SIGPIPE)
    sigaddset(&held, SIGXFSZ)
    var pendingBefore = sigset_t()
    sigpending(&pendingBefore)
    var maskBefore = sigset_t()
    pthread_sigmask(SIG_BLOCK, &held, &maskBefore)
    let result = body()
    let code = errno
    // Signals that were pending before were not raised by `body`.
    for signal in [SIGPIPE, SIGXFSZ] where sigismember(&pendingBefore, signal) == 1 { sigdelset(&held, signal) }
    var now = timespec(tv_sec: 0, tv_nsec: 0)
    while sigtimedwait(&held, nil, &now) > 0 || errno == EINTR {}
    pthread_sigmask(SIG_SETMASK, &maskBefore, nil)
    errno = code
    return result
  }
}
