// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// Services under load while something of them is lost.
@Suite(.serialized) struct LoadTests {
  /// Results of clients that run at the same time.
  private final class Tally: @unchecked Sendable {
    private let lock = NSLock()
    private var wrong: [String] = []
    private var answers = 0

    func note(_ problem: String?) {
      lock.withLock {
        answers += 1
        if let problem { wrong.append(problem) }
      }
    }

    var result: (answers: Int, wrong: [String]) { lock.withLock { (answers, wrong) } }
  }

  /// Has clients ask side by side, so many times each.
  @discardableResult private func ask(
    clients: Int, times: Int, noting tally: Tally = Tally(), _ ask: @escaping @Sendable (Int) throws -> String?
  ) -> Tally {
    let group = DispatchGroup()
    for client in 0..<clients {
      group.enter()
      Thread.detachNewThread {
        for index in 0..<times {
          do {
            tally.note(try ask(client * times + index))
          } catch {
            tally.note("\(error)")
          }
        }
        group.leave()
      }
    }
    group.wait()
    return tally
  }

  @Test("workers that are killed at random cost no answer, and nothing is left over")
  func killedWorkers() throws {
    let service = try RunningService(["--workers", "2"])
    let expected = try (0..<8).map { try service.draw(redSquare, "?scale=\($0 + 1)").body }
    let tally = Tally()
    let killer = Killer(service, tally)
    let port = service.port
    ask(clients: 4, times: 60, noting: tally) { index in
      let connection = try Connection(port: port)
      try connection.send("POST", "/v1/pictures?scale=\(index % 8 + 1)", body: Array(redSquare.utf8))
      let answer = try connection.answer()
      return answer.status == 200 && answer.body == expected[index % 8] ? nil : "\(answer.status) \(answer.text)"
    }
    let killed = killer.stop()
    #expect(tally.result.answers == 240 && killed > 0)
    // A picture whose worker is killed twice is answered with 422, which says so.
    let wrong = tally.result.wrong.filter { !$0.hasPrefix("422 ") || !$0.contains("worker-lost") }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    #expect(service.workers.count <= 2)
    let metrics = try service.get("/metrics").text
    #expect(metrics.contains("\nlamina_drawing 0\n") && metrics.contains("\nlamina_uploads_bytes 0\n"), "\(metrics)")
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(service.process.processIdentifier)/fd")
      .count
    #expect(open < 64)
    service.terminate()
    #expect(service.wait() == 0)
  }

  /// Kills a worker of a service every now and then, but none before something was answered since: on a busy machine
  /// none would ever start.
  private final class Killer: @unchecked Sendable {
    private let lock = NSLock()
    private var (isEnded, killed) = (false, 0)
    private let ended = DispatchSemaphore(value: 0)

    init(_ service: RunningService, _ tally: Tally) {
      Thread.detachNewThread { [self] in
        var answers = -1
        while !lock.withLock({ isEnded }) {
          let now = tally.result.answers
          if now == answers {
            usleep(10_000)
            continue
          }
          answers = now
          if let worker = service.workers.randomElement(), kill(worker, SIGKILL) == 0 { lock.withLock { killed += 1 } }
          usleep(60_000)
        }
        ended.signal()
      }
    }

    /// - Returns: How many were killed.
    func stop() -> Int {
      lock.withLock { isEnded = true }
      ended.wait()
      return killed
    }
  }

  @Test(
    "two services behind nginx: one is killed under load, and no GET is lost",
    .enabled(if: DescriptionTests.has("nginx"), "nginx is not installed: tools/setup --all"))
  func balancer() throws {
    let folder = try TemporaryFolder()
    let services = try (0..<2).map { _ in try RunningService(["--workers", "1", "--cache", "1"]) }
    var path = ""
    for service in services {
      let kept = try service.request("PUT", "/v1/documents", body: Array(redSquare.utf8))
      path = "\(try #require(kept["Location"]))/picture"
    }
    let expected = try (0..<4).map { try services[0].get(path + "?scale=\($0 + 1)").body }
    let socket = folder.path("nginx.sock")
    // Each twice, and never taken for gone: a kept connection that the living one closes just then is tried there
    // again.
    let configuration = """
      daemon off;
      pid \(folder.path("pid"));
      error_log \(folder.path("error"));
      events {}
      http {
        access_log off;
        client_body_temp_path \(folder.path("a"));
        proxy_temp_path \(folder.path("b"));
        fastcgi_temp_path \(folder.path("c"));
        uwsgi_temp_path \(folder.path("d"));
        scgi_temp_path \(folder.path("e"));
        upstream lamina {
          \((services + services).map { "server 127.0.0.1:\($0.port) max_fails=0;" }.joined(separator: "\n"))
          keepalive 8;
        }
        server {
          listen unix:\(socket);
          location / {
            proxy_pass http://lamina;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_next_upstream error timeout http_503;
          }
        }
      }
      """
    let nginx = Process()
    nginx.executableURL = URL(fileURLWithPath: "/bin/sh")
    nginx.arguments = [
      "-c", "exec nginx -p '\(folder.path(""))' -c '\(try folder.write(configuration, to: "nginx.conf"))'",
    ]
    nginx.environment = ["PATH": (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin"]
    nginx.standardError = FileHandle.nullDevice
    try nginx.run()
    defer {
      nginx.terminate()
      nginx.waitUntilExit()
    }
    try poll("nginx does not listen") { (try? Connection(socket: socket)) != nil }
    let target = path
    let victim = services[1].process.processIdentifier
    let tally = ask(clients: 4, times: 50) { index in
      if index == 20 { kill(victim, SIGKILL) }
      let connection = try Connection(socket: socket)
      try connection.send("GET", target + "?scale=\(index % 4 + 1)")
      let answer = try connection.answer()
      return answer.status == 200 && answer.body == expected[index % 4] ? nil : "\(answer.status) \(answer.text)"
    }
    // Services end when nobody holds them any more.
    withExtendedLifetime(services) {}
    let log = (try? String(contentsOfFile: folder.path("error"), encoding: .utf8)) ?? ""
    #expect(
      tally.result.answers == 200 && tally.result.wrong.isEmpty, "\(tally.result.wrong.prefix(3)) \(log.suffix(2000))")
  }
}
#endif
