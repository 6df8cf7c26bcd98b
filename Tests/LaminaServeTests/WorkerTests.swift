#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// What becomes of requests when workers are lost, busy or told to end.
@Suite(.serialized) struct WorkerTests {
  /// Begins a picture whose worker is stopped.
  private func stopped(_ service: RunningService, _ document: String = redSquare) throws -> (Connection, Int32) {
    let worker = try #require(service.workers.first)
    kill(worker, SIGSTOP)
    let connection = try service.connect()
    try connection.send("POST", "/v1/pictures", body: Array(document.utf8))
    usleep(200_000)
    return (connection, worker)
  }

  @Test("a document that crashes its worker is 422, and the next one is drawn")
  func crash() throws {
    let service = try RunningService(["--workers", "1"])
    let (connection, worker) = try stopped(service)
    kill(worker, SIGSEGV)
    kill(worker, SIGCONT)
    let answer = try connection.answer()
    #expect(answer.status == 422 && answer.code == "worker-lost", "\(answer.text)")
    #expect(answer.text.contains("signal 11"))
    #expect(try service.draw(redSquare).status == 200)
    #expect(service.log.contains("worker lost"))
    #expect(service.workers.count == 1 && !service.workers.contains(worker))
  }

  @Test("a worker that somebody kills costs nobody anything: its picture is drawn again")
  func killed() throws {
    let service = try RunningService(["--workers", "1"])
    let expected = try service.draw(redSquare).body
    let (connection, worker) = try stopped(service)
    kill(worker, SIGKILL)
    let answer = try connection.answer()
    #expect(answer.status == 200 && answer.body == expected)
  }

  @Test("a picture that takes longer than its request says is 422, and its worker is replaced")
  func timeLimit() throws {
    let service = try RunningService(["--workers", "1"])
    let worker = try #require(service.workers.first)
    kill(worker, SIGSTOP)
    let answer = try service.draw(redSquare, headers: ["Lamina-Max-Time": "0.5"])
    #expect(answer.status == 422 && answer.json["limit"] as? String == "time", "\(answer.text)")
    #expect(try service.draw(redSquare).status == 200)
  }

  @Test("beyond the queue requests are refused, and those in it are answered")
  func queue() throws {
    let service = try RunningService(["--workers", "1", "--queue", "2"])
    let (first, worker) = try stopped(service)
    let waiting = try (0..<2).map { _ in
      let connection = try service.connect()
      try connection.send("POST", "/v1/pictures", body: Array(redSquare.utf8))
      return connection
    }
    usleep(300_000)
    let refused = try service.draw(redSquare)
    #expect(refused.status == 429 && refused.code == "overloaded")
    #expect(refused["Retry-After"].flatMap { Int($0) } ?? 0 >= 1)
    #expect(try service.get("/readyz").status == 503)
    #expect(try service.get("/healthz").status == 200)
    kill(worker, SIGCONT)
    for connection in [first] + waiting { #expect(try connection.answer().status == 200) }
    #expect(try service.get("/readyz").status == 200)
  }

  @Test("a client that leaves ends its work")
  func leaving() throws {
    let service = try RunningService(["--workers", "1"])
    var (connection, worker): (Connection?, Int32) = try stopped(service)
    connection = nil
    #expect(connection == nil)
    try poll("the worker goes on") { !service.workers.contains(worker) }
    #expect(try service.draw(redSquare).status == 200)
  }

  @Test("SIGTERM: what has begun is answered, and nothing is left over")
  func drain() throws {
    let service = try RunningService(["--workers", "1"])
    let (connection, worker) = try stopped(service)
    service.terminate()
    usleep(300_000)
    #expect(throws: (any Error).self) { try service.connect() }
    kill(worker, SIGCONT)
    #expect(try connection.answer().status == 200)
    #expect(service.wait() == 0)
    // It may wait for somebody to ask how it ended, and is nothing more then.
    try poll("the worker is left over") {
      ((try? String(contentsOfFile: "/proc/\(worker)/stat", encoding: .utf8)) ?? ") Z").contains(") Z")
    }
  }

  @Test("a socket in the file system")
  func unixSocket() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--workers", "1"], listen: "unix:" + folder.path("s"))
    #expect(try service.draw(redSquare).status == 200)
    service.terminate()
    #expect(service.wait() == 0)
  }

  @Test(
    "addresses that others reach, and what is no address, are usage errors",
    arguments: ["0.0.0.0:0", "192.0.2.1:80", "8080", "localhost:99999", "unix:", "[::]:0"])
  func addresses(_ address: String) throws {
    let run = try LaminaTool.run(["serve", "--listen", address], timeout: 20)
    #expect(run.status == 64 && run.errors.contains("--listen"), "\(run.errors)")
  }
}
#endif
