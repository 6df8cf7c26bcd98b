// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import Testing

/// One export at a time makes what has one name, in one process too.
@Suite struct ExportLockTests {
  private func job(_ source: FrameSource, _ path: String, _ shard: Shard? = nil) throws -> ExportJob {
    var job = ExportJob(
      source, timing: try Films.timing(0..<6), to: try ExportDestination(path))
    job.options.shard = shard
    return job
  }

  /// The error of an export that runs while another one is under way.
  private func failure(
    _ first: (path: String, shard: Shard?), _ second: (path: String, shard: Shard?)
  ) throws -> String {
    var said = ""
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    var calls = 0
    let source = FrameSource(root) { frame, _ in
      root.backgroundColor = CGColor(srgbRed: Double(frame) / 6, green: 0, blue: 0, alpha: 1)
      // The first call is for the first frame, which is planned before the place is taken.
      calls += 1
      guard calls == 2 else { return }
      said = "nothing"
      do {
        _ = try job(Films.still(), second.path, second.shard).run(with: Films.cpu())
      } catch {
        said = "\(error)"
      }
    }
    _ = try job(source, first.path, first.shard).run(with: Films.cpu())
    return said
  }

  @Test(
    "a second export to the same place is refused, and the first one is not disturbed",
    arguments: ["f/%d.png", "a.y4m"])
  func second(_ name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(name)
    #expect(try failure((path, nil), (path, nil)).contains("is being exported to by process \(getpid()) on "))
    #expect(try failure((path, nil), (path, Shard(1, of: 2))).contains("is being exported to"))
    #expect(try failure((path, Shard(1, of: 1)), (path, nil)).contains("is being exported to"))
    // When it has ended, the place is free.
    _ = try job(Films.still(), path).run(with: Films.cpu())
    #expect(!folder.contents.contains { $0.contains("/lock") }, "\(folder.contents)")
  }

  /// Takes a lock and gives it back.
  ///
  /// - Returns: A copy of its descriptor, as a process has it that another thread was just starting.
  private func copyOfGivenBack(_ path: String) throws -> Int32 {
    guard case .held(let lock) = try FileLock.take(path, exclusively: true) else { return -1 }
    let files = FileManager.default
    let own = try files.contentsOfDirectory(atPath: "/proc/self/fd").first {
      (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
    }
    let copy = dup(try #require(own.flatMap { Int32($0) }))
    guard case .inUse = try FileLock.take(path, exclusively: true) else { return -1 }
    withExtendedLifetime(lock) {}
    return copy
  }

  @Test("a lock that was given back is free, even if a process that is just being started has a copy of its descriptor")
  func copies() throws {
    let folder = try TemporaryFolder()
    let copy = try copyOfGivenBack(folder.path("lock"))
    #expect(copy >= 0)
    defer { close(copy) }
    guard case .held = try FileLock.take(folder.path("lock"), exclusively: true) else {
      Issue.record("the copy holds the lock")
      return
    }
  }

  @Test("other names, and other shards of one film, do not meet")
  func others() throws {
    let folder = try TemporaryFolder()
    #expect(try failure((folder.path("a-%d.png"), nil), (folder.path("b-%d.png"), nil)) == "nothing")
    #expect(try failure((folder.path("a.y4m"), nil), (folder.path("b.y4m"), nil)) == "nothing")
    let film = folder.path("c.y4m")
    #expect(try failure((film, Shard(1, of: 3)), (film, Shard(2, of: 3))) == "nothing")
  }

  @Test("a join waits for no shard: it is refused while one is being made")
  func join() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("film.y4m")
    _ = try job(Films.still(), path, Shard(1, of: 1)).run(with: Films.cpu())
    guard case .held(let lock) = try FileLock.take(path + ".parts/lock", exclusively: false) else {
      Issue.record("the lock is not free")
      return
    }
    #expect(throws: ExportError.self) { try ExportJoin(try ExportDestination(path)).run() }
    withExtendedLifetime(lock) {}
  }
}
