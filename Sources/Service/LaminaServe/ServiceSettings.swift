// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
package import Lamina
package import LaminaExport
import LaminaSystem
package import LaminaWorkers

/// The service cannot listen on its address.
struct ListeningError: Error, CustomStringConvertible {
  let address: ServiceAddress
  /// The number of the error.
  let code: CInt

  var description: String { "cannot listen on \(address): \(String(cString: strerror(code)))" }
}

/// The address that a service listens on.
package enum ServiceAddress: Equatable, Sendable, CustomStringConvertible {
  /// A host name or address of this machine, and a port; 0 for any free port.
  case port(host: String, Int)
  /// A socket in the file system.
  case socket(path: String)

  /// As options of commands have it.
  package var description: String {
    switch self {
    case .port(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .socket(let path): "unix:\(path)"
    }
  }

  /// Whether the address can be reached only from this machine.
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
      // The maximum length of a path in a socket's address.
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

/// The settings of a service, which hold for its lifetime.
package struct ServiceSettings: Sendable {
  /// The address that the service listens on.
  package var address = ServiceAddress.port(host: "127.0.0.1", 8080)
  /// The settings of its workers, one for each lane.
  package var workers: [WorkerSettings] = []
  /// The limits of a picture; a request may set stricter ones.
  package var limits = RenderLimits()
  /// The limits of a document.
  package var sceneLimits = SceneLimits()
  /// The limits on simultaneous requests and on kept data.
  package let capacity: ServiceCapacity
  /// The cluster that makes films; `nil` for this machine. With a cluster, the state folder must be one that all nodes
  /// share.
  package var cluster: SlurmCluster?
  /// The tokens that grant access; `nil` for access without a token.
  package var tokens: TokenList?

  /// Makes the default settings with a capacity.
  package init(_ capacity: ServiceCapacity) {
    self.capacity = capacity
  }
}

extension ServiceSettings {
  /// Whether one of the workers draws with a GPU.
  var hasGPU: Bool { workers.contains(where: \.usesGPU) }

  /// The workers for requests that do not choose a renderer: workers with GPUs if there are any, as on the command
  /// line, so that a document always looks the same.
  var usualWorkers: [WorkerSettings] { sharingWorkers.filter { $0.usesGPU == hasGPU } }

  /// The workers, of which those with the same device share what one renderer would keep in its memory.
  var sharingWorkers: [WorkerSettings] {
    zip(workers, ServiceDevices.sharers(of: workers.map(\.drawing))).map { worker, sharers in
      var worker = worker
      worker.sharers = sharers
      return worker
    }
  }
}

extension WorkerSettings {
  /// Whether the worker draws with a GPU.
  var usesGPU: Bool {
    if case .cpu = drawing { return false }
    return true
  }
}
#endif
