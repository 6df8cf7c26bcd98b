// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
package import Lamina
package import LaminaExport
import LaminaSystem
package import LaminaWorkers

/// Where a service listens.
package enum ServiceAddress: Equatable, Sendable {
  /// A name or number of this machine, and a port; 0 for any that is free.
  case port(host: String, Int)
  /// A socket in the file system.
  case socket(path: String)

  /// Whether only this machine can reach it.
  package var isLocal: Bool {
    switch self {
    case .socket: true
    case .port(let host, _): host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
  }

  /// Reads `host:port`, `[::1]:port` or `unix:PATH`.
  package init(_ text: String) throws(ParameterProblem) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      // What fits into a socket's address.
      guard !path.isEmpty, path.utf8.count <= 107 else {
        throw ParameterProblem("the path of a socket has 1 to 107 bytes, as in unix:service.sock")
      }
      self = .socket(path: path)
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65535).contains(port)
    else { throw ParameterProblem("an address is host:port, such as 127.0.0.1:8080, or unix:PATH") }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty else { throw ParameterProblem("an address is host:port; 0.0.0.0 is every address") }
    self = .port(host: host, port)
  }
}

/// What a service is, for as long as it runs.
package struct ServiceSettings: Sendable {
  /// Where it listens.
  package var address = ServiceAddress.port(host: "127.0.0.1", 8080)
  /// Its workers, one lane each: what they are and what draws in them.
  package var workers: [WorkerSettings] = []
  /// The most that a picture may cost; a request may ask for less.
  package var limits = RenderLimits()
  /// The most that a document may ask for.
  package var sceneLimits = SceneLimits()
  /// How much it takes at once and keeps.
  package let capacity: ServiceCapacity
  /// The cluster that makes films; `nil` for this machine. The folder for what survives is then one that all nodes
  /// share.
  package var cluster: SlurmCluster?
  /// Who may use it; `nil` for everybody who reaches it.
  package var tokens: TokenList?

  /// Makes the default settings with a capacity.
  package init(_ capacity: ServiceCapacity) {
    self.capacity = capacity
  }
}

extension ServiceSettings {
  /// Sets the limits of a request.
  ///
  /// - Parameter limits: The picture's, where they are narrower than the service's own.
  func limit(_ request: inout SceneRequest, by limits: RenderLimits? = nil) {
    request.options.limits = limits ?? self.limits
    request.limits = sceneLimits
    request.limits.time = request.options.limits.time
  }

  /// Whether a GPU draws in one of the workers.
  var hasGPU: Bool { workers.contains(where: \.usesGPU) }

  /// The workers that draw what does not say by what: those with GPUs where there are any, as on the command line. A
  /// document has one look.
  var usualWorkers: [WorkerSettings] { workers.filter { $0.usesGPU == hasGPU } }
}

extension WorkerSettings {
  /// Whether a GPU draws.
  var usesGPU: Bool {
    if case .cpu = drawing { return false }
    return true
  }
}
#endif
