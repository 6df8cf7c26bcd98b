// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// A film over the two nodes of a Slurm cluster on this machine, with Debian's packages.
@Suite struct SlurmTests {
  /// Why there can be no cluster here; `nil` where there can.
  static let problem: String? = {
    let programs = "munged slurmctld slurmd sbatch ffmpeg"
    let trial = try? LaminaTool.shell(
      "PATH=$PATH:/usr/sbin; for p in \(programs); do command -v $p >/dev/null || echo $p; done; id -u")
    let lines = (trial?.output ?? "").split(separator: "\n")
    if let missing = lines.dropLast().first { return "there is no \(missing) here" }
    return lines.last == "0" ? nil : "slurmd runs as root only"
  }()

  @Test(
    "a film made on two nodes, one task of which is killed, is the film of one machine, byte for byte",
    .enabled(if: problem == nil, "Slurm cannot run: \(problem ?? "")"), .timeLimit(.minutes(30)),
    arguments: ["film.mp4", "film.y4m"])
  func film(name: String) throws {
    // Long enough for a task to be under way for a while; raw frames are quick.
    let last = name.hasSuffix("y4m") ? 7679 : 1919
    let folder = try TemporaryFolder()
    try folder.write(ExportProcessTests.scene, to: "scene.caml")
    try folder.write(
      """
      tools=\(PackageFolder.file("tools/slurm").path)
      $tools/loopback start cluster || exit 77
      export SLURM_CONF=$PWD/cluster/slurm.conf
      trap '$tools/loopback stop cluster' EXIT
      film='scene.caml --frames 0..\(last) --renderer cpu --jobs 1'
      $tools/submit -n 4 -w -- $film -o shared/\(name) &
      submit=$!
      # The first task that is well under way is killed as a node's memory guard would do it.
      for i in $(seq 3000); do
        # Other clusters may run beside this one: only what runs in this folder is meant.
        victim=$(for f in $(grep -zlsE '^[0-9]+/4$' /proc/[0-9]*/cmdline); do
          p=${f%/cmdline}
          [ "$(readlink $p/cwd)" = "$PWD" ] && [[ $(readlink $p/exe) = */lamina ]] && echo ${p#/proc/}; done | head -n 1)
        if [ -n "$victim" ] && [ -d shared/\(name).parts ] && sleep 0.1 && kill -STOP $victim; then
          # Held, it cannot finish: one that already has is let go.
          shard=$(tr '\\0' ' ' </proc/$victim/cmdline | sed -n 's/.*--shard \\([0-9]*\\).*/\\1/p')
          if [ -n "$shard" ] && ! ls shared/\(name).parts | grep -q "^complete[^0-9]*$shard"; then
            kill -9 $victim && break
          fi
          kill -CONT $victim
        fi
        sleep 0.02
      done
      wait $submit || { echo "submit: $?"; cat lamina-*.log cluster/*.log; exit 1; }
      cat lamina-*join.log
      lamina export $film -o alone/\(name) -q
      cmp shared/\(name) alone/\(name) && echo equal
      ls -A shared
      """, to: "run.sh")
    let outcome = try LaminaTool.shell("bash run.sh", in: folder.url, timeout: 500)
    #expect(outcome.status == 0, "\(outcome.output.suffix(3000)) \(outcome.errors.suffix(1000))")
    #expect(outcome.output.contains("join: making these shards again:"))
    #expect(outcome.output.hasSuffix("equal\n\(name)\n"))
  }
}
