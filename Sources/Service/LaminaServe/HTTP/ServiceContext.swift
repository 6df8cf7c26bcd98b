// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
package import HTTPTypes
package import Hummingbird
import HummingbirdCore
import Logging
package import NIOCore

/// What is known of a request beside what it says.
package struct ServiceContext: RequestContext {
  /// What the library keeps.
  package var coreContext: CoreRequestContextStorage
  /// The connection that it came by.
  package let channel: any Channel
  /// When its head had come.
  package let begun = ContinuousClock.now

  /// Makes the context of a request.
  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// The name of a request in answers and logs: the client's own, where it gives one that logs may hold, otherwise a new
/// one.
enum RequestName {
  static let header = HTTPField.Name.of("X-Request-Id")

  static func of(_ request: Request) -> String {
    if let given = request.headers[header], (1...128).contains(given.utf8.count), given.utf8.allSatisfy(isPlain) {
      return given
    }
    return RequestID().description
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension HTTPField.Name {
  /// A name that is written in the source, which is one.
  package static func of(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("'\(name)' is no name of a header") }
    return name
  }
}
#endif
