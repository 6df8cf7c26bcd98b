// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// A studio that runs as its users run it, on a port of its own.
final class RunningStudio: @unchecked Sendable {
  let process = Process()
  let folder: TemporaryFolder
  /// The secret that requests have to bring.
  let token = "0123456789abcdef0123456789abcdef"
  private(set) var port: UInt16 = 0
  /// The folder of its scenes, where that goes with it.
  var scenes: TemporaryFolder?
  private let ended = DispatchSemaphore(value: 0)

  /// Starts `lamina studio` and waits until it listens.
  init(_ scene: String) throws {
    folder = try TemporaryFolder()
    let tokens = try folder.write(token + "\n", to: "token")
    process.executableURL = LaminaTool.url
    process.arguments = ["studio", scene, "--token-file", tokens, "--renderer", "cpu"]
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run(output: "output", errors: "log", in: folder)
    try poll("it does not listen") { output.contains("\n") }
    port = URL(string: address)?.port.flatMap { UInt16(exactly: $0) } ?? 0
  }

  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      _ = wait()
    }
  }

  private var output: String { (try? String(contentsOfFile: folder.path("output"), encoding: .utf8)) ?? "" }
  /// The address that it printed.
  var address: String { String(output.split(separator: "\n").first?.dropFirst("studio at ".count) ?? "") }

  /// Tells it to end.
  func terminate() { kill(process.processIdentifier, SIGTERM) }

  /// Waits for its end.
  ///
  /// - Returns: Its status; `nil` where it does not end.
  func wait(seconds: Double = 60) -> Int32? {
    guard ended.wait(timeout: .now() + seconds) == .success else { return nil }
    return process.terminationStatus
  }

  /// The headers of a page of this studio.
  var usual: [String: String] { ["Host": "127.0.0.1:\(port)", "Sec-Fetch-Site": "same-origin"] }

  /// Asks for a path as it is written.
  func request(
    _ method: String, _ path: String, headers: [String: String]? = nil, body: [UInt8]? = nil
  ) throws -> Answer {
    let connection = try Connection(port: port)
    try connection.send(method, path, headers: headers ?? usual, body: body)
    return try connection.answer(hasBody: method != "HEAD")
  }

  /// Asks for something below the token.
  func get(_ path: String) throws -> Answer { try request("GET", "/\(token)\(path)") }

  /// Says something below the token, as JSON.
  func post(_ path: String, _ value: Any = [String: Any]()) throws -> Answer {
    var headers = usual
    headers["Content-Type"] = "application/json"
    let body = try JSONSerialization.data(withJSONObject: value)
    return try request("POST", "/\(token)\(path)", headers: headers, body: Array(body))
  }

  /// The stream of a page.
  func stream(_ page: String, scene: String) throws -> PictureStream {
    let connection = try Connection(port: port)
    let name = scene.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? scene
    try connection.send("GET", "/\(token)/api/stream/\(page)?scene=\(name)", headers: usual)
    return try PictureStream(connection)
  }
}

/// The one answer over which a page gets its pictures.
final class PictureStream {
  private let connection: Connection
  private var rest: [UInt8] = []
  let head: Answer

  init(_ connection: Connection) throws {
    self.connection = connection
    head = try connection.head()
  }

  /// The next message, and the bytes behind it.
  func message() throws -> (header: [String: Any], payload: [UInt8]) {
    let (text, payload) = (try length(at: 0), try length(at: 4))
    try read(8 + text + payload)
    let header = try JSONSerialization.jsonObject(with: Data(rest[8..<(8 + text)])) as? [String: Any]
    let bytes = Array(rest[(8 + text)..<(8 + text + payload)])
    rest.removeFirst(8 + text + payload)
    return (header ?? [:], bytes)
  }

  /// The next message of a kind; others are passed over.
  func message(of kind: String) throws -> (header: [String: Any], payload: [UInt8]) {
    while true {
      let next = try message()
      if next.header["kind"] as? String == kind { return next }
    }
  }

  private func length(at place: Int) throws -> Int {
    try read(8)
    return rest[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  private func read(_ count: Int) throws {
    while rest.count < count { rest += try connection.chunk() }
  }
}

/// A picture by `lamina render`.
func rendered(_ scene: String, _ options: String...) throws -> [UInt8] {
  let folder = try TemporaryFolder()
  let path = folder.path("picture.png")
  let outcome = try LaminaTool.run(["render", scene, "-o", path, "--renderer", "cpu"] + options)
  try #require(outcome.status == 0, "\(outcome.errors)")
  return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}
#endif
