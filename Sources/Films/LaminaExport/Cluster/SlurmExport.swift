// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGeometry

/// Settings of a Slurm cluster on which shards of films are made.
package struct SlurmCluster: Sendable {
  /// The number of shards of a film; `nil` for four per node. A film never has more shards than segments.
  package var shards: Int?
  /// Additional arguments of `sbatch`, such as `--partition=gpu` and `--gres=gpu:1`.
  package var options: [String] = []
  /// The number of attempts for lost shards.
  package var rounds = 3
  /// The path of the command-line tool on every node.
  package var tool: String

  /// Makes the settings of a cluster.
  package init(tool: String) {
    self.tool = tool
  }

  /// The number of shards for a film with a number of frames.
  package func count(frames: Int, of destination: ExportDestination) throws(SlurmError) -> Int {
    let wanted: Int
    if let shards { wanted = shards } else { wanted = 4 * (try SlurmProgram.nodes()) }
    let pieces: Int
    if case .film = destination {
      pieces = (frames + FilmSegment.frames - 1) / FilmSegment.frames
    } else {
      pieces = frames
    }
    return max(1, min(wanted, pieces, Shard.maximumCount))
  }
}

/// Makes a film on the nodes of a Slurm cluster: an array job with a task per shard, further jobs for lost shards, and
/// a join on this machine.
///
/// All files are in one folder that the nodes share. The job continues if the waiting process ends; another process can
/// wait for it by the job's number.
package struct SlurmExport {
  /// The output of the film.
  let destination: ExportDestination
  /// The frames of the film.
  let timing: FrameTiming
  /// The number of shards.
  let shards: Int
  /// The arguments of the tool, without the shard.
  let arguments: [String]
  /// The folder for the script and the messages of tasks.
  let folder: String
  let cluster: SlurmCluster
  /// The interval between queries to the cluster.
  private static let interval = Duration.seconds(1)

  /// Describes an export; nothing happens until it is run.
  package init(
    _ arguments: [String], timing: FrameTiming, to destination: ExportDestination, shards: Int, folder: String,
    on cluster: SlurmCluster
  ) {
    (self.arguments, self.timing, self.destination) = (arguments, timing, destination)
    (self.shards, self.folder, self.cluster) = (shards, folder, cluster)
  }

  /// Makes the film, or waits for a job that makes it.
  ///
  /// - Parameters:
  ///   - job: The number of a job that an earlier attempt submitted.
  ///   - cancellation: Ends the waiting; the job continues.
  ///   - submitted: Called with the number of each job as soon as there is one.
  ///   - progress: Called every second.
  /// - Returns: The number of frames of the film.
  package func run(
    job: String?, cancellation: ExportCancellation, submitted: (String) -> Void, progress: (ExportProgress) -> Void
  ) throws(SlurmError) -> Int {
    let begun = ContinuousClock.now
    let kept = finishedFrames
    if job != nil, isJoined { return timing.frames.count }
    var current: String
    if let job {
      current = job
    } else {
      current = try submit(Array(1...shards))
      submitted(current)
    }
    for _ in 0...max(cluster.rounds, 0) {
      try wait(for: current, cancellation) {
        let seconds = begun.duration(to: .now) / .seconds(1)
        let finished = finishedFrames
        let last = min(timing.frames.lowerBound + max(finished - 1, 0), timing.frames.upperBound - 1)
        let total = timing.frames.count
        progress(
          ExportProgress(frame: last, finished: finished, total: total, kept: min(kept, finished), seconds: seconds))
      }
      let missing = self.missing
      if missing.isEmpty { return try join(cancellation) }
      current = try submit(missing)
      submitted(current)
    }
    try Self.end(current)
    throw .export(.cannotJoin(path: destination.path, reason: "shards were lost too often: \(words)", missing: missing))
  }

  /// Ends a job, and waits until none of its tasks is running.
  ///
  /// - Throws: ``SlurmError`` if a task is still running, so that its folder is not removed.
  package static func end(_ job: String) throws(SlurmError) {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      try SlurmProgram.cancel(job)
      if try SlurmProgram.isActive(job) == false { return }
      usleep(500_000)
    }
    throw .program(name: "scancel", reason: "job \(job) has not ended after 60 s")
  }

  // MARK: Steps

  private func submit(_ numbers: [Int]) throws(SlurmError) -> String {
    let script = folder + "/shard.sh"
    // Slurm supplies the shard's number. `exec` passes Slurm's signals to the tool, which ends cleanly at SIGTERM.
    let text = "#!/bin/sh\nexec \"$@\" --shard \"$SLURM_ARRAY_TASK_ID/\(shards)\" --resume\n"
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: script))
    } catch {
      throw .program(name: "sbatch", reason: "\(error)")
    }
    return try SlurmProgram.submit(
      [
        "--array=\(Self.ranges(numbers))", "--job-name=lamina-film", "--nodes=1",
        "--ntasks=1", "--requeue", "--open-mode=append", "--chdir=\(folder)", "--output=\(folder)/shards.log",
      ] + cluster.options + [script, cluster.tool] + arguments)
  }

  /// Ascending numbers in Slurm's notation, `1-4,7`, which keeps the option short.
  static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  private func wait(
    for job: String, _ cancellation: ExportCancellation, _ tick: () -> Void
  ) throws(SlurmError) {
    while true {
      // A controller that does not answer may be busy; its jobs continue.
      if try SlurmProgram.isActive(job) == false { return tick() }
      tick()
      let next = ContinuousClock.now + Self.interval
      while ContinuousClock.now < next {
        if cancellation.isCancelled {
          throw .export(.cancelled(finished: finishedFrames, total: timing.frames.count))
        }
        usleep(50_000)
      }
    }
  }

  private func join(_ cancellation: ExportCancellation) throws(SlurmError) -> Int {
    return try converting(to: SlurmError.export) { () throws(ExportError) in
      try ExportJoin(destination).run(cancellation: cancellation)
    }
  }

  /// The numbers of incomplete shards; all shards if none has left a file yet.
  private var missing: [Int] { (try? ExportJoin(destination).missingShards()) ?? Array(1...shards) }

  /// Whether an earlier attempt has finished: the film exists, and the folder of its parts does not.
  private var isJoined: Bool {
    access(destination.path, F_OK) == 0 && access(ExportFolder(destination, shard: nil).path, F_OK) != 0
  }

  /// The number of frames that the shards have finished: of films by complete segments, of streams by their bytes.
  package var finishedFrames: Int {
    let place = ExportFolder(destination, shard: nil)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    var finished = 0
    switch destination {
    case .film:
      finished = names.count { $0.wholeMatch(of: /segment-\d+\.[a-z0-9]+/) != nil } * FilmSegment.frames
    case .stream(_, let format):
      let manifest = names.lazy.filter { $0.hasPrefix("manifest.") }.compactMap { ExportManifest.read(place.file($0)) }
      let sides = manifest.first?["size"].split(separator: "x").compactMap { Int($0) } ?? []
      guard sides.count == 2 else { return 0 }
      let size = PixelSize(width: sides[0], height: sides[1])
      let frame = format.frameHeader.count + format.layout.byteCount(of: size)
      for name in names where name.hasPrefix("stream.") {
        let bytes = (try? FileManager.default.attributesOfItem(atPath: place.file(name))[.size] as? Int) ?? 0
        finished += bytes / max(frame, 1)
      }
    case .pictures:
      for name in names where name.hasPrefix("finished.") {
        finished += FrameJournal.frames(in: place.file(name)).count
      }
    }
    return min(finished, timing.frames.count)
  }

  /// The last lines of the tasks' messages, in one line.
  private var words: String {
    guard let data = FileManager.default.contents(atPath: folder + "/shards.log") else { return "they said nothing" }
    let lines = String(decoding: data.suffix(4096), as: UTF8.self).split(whereSeparator: \.isNewline).suffix(3)
    return lines.isEmpty ? "they said nothing" : lines.joined(separator: "; ")
  }
}
