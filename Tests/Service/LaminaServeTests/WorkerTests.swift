// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// Requests while workers are lost, busy or told to end.
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

  @Test("a free worker that has drawn a document draws it again, with other values")
  func known() throws {
    let service = try RunningService(["--workers", "3"])
    var documents: [String] = []
    for color in ["1 0 0", "0 1 0", "0 0 1"] {
      let text = redSquare.replacingOccurrences(of: "1 0 0", with: color)
      let kept = try service.request("PUT", "/v1/documents", body: Array(text.utf8))
      documents.append(try #require(kept.json["digest"] as? String))
    }
    var workers: [Int: Set<String>] = [:]
    for round in 0..<8 {
      for (index, digest) in documents.enumerated() {
        let answer = try service.get("/v1/documents/\(digest)/picture?square.cornerRadius=\(round)")
        #expect(answer.status == 200)
        workers[index, default: []].insert(try #require(answer["Lamina-Worker"]))
      }
    }
    #expect(workers.values.allSatisfy { $0.count == 1 }, "\(workers)")
    // It is not waited for while it is busy.
    let busy = try #require(workers[0]?.first.flatMap { Int($0) })
    let processes = service.workers
    for process in processes { kill(process, SIGSTOP) }
    let waiting = try processes.map { _ in
      let connection = try service.connect()
      try connection.send("POST", "/v1/pictures", body: Array(redSquare.utf8))
      return connection
    }
    usleep(200_000)
    for process in processes { kill(process, SIGCONT) }
    var others: Set<String> = []
    for connection in waiting { others.insert(try #require(try connection.answer()["Lamina-Worker"])) }
    #expect(others.count == 3, "\(others) beside \(busy)")
  }

  /// Whether there is a device of OpenGL ES, in software too.
  private static let hasDevice: Bool = {
    let run = try? LaminaTool.run(["render", "@still:1", "-o", "-", "--renderer", "gpu"], timeout: 60)
    return run?.status == 0
  }()

  @Test(
    "pictures go to the devices that they ask for: of several, one of them twice, and a processor beside them",
    .enabled(if: hasDevice, "there is no device of OpenGL ES"))
  func devices() throws {
    let service = try RunningService(["--renderer", "auto", "--device", "0,0,cpu"])
    try poll("not all workers are ready") { service.workers.count == 3 }
    func ask(_ renderer: String, _ number: Int) throws -> (renderer: String, worker: String) {
      let answer = try service.draw(redSquare, "?renderer=\(renderer)&time=\(number)")
      #expect(answer.status == 200, "\(answer.text)")
      return (try #require(answer["Lamina-Renderer"]), try #require(answer["Lamina-Worker"]))
    }
    for number in 0..<4 {
      let gpu = try ask("gpu", number)
      #expect(gpu.renderer.hasPrefix("GPU") && ["0", "1"].contains(gpu.worker), "\(gpu)")
      let cpu = try ask("cpu", number)
      #expect(cpu.renderer.hasPrefix("CPU") && cpu.worker == "2", "\(cpu)")
      // As on the command line, where there is a GPU.
      #expect(try ask("auto", number).renderer.hasPrefix("GPU"))
    }
    // Both of the device take their part when one is busy.
    let connections = try (0..<12).map { number in
      let connection = try service.connect()
      let body = redSquare.replacingOccurrences(of: "1 0 0", with: "0.\(number) 0 0")
      try connection.send("POST", "/v1/pictures?renderer=gpu&size=1024x1024", body: Array(body.utf8))
      return connection
    }
    var workers: Set<String> = []
    for connection in connections { workers.insert(try #require(try connection.answer()["Lamina-Worker"])) }
    #expect(workers == ["0", "1"])
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

  @Test("SIGTERM: an answer that a slow client has begun to read goes out whole")
  func slowDrain() throws {
    let service = try RunningService(["--workers", "1"])
    // More than the buffers between the two hold.
    let whole = try service.draw(redSquare, "?size=4096x2048&format=rgba")
    #expect(whole.body.count == 4 * 4096 * 2048)
    for delay: UInt32 in [20_000, 1_500_000] {
      let service = try RunningService(["--workers", "1"])
      let connection = try service.connect()
      try connection.send("POST", "/v1/pictures?size=4096x2048&format=rgba", body: Array(redSquare.utf8))
      usleep(delay)
      service.terminate()
      usleep(500_000)
      let answer = try connection.answer()
      #expect(answer.status == 200 && answer.body == whole.body)
      #expect(service.wait() == 0)
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
