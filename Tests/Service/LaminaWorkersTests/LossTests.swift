// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaTestSupport
import LaminaWorkers
import Testing

/// A worker that is lost is reported, the next document is right, and nothing is left over.
@Suite(.serialized) struct LossTests {
  /// The error that a probe ends with.
  private func error(of probe: Probe, seconds: Double = 10, on renderer: IsolatedRenderer) -> IsolationError? {
    do throws(IsolationError) {
      _ = try renderer.probe(probe, seconds: seconds)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "a crash is reported with its signal",
    arguments: [(Probe.trap, [SIGILL, SIGTRAP]), (.breakMemory, [SIGSEGV])])
  func crash(_ probe: Probe, _ signals: [Int32]) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(redSquare, to: "red.caml")
    let renderer = isolatedRenderer()
    let error = error(of: probe, on: renderer)
    guard case .crashed("a probe", let signal, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(signals.contains(signal))
    let picture = try renderer.draw(SceneRequest(path))
    #expect(picture.image.width == 8)
    #expect(picture.image.premultipliedRGBA.prefix(4) == [255, 0, 0, 255])
  }

  @Test("what a worker wrote before it was lost is there, in one line, and no more than 4 KiB")
  func lastWords() {
    let renderer = isolatedRenderer()
    #expect(error(of: .trap, on: renderer) != nil)
    #expect(renderer.lastWords.contains("a worker was asked to trap"))
    #expect(renderer.lastWords.utf8.count <= 4096 && !renderer.lastWords.contains("\n"))
  }

  @Test("a worker that ends by itself is reported with its status")
  func quits() {
    #expect(error(of: .quit(3), on: isolatedRenderer()) == .exited(document: "a probe", status: 3))
  }

  @Test("an endless loop ends at its limit, and the worker with it")
  func loop() throws {
    let renderer = isolatedRenderer()
    let start = ContinuousClock.now
    #expect(error(of: .loop, seconds: 0.3, on: renderer) == .timedOut(document: "a probe", seconds: 0.3))
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(try renderer.probe(.startThread).code == 0)
  }

  @Test(
    "what no worker says ends the worker",
    arguments: [
      Probe.babble(kind: 99, length: 4, bytes: 4), .babble(kind: 17, length: 4, bytes: 4),
      .babble(kind: 21, length: .max, bytes: 64), .babble(kind: 21, length: 64, bytes: 64), .sendDescriptor,
    ])
  func babble(_ probe: Probe) throws {
    let renderer = isolatedRenderer()
    guard case .misbehaved("a probe", let reason) = error(of: probe, on: renderer) else {
      Issue.record("\(probe)")
      return
    }
    #expect(!reason.isEmpty)
    #expect(try renderer.probe(.startThread).code == 0)
  }

  @Test("half a message is waited for until the limit, and no longer")
  func halfMessage() {
    let error = error(of: .babble(kind: 21, length: 100, bytes: 10), seconds: 0.3, on: isolatedRenderer())
    #expect(error == .timedOut(document: "a probe", seconds: 0.3))
  }

  @Test("nothing is left of workers: no process, no descriptor, and so no memory")
  func leavesNothing() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(redSquare, to: "red.caml")
    let renderer = isolatedRenderer()
    _ = try renderer.draw(SceneRequest(path))
    let losses = 30
    // Tests beside this one open many for a while, but not each time; a worker would leave its own each time.
    for round in 0..<5 {
      let before = openDescriptors()
      for turn in 0..<losses {
        let process = try #require(renderer.processIdentifier)
        #expect(error(of: [Probe.trap, .quit(1), .sendDescriptor][turn % 3], on: renderer) != nil)
        // Ended, and waited for.
        #expect(kill(process, 0) != 0 && errno == ESRCH)
        _ = try renderer.draw(SceneRequest(path))
      }
      if openDescriptors() < before + losses { return }
      try #require(
        round < 4, "\(openDescriptors()) descriptors are open, \(before) were before \(losses) workers were lost")
    }
  }

  @Test("a worker for one document has no second one")
  func oneDocument() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(redSquare, to: "red.caml")
    let (one, many) = (isolatedRenderer { $0.isForOneDocument = true }, isolatedRenderer())
    for _ in 0..<2 {
      #expect(try one.draw(SceneRequest(path)).image.width == 8)
      #expect(one.processIdentifier == nil)
    }
    _ = try many.draw(SceneRequest(path))
    let process = many.processIdentifier
    _ = try many.draw(SceneRequest(path))
    #expect(process != nil && many.processIdentifier == process)
  }

  @Test("a worker does not outlive its parent, killed or not")
  func parentIsKilled() throws {
    let folder = try TemporaryFolder()
    // A document that is a pipe without end keeps the worker in the middle of its work.
    let outcome = try LaminaTool.shell(
      """
      mkfifo pipe.caml
      sleep 30 >pipe.caml & writer=$!
      lamina render pipe.caml -o out.png --isolate --renderer cpu -q & tool=$!
      for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        worker=$(awk -v t=$tool '$4 == t {print $1}' /proc/[0-9]*/stat 2>/dev/null); test -n "$worker" && break; sleep 0.1
      done
      test -d /proc/$worker && echo works
      kill -9 $tool; sleep 0.5
      test -d /proc/$worker && ! grep -q '^State:.Z' /proc/$worker/status && echo lives
      kill $writer
      """, in: folder.url)
    #expect(outcome.output == "works\n", "\(outcome.errors)")
  }

  @Test("a worker that is lost again and again is started ever later, up to 5 s")
  func backoff() {
    var backoff = Backoff()
    var pauses = [backoff.pause]
    for _ in 0..<9 {
      backoff.lost()
      pauses.append(backoff.pause)
    }
    #expect(pauses == [0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 5])
    backoff.succeeded()
    #expect(backoff.pause == 0)
  }
}
