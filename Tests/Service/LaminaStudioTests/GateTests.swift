// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// Who may ask: nothing is answered without the token, by another name, or to another site's page.
@Suite(.timeLimit(.minutes(30))) struct GateTests {
  private static let scene = PackageFolder.file("Examples/blending.ca").path

  @Test func everyRequestNeedsTheToken() throws {
    let studio = try RunningStudio(Self.scene)
    #expect(studio.address == "http://127.0.0.1:\(studio.port)/\(studio.token)/")
    #expect(try studio.get("/").status == 200)
    let wrong = String(repeating: "x", count: 32)
    for path in [
      "/", "//", "/api/scenes", "/page/main.js", "/favicon.ico", "/\(wrong)/", "/\(wrong)/page/main.js",
      "/\(studio.token)x/",
      "/\(studio.token.dropLast())/", "/%30\(studio.token.dropFirst())/",
    ] {
      let answer = try studio.request("GET", path)
      #expect(answer.status == 403, "\(path)")
      #expect(!answer.text.contains(studio.token), "\(path)")
    }
  }

  /// Who opens an old address in a browser reads a sentence, and programs read JSON.
  @Test func browsersAreToldInWords() throws {
    let studio = try RunningStudio(Self.scene)
    let headers = ["Host": "127.0.0.1:\(studio.port)", "Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]
    let page = try studio.request("GET", "/\(String(repeating: "x", count: 32))/", headers: headers)
    #expect(page.status == 403)
    #expect(page["Content-Type"] == "text/html; charset=utf-8")
    #expect(page.text.contains("<p>The address lacks the token that 'lamina studio' printed.</p>"))
    #expect(page.text.contains("prints a new one"))
    #expect(page["Content-Security-Policy"]?.contains("default-src 'none'") == true)
    #expect(try studio.request("GET", "/x/").json["code"] as? String == "unauthorized")
  }

  @Test func foreignNamesAreRefused() throws {
    let studio = try RunningStudio(Self.scene)
    let path = "/\(studio.token)/api/scenes"
    for host in [
      "evil.example", "evil.example:\(studio.port)", "127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.1",
      "localhost:x",
      "[::1]x",
    ] {
      #expect(try studio.request("GET", path, headers: ["Host": host]).status == 403, "\(host)")
    }
    for host in [
      "127.0.0.1:\(studio.port)", "localhost:\(studio.port)", "[::1]:\(studio.port)", "localhost:9", "[::1]",
    ] {
      #expect(try studio.request("GET", path, headers: ["Host": host]).status == 200, "\(host)")
    }
  }

  @Test func otherSitesAreRefused() throws {
    let studio = try RunningStudio(Self.scene)
    let path = "/\(studio.token)/api/scenes"
    let own = "127.0.0.1:\(studio.port)"
    for headers in [
      ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Origin": "http://evil.example"],
      ["Origin": "null"],
      ["Origin": "https://\(own)"], ["Origin": "http://127.0.0.1:1"], ["Origin": "http://localhost:\(studio.port)"],
    ] {
      #expect(
        try studio.request("GET", path, headers: headers.merging(["Host": own]) { $1 }).status == 403, "\(headers)")
    }
    #expect(try studio.request("GET", path, headers: ["Host": own, "Origin": "http://\(own)"]).status == 200)
    // Requests that a form can send without asking.
    let edit = "/\(studio.token)/api/edit?scene=blending.ca"
    for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
      let headers = ["Host": own, "Content-Type": type]
      #expect(try studio.request("POST", edit, headers: headers, body: Array("{}".utf8)).status == 415, "\(type)")
    }
  }

  @Test func thePageMayLoadNothingElse() throws {
    let studio = try RunningStudio(Self.scene)
    let page = try studio.get("/")
    let policy = try #require(page["Content-Security-Policy"])
    for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
      #expect(policy.contains(rule))
    }
    #expect(page["Referrer-Policy"] == "no-referrer")
    #expect(page["X-Content-Type-Options"] == "nosniff")
    #expect(page["Content-Type"] == "text/html; charset=utf-8")
    let module = try studio.get("/page/main.js")
    #expect(module["Content-Type"] == "text/javascript; charset=utf-8")
    let tag = try #require(module["ETag"])
    let headers = studio.usual.merging(["If-None-Match": tag]) { $1 }
    #expect(try studio.request("GET", "/\(studio.token)/page/main.js", headers: headers).status == 304)
    #expect(try studio.get("/page/..%2Findex.html").status == 404)
  }

  @Test func requestsNameScenesAndNoFiles() throws {
    let studio = try RunningStudio(PackageFolder.file("Examples").path)
    for name in ["../README.md", "/etc/passwd", "blending.ca/main.caml", "%2E%2E/README.md", "@still:10"] {
      let text = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name
      #expect(try studio.get("/api/source?scene=\(text)").status == 404, "\(name)")
    }
    let names = try #require(studio.get("/api/scenes").json["names"] as? [String])
    #expect(names.contains("blending.ca"))
    #expect(names.contains("sunrise.json"))
    #expect(!names.contains { $0.hasSuffix(".swift") })
  }

  @Test(arguments: [SIGTERM, SIGINT]) func aSignalEndsItWithItsStreams(signal: Int32) throws {
    let studio = try RunningStudio(Self.scene)
    let stream = try studio.stream("page", scene: "blending.ca")
    _ = try stream.message(of: "hello")
    kill(studio.process.processIdentifier, signal)
    #expect(studio.wait(seconds: 30) == 0)
  }

  @Test func aTokenThatNoAddressHoldsIsRefused() throws {
    let folder = try TemporaryFolder()
    for token in ["short", "with a blank in the middle", "with/slashes/in/it/and/more"] {
      let file = try folder.write(token, to: "token")
      let outcome = try LaminaTool.run(["studio", Self.scene, "--token-file", file])
      #expect(outcome.status == 65, "\(token)")
    }
    let file = folder.path("new")
    #expect(try LaminaTool.run(["studio", folder.path("none"), "--token-file", file]).status == 66)
  }

  /// An address that lost its last slash leads to the page.
  @Test func theSlashAtTheEndIsAdded() throws {
    let studio = try RunningStudio(PackageFolder.file("Examples/cube.ca").path)
    let answer = try studio.request("GET", "/\(studio.token)")
    #expect(answer.status == 308)
    #expect(answer["Location"] == "/\(studio.token)/")
    let stranger = try studio.request("GET", "/0123456789abcdef0123456789abcdee")
    #expect(stranger.status == 403)
    #expect(stranger["Location"] == nil)
  }

  /// A document that cannot be shown and an address that cannot be listened at are errors at the start.
  @Test func whatCannotBeStartedIsSaid() throws {
    let folder = try TemporaryFolder()
    let scene = PackageFolder.file("Examples/cube.ca").path
    func start(_ arguments: String...) throws -> (status: Int32, errors: String) {
      let outcome = try LaminaTool.run(["studio"] + arguments)
      return (outcome.status, "\(outcome.errors)")
    }
    let studio = try RunningStudio(scene)
    let taken = try start(scene, "--port", "\(studio.port)")
    #expect(taken.status == 69)
    #expect(taken.errors == "lamina: error: port \(studio.port) of 127.0.0.1 is taken: another program listens there\n")
    let text = try folder.write("no scene", to: "text.txt")
    let noScene = try start(text)
    #expect(noScene.status == 65)
    let render = try LaminaTool.run(["render", text, "-o", folder.path("picture.png")])
    #expect(noScene.errors == "\(render.errors)")
    let empty = try start(folder.path(""))
    #expect(empty.status == 65)
    #expect(empty.errors.contains("the folder holds no scene"))
  }
}
#endif
