// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaTestSupport
import Testing

/// Films that the nodes of a Slurm cluster on this machine make, with Debian's packages.
@Suite(.serialized) struct ClusterTests {
  /// Why there can be no cluster here; `nil` where there can.
  static let problem: String? = {
    for name in ["munged", "slurmctld", "slurmd", "sbatch"] where !DescriptionTests.has(name) {
      return "there is no \(name) here"
    }
    return getuid() == 0 ? nil : "slurmd runs as root only"
  }()

  /// A cluster of two nodes, for as long as this lives.
  private final class Cluster {
    let folder: TemporaryFolder
    var environment: [String: String] { ["SLURM_CONF": folder.path("cluster/slurm.conf")] }
    private let script = PackageFolder.file("tools/slurm/loopback").path

    init() throws {
      folder = try TemporaryFolder()
      // Its daemons keep what is open when they begin, and Foundation waits until nobody has its own any more.
      try folder.write(
        """
        for file in /proc/$$/fd/*; do [ "${file##*/}" -gt 2 ] && eval "exec ${file##*/}>&-"; done
        exec '\(script)' start '\(folder.path("cluster"))' >'\(folder.path("words"))' 2>&1 </dev/null
        """, to: "start.sh")
      let run = try LaminaTool.shell("exec bash '\(folder.path("start.sh"))'", timeout: 120)
      guard run.status == 0 else {
        throw TestFailure(
          "there is no cluster: \((try? String(contentsOfFile: folder.path("words"), encoding: .utf8)) ?? "")")
      }
    }

    /// Ends its daemons by their numbers, the slow ones without asking.
    deinit {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("cluster"))) ?? []
      let daemons = names.filter { $0.hasSuffix(".pid") }.compactMap { name in
        (try? String(contentsOfFile: folder.path("cluster/" + name), encoding: .utf8))
          .flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      }
      for daemon in daemons { kill(daemon, SIGTERM) }
      try? poll("daemons are left", seconds: 5) { daemons.allSatisfy { kill($0, 0) != 0 } }
      for daemon in daemons { kill(daemon, SIGKILL) }
    }

    /// The jobs that wait or run.
    func jobs() throws -> String {
      try LaminaTool.shell("SLURM_CONF='\(folder.path("cluster/slurm.conf"))' squeue --noheader").output
    }
  }

  /// Moves for ten seconds, so that a task is under way for a while.
  private static let moving =
    redSquare.dropLast("/></caml>".count)
    + "><animations><animation type=\"CABasicAnimation\" keyPath=\"opacity\" beginTime=\"1e-100\" duration=\"10\" "
    + "fromValue=\"1\" toValue=\"0\"/></animations></CALayer></caml>"

  private func begin(_ query: String, _ service: RunningService) throws -> String {
    let answer = try service.request("POST", "/v1/films" + query, body: Array(Self.moving.utf8))
    #expect(answer.status == 202, "\(answer.text)")
    return try #require(answer["Location"])
  }

  private func state(_ path: String, _ service: RunningService) throws -> String? {
    try service.get(path).json["state"] as? String
  }

  @Test(
    "a film of the nodes is the film of one machine; a service that ends goes on waiting for its job when it is back",
    .enabled(if: problem == nil, "Slurm cannot run: \(problem ?? "")"), .timeLimit(.minutes(30)))
  func film() throws {
    let cluster = try Cluster()
    let arguments = [
      "--workers", "1", "--slurm", "--slurm-shards", "3", "--state", cluster.folder.path("state"),
    ]
    let first = try RunningService(arguments, environment: cluster.environment)
    let path = try begin("?format=rgba&fps=30&size=200x200&square.cornerRadius=2", first)
    try poll("no job is submitted", seconds: 120) { try first.get(path).json["job"] != nil }
    let job = try #require(first.get(path).json["job"] as? String)
    try poll("no frame is made", seconds: 300) { try first.get(path).json["finished"] as? Int ?? 0 > 0 }
    first.terminate()
    #expect(first.wait() == 0)
    let second = try RunningService(arguments, environment: cluster.environment)
    try poll("the film is not made", seconds: 600) {
      ["finished", "failed"].contains(try state(path, second))
    }
    let film = try second.get(path)
    #expect(film.json["state"] as? String == "finished" && film.json["total"] as? Int == 300, "\(film.text)")
    // It was not submitted again.
    #expect(film.json["job"] as? String == job)
    let document = try cluster.folder.write(String(Self.moving), to: "moving.caml")
    let run = try LaminaTool.run([
      "export", document, "-o", cluster.folder.path("out.rgba"), "--fps", "30", "--size", "200x200", "--renderer",
      "cpu", "--set", "square.cornerRadius=2", "-q",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let expected = Array(try Data(contentsOf: URL(fileURLWithPath: cluster.folder.path("out.rgba"))))
    #expect(try second.get(path + "/result").body == expected)
  }

  @Test(
    "DELETE ends the job of a film, and a document that fails there says why",
    .enabled(if: problem == nil, "Slurm cannot run: \(problem ?? "")"), .timeLimit(.minutes(30)))
  func removal() throws {
    let cluster = try Cluster()
    let service = try RunningService(
      ["--workers", "1", "--slurm", "--state", cluster.folder.path("state")], environment: cluster.environment)
    let path = try begin("?format=rgba&fps=60&frames=0..100000&size=600x600", service)
    try poll("no job is submitted", seconds: 120) { try service.get(path).json["job"] != nil }
    try poll("the job does not run", seconds: 120) { try cluster.jobs().contains(" R ") }
    #expect(try service.request("DELETE", path).status == 204)
    try poll("it is still there", seconds: 120) { try service.get(path).status == 404 }
    #expect(try cluster.jobs().isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: cluster.folder.path("state/films")).isEmpty)
  }

  @Test("a cluster takes a folder that all nodes find by one path")
  func folder() throws {
    for arguments in [["--slurm"], ["--slurm", "--state", "films"]] {
      let run = try LaminaTool.run(["serve", "--listen", "127.0.0.1:0"] + arguments, timeout: 20)
      #expect(run.status == 64 && run.errors.contains("--slurm"), "\(run.errors)")
    }
  }
}
#endif
