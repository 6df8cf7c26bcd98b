// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// Documents that are kept, and their pictures with values set.
@Suite(.serialized) struct DocumentTests {
  /// Keeps a document.
  ///
  /// - Returns: Its path.
  private func keep(_ document: String, _ service: RunningService) throws -> String {
    let answer = try service.request("PUT", "/v1/documents", body: Array(document.utf8))
    #expect(answer.status == 201 || answer.status == 200, "\(answer.text)")
    let digest = try #require(answer.json["digest"] as? String)
    #expect(answer["Location"] == "/v1/documents/\(digest)")
    return "/v1/documents/\(digest)"
  }

  @Test("a kept document is drawn with values set, as by POST")
  func pictures() throws {
    let service = try RunningService()
    let path = try keep(redSquare, service)
    #expect(try service.request("PUT", "/v1/documents", body: Array(redSquare.utf8)).status == 200)
    // The digest is the one that everybody computes.
    let sum = try LaminaTool.shell("printf '%s' '\(redSquare)' | sha256sum")
    #expect(path.hasSuffix(String(sum.output.prefix(64))))
    for query in ["", "?scale=2", "?square.backgroundColor=%230000ff&square.cornerRadius=2&format=webp"] {
      let answer = try service.get(path + "/picture" + query)
      #expect(answer.status == 200 && answer["Lamina-Cache"] == "miss", "\(answer.text)")
      #expect(try answer.body == service.draw(redSquare, query).body, "\(query)")
    }
    #expect(try service.get(path).json["bytes"] as? Int == redSquare.utf8.count)
    #expect(try service.request("DELETE", path).status == 204)
    #expect(try service.get(path + "/picture").code == "not-found")
    #expect(try service.request("DELETE", path).status == 404)
  }

  @Test("values of one picture are not those of the next, whichever worker has kept the document")
  func values() throws {
    let service = try RunningService(["--workers", "2", "--cache", "1"])
    let path = try keep(redSquare, service)
    let queries = [
      "", "?square.backgroundColor=%230000ff", "?square.opacity=0.5", "?square.bounds=0%200%204%204", "?scale=3",
    ]
    let expected = try queries.map { try service.draw(redSquare, $0).body }
    #expect(Set(expected).count == queries.count)
    for round in 0..<40 {
      let index = (round * 7) % queries.count
      let answer = try service.get(path + "/picture" + queries[index])
      #expect(answer["Lamina-Cache"] == "miss" && answer.body == expected[index], "\(queries[index])")
    }
  }

