// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// Logs, metrics and health of a service, for its operators.
@Suite(.serialized) struct OperatorTests {
  @Test("with tokens, everything but what balancers ask takes one")
  func tokens() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("# ours\nfirst-token\n\n  second-token  \n", to: "tokens")
    let service = try RunningService(["--workers", "1", "--token-file", file])
    for header in [
      nil, "first-token", "Basic first-token", "Bearer", "Bearer wrong", "Bearer first-tokenx", "Bearer # ours",
    ] {
      let headers = header.map { ["Authorization": $0] } ?? [:]
      let answer = try service.draw(redSquare, headers: headers)
      #expect(answer.status == 401 && answer.code == "unauthorized", "\(header ?? "none")")
      #expect(answer["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
      #expect(try service.get("/metrics", headers: headers).status == 401)
    }
    for token in ["first-token", "second-token"] {
      #expect(try service.draw(redSquare, headers: ["Authorization": "Bearer \(token)"]).status == 200)
    }
    #expect(try service.get("/healthz").status == 200)
    #expect(!service.log.contains("first-token"))
  }

  @Test("files of tokens that hold none, or are not there")
  func badTokenFiles() throws {
    let folder = try TemporaryFolder()
    for (text, status) in [("# none\n", 65), ("with blank\n", 65)] {
      let file = try folder.write(text, to: "tokens")
      let run = try LaminaTool.run(["serve", "--token-file", file, "--listen", "127.0.0.1:0"], timeout: 20)
      #expect(run.status == Int32(status), "\(run.errors)")
    }
    let run = try LaminaTool.run(["serve", "--token-file", folder.path("missing")], timeout: 20)
    #expect(run.status == 66)
  }

  @Test("metrics are in Prometheus' text form, and count what happened")
  func metrics() throws {
    let service = try RunningService(["--workers", "1"])
    _ = try service.draw(redSquare)
    _ = try service.draw(redSquare, "?scale=0")
    _ = try service.request("BREW", "/v1/pictures")
    let answer = try service.get("/metrics")
    #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    let lines = answer.text.split(separator: "\n")
    for line in lines where !line.hasPrefix("#") {
      #expect(line.wholeMatch(of: /[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[0-9.e+-]+/) != nil, "\(line)")
    }
    for line in [
      "# TYPE lamina_requests_total counter",
      "lamina_requests_total{method=\"POST\",route=\"/v1/pictures\",status=\"200\"} 1",
      "lamina_requests_total{method=\"POST\",route=\"/v1/pictures\",status=\"400\"} 1",
      "lamina_failures_total{code=\"bad-parameter\"} 1", "lamina_pictures_total{format=\"png\"} 1",
      "lamina_picture_wait_seconds_count 1", "lamina_picture_wait_seconds_bucket{le=\"+Inf\"} 1",
      "lamina_workers_ready 1",
      "lamina_uploads_bytes 0",
    ] {
      #expect(lines.contains(line[...]), "\(line)\n\(answer.text)")
    }
  }

  @Test("the log has a line for each request, as JSON, with the request's name")
  func log() throws {
    let service = try RunningService(["--workers", "1"])
    _ = try service.request("POST", "/v1/pictures", headers: ["X-Request-Id": "mine-1"], body: Array(redSquare.utf8))
    try poll("there is no line") { service.log.contains("mine-1") }
    let line = try #require(service.log.split(separator: "\n").first { $0.contains("mine-1") })
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
    #expect(object["request"] == "mine-1" && object["status"] == "200" && object["route"] == "/v1/pictures")
    #expect(object["method"] == "POST" && object["ms"].flatMap { Double($0) } ?? 0 > 0)
  }

  @Test("options are taken from the command line, then the environment, then a file")
  func precedence() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("# service\nworkers = 3\nmax-body = 10\nlog-level = info\n", to: "serve.conf")
    let service = try RunningService(
      ["--config", file, "--workers", "1"],
      environment: ["LAMINA_SERVE_WORKERS": "2", "LAMINA_SERVE_MAX_BODY": "20"])
    #expect(service.workers.count == 1)
    #expect(try service.draw(redSquare).text.contains("longer than 20 bytes"))
    let other = try RunningService(environment: ["LAMINA_SERVE_CONFIG": file, "LAMINA_SERVE_WORKERS": "2"])
    try poll("there are other workers") { other.workers.count == 2 }
    #expect(try other.draw(redSquare).text.contains("longer than 10 bytes"))
  }

  @Test(
    "what is wrong with a file or the environment is named",
    arguments: [
      ("workers\n", "serve.conf:1"), ("\nworkers = many\n", "serve.conf:2"), ("wokers = 1\n", "serve.conf:1"),
      ("insecure = maybe\n", "serve.conf:1"), ("config = other\n", "serve.conf:1"),
    ])
  func badFiles(_ text: String, _ place: String) throws {
    let folder = try TemporaryFolder()
    let run = try LaminaTool.run(["serve", "--config", folder.write(text, to: "serve.conf")], timeout: 20)
    #expect(run.status == 64 && run.errors.contains(place), "\(run.errors)")
    let other = try LaminaTool.run(["serve"], environment: ["LAMINA_SERVE_NOTHING": "1"], timeout: 20)
    #expect(other.status == 64 && other.errors.contains("environment"), "\(other.errors)")
  }
}
#endif
