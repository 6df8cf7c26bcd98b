// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// A service that runs as its users run it, on a port of its own.
final class RunningService: @unchecked Sendable {
  let process = Process()
  let folder: TemporaryFolder
  /// Where it says that it listens.
  private(set) var address = ""
  private let ended = DispatchSemaphore(value: 0)

  /// Starts `lamina serve` and waits until it listens and has a worker.
  init(_ arguments: [String] = [], listen: String = "127.0.0.1:0", environment: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    process.executableURL = LaminaTool.url
    process.arguments = ["serve", "--listen", listen, "--renderer", "cpu", "--log-format", "json"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run(output: "output", errors: "log", in: folder)
    try poll("it does not listen") { output.contains("\n") }
    address = String(output.split(separator: "\n")[0].dropFirst("listening on ".count))
    try poll("it is not ready") { (try? get("/readyz").status) == 200 }
  }

  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      _ = wait()
    }
  }

  /// The text written to standard output.
  var output: String { (try? String(contentsOfFile: folder.path("output"), encoding: .utf8)) ?? "" }
  /// The text written to standard error.
  var log: String { (try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? "" }
  /// The port that it listens on.
  var port: UInt16 { address.split(separator: ":").last.flatMap { UInt16($0) } ?? 0 }

  /// Its workers.
  var workers: [Int32] {
    let own = process.processIdentifier
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { number in
      guard let line = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
        let end = line.lastIndex(of: ")")
      else { return false }
      let words = line[line.index(end, offsetBy: 2)...].split(separator: " ")
      return words.count > 1 && words[0] != "Z" && Int32(words[1]) == own
    }
  }

  /// Tells it to end.
  func terminate() { kill(process.processIdentifier, SIGTERM) }

  /// Waits for its end.
  ///
  /// - Returns: Its status; `nil` where it does not end.
  func wait(seconds: Double = 60) -> Int32? {
    guard ended.wait(timeout: .now() + seconds) == .success else { return nil }
    return process.terminationStatus
  }

  // MARK: Requests

  func connect() throws -> Connection {
    if address.hasPrefix("unix:") { return try Connection(socket: String(address.dropFirst(5))) }
    return try Connection(port: port)
  }

  func get(_ target: String, headers: [String: String] = [:]) throws -> Answer {
    try request("GET", target, headers: headers)
  }

  func request(
    _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8]? = nil
  ) throws -> Answer {
    let connection = try connect()
    try connection.send(method, target, headers: headers, body: body)
    return try connection.answer(hasBody: method != "HEAD")
  }

  /// Has a picture drawn.
  func draw(_ document: String, _ query: String = "", headers: [String: String] = [:]) throws -> Answer {
    try request("POST", "/v1/pictures" + query, headers: headers, body: Array(document.utf8))
  }
}

/// A red square with a name.
let redSquare =
  "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">"
  + "<CALayer name=\"square\" bounds=\"0 0 8 8\" backgroundColor=\"1 0 0\"/></caml>"
#endif
