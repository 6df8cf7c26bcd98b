// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// Pictures over HTTP are those of `lamina render`.
@Suite(.serialized) struct PictureTests {
  /// The picture that `lamina render` makes of a document.
  private func rendered(_ document: [UInt8], named name: String, _ arguments: [String]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try Data(document).write(to: URL(fileURLWithPath: folder.path(name)))
    let run = try LaminaTool.run(
      ["render", folder.path(name), "-o", folder.path("out.png"), "--renderer", "cpu"] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    return Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("out.png"))))
  }

  @Test("an answer is the file that lamina render writes, byte for byte")
  func bytes() throws {
    let service = try RunningService()
    let lottie = Array(try Data(contentsOf: PackageFolder.file("Tests/Project/Fuzz/lottie/shape.json")))
    let jobs: [([UInt8], String, String, [String])] = [
      (Array(redSquare.utf8), "a.caml", "", []),
      (Array(redSquare.utf8), "a.caml", "?scale=2.5&compression=small", ["--scale", "2.5", "--compression", "small"]),
      (
        Array(redSquare.utf8), "a.caml", "?size=20x10&background=%23123456&time=-1",
        ["--size", "20x10", "--background", "#123456", "--time", "-1"]
      ),
      (
        Array(redSquare.utf8), "a.caml", "?square.backgroundColor=%2300ff00&square.cornerRadius=3",
        ["--set", "square.backgroundColor=#00ff00", "--set", "square.cornerRadius=3"]
      ),
      (Array(redSquare.utf8), "a.caml", "?overlay=overdraw", ["--overlay", "overdraw"]),
      (lottie, "a.json", "?progress=0.5&size=16x16", ["--progress", "0.5", "--size", "16x16"]),
    ]
    for (document, name, query, arguments) in jobs {
      let answer = try service.request("POST", "/v1/pictures" + query, body: document)
      #expect(answer.status == 200 && answer["Content-Type"] == "image/png", "\(query): \(answer.text)")
      #expect(try answer.body == rendered(document, named: name, arguments), "\(query)")
    }
  }

  @Test("other formats, by name and by Accept")
  func formats() throws {
    let service = try RunningService()
    let heads: [(String, [String: String], String, [UInt8])] = [
      ("?format=webp", [:], "image/webp", Array("RIFF".utf8)),
      ("?format=jpeg&quality=0.5", [:], "image/jpeg", [0xFF, 0xD8]),
      ("?format=rgba", [:], "application/vnd.lamina.rgba", [255, 0, 0, 255]),
      ("", ["Accept": "image/webp"], "image/webp", Array("RIFF".utf8)),
      ("", ["Accept": "image/jpeg;q=0.5, image/png;q=0.4"], "image/jpeg", [0xFF, 0xD8]),
      ("?format=png", ["Accept": "image/*"], "image/png", [0x89]),
    ]
    for (query, headers, type, head) in heads {
      let answer = try service.draw(redSquare, query, headers: headers)
      #expect(answer.status == 200 && answer["Content-Type"] == type, "\(query) \(headers): \(answer.text)")
      #expect(answer.body.starts(with: head))
      if type.hasSuffix("rgba") { #expect(answer.body.count == 4 * 8 * 8 && answer["Lamina-Size"] == "8x8") }
    }
    #expect(try service.draw(redSquare, "?format=png", headers: ["Accept": "image/webp"]).status == 406)
    #expect(try service.draw(redSquare, headers: ["Accept": "text/html"]).code == "not-acceptable")
  }

  @Test("all as JSON, with what a document asks for and is not drawn")
  func json() throws {
    let service = try RunningService()
    let document = redSquare.replacing("backgroundColor", with: "noSuchProperty=\"1\" backgroundColor")
    let answer = try service.draw(document, headers: ["Accept": "application/json"])
    #expect(answer.status == 200 && answer["Content-Type"] == "application/json")
    #expect(answer.json["width"] as? Int == 8 && answer.json["format"] as? String == "png")
    let found = answer.json["diagnostics"] as? [[String: Any]]
    #expect(found?.count == 1 && found?.first?["file"] as? String == "document.caml")
    let picture = (answer.json["picture"] as? String).flatMap { Data(base64Encoded: $0) }
    #expect(try picture == Data(service.draw(document).body))
    let headers = try service.draw(document)
    #expect(headers["Lamina-Diagnostics"] == "1" && headers["Lamina-Diagnostic"]?.contains("noSuchProperty") == true)
    #expect(headers["Lamina-Counters"]?.contains("draw-calls=") == true)
    #expect(headers["Server-Timing"]?.contains("render;dur=") == true)
    #expect(try service.draw(document, "?strict=true").code == "document-failed")
  }

  @Test("a document with its pictures as parts of a body")
  func multipart() throws {
    let service = try RunningService()
    let green = try service.draw(redSquare, "?square.backgroundColor=%2300ff00").body
    let document = redSquare.replacing(
      "/></caml>", with: "><contents type=\"CGImage\" src=\"assets/green.png\"/></CALayer></caml>")
    func part(_ disposition: String, _ bytes: [UInt8]) -> [UInt8] {
      Array("--xyz\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n".utf8) + bytes + [13, 10]
    }
    let type = ["Content-Type": "multipart/form-data; boundary=xyz"]
    let picture = part("name=\"file\"; filename=\"assets/green.png\"", green)
    for name in ["main.caml", "other.caml"] {
      let body = part("name=\"document\"; filename=\"\(name)\"", Array(document.utf8)) + picture
      let answer = try service.request(
        "POST", "/v1/pictures", headers: type,
        body: body + part("name=\"format\"", Array("rgba".utf8)) + Array("--xyz--\r\n".utf8))
      #expect(answer.status == 200 && answer["Lamina-Diagnostics"] == "0", "\(answer.text) \(answer.headers)")
      #expect(answer.body.prefix(4) == [0, 255, 0, 255])
    }
    // A value may be a file of the body, and no other file of the machine.
    let both = part("name=\"document\"; filename=\"a.caml\"", Array(redSquare.utf8)) + picture
    for (path, status) in [("assets/green.png", 200), ("/etc/hostname", 400), ("../../etc/hostname", 400)] {
      let body = both + part("name=\"square.contents\"", Array(path.utf8)) + Array("--xyz--\r\n".utf8)
      let answer = try service.request("POST", "/v1/pictures", headers: type, body: body)
      #expect(answer.status == status, "\(path): \(answer.text)")
    }
    for path in ["../a.caml", "/a.caml", "a//b.caml", "a/./b.caml", ""] {
      let body = part("name=\"document\"; filename=\"\(path)\"", Array(redSquare.utf8)) + Array("--xyz--\r\n".utf8)
      #expect(try service.request("POST", "/v1/pictures", headers: type, body: body).status == 400, "\(path)")
    }
    for body in ["", "--xyz", "--xyz--\r\n", "--xyz\r\n\r\n", "--abc\r\n"] {
      #expect(
        try service.request("POST", "/v1/pictures", headers: type, body: Array(body.utf8)).status == 400, "\(body)")
    }
  }

  @Test("a document cannot name files of the machine")
  func files() throws {
    let service = try RunningService()
    let document = redSquare.replacing(
      "/></caml>", with: "><contents type=\"CGImage\" src=\"/etc/hostname\"/></CALayer></caml>")
    let answer = try service.draw(document)
    #expect(answer.status == 200 && answer["Lamina-Diagnostic"]?.contains("outside") == true)
  }

  @Test("what is wrong with a request is named")
  func parameters() throws {
    let service = try RunningService(["--workers", "1"])
    for (query, name) in [
      ("?scale=0", "scale"), ("?size=0x5", "size"), ("?size=5", "size"), ("?background=red", "background"),
      ("?time=soon", "time"), ("?format=gif", "format"), ("?overlay=all", "overlay"), ("?renderer=skia", "renderer"),
      ("?renderer=gpu", "renderer"), ("?scale=1&size=2x2", "scale"), ("?scale=1&scale=2", "scale"),
      ("?progress=0&frame=1", "progress"), ("?quality=2", "quality"), ("?strict=maybe", "strict"), ("?wide=1", "wide"),
    ] {
      let answer = try service.draw(redSquare, query)
      #expect(answer.status == 400 && answer.code == "bad-parameter", "\(query): \(answer.text)")
      #expect(answer.json["parameter"] as? String == name, "\(query)")
      #expect(answer.json["request"] as? String == answer["X-Request-Id"])
    }
  }

  @Test(
    "what has made readers and renderers fail before is a picture or a clear refusal, and the next document is drawn")
  func faults() throws {
    let service = try RunningService(["--workers", "1"])
    let expected = try service.draw(redSquare).body
    let seeds = ["archive", "caml", "convert", "lottie", "lottie-archive", "zip"].map { "Tests/Project/Fuzz/\($0)" }
    var files: [URL] = []
    // The corpus beside the package is not everywhere; the seeds are.
    for folder in seeds + ["../shared/faults"] {
      let root = PackageFolder.file(folder)
      let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
      files += names.map { root.appendingPathComponent($0) }
    }
    var answered = 0
    for file in files where !["md", "png"].contains(file.pathExtension) {
      guard let data = try? Data(contentsOf: file), !data.isEmpty else { continue }
      let answer = try service.request(
        "POST", "/v1/pictures?size=64x64", headers: ["Lamina-Max-Time": "10"], body: Array(data))
      #expect(answer.status == 200 || [400, 413, 415, 422].contains(answer.status), "\(file.path): \(answer.text)")
      #expect(answer.status == 200 || answer.code != nil, "\(file.path): \(answer.text)")
      #expect(try service.draw(redSquare).body == expected, "after \(file.path)")
      answered += 1
    }
    #expect(answered > 10)
    #expect(try service.get("/metrics").text.contains("\nlamina_drawing 0\n"))
  }

  @Test("documents that fail are 422, with the reason")
  func failures() throws {
    let service = try RunningService()
    #expect(try service.draw("<caml>").code == "document-failed")
    #expect(try service.draw("{\"v\": 1}").code == "document-failed")
    #expect(try service.draw(redSquare, "?state=Locked").code == "bad-parameter")
    #expect(try service.draw(redSquare, "?nobody.opacity=1").code == "bad-parameter")
    let wide = try service.draw(redSquare, "?size=4000x4000", headers: ["Lamina-Max-Pixels": "1000"])
    #expect(wide.status == 422 && wide.code == "limit-exceeded" && wide.json["limit"] as? String == "pixels")
    #expect(try service.draw(redSquare, headers: ["Lamina-Max-Time": "never"]).code == "bad-header")
    #expect(try service.draw("").code == "bad-body")
    #expect(try service.draw("hello").code == "unsupported-type")
    #expect(try service.draw(redSquare, headers: ["Content-Type": "image/png"]).status == 415)
    #expect(try service.draw(redSquare, headers: ["Content-Encoding": "gzip"]).status == 415)
    #expect(try service.draw(redSquare).status == 200)
  }
}
#endif