  @Test("the same bytes are two documents where they are divided otherwise")
  func boundaries() throws {
    let service = try RunningService(["--workers", "1"])
    func part(_ boundary: String, _ document: String) -> String {
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"document\"; filename=\"a.caml\"\r\n\r\n\(document)\r\n--\(boundary)--\r\n"
    }
    let blue = redSquare.replacing("1 0 0", with: "0 0 1")
    // Bytes before the first part and behind the last one are ignored.
    let body = Array((part("one", redSquare) + part("two", blue)).utf8)
    var digests: Set<String> = []
    for (boundary, document) in [("one", redSquare), ("two", blue), ("one", redSquare)] {
      let headers = ["Content-Type": "multipart/form-data; boundary=\(boundary)"]
      for _ in 0..<3 {
        let answer = try service.request("POST", "/v1/pictures", headers: headers, body: body)
        #expect(try answer.status == 200 && answer.body == service.draw(document).body, "\(boundary) \(answer.text)")
      }
      let kept = try service.request("PUT", "/v1/documents", headers: headers, body: body)
      digests.insert(try #require(kept.json["digest"] as? String))
      let picture = try service.get(try #require(kept.json["picture"] as? String))
      #expect(try picture.body == service.draw(document).body, "\(boundary)")
    }
    #expect(digests.count == 2)
  }

  @Test("an entity tag is a picture's own; whoever has it gets nothing, and nothing is drawn")
  func tags() throws {
    let service = try RunningService(["--workers", "1"])
    let path = try keep(redSquare, service) + "/picture"
    let first = try service.get(path + "?scale=2&square.opacity=1")
    let tag = try #require(first["ETag"])
    #expect(first["Vary"] == "Accept" && first["Cache-Control"]?.contains("max-age") == true)
    // The order of parameters is none; that of values is one.
    #expect(try service.get(path + "?square.opacity=1&scale=2")["ETag"] == tag)
    for query in [
      "?scale=3&square.opacity=1", "?scale=2&square.opacity=0", "?scale=2", "?scale=2&square.opacity=1&format=webp",
    ] {
      #expect(try service.get(path + query)["ETag"] != tag, "\(query)")
    }
    #expect(try service.get(path + "?scale=2&square.opacity=1", headers: ["Accept": "application/json"])["ETag"] != tag)
    let worker = try #require(service.workers.first)
    kill(worker, SIGSTOP)
    for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      let answer = try service.get(path + "?scale=2&square.opacity=1", headers: ["If-None-Match": known])
      #expect(answer.status == 304 && answer["ETag"] == tag && answer.body.isEmpty, "\(known)")
    }
    // A picture that was drawn once is kept.
    let again = try service.get(path + "?scale=2&square.opacity=1")
    #expect(again["Lamina-Cache"] == "hit" && again.body == first.body)
    kill(worker, SIGCONT)
  }

  @Test("the same picture asked for by many at once is drawn once")
  func together() throws {
    let service = try RunningService(["--workers", "1"])
    let path = try keep(redSquare, service) + "/picture?scale=4"
    let worker = try #require(service.workers.first)
    kill(worker, SIGSTOP)
    let connections = try (0..<8).map { _ in
      let connection = try service.connect()
      try connection.send("GET", path)
      return connection
    }
    usleep(300_000)
    #expect(try service.get("/metrics").text.contains("\nlamina_drawing 1\n"))
    kill(worker, SIGCONT)
    let answers = try connections.map { try $0.answer() }
    #expect(answers.allSatisfy { $0.status == 200 && $0.body == answers[0].body })
    #expect(try service.get("/metrics").text.contains("lamina_pictures_total{format=\"png\"} 1\n"))
  }

  @Test("a limit of one request ends no other request for the same picture")
  func limits() throws {
    let service = try RunningService(["--workers", "1"])
    let path = try keep(redSquare, service) + "/picture?scale=5"
    kill(try #require(service.workers.first), SIGSTOP)
    let connections = try [["Lamina-Max-Time": "0.05"], [:]].map { headers in
      let connection = try service.connect()
      try connection.send("GET", path, headers: headers)
      usleep(100_000)
      return connection
    }
    let answers = try connections.map { try $0.answer() }
    #expect(answers[0].status != 200 && answers[1].status == 200, "\(answers.map(\.status))")
  }

  @Test("documents of many files leave descriptors for drawing")
  func descriptors() throws {
    let service = try RunningService(["--workers", "1"])
    #expect(try LaminaTool.shell("prlimit --pid \(service.process.processIdentifier) --nofile=200:200").status == 0)
    let paths = try (0..<200).map { try keep(redSquare + "<!-- \($0) -->", service) }
    #expect(try service.get(paths[0]).status == 404)
    #expect(try service.get(paths[199] + "/picture").status == 200)
  }

  @Test("what is kept has an end: what was used longest ago goes first")
  func room() throws {
    let service = try RunningService(["--max-documents", "20000", "--cache", "1"])
    let first = try keep(redSquare, service)
    for index in 0..<8 { _ = try keep(redSquare + "<!-- \(index) -->", service) }
    #expect(try service.get(first).status == 404)
    let large = redSquare + "<!--" + String(repeating: " ", count: 30000) + "-->"
    #expect(try service.request("PUT", "/v1/documents", body: Array(large.utf8)).code == "body-too-large")
    let path = try keep(redSquare, service)
    #expect(try service.get(path + "/picture")["Lamina-Cache"] == "miss")
    #expect(try service.get(path + "/picture")["Lamina-Cache"] == "miss")
  }

  @Test(
    "digests that are none",
    arguments: ["0", String(repeating: "g", count: 64), String(repeating: "A", count: 64), "..", "%2e%2e", "a%2fb"])
  func digests(_ word: String) throws {
    let service = try RunningService(["--workers", "1"])
    #expect(try service.get("/v1/documents/\(word)/picture").status == 404)
    #expect(try service.get("/v1/documents/\(word)").status == 404)
    #expect(try service.request("PUT", "/v1/documents?scale=2", body: Array(redSquare.utf8)).status == 400)
  }
}
#endif
