// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaExport
import LaminaScene
import LaminaSystem
import LaminaWorkers
import Logging

extension FilmRunner {
  /// Makes a film on the nodes of a cluster, or waits for the job that an earlier run of the service submitted.
  ///
  /// - Returns: The number of frames.
  func export(
    _ film: inout FilmRecord, _ request: SceneRequest, _ timing: FrameTiming, to output: ExportDestination,
    on cluster: SlurmCluster, _ cancellation: ExportCancellation
  ) throws -> Int {
    let shards = try film.shards ?? cluster.count(frames: timing.frames.count, of: output)
    film.shards = shards
    let export = SlurmExport(
      try arguments(film, request, to: output), timing: timing, to: output, shards: shards,
      folder: store.path(film, "."), on: cluster)
    var record = film
    defer { film = record }
    return try export.run(job: film.job, cancellation: cancellation) { job in
      record.job = job
      do {
        try store.update(record)
      } catch {
        logger.error("the list of films cannot be written", metadata: ["film": "\(record.id)", "error": "\(error)"])
      }
    } progress: { progress in
      note(progress, of: record.id, timing)
    }
  }

  /// The tool's arguments on a node: the parameters as options, and the limits of this service.
  private func arguments(
    _ film: FilmRecord, _ request: SceneRequest, to output: ExportDestination
  ) throws -> [String] {
    var result = ["export", request.document, "--output", output.path, "--quiet"]
    for (name, value) in film.parameters.items where name != "format" && !name.contains(".") {
      result.append("--\(name)=\(value)")
    }
    for assignment in request.assignments {
      guard !assignment.target.contains("=") else {
        throw SlurmError.program(name: "slurm", reason: "'\(assignment.target)' has '=' in it and cannot be set there")
      }
      result.append("--set=\(assignment.target)=\(assignment.value)")
    }
    guard let worker = settings.workers.first else { return result }
    let renderer =
      switch worker.drawing {
      case .cpu: "cpu"
      case .gpu: "gpu"
      case .automatic: "auto"
      }
    result += ["--renderer=\(renderer)", worker.mustBeWhole ? "--require-isolation" : "--isolate"]
    return result + limits()
  }

  /// The options for limits that differ from the defaults.
  private func limits() -> [String] {
    let (limits, usual) = (settings.limits, RenderLimits())
    let (scene, usualScene) = (settings.sceneLimits, SceneLimits())
    var result = ["--max-time=\(limits.time)"]
    for (name, value, usual) in [
      ("pixels", limits.pixels, usual.pixels), ("memory", limits.memory, usual.memory),
      ("elements", limits.elements, usual.elements), ("depth", limits.depth, usual.depth),
      ("touched", limits.touchedPixels, usual.touchedPixels),
      ("document", scene.documentBytes, usualScene.documentBytes),
    ] where value != usual {
      result.append("--max-\(name)=\(value)")
    }
    return result
  }
}
#endif
