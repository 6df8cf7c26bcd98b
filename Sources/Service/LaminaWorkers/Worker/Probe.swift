// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
import LaminaGeometry
import LaminaSystem

/// Something that a worker must not be able to do, and tries when it is asked to: only its parent can ask, and only the
/// tests of the package do.
package enum Probe: Codable, Sendable, Equatable {
  case readFile(String)
  case writeFile(String)
  case connectTCP(port: UInt16)
  case connectSocket(path: String)
  case fork
  case execute(String)
  case trace
  case signalParent
  case raiseLimit
  /// Has the kernel send its parent a signal whenever something comes.
  case signalByDescriptor
  case leaveNamespace
  /// Opens a file again and again.
  case openMany
  /// Takes so many bytes and fills them.
  case takeMemory(Int)
  /// Counts threads that can be started, and that ends well.
  case startThread
  // The ways to go down.
  case trap
  case breakMemory
  case loop
  case quit(Int32)
  /// Sends a kind and a length that the parent did not ask for, and this many bytes.
  case babble(kind: UInt32, length: UInt32, bytes: Int)
  /// Sends a descriptor along, which no worker may.
  case sendDescriptor

  /// What came of it: 0 where it could be done, otherwise the system's error.
  package struct Outcome: Codable, Sendable, Equatable {
    /// The system's number.
    package var code: Int32
    /// How often it could be done, of what can be done often.
    package var count = 0

    /// Makes an outcome.
    package init(code: Int32, count: Int = 0) {
      (self.code, self.count) = (code, count)
    }
  }

  /// Tries it.
  func run(on channel: Channel) throws(ChannelError) -> Outcome {
    switch self {
    case .readFile(let path): return Self.open(path, O_RDONLY)
    case .writeFile(let path): return Self.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    case .connectTCP(let port): return Self.connectTCP(port)
    case .connectSocket(let path): return Self.connectSocket(path)
    case .fork: return Self.fork()
    case .execute(let path): return Self.execute(path)
    case .trace: return Self.call(Int(SYS_ptrace), Int(PTRACE_ATTACH.rawValue), Int(getppid()))
    case .signalParent: return Self.call(Int(SYS_kill), Int(getppid()), Int(SIGKILL))
    case .raiseLimit:
      return Outcome(code: lamina_limit(LAMINA_LIMIT_FILES, 1 << 16) == 0 ? 0 : errno)
    case .signalByDescriptor: return Outcome(code: fcntl(3, F_SETOWN, getppid()) == 0 ? 0 : errno)
    case .leaveNamespace: return Self.call(Int(SYS_unshare), 0x1000_0000)
    case .openMany: return Self.openMany()
    case .takeMemory(let bytes): return Self.takeMemory(bytes)
    case .startThread: return Self.startThread()
    case .trap: fatalError("a worker was asked to trap")
    case .breakMemory:
      UnsafeMutableRawPointer(bitPattern: 16)?.storeBytes(of: 1, as: UInt8.self)
      return Outcome(code: 0)
    case .loop: while true { _ = getpid() }
    case .quit(let status): exit(status)
    case .babble(let kind, let length, let bytes):
      try channel.sendRaw(kind: kind, length: length, count: bytes)
      while true { pause() }
    case .sendDescriptor:
      try channel.send(.probed, Outcome(code: 0), descriptor: OpenFile(dup(3)), until: Deadline(after: .infinity))
      while true { pause() }
    }
  }

  private static func call(_ number: Int, _ first: Int = 0, _ second: Int = 0, _ third: Int = 0) -> Outcome {
    Outcome(code: lamina_system_call(number, first, second, third) >= 0 ? 0 : errno)
  }

  private static func open(_ path: String, _ flags: Int32) -> Outcome {
    let file = Glibc.open(path, flags | O_CLOEXEC, 0o600)
    guard file >= 0 else { return Outcome(code: errno) }
    close(file)
    return Outcome(code: 0)
  }

  private static func connectTCP(_ port: UInt16) -> Outcome {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return Outcome(code: errno) }
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return Outcome(code: result == 0 ? 0 : errno)
  }

  private static func connectSocket(_ path: String) -> Outcome {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return Outcome(code: errno) }
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return Outcome(code: result == 0 ? 0 : errno)
  }

  /// `fork` by its own call, and by `clone` without a thread.
  private static func fork() -> Outcome {
    let process = lamina_system_call(Int(SYS_clone), Int(SIGCHLD), 0, 0)
    if process == 0 { _exit(0) }
    guard process < 0 else { return Outcome(code: 0) }
    return Outcome(code: errno)
  }

  private static func execute(_ path: String) -> Outcome {
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
    defer { free(arguments[0]) }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    execve(path, &arguments, &environment)
    return Outcome(code: errno)
  }

  private static func openMany() -> Outcome {
    var files: [OpenFile] = []
    while files.count < 10_000 {
      guard let file = OpenFile(Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)) else {
        return Outcome(code: errno, count: files.count)
      }
      files.append(file)
    }
    return Outcome(code: 0, count: files.count)
  }

  private static func takeMemory(_ bytes: Int) -> Outcome {
    guard let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { return Outcome(code: errno) }
    memset(memory, 1, bytes)
    munmap(memory, bytes)
    return Outcome(code: 0)
  }

  private static func startThread() -> Outcome {
    let hasRun = JobQueue.start("lamina.probe") {}.wait(until: Date(timeIntervalSinceNow: 5))
    return Outcome(code: hasRun ? 0 : ETIMEDOUT)
  }
}

extension Channel {
  /// Sends a head that says anything, and so many bytes.
  fileprivate func sendRaw(kind: UInt32, length: UInt32, count: Int) throws(ChannelError) {
    try sendUnchecked(
      Self.words(kind, length) + [UInt8](repeating: 0x7B, count: count), until: Deadline(after: .infinity))
  }
}
