// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// Requests against HTTP get an answer of the 400s, or none, and disturb no others.
@Suite(.serialized) struct ProtocolTests {
  private let service: RunningService

  init() throws {
    service = try RunningService(["--max-body", "1M", "--max-body-time", "1", "--idle", "2", "--workers", "1"])
  }

  /// Checks that the service works as before.
  private func expectServing() throws { #expect(try service.draw(redSquare).status == 200) }

  /// The answer to raw bytes.
  private func answer(to text: String) throws -> Answer {
    let connection = try service.connect()
    try connection.send(Array(text.utf8))
    return try connection.answer()
  }

  @Test("methods that a path does not have")
  func methods() throws {
    for method in ["GET", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW"] {
      let answer = try service.request(method, "/v1/pictures")
      // A method that nobody knows is none of HTTP's to the parser below.
      #expect(answer.status == 405 || method == "BREW" && answer.status == 400, "\(method): \(answer.status)")
      if answer.status == 405 { #expect(answer["Allow"] == "POST", "\(method)") }
    }
    #expect(try service.request("POST", "/healthz").status == 405)
    let head = try service.request("HEAD", "/healthz")
    #expect(head.status == 200 && head.body.isEmpty)
  }

  @Test(
    "paths that lead nowhere",
    arguments: [
      "/", "/v1", "/v1/pictures/", "//v1/pictures", "/v1/../v1/pictures", "/v1/%70ictures", "/../etc/passwd",
      "/%2e%2e/%2e%2e/etc/passwd", "/v1/pictures%00", "/V1/PICTURES",
    ])
  func paths(_ path: String) throws {
    let answer = try service.get(path)
    #expect(answer.status == 404 && answer.code == "not-found", "\(path): \(answer.status)")
  }

  @Test("queries that are none")
  func queries() throws {
    for query in ["?%", "?%zz=1", "?a.b=%ff", "?a.b=%00"] { #expect(try service.draw(redSquare, query).status == 400) }
  }

  @Test(
    "heads that are none",
    arguments: [
      "hello\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
      "POST /v1/pictures HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
      "POST /v1/pictures HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "POST /v1/pictures HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc",
      "POST /v1/pictures HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc",
      "GET / HTTP/1.1\r\nBad Header: 1\r\n\r\n", "\u{0}\u{1}\u{2}\u{3}\r\n\r\n",
    ])
  func heads(_ text: String) throws {
    let answer = try answer(to: text)
    #expect((400...499).contains(answer.status), "\(answer.status)")
    try expectServing()
  }

  @Test("a hundred thousand headers, and one that has no end")
  func manyHeaders() throws {
    for head in [
      (0..<100_000).map { "H\($0): 1\r\n" }.joined(), "Long: " + String(repeating: "x", count: 1 << 20) + "\r\n",
    ] {
      let connection = try service.connect()
      try connection.send(Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\(head)\r\n".utf8))
      // The connection may be reset before its answer is read.
      if let answer = try? connection.answer() { #expect((400...499).contains(answer.status)) }
    }
    try expectServing()
  }

  @Test("bodies that are too long, said or not")
  func longBodies() throws {
    let said = try service.connect()
    try said.send("POST", "/v1/pictures", headers: ["Content-Length": "\(1 << 40)"], body: [60])
    let answer = try said.answer()
    #expect(answer.status == 413 && answer.code == "body-too-large")
    #expect(try said.isClosed())
    let unsaid = try service.connect()
    try unsaid.send("POST", "/v1/pictures", headers: ["Transfer-Encoding": "chunked", "Content-Length": ""], body: [])
    _ = try? unsaid.answer()
    let chunked = try service.connect()
    try chunked.send(Array("POST /v1/pictures HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
    let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 60, count: 65536) + [13, 10]
    for _ in 0..<32 { if try !chunked.send(chunk) { break } }
    #expect(try chunked.answer().status == 413)
    try expectServing()
  }

  @Test("a body in chunks is a body")
  func chunks() throws {
    let connection = try service.connect()
    try connection.send(Array("POST /v1/pictures HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
    for byte in redSquare.utf8 { try connection.send(Array("1\r\n".utf8) + [byte, 13, 10]) }
    try connection.send(Array("0\r\n\r\n".utf8))
    #expect(try connection.answer().status == 200)
  }

  @Test("bodies that come too slowly, or never")
  func slowBodies() throws {
    let slow = try service.connect()
    try slow.send("POST", "/v1/pictures", headers: ["Content-Length": "1000"], body: [60])
    for _ in 0..<20 {
      usleep(100_000)
      if try !slow.send([32]) { break }
    }
    #expect(try slow.answer().status == 408)
    let silent = try service.connect()
    try silent.send(Array("POST /v1/pic".utf8))
    #expect(try silent.isClosed())
    try expectServing()
  }

  @Test("a client that closes its side after half a body is answered or let go")
  func halfClosed() throws {
    let half = try service.connect()
    try half.send("POST", "/v1/pictures", headers: ["Content-Length": "1000"], body: [60])
    half.finish()
    if let answer = try? half.answer() { #expect((400...499).contains(answer.status)) }
    let whole = try service.connect()
    try whole.send("POST", "/v1/pictures", body: Array(redSquare.utf8))
    whole.finish()
    #expect([200, 400].contains(try whole.answer().status))
    try expectServing()
  }

  @Test("requests one behind the other on a connection are answered in their order")
  func pipelining() throws {
    let connection = try service.connect()
    for index in 0..<20 {
      if index % 3 == 2 {
        try connection.send("GET", "/nothing", headers: ["X-Request-Id": "r\(index)"])
      } else {
        try connection.send("POST", "/v1/pictures", headers: ["X-Request-Id": "r\(index)"], body: Array(redSquare.utf8))
      }
    }
    for index in 0..<20 {
      let answer = try connection.answer()
      #expect(answer.status == (index % 3 == 2 ? 404 : 200) && answer["X-Request-Id"] == "r\(index)")
    }
  }

  @Test("a name of a request that logs may not hold is not taken")
  func requestNames() throws {
    let answer = try service.get("/healthz", headers: ["X-Request-Id": "a b\"c"])
    #expect(answer["X-Request-Id"] != "a b\"c" && answer["X-Request-Id"]?.isEmpty == false)
  }

  @Test("what waits for a body is told to go on")
  func expectation() throws {
    let connection = try service.connect()
    try connection.send(
      Array(
        "POST /v1/pictures HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(redSquare.utf8.count)\r\n\r\n"
          .utf8))
    #expect(try connection.line().hasPrefix("HTTP/1.1 100"))
    try connection.send(Array(redSquare.utf8))
    #expect(try connection.answer().status == 200)
  }
}
#endif
