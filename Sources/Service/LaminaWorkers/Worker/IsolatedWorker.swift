// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
import LaminaGeometry

/// The worker's side: a program that draws isolated pictures starts itself again as a worker.
public enum IsolatedWorker {
  /// The first argument of a worker.
  static let argument = "isolated-worker"

  /// Turns this process into a worker and does not return, if the program was started as one.
  ///
  /// Call it first in `main`: a worker enters its sandbox before its first thread starts, and before it reads any
  /// input.
  public static func runIfAsked() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, arguments[1] == argument else { return }
    guard let socket = OpenFile(3),
      let orders = try? JSONDecoder().decode(WorkerOrders.self, from: Data(arguments[2].utf8))
    else { exit(EX_USAGE) }
    let gaps = Sandbox.enter(orders)
    // The parent may have ended before its death signal was requested; 0 is a parent outside this container.
    guard [orders.parent, 0].contains(getppid()) else { exit(0) }
    WorkerLoop(Channel(socket), orders).run(gaps)
  }
}
