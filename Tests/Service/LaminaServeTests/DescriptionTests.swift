// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// The description of the service, and clients that follow it.
@Suite(.serialized) struct DescriptionTests {
  /// Whether a command can be run.
  static func has(_ command: String) -> Bool {
    (try? LaminaTool.shell("PATH=$PATH:/usr/sbin command -v \(command) >/dev/null"))?.status == 0
  }

  private static let hasSchemathesis = has("schemathesis")
  private static let hasClient = (try? LaminaTool.shell("python3 -c 'import httpx'"))?.status == 0

  @Test("the description names every path with its methods, and no other")
  func methods() throws {
    let service = try RunningService(["--workers", "1"])
    let description = try service.get("/v1/openapi.json")
    #expect(description.json["openapi"] as? String == "3.1.0")
    let paths = try #require(description.json["paths"] as? [String: [String: Any]])
    #expect(paths.count > 10)
    for (path, operations) in paths {
      let target = path.replacing("{digest}", with: String(repeating: "0", count: 64)).replacing("{film}", with: "x")
      let answer = try service.request("TRACE", target)
      #expect(answer.status == 405, "\(path)")
      let allowed = Set((answer["Allow"] ?? "").split(separator: ", ").map { $0.lowercased() }).subtracting(["head"])
      #expect(allowed == Set(operations.keys).subtracting(["parameters"]), "\(path)")
    }
  }

  @Test(
    "requests that are made up from the description get answers that it describes",
    .enabled(if: hasSchemathesis, "schemathesis is not installed: pip install schemathesis"))
  func schemathesis() throws {
    let script = PackageFolder.file("tools/service/check").path
    let run = try LaminaTool.shell("'\(script)' '\(LaminaTool.url.path)' 8", timeout: 600)
    #expect(run.status == 0, "\(run.output.suffix(6000)) \(run.errors.suffix(2000))")
  }

  @Test(
    "the Python client fills a hundred pictures from a table",
    .enabled(if: hasClient, "there is no python3 with httpx: pip install httpx"))
  func pythonClient() throws {
    let service = try RunningService()
    let folder = try TemporaryFolder()
    let script = PackageFolder.file("clients/python/fill_table.py").path
    let run = try LaminaTool.shell(
      "PYTHONDONTWRITEBYTECODE=1 python3 '\(script)' \(service.address) '\(folder.path("out"))'", timeout: 300)
    #expect(run.status == 0, "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
    #expect(names.count == 100)
    let pictures = Set(try names.map { try Data(contentsOf: URL(fileURLWithPath: folder.path("out/\($0)"))) })
    #expect(pictures.count == 100 && pictures.allSatisfy { $0.starts(with: [0x89, 0x50]) })
    // One of them is what lamina render makes.
    let badge = PackageFolder.file("clients/python/badge.caml").path
    let one = try LaminaTool.run([
      "render", badge, "-o", folder.path("one.png"), "--scale", "2", "--renderer", "cpu", "--set",
      "person.string=Ada Aalto", "--set", "role.string=Guest", "--set", "stripe.backgroundColor=#cc5252",
    ])
    #expect(one.status == 0, "\(one.errors)")
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.path("one.png")))
        == Data(contentsOf: URL(fileURLWithPath: folder.path("out/badge-001.png"))))
  }
}
#endif
