// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
import LaminaSystem

/// The thread that starts workers.
///
/// A worker is killed when the thread that started it ends (`PR_SET_PDEATHSIG`), so that it never outlives its parent,
/// however that ends. This thread lives as long as the process; a caller's thread may end before.
final class WorkerLauncher: Sendable {
  static let shared = WorkerLauncher()

  private let queue = JobQueue("lamina.launcher")

  private init() {}

  /// Starts a program with one end of a connection as descriptor 3, and a file for its standard error.
  ///
  /// - Returns: The process number, and the number of the system's error; 0 for success.
  func start(
    _ program: String, _ arguments: [String], socket: OpenFile, errors: OpenFile
  ) -> (pid_t, Int32) {
    queue.run { Self.spawn(program, arguments, socket, errors) }
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ socket: OpenFile, _ errors: OpenFile
  ) -> (pid_t, Int32) {
    var process: pid_t = 0
    let environment = WorkerEnvironment.kept(ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.sorted().map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    let code = lamina_start(&process, program, &words, &variables, socket.number, errors.number)
    return (process, code)
  }
}

/// The part of its parent's environment that a worker gets: variables that affect the look of a picture and the
/// renderer.
package enum WorkerEnvironment {
  private static let names: Set = [
    "HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "TZ", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
    "CUDA_VISIBLE_DEVICES", "GBM_BACKENDS_PATH", "GALLIUM_DRIVER",
  ]
  private static let prefixes = [
    "LC_", "FONTCONFIG_", "FC_", "PANGO_", "LAMINA_", "MESA_", "LIBGL_", "EGL_", "__EGL_", "__GL_", "VK_", "LP_",
    "GALLIVM_", "LVP_",
    "SLURM_STEP_GPUS", "SLURM_JOB_GPUS", "SLURM_LOCALID",
  ]

  /// The variables of an environment that a worker gets, and those that it needs in addition.
  package static func kept(_ environment: [String: String]) -> [String: String] {
    var kept = environment.filter { name, _ in
      names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
    // A trap ends the worker immediately; a reader of backtraces would need another process.
    kept["SWIFT_BACKTRACE"] = "enable=no"
    #if LAMINA_COVERAGE
    // Otherwise the worker would try to write a coverage profile into the working directory.
    kept["LLVM_PROFILE_FILE"] = environment["LLVM_PROFILE_FILE"].map { _ in "/dev/null" }
    #endif
    #if LAMINA_SANITIZE_ADDRESS
    // A worker can neither look for leaks at its end, which takes another process, nor write a file.
    kept["ASAN_OPTIONS"] = environment["ASAN_OPTIONS"].map { $0 + ":detect_leaks=0:log_path=stderr" }
    #endif
    return kept
  }
}
