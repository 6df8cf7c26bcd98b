// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// Films as jobs.
@Suite(.serialized) struct FilmTests {
  /// A square that fades away in a second.
  private static let fading =
    redSquare.dropLast("/></caml>".count)
    + "><animations><animation type=\"CABasicAnimation\" keyPath=\"opacity\" beginTime=\"1e-100\" duration=\"1\" "
    + "fromValue=\"1\" toValue=\"0\"/></animations></CALayer></caml>"

  private func add(_ query: String, to service: RunningService) throws -> String {
    let answer = try service.request("POST", "/v1/films" + query, body: Array(Self.fading.utf8))
    #expect(answer.status == 202, "\(answer.text)")
    return try #require(answer["Location"])
  }

  private func wait(for path: String, _ service: RunningService) throws -> Answer {
    try poll("the film is not made") {
      ["finished", "failed"].contains(try service.get(path).json["state"] as? String)
    }
    return try service.get(path)
  }

  @Test("a film is the file that lamina export writes, and its bytes can be asked for in parts")
  func bytes() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--workers", "1", "--state", folder.path("state")])
    let path = try add("?format=rgba&fps=10&to=1&scale=2&square.cornerRadius=2", to: service)
    let film = try wait(for: path, service)
    #expect(film.json["state"] as? String == "finished" && film.json["total"] as? Int == 10, "\(film.text)")
    let document = try folder.write(String(Self.fading), to: "fading.caml")
    let run = try LaminaTool.run([
      "export", document, "-o", folder.path("out.rgba"), "--fps", "10", "--to", "1", "--scale", "2", "--renderer",
      "cpu",
      "--set", "square.cornerRadius=2", "-q",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let expected = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("out.rgba"))))
    let all = try service.get(path + "/result")
    #expect(all.status == 200 && all.body == expected && all["Accept-Ranges"] == "bytes")
    let count = expected.count
    for (range, part) in [
      ("bytes=0-9", 0..<10), ("bytes=100-", 100..<count), ("bytes=-5", count - 5..<count),
      ("bytes=5-\(count * 2)", 5..<count),
    ] {
      let answer = try service.get(path + "/result", headers: ["Range": range])
      #expect(answer.status == 206 && answer.body == Array(expected[part]), "\(range)")
      #expect(answer["Content-Range"] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)")
    }
    #expect(try service.get(path + "/result", headers: ["Range": "bytes=\(count)-"]).status == 416)
    #expect(try service.get(path + "/result", headers: ["Range": "lines=1-2"]).status == 200)
    #expect(try service.request("DELETE", path).status == 204)
    #expect(try service.get(path).status == 404)
  }

  @Test("events say how far a film is, and that it has ended")
  func events() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--workers", "1", "--state", folder.path("state")])
    let path = try add("?format=y4m&fps=10&to=1", to: service)
    let answer = try service.get(path + "/events")
    #expect(answer.status == 200 && answer["Content-Type"] == "text/event-stream")
    #expect(answer.text.contains("event: end\r\n") || answer.text.contains("event: end\n"))
    #expect(answer.text.contains("\"state\":\"finished\""))
    #expect(try service.get("/v1/films").text.contains(path.dropFirst("/v1/films/".count)))
  }

  @Test("films survive a restart, and go on where they were")
  func restart() throws {
    let folder = try TemporaryFolder()
    let arguments = ["--workers", "1", "--state", folder.path("state")]
    let first = try RunningService(arguments)
    // Large enough to take a while.
    let path = try add("?format=rgba&fps=60&to=1&size=600x600", to: first)
    try poll("no frame is made") { try first.get(path).json["finished"] as? Int ?? 0 >= 3 }
    let frame = try first.get(path + "/frame")
    #expect(frame.status == 200 && frame["Content-Type"] == "image/png" || frame.status == 409, "\(frame.text)")
    #expect(try first.get(path + "/result").status == 409)
    first.terminate()
    #expect(first.wait() == 0)
    let second = try RunningService(arguments)
    let film = try wait(for: path, second)
    #expect(film.json["state"] as? String == "finished" && film.json["total"] as? Int == 60, "\(film.text)")
    #expect(try second.get(path + "/result", headers: ["Range": "bytes=0-0"])["Content-Range"] == "bytes 0-0/86400000")
  }

  @Test("films that cannot be made say why, and one that is being made can be ended")
  func failures() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--workers", "1", "--state", folder.path("state")])
    let still = try service.request("POST", "/v1/films?format=y4m", body: Array(redSquare.utf8))
    let failed = try wait(for: try #require(still["Location"]), service)
    #expect(
      failed.json["state"] as? String == "failed" && (failed.json["detail"] as? String)?.contains("how long") == true)
    for (query, name) in [
      ("?fps=0", "fps"), ("?frames=b..a", "frames"), ("?format=png", "format"), ("?time=1", "time"),
    ] {
      let answer = try service.request("POST", "/v1/films" + query, body: Array(Self.fading.utf8))
      #expect(answer.status == 400 && answer.json["parameter"] as? String == name, "\(answer.text)")
    }
    let long = try add("?format=rgba&fps=60&frames=0..100000&size=600x600", to: service)
    try poll("no frame is made") { try service.get(long).json["finished"] as? Int ?? 0 >= 1 }
    #expect(try service.request("DELETE", long).status == 204)
    try poll("it is still there") { try service.get(long).status == 404 }
    try poll("its files are still there") {
      try FileManager.default.contentsOfDirectory(atPath: folder.path("state/films")).count == 1
    }
  }

  @Test("a film shows files that came with it, and no others of the machine")
  func files() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--workers", "1", "--state", folder.path("state")])
    let picture = try service.draw(redSquare).body
    try folder.write(Data(picture), to: "secret.png")
    let document = Self.fading.replacing("backgroundColor=\"1 0 0\"", with: "")
    // As a value, by its path: of this machine, and out of the folder.
    for path in [folder.path("secret.png"), "../../../secret.png", "assets/../../me.png"] {
      let answer = try service.request(
        "POST", "/v1/films?format=rgba&fps=2&square.contents=\(path)", body: Array(document.utf8))
      guard answer.status == 202 else {
        #expect(answer.status == 400 && answer.json["parameter"] as? String == "square.contents", "\(answer.text)")
        continue
      }
      let film = try wait(for: try #require(answer["Location"]), service)
      #expect(film.json["state"] as? String == "failed", "\(path): \(film.text)")
      #expect(!film.text.contains(folder.path("")), "\(film.text)")
    }
    // One that came with the document is drawn.
    let boundary = "----b"
    var body = Array(
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"document\"; filename=\"a.caml\"\r\n\r\n".utf8)
    body += Array(document.utf8)
    body += Array(
      "\r\n--\(boundary)\r\nContent-Disposition: form-data; name=\"f\"; filename=\"assets/me.png\"\r\n\r\n".utf8)
    body += picture + Array("\r\n--\(boundary)--\r\n".utf8)
    let answer = try service.request(
      "POST", "/v1/films?format=rgba&fps=2&square.contents=assets/me.png",
      headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"], body: body)
    let film = try wait(for: try #require(answer["Location"]), service)
    #expect(film.json["state"] as? String == "finished", "\(film.text)")
    let bytes = try service.get(try #require(film.json["result"] as? String)).body
    #expect(bytes.prefix(4) == [255, 0, 0, 255])
  }

  @Test("without a folder there are no films")
  func none() throws {
    let service = try RunningService(["--workers", "1"])
    #expect(try service.request("POST", "/v1/films", body: Array(Self.fading.utf8)).code == "unavailable")
    #expect(try service.get("/v1/films").status == 503)
  }
}
#endif
