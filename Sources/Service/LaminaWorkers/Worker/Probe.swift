// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
import LaminaGeometry
import LaminaSystem

/// An action that a worker's sandbox must prevent, and that the worker tries on request. Only the parent can request
/// it, and only the tests of the package do.
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
  /// Asks the kernel to send the parent a signal whenever data arrives.
  case signalByDescriptor
  case leaveNamespace
  /// Opens a file again and again.
  case openMany
  /// Allocates this many bytes and fills them.
  case takeMemory(Int)
  /// Starts a thread, which is allowed.
  case startThread
  // Ways to end or to hang.
  case trap
  case breakMemory
  case loop
  case quit(Int32)
  /// Sends a kind and a length that the parent did not ask for, and `bytes` bytes.
  case babble(kind: UInt32, length: UInt32, bytes: Int)
  /// Sends a descriptor, which no worker may.
  case sendDescriptor

  /// The result of a probe.
  package struct Outcome: Codable, Sendable, Equatable {
    /// 0 if the action succeeded, otherwise the number of the system's error.
    package var code: Int32
    /// The number of successes, for actions that are repeated.
    package var count = 0

    /// Makes an outcome.
    package init(code: Int32, count: Int = 0) {
      (self.code, self.count) = (code, count)
    }
  }

  /// Tries the action.
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
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return connected(AF_INET, to: address)
  }

  private static func connectSocket(_ path: String) -> Outcome {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return connected(AF_UNIX, to: address)
  }

  private static func connected<Address>(_ family: Int32, to address: Address) -> Outcome {
    guard let socket = OpenFile(socket(family, Int32(SOCK_STREAM.rawValue), 0)) else { return Outcome(code: errno) }
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket.number, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    return Outcome(code: result == 0 ? 0 : errno)
  }

  /// Forks by the system call `clone` without the flags of a thread.
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
  /// Sends an arbitrary message head, and `count` bytes.
  fileprivate func sendRaw(kind: UInt32, length: UInt32, count: Int) throws(ChannelError) {
    try sendUnchecked(
      Self.words(kind, length) + [UInt8](repeating: 0x7B, count: count), until: Deadline(after: .infinity))
  }
}
