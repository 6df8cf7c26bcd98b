// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Why a test could not go on.
package struct TestFailure: Error, CustomStringConvertible {
  /// The reason.
  package var description: String

  /// Makes a failure.
  package init(_ description: String) { self.description = description }
}

/// An answer of a service.
package struct Answer {
  package var status = 0
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []

  /// The value of a header.
  package subscript(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }
  /// The body as a JSON object.
  package var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:] }
  /// The subject of a problem document.
  package var code: String? { self["Content-Type"] == "application/problem+json" ? json["code"] as? String : nil }
}

/// A connection that sends what it is told to, right or wrong.
package final class Connection {
  private let descriptor: Int32
  private var rest: [UInt8] = []

  package init(port: UInt16) throws {
    descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      throw TestFailure("cannot connect: \(String(cString: strerror(errno)))")
    }
    limit()
  }

  package init(socket path: String) throws {
    descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else {
      throw TestFailure("cannot connect: \(String(cString: strerror(errno)))")
    }
    limit()
  }

  deinit { close(descriptor) }

  /// No test waits for ever.
  private func limit() {
    var time = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Sends a request as it should be.
  package func send(_ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8]? = nil) throws {
    var head = "\(method) \(target) HTTP/1.1\r\n"
    if headers["Host"] == nil { head += "Host: lamina\r\n" }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
    if let body, headers["Content-Length"] == nil { head += "Content-Length: \(body.count)\r\n" }
    try send(Array((head + "\r\n").utf8) + (body ?? []))
  }

  /// Sends bytes.
  ///
  /// - Returns: Whether the service took all of them.
  @discardableResult
  package func send(_ bytes: [UInt8]) throws -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// Closes this side for writing.
  package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads an answer.
  package func answer(hasBody: Bool = true) throws -> Answer {
    let end = Array("\r\n\r\n".utf8)
    var answer = Answer()
    while true {
      var place: Int?
      while place == nil {
        place = rest.indices.first { rest[$0...].starts(with: end) }
        if place == nil, try !more() { throw TestFailure("the answer has no head") }
      }
      let head = String(decoding: rest[..<(place ?? 0)], as: UTF8.self)
      rest.removeFirst((place ?? 0) + 4)
      let lines = head.split(separator: "\r\n")
      answer.status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      answer.headers = lines.dropFirst().compactMap { line in
        line.firstIndex(of: ":").map {
          (String(line[..<$0]), line[line.index(after: $0)...].trimmingCharacters(in: .whitespaces))
        }
      }
      if answer.status != 100 { break }
    }
    guard hasBody, answer.status != 304, answer.status != 204 else { return answer }
    if let length = answer["Content-Length"].flatMap({ Int($0) }) {
      while rest.count < length { if try !more() { break } }
      answer.body = Array(rest.prefix(length))
      rest.removeFirst(min(length, rest.count))
    } else if answer["Transfer-Encoding"] == "chunked" {
      while true {
        let size = try chunkLine()
        while rest.count < size + 2 { if try !more() { break } }
        answer.body += rest.prefix(size)
        rest.removeFirst(min(size + 2, rest.count))
        if size == 0 { break }
      }
    } else {
      while try more() {}
      (answer.body, rest) = (rest, [])
    }
    return answer
  }

  /// Reads the first line of an answer, and nothing behind it.
  package func line() throws -> String {
    while !rest.contains(10) { if try !more() { break } }
    return String(decoding: rest.prefix { $0 != 13 }, as: UTF8.self)
  }

  /// Reads the next part of an answer that comes in parts.
  package func chunk() throws -> [UInt8] {
    let size = try chunkLine()
    while rest.count < size + 2 { if try !more() { throw TestFailure("the answer ends in a part") } }
    defer { rest.removeFirst(size + 2) }
    return Array(rest.prefix(size))
  }

  /// Reads the head of an answer that comes in parts.
  package func head() throws -> Answer { try answer(hasBody: false) }

  /// The length of the next chunk.
  private func chunkLine() throws -> Int {
    while !rest.contains(10) { if try !more() { throw TestFailure("a chunk has no length") } }
    let line = rest.prefix { $0 != 10 }
    rest.removeFirst(line.count + 1)
    let digits = String(decoding: line.prefix { $0 != 13 }, as: UTF8.self)
    guard let size = Int(digits, radix: 16) else { throw TestFailure("'\(digits)' is no length of a chunk") }
    return size
  }

  /// Whether the service has closed its side.
  package func isClosed() throws -> Bool { try rest.isEmpty && !more() }

  private func more() throws -> Bool {
    var piece = [UInt8](repeating: 0, count: 65536)
    let count = piece.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    if count < 0, errno == EAGAIN { throw TestFailure("the service says nothing") }
    guard count > 0 else { return false }
    rest += piece[..<count]
    return true
  }
}

/// Waits until something holds.
package func poll(_ problem: String, seconds: Double = 60, _ holds: () throws -> Bool) throws {
  let end = ContinuousClock.now + .seconds(seconds)
  while try !holds() {
    guard ContinuousClock.now < end else { throw TestFailure(problem) }
    usleep(10_000)
  }
}
